"""Promises for latecomers and leavers: on closing the director is asked once what the rounds they missed count."""

from __future__ import annotations

import csv
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, Evening, EveningMark
from games.league.queries import season_table, worths_to_choose
from games.league.seasons.exports import results_csv
from games.league.standings.scores import MarkKind
from tests.conftest import Clock
from tests.league.conftest import (
    change_rules,
    close_evening,
    open_round,
    plan_and_draw,
    sign_up,
)
from tests.league.playing import write_sheet
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """M01 to M04 play both rounds, M05 to M08 the second only: they came when the first was open. A round of waiting
    is worth 500."""
    change_rules(competition, waiting="fixed", waiting_points=500)
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    write_sheet(table, (100, 62), now=clock())
    sign_up(evening, entrants[4:8], secretary, clock() + timedelta(minutes=1))
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
    evening.refresh_from_db()
    return evening


def points(evening: Evening, entrant: Entrant) -> object:
    return season_table(evening.competition).season.on(evening.pk)[entrant.pk].points


def test_the_page_asks_of_each_with_what_it_is_worth_and_does_as_it_is_told(
    evening: Evening, entrants: list[Entrant], desk: Client
) -> None:
    page = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    for late in entrants[4:8]:
        assert f'name="missed-{late.pk}"' in page
    assert f'name="missed-{entrants[0].pk}"' not in page
    assert "M05, round 1" in page
    assert "as a round of waiting: 500 points" in page
    assert "not at all: 0 points" in page
    before = points(evening, entrants[4]), points(evening, entrants[5])
    said = {f"missed-{late.pk}": "nothing" for late in entrants[5:8]} | {f"missed-{entrants[4].pk}": "waited"}
    sent = {"do": "close", "version": evening.version, **said}
    assert desk.post(reverse("league:cockpit_do", args=[evening.pk]), sent).status_code == 302
    assert (points(evening, entrants[4]), points(evening, entrants[5])) == (before[0] + 500, before[1])
    marks = EveningMark.objects.filter(evening=evening).order_by("entrant").values_list("kind", "round")
    assert list(marks.filter(entrant__in=entrants[4:6])) == [(MarkKind.EXCUSED, 1), (MarkKind.MISSED, 1)]
    report = desk.get(reverse("league:evening_report", args=[evening.pk]))
    assert report.status_code == 200


def test_latecomers_stand_by_name_as_in_every_list(evening: Evening, entrants: list[Entrant]) -> None:
    Player.objects.filter(pk=entrants[7].members.get().player_id).update(nickname="Åke")
    lines = worths_to_choose(evening, season_table(evening.competition).entered)
    assert [line.name for line in lines] == ["Åke", "M05", "M06", "M07"]


