"""Undoing a director's early or mistaken action, and its line in the list of corrections."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.test import Client

from accounts.models import Player
from accounts.raw_lists import read_text
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening
from games.league.queries import names_for_lists, season_table
from games.league.result_lists import Answers, read_results
from games.league.standings.scores import ABSENT, MarkKind
from games.trail import WORDS
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.league.going_wrong.conftest import fresh, table_not_started
from tests.league.playing import take_in, write_sheet
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def test_the_list_of_corrections_says_in_words_what_was_done_and_for_whom(
    competition: Competition,
    evening: Evening,
    entrants: list[Entrant],
    secretary: Player,
    client: Client,
    clock: Clock,
) -> None:
    services.correct(
        evening=evening, entrant=entrants[2], points=40, actor=secretary, reason="Added up", now=clock()
    )
    services.walkover(
        table_id=evening.tables.get(round=1).pk,
        version=fresh(evening).version,
        missing=evening.tables.get(round=1).seats.filter(number__in=(1, 3)).values_list("player", flat=True),
        actor=secretary,
        reason="Ice",
        now=clock(),
    )
    client.force_login(secretary)
    page = client.get(f"/l/{competition.pk}/manage/").content.decode()
    assert "<b>correction: M03</b>" in page
    assert "<b>walkover</b>" in page


def test_every_word_of_a_correction_is_known() -> None:
    written = {
        found
        for path in Path(services.__file__).parent.glob("*.py")
        for found in re.findall(r'what="([^"]+)"', path.read_text())
    }
    assert written <= set(WORDS)


def test_an_evening_closed_too_early_goes_on_where_it_was(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    evening = plan_and_draw(competition, entrants[:5], secretary, clock())
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    write_sheet(table, (100, 62), now=clock())
    evening = close_evening(evening, secretary, clock())
    absent = evening.marks.filter(kind=MarkKind.UNANNOUNCED)
    assert set(absent.values_list("entrant", flat=True)) == {each.pk for each in entrants[5:]}

    stale = {"evening_id": evening.pk, "version": evening.version - 1, "actor": secretary, "now": clock()}
    assert refusal(lambda: services.reopen_evening(**stale)) == LeagueRefusal.CHANGED_MEANWHILE
    services.reopen_evening(**{**stale, "version": evening.version})
    assert fresh(evening).status == Evening.Status.DRAWN
    assert not absent.exists()
    assert competition.corrections.latest("pk").what == "reopened"
    again = {**stale, "version": evening.version}
    assert refusal(lambda: services.reopen_evening(**again)) == LeagueRefusal.CHANGED_MEANWHILE

    sign_up(evening, entrants[5:8], secretary, clock())
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(2), actor=secretary, now=clock()
    )
    tables = open_round(evening, secretary, clock(), on_paper=True)
    assert [each.round for each in tables] == [2, 2]
    for each in tables:
        write_sheet(each, (90, 72), now=clock())
    evening = close_evening(evening, secretary, clock())
    assert set(absent.values_list("entrant", flat=True)) == {each.pk for each in entrants[8:]}


def test_what_was_said_by_hand_of_an_absence_stays_when_the_evening_is_closed_again(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """M05 to M09 are marked as absent without a word. M05 had signed off, M06 was there, M07 too after another word;
    M08, who was there, signs off after the evening was opened again, in time for none of it. M09 did not come."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    write_sheet(table, (100, 62), now=clock())
    close_evening(evening, secretary, clock())
    about = {"evening_id": evening.pk, "actor": secretary}
    for place, word in ((4, "no"), (5, "yes"), (6, "absent"), (6, "yes"), (7, "yes")):
        services.change_absence(
            entrant=entrants[place], word=word, version=fresh(evening).version, now=clock(), **about
        )
    services.reopen_evening(version=fresh(evening).version, now=clock(), **about)
    services.sign(
        evening_id=evening.pk,
        entrant=entrants[7],
        comes=False,
        player=secretary,
        now=clock() + timedelta(minutes=1),
        for_club=True,
        signed_off=False,
    )
    close_evening(evening, secretary, clock() + timedelta(minutes=2))
    marked = dict(evening.marks.filter(kind__in=ABSENT).values_list("entrant", "kind"))
    assert [marked.get(each.pk) for each in entrants[3:9]] == [
        None,
        MarkKind.ANNOUNCED,
        None,
        None,
        MarkKind.UNANNOUNCED,
        MarkKind.UNANNOUNCED,
    ]


def test_who_lost_by_walkover_stays_absent_when_the_evening_is_opened_again(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    about = {"actor": secretary, "now": clock()}
    version = fresh(evening).version
    missing = table.seats.filter(number__in=(1, 3)).values_list("player", flat=True)
    services.walkover(table_id=table.pk, version=version, missing=missing, reason="Snow", **about)
    losers = set(table.seats.filter(number__in=(1, 3)).values_list("entrant", flat=True))
    closed_evening = close_evening(evening, secretary, clock())
    services.reopen_evening(evening_id=evening.pk, version=closed_evening.version, **about)
    absent = evening.marks.filter(kind=MarkKind.UNANNOUNCED)
    assert set(absent.values_list("entrant", flat=True)) == losers


def test_results_from_a_list_were_not_played_here_and_are_not_opened_again(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    names = names_for_lists(competition)
    about = {"actor": secretary, "now": clock()}
    raw = read_text("1,M01,5000")
    sure = Answers(sure=True)
    read = read_results(competition=competition, raw=raw, names=names, now=clock(), answers=sure)
    services.import_results(competition=competition, read=read, **about)
    again = {"evening_id": evening.pk, "version": fresh(evening).version, **about}
    assert refusal(lambda: services.reopen_evening(**again)) == LeagueRefusal.NOT_DRAWN


def worth_of(entrant: Entrant, evening: Evening) -> object:
    """What the evening is worth to the entrant; None for nothing."""
    result = season_table(evening.competition).season.on(evening.pk).get(entrant.pk)
    return result and result.points


@pytest.mark.parametrize("first", [0, 1])
def test_an_evening_opens_again_with_the_last_of_its_lists_and_what_was_said_by_hand_stays(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock, first: int
) -> None:
    """M01 has 10 more by hand before the lists, M03 of the second list is late. Of M04 the director said that it did
    not come, of M05 that it came: so it is when another list closes the evening."""
    evening = plan_evening(competition, clock())
    about = {"actor": secretary, "now": clock()}
    services.correct(evening=evening, entrant=entrants[0], points=10, reason="a sum", **about)
    signed_off = {**about, "others": MarkKind.ANNOUNCED}
    lists = [take_in(competition, "1,M02,900", **signed_off), take_in(competition, "1,M03,700", **signed_off)]
    for place, word in ((3, "absent"), (4, "yes")):
        services.change_absence(
            evening_id=evening.pk,
            version=fresh(evening).version,
            entrant=entrants[place],
            word=word,
            **about,
        )
    services.take_results_back(batch=lists[first], **about)
    assert fresh(evening).status == Evening.Status.CLOSED
    assert worth_of(entrants[first + 1], evening) != (900, 700)[first]
    assert worth_of(entrants[2 - first], evening) == (700, 900)[first]
    services.take_results_back(batch=lists[1 - first], **about)
    assert (fresh(evening).status, fresh(evening).closed_at) == (Evening.Status.PLANNED, None)
    assert list(evening.marks.values_list("kind", "points")) == [(MarkKind.CORRECTION, 10)]
    take_in(competition, "1,M02,800", **signed_off)
    assert [worth_of(each, evening) for each in entrants[1:6]] == [800, 500, 0, None, 500]


def test_an_absence_of_one_list_counts_again_when_the_points_of_the_other_are_taken_back(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """An absence that was signed off is worth 500 here. Who has points was there, and cannot be absent."""
    evening = plan_evening(competition, clock())
    about = {"actor": secretary, "now": clock()}
    take_in(competition, "1,M01,900", others=MarkKind.ANNOUNCED, **about)
    assert worth_of(entrants[1], evening) == 500
    assert entrants[1].pk in services.could_be_absent(evening)
    forgotten = take_in(competition, "1,M02,70", **about)
    assert worth_of(entrants[1], evening) == 70
    assert not services.could_be_absent(evening).keys() & {each.pk for each in entrants[:2]}
    services.take_results_back(batch=forgotten, **about)
    assert worth_of(entrants[1], evening) == 500


def test_who_was_withdrawn_by_mistake_takes_part_again_with_everything_played(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    desk = client_of(secretary)
    address = f"/l/{competition.pk}/entrant/{entrants[0].pk}/withdraw/"
    manage, cockpit = f"/l/{competition.pk}/manage/", f"/e/{plan_evening(competition, clock()).pk}/cockpit/"
    named = f'id="who-{entrants[0].pk}"'
    assert named in desk.get(cockpit).content.decode()
    told = desk.post(address, follow=True).content.decode()
    assert "M01 is withdrawn." in told
    assert f'action="{address}"' in told.partition('id="withdrawn-title"')[2]
    assert "16 take part" in desk.get(manage).content.decode()
    assert named not in desk.get(cockpit).content.decode()
    assert "Takes part again" in desk.get(manage).content.decode()
    desk.post(address, {"do": "again"})
    assert "17 take part" in desk.get(manage).content.decode()
    assert entrants[0].pk in {row.entrant for row in season_table(competition).rows}
    assert list(competition.corrections.order_by("pk").values_list("what", flat=True)) == [
        "entrant_withdrawn",
        "entered_again",
    ]


def test_a_drawn_evening_can_be_called_off_until_its_tables_are_open(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    about = {"evening_id": evening.pk, "actor": secretary, "reason": "Snow", "now": clock()}
    services.cancel_evening(version=fresh(evening).version, **about)
    assert fresh(evening).status == Evening.Status.CANCELLED
    assert not evening.tables.exists()
    assert not evening.marks.exists()


def test_an_evening_whose_tables_are_open_is_neither_moved_nor_called_off(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table_not_started(evening, secretary, clock)
    about = {
        "evening_id": evening.pk,
        "version": fresh(evening).version,
        "actor": secretary,
        "reason": "Snow",
        "now": clock(),
    }
    when = {"starts_at": clock(), "deadline": clock(), "place": ""}
    assert refusal(lambda: services.cancel_evening(**about)) == LeagueRefusal.TABLES_OPEN
    assert refusal(lambda: services.move_evening(**about, **when)) == LeagueRefusal.TABLES_OPEN