def test_a_latecomer_is_asked_about_when_entered_and_the_answer_stands_on_closing(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    """M01 to M04 have sat down; M05 says on the phone that they come, and Zus walks in."""
    change_rules(competition, waiting="fixed", waiting_points=500)
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    cockpit, do = (reverse(f"league:{name}", args=[evening.pk]) for name in ("cockpit", "cockpit_do"))
    assert 'id="latecomers"' not in desk.get(cockpit).content.decode()
    sign_up(evening, [entrants[4]], secretary, clock() + timedelta(minutes=1))
    evening.refresh_from_db()
    desk.post(do, {"do": "walk_in", "version": evening.version, "names": "Zus"})
    zus = competition.entrants.get(members__player__nickname="Zus")
    page = desk.get(cockpit).content.decode()
    assert 'id="latecomers"' in page
    pushed = desk.get(reverse("league:cockpit_tables", args=[evening.pk])).content.decode()
    assert 'id="latecomers"' in pushed, "a phone that lies open is asked too"
    assert "who said nothing come" in pushed
    assert "M05, round 1" in page
    assert "Zus, round 1" in page
    assert page.count("Waiting: ") == page.count("Waiting: M05, Zus") == 1, "they wait in the round to come"
    evening.refresh_from_db()
    said = {f"missed-{entrants[4].pk}": "waited", f"missed-{zus.pk}": "nothing"}
    assert desk.post(do, {"do": "missed", "version": evening.version, **said}).status_code == 302
    assert 'id="latecomers"' not in desk.get(cockpit).content.decode()
    write_sheet(table, (100, 62), now=clock())
    assert points(evening, entrants[4]) == 500
    sign_up(evening, entrants[5:7], secretary, clock() + timedelta(minutes=2))
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    for late in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(late, (100, 62), now=clock())
    page = desk.get(cockpit).content.decode()
    assert f'name="missed-{entrants[4].pk}" value="waited" required checked' in page
    assert f'name="missed-{zus.pk}" value="nothing" required checked' in page
    assert f'name="missed-{entrants[5].pk}" value="waited" required>' in page


def test_the_answers_stand_when_the_evening_is_opened_and_closed_again(
    evening: Evening, entrants: list[Entrant], desk: Client, secretary: Player, clock: Clock
) -> None:
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    first = {entrants[4].pk: "waited"} | {late.pk: "nothing" for late in entrants[5:8]}
    services.close_evening(version=evening.version, missed=first, **about)
    evening.refresh_from_db()
    services.reopen_evening(version=evening.version, **about)
    page = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert f'name="missed-{entrants[4].pk}" value="waited" required checked' in page
    assert f'name="missed-{entrants[5].pk}" value="nothing" required checked' in page
    assert "as a round of waiting: 500 points" in page
    evening.refresh_from_db()
    services.close_evening(version=evening.version, missed={entrants[5].pk: "waited"}, **about)
    kinds = EveningMark.objects.filter(evening=evening, entrant__in=entrants[4:6]).order_by("entrant")
    assert list(kinds.values_list("kind", flat=True)) == [MarkKind.EXCUSED, MarkKind.EXCUSED]


def test_other_words_are_refused_and_who_waited_is_not_asked_about(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    about = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
    said = {entrants[4].pk: "everything"}
    assert refusal(lambda: services.close_evening(missed=said, **about)) == LeagueRefusal.UNREADABLE
    said = {entrants[0].pk: "waited"}
    with pytest.raises(LeagueRefused) as refused:
        services.close_evening(missed=said, **about)
    assert refused.value.code == LeagueRefusal.MISSED_ROUNDS_UNSAID
    assert "M05, M06, M07, M08" in str(refused.value.sentence)
    said |= {late.pk: "nothing" for late in entrants[4:8]}
    services.close_evening(missed=said, **about)
    assert not EveningMark.objects.filter(evening=evening, entrant=entrants[0]).exists()


def test_the_lists_say_who_came_late_who_left_early_and_what_stands_beside_their_tables(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    """M01 to M08 sit down; M08 goes home after the first round and M09 comes to the second. All eight of each round
    play, a round of waiting is worth the own average."""
    change_rules(competition, waiting="own_average")
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
    about = {"evening_id": evening.pk, "player": secretary, "for_club": True}
    services.sign(entrant=entrants[7], comes=False, now=clock(), **about)
    services.sign(entrant=entrants[8], comes=True, now=clock() + timedelta(minutes=1), **about)
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
    page = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    for name, said in (("M08, round 2", "left early"), ("M09, round 1", "came late")):
        legend = page.partition(f"<legend>{name}")[2].partition("</legend>")[0]
        assert said in legend
    evening.refresh_from_db()
    services.close_evening(
        evening_id=evening.pk,
        version=evening.version,
        missed={entrants[7].pk: "nothing", entrants[8].pk: "waited"},
        actor=secretary,
        now=clock(),
    )
    table = season_table(competition)
    worth = table.season.on(evening.pk)
    own = worth[entrants[8].pk].points // 2
    late = f"came late (round 1), counts as waiting, own average +{own}"
    left = "left early (round 2) 0"
    listed = [reverse(f"league:{name}", args=[evening.pk]) for name in ("evening_report", "evening")]
    report = desk.get(listed[0]).content.decode()
    assert f"M09 {2 * own} (1 of 2 tables, {late})" in report
    assert f"M08 {worth[entrants[7].pk].points} (1 of 2 tables, {left})" in report
    assert "late or left" not in report
    winners = report.partition("Winner: ")[2].partition("\n")[0]
    assert winners.startswith("M")
    for address in listed:
        lists = desk.get(address).content.decode().partition("</textarea>")
        assert [said in (lists[2] or lists[0]) for said in (late, left)] == [True, True]
    for entrant, said in ((entrants[7], "left early (round 2)"), (entrants[8], "came late (round 1)")):
        page = desk.get(reverse("league:entrant", args=[competition.pk, entrant.pk])).content.decode()
        assert said in page


def test_a_winner_with_fewer_tables_is_explained_in_the_line_of_the_winner(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    """Five come: one waits in each of two rounds, for 5000."""
    change_rules(competition, waiting="fixed", waiting_points=5000)
    evening = plan_and_draw(competition, entrants[:5], secretary, clock())
    for _round in range(2):
        for table in open_round(evening, secretary, clock(), on_paper=True):
            write_sheet(table, (100, 62), now=clock())
    close_evening(evening, secretary, clock())
    report = desk.get(reverse("league:evening_report", args=[evening.pk])).content.decode()
    winner = report.partition("Winner: ")[2].partition("\n")[0]
    assert "with 5,400 points (" in winner
    assert "1 of 2 tables, waited +5,000" in winner


@pytest.mark.parametrize(
    ("rule", "more", "told"),
    [
        ("nothing", 0, "came late (round 1)"),
        ("waiting", 500, "came late (round 1), counts as waiting"),
        ("own_average", None, "came late (round 1), own average"),
        ("field_average", 324, "came late (round 1), average of all tables"),
    ],
)
def test_the_rule_says_what_a_latecomer_has_and_every_list_says_the_same(
    evening: Evening, entrants: list[Entrant], desk: Client, rule: str, more: int | None, told: str
) -> None:
    """By hand: three tables of 400 : 248 are played. M05 made one of these in the second round and came too late for
    the first: as an own average that is the same once more, as the average of all (3 x 2 x 648) / 12 = 324."""
    competition = evening.competition
    change_rules(competition, missed=rule)
    own = points(evening, entrants[4])
    assert own in (400, 248)
    worth = own if more is None else more
    cockpit, do = (reverse(f"league:{name}", args=[evening.pk]) for name in ("cockpit", "cockpit_do"))
    page = desk.get(cockpit).content.decode()
    assert f'name="missed-{entrants[4].pk}"' not in page
    assert f'M05, round 1: <b class="nums">{worth}</b>' in page
    for _again in range(2):
        evening.refresh_from_db()
        assert desk.post(do, {"do": "close", "version": evening.version}).status_code == 302
        assert points(evening, entrants[4]) == own + worth
        report = desk.get(reverse("league:evening_report", args=[evening.pk])).content.decode()
        signed = f"+{worth}" if worth else "0"
        assert f"M05 {own + worth} (1 of 2 tables, {told} {signed})" in report
        for page in (
            report.partition("</textarea>")[2],
            desk.get(reverse("league:evening", args=[evening.pk])).content.decode(),
        ):
            assert f"{told} {signed}" in page
        page = desk.get(reverse("league:entrant", args=[competition.pk, entrants[4].pk])).content.decode()
        assert told in page
        lines = [line for line in results_csv(season_table(competition)).splitlines() if "M05" in line]
        [late] = [line for line in lines if "late" in line]
        assert told in late
        assert next(csv.reader([late]))[3] == "1"
        assert late.endswith(f",{worth}")
        evening.refresh_from_db()
        desk.post(do, {"do": "reopen", "version": evening.version})


def test_who_never_came_is_not_asked_about_as_a_leaver_and_is_told_in_one_word(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    """M01 to M08 have seats in round 1; M08 did not come at all, and round 2 is drawn without them."""
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    tables = open_round(evening, secretary, clock(), on_paper=True)
    never = entrants[7]
    sent = {"entrant": never.pk, "comes": "seated-absent"}
    assert desk.post(reverse("league:evening_sign", args=[evening.pk]), sent).status_code < 400
    for table in tables:
        if not table.seats.filter(entrant=never).exists():
            write_sheet(table, (100, 62), now=clock())
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
    cockpit = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert "Close the evening" in cockpit
    assert f'name="missed-{never.pk}"' not in cockpit
    close_evening(evening, secretary, clock())
    report = desk.get(reverse("league:evening_report", args=[evening.pk])).content.decode()
    assert "–  M08 0 (did not come)" in report
    pages = [
        report,
        desk.get(reverse("league:evening", args=[evening.pk])).content.decode(),
        desk.get(reverse("league:entrant", args=[competition.pk, never.pk])).content.decode(),
    ]
    for page in pages:
        assert "left early" not in page
        assert "did not come" in page


def test_an_answer_is_kept_where_another_is_left_blank(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    open_round(evening, secretary, clock(), on_paper=True)
    sign_up(evening, entrants[4:6], secretary, clock() + timedelta(minutes=1))
    evening.refresh_from_db()
    cockpit = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    asked = cockpit.partition('id="latecomers"')[2].partition("</section>")[0]
    assert f'name="missed-{entrants[4].pk}"' in asked
    assert " required" not in asked, "a browser sends nothing while one is blank"
    sent = {"do": "missed", "version": evening.version, f"missed-{entrants[4].pk}": "waited"}
    told = desk.post(reverse("league:cockpit_do", args=[evening.pk]), sent, follow=True)
    assert "Saved." in told.content.decode()
    said = EveningMark.objects.filter(evening=evening, kind__in=[MarkKind.EXCUSED, MarkKind.MISSED])
    assert list(said.values_list("entrant", "kind")) == [(entrants[4].pk, MarkKind.EXCUSED)]


def test_who_waited_and_then_went_home_still_waited(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    """Five come, one waits in the first round and goes home after it: the round still says so, and the printed list
    has no wait in the round that follows."""
    evening = plan_and_draw(competition, entrants[:5], secretary, clock())
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
    waited = EveningMark.objects.get(evening=evening, kind=MarkKind.WAITED, round=1).entrant
    services.sign(
        evening_id=evening.pk, entrant=waited, comes=False, player=secretary, for_club=True, now=clock()
    )
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    for name in ("cockpit", "evening"):
        rounds = desk.get(reverse(f"league:{name}", args=[evening.pk])).context["rounds"]
        names = {each.number: each.waiting for each in rounds}
        assert names == {1: (waited.members.get().player.nickname,), 2: ()}
    printed = desk.get(reverse("league:evening_print", args=[evening.pk, "seats"])).context["people"]
    places = dict(printed)[waited.members.get().player.nickname]
    assert [(place.table, place.waits) for place in places] == [(None, True), (None, False)]
