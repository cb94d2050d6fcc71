"""Promises of planning: twenty Tuesdays at once, and what has no results can be changed and taken away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime, override

from accounts.mentions import mention
from accounts.models import Notice, NoticeKind, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, StandBy
from games.trail import AuditEntry
from tests.conftest import Clock
from tests.league import shown
from tests.league.conftest import change_rules, open_round, plan_and_draw, plan_evening, sign_up
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def test_twenty_tuesdays_keep_their_hour_when_the_clock_changes(
    competition: Competition, secretary: Player
) -> None:
    home = ZoneInfo("Europe/Amsterdam")
    first = datetime(2026, 1, 6, 20, 0, tzinfo=home)
    with override(home):
        evenings = services.plan_evenings(
            competition=competition,
            starts_at=first,
            deadline=first - timedelta(hours=2),
            actor=secretary,
            now=first,
            place="De Klaver",
            times=20,
        )
    assert [evening.number for evening in evenings] == list(range(1, 21))
    at_home = [evening.starts_at.astimezone(home) for evening in evenings]
    assert {(moment.weekday(), moment.hour, moment.minute) for moment in at_home} == {(1, 20, 0)}
    assert at_home[-1].date().isoformat() == "2026-05-19"
    assert {evening.starts_at - evening.deadline for evening in evenings} == {timedelta(hours=2)}
    many = lambda: services.plan_evenings(  # noqa: E731
        competition=competition, starts_at=first, deadline=first, actor=secretary, now=first, times=61
    )
    assert refusal(many) == LeagueRefusal.UNREADABLE


def test_people_sign_off_until_the_evening_starts_where_no_other_time_is_said(
    competition: Competition, secretary: Player
) -> None:
    plan = {
        "do": "evening",
        "evening-starts_at": "2099-01-06T20:00",
        "evening-times": "2",
        "evening-weeks": "1",
    }
    address = f"/l/{competition.pk}/manage/"
    desk = shown.client_of(secretary)
    assert desk.post(address, plan | {"evening-deadline": "soon"}).status_code == 422
    assert desk.post(address, plan).status_code == 302
    assert [evening.deadline == evening.starts_at for evening in competition.evenings.all()] == [True, True]


def test_players_who_say_that_they_come_are_back_on_the_page_of_the_evening(
    competition: Competition, entrants: list[Entrant], members: list[Player], clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    answer = shown.client_of(members[0]).post(f"/e/{evening.pk}/sign/", {"comes": "yes"})
    assert (answer.status_code, answer["Location"]) == (302, f"/e/{evening.pk}/")


def test_name_seating_and_number_of_tables_change_between_evenings(
    pairs: Competition, secretary: Player, clock: Clock
) -> None:
    def change(**more: object) -> Competition:
        now_it_is = {"name": "Pairs", "division": 1, "seating": "pairs", "rounds": 2, "at_table": 4}
        said = {**now_it_is, **more}
        return services.change_competition(competition=pairs, actor=secretary, now=clock(), **said)

    changed = change(name="Tuesday pairs", seating="swiss", rounds=3)
    assert (changed.name, changed.seating, changed.rounds) == ("Tuesday pairs", "swiss", 3)
    entry = pairs.corrections.get()
    assert (entry.before, entry.after) == (
        "name: Pairs, seating: pairs, rounds: 2",
        "name: Tuesday pairs, seating: swiss, rounds: 3",
    )
    assert refusal(lambda: change(seating="rotating")) == LeagueRefusal.SINGLE_PLAYERS_ROTATE
    assert refusal(lambda: change(at_table=5)) == LeagueRefusal.NOT_SO_MANY
    services.enter_by_name(
        competition=pairs, text="M01, M02\nM03, M04", new_members=False, actor=secretary, now=clock()
    )
    plan_and_draw(pairs, list(pairs.entrants.all()), secretary, clock())
    assert refusal(lambda: change(rounds=4)) == LeagueRefusal.ALREADY_DRAWN


def test_an_evening_goes_until_a_table_was_opened(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    stale = lambda: services.delete_evening(evening_id=evening.pk, version=0, actor=secretary, now=clock())  # noqa: E731
    assert refusal(stale) == LeagueRefusal.CHANGED_MEANWHILE
    services.delete_evening(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    assert not Evening.objects.exists()
    second = plan_and_draw(competition, entrants[:4], secretary, clock())
    open_round(second, secretary, clock())
    second.refresh_from_db()
    written = {"actor": secretary, "now": clock()}
    played = partial(services.delete_evening, evening_id=second.pk, version=second.version, **written)
    assert refusal(played) == LeagueRefusal.HAS_RESULTS
    whole = lambda: services.delete_competition(competition=competition, actor=secretary, now=clock())  # noqa: E731
    assert refusal(whole) == LeagueRefusal.HAS_RESULTS


@pytest.mark.parametrize("what", ["evening", "competition"])
@pytest.mark.parametrize("coming", ["said", "unless"])
def test_who_counted_on_an_evening_is_told_that_it_is_deleted(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock, what: str, coming: str
) -> None:
    """Not who does not come, nor anybody when it is over; where nobody has to say yes, all who did not say no."""
    change_rules(competition, coming=coming)
    over, evening = (
        plan_evening(competition, clock()),
        plan_evening(competition, clock() + timedelta(days=30)),
    )
    player_of = [entrant.members.get().player for entrant in entrants]
    sign_up(over, entrants[5:6], secretary, clock())
    sign_up(evening, entrants[:2], secretary, clock())
    if coming == "unless":
        services.sign(evening_id=evening.pk, entrant=entrants[4], comes=False, player=secretary, now=clock())
    StandBy.objects.create(evening=evening, player=player_of[3], at=clock())
    expected = {*player_of} - {player_of[4]} if coming == "unless" else {*player_of[:2], player_of[3]}
    now = over.starts_at + timedelta(days=2)
    Notice.objects.all().delete()
    if what == "competition":
        services.delete_competition(competition=competition, actor=secretary, now=now)
    for each in Evening.objects.all():
        services.delete_evening(evening_id=each.pk, version=each.version, actor=secretary, now=now)
    assert {notice.player for notice in Notice.objects.all()} == expected
    notice = Notice.objects.first()
    assert notice is not None
    name = competition.name if what == "competition" else f"{competition.name}, evening {evening.number}"
    assert notice.subject == f"{name} has been deleted"
    assert shown.client_of(player_of[3]).get(notice.url).status_code == 200


def test_a_competition_deleted_is_one_notice_to_each_whatever_was_planned(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    asked = []
    for many in (2, 6):
        evenings = [plan_evening(competition, clock() + timedelta(days=7 * week)) for week in range(many)]
        sign_up(evenings[0], entrants[:2], secretary, clock())
        sign_up(evenings[-1], entrants[1:3], secretary, clock())
        Notice.objects.all().delete()
        with CaptureQueriesContext(connection) as queries, transaction.atomic():
            services.delete_competition(competition=competition, actor=secretary, now=clock())
            told = list(Notice.objects.order_by("pk").values_list("player", "text"))
            transaction.set_rollback(True)
        asked.append(len(queries))
        three = [entrant.members.get().player.pk for entrant in entrants[:3]]
        assert sorted(player for player, _text in told) == sorted(three)
        assert all(text.startswith(f"{many} evenings, from ") for _player, text in told)
        Evening.objects.all().delete()
    assert asked[0] == asked[1]


def test_neither_an_evening_nor_its_competition_goes_with_stakes_that_were_paid(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    services.set_stake(stake=250, prizes="", **about)
    payer = services.payers_of(evening)[0]
    services.tick_stakes(players=[payer], paid=True, **about)
    evening.refresh_from_db()
    alone = partial(
        services.delete_evening, evening_id=evening.pk, version=evening.version, actor=secretary, now=clock()
    )
    whole = partial(services.delete_competition, competition=competition, actor=secretary, now=clock())
    assert [refusal(alone), refusal(whole)] == [LeagueRefusal.STAKES_PAID] * 2
    assert evening.stakes.count() == 1
    services.tick_stakes(players=[payer], paid=False, **about)
    alone()
    whole()
    assert not Competition.objects.exists()


def test_a_competition_without_results_goes_with_its_plans(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    plan_evening(competition, clock())
    services.delete_competition(competition=competition, actor=secretary, now=clock())
    assert not Competition.objects.exists()


def test_planning_sent_again_plans_and_notifies_once(
    competition: Competition, secretary: Player, clock: Callable[[], datetime]
) -> None:
    """Planned, the back button, planned again."""
    starts = clock() + timedelta(days=7)
    about = {
        "competition": competition,
        "starts_at": starts,
        "deadline": starts,
        "actor": secretary,
        "now": clock(),
        "times": 2,
    }
    assert len(services.plan_evenings(**about)) == 2
    assert services.plan_evenings(**about) == ()
    assert len(services.plan_evenings(**{**about, "times": 3})) == 1
    assert competition.evenings.count() == 3


def test_planning_where_an_evening_stands_is_refused_in_words(competition: Competition, desk: Client) -> None:
    """The same form sent twice says that it was done once; another one for the same moment is refused."""
    address = f"/l/{competition.pk}/manage/"
    starts = localtime(timezone.now() + timedelta(days=7)).strftime("%Y-%m-%dT20:00")
    sent = {"do": "evening", "evening-starts_at": starts, "evening-times": "1", "evening-weeks": "1"}
    assert desk.post(address, sent).status_code == 302
    assert "it was done once" in desk.post(address, sent, follow=True).content.decode()
    refused = desk.post(address, {**sent, "evening-place": "Upstairs"})
    assert refused.status_code == 422
    assert "An evening of this competition is planned at that moment already." in refused.content.decode()
    more = desk.post(address, {**sent, "evening-times": "3"}, follow=True).content.decode()
    assert "1 evening stood there already and was not planned again." in more
    assert competition.evenings.count() == 3


@pytest.mark.parametrize("what", ["evening", "competition"])
def test_earlier_notices_of_what_is_deleted_lead_to_the_page_above_it(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock, what: str
) -> None:
    reader = entrants[0].members.get().player
    starts = clock() + timedelta(days=1)
    written = {"actor": secretary, "now": clock()}
    evening, *_others = services.plan_evenings(
        competition=competition, starts_at=starts, deadline=starts, times=2, **written
    )
    if what == "evening":
        services.delete_evening(evening_id=evening.pk, version=evening.version, **written)
        above = reverse("league:league", args=[competition.pk])
    else:
        services.delete_competition(competition=competition, **written)
        above = reverse("league:club", args=[competition.season.club.slug])
    assert Notice.objects.get(player=reader, kind=NoticeKind.PLANNED).url == above
    assert shown.client_of(reader).get(above).status_code == 200


def test_an_evening_goes_for_which_a_director_was_named(
    competition: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    written = {"actor": secretary, "now": clock()}
    services.name_director(evening_id=evening.pk, director=members[0], **written)
    services.name_director(evening_id=evening.pk, director=members[0], leads=False, **written)
    services.delete_evening(evening_id=evening.pk, version=evening.version, **written)
    assert not Evening.objects.exists()
    lines = AuditEntry.objects.filter(what__in=["director", "no_director"])
    assert {line.after for line in lines} == {f"Individual: 1: {mention(members[0].pk)}"}


def test_what_is_taken_away_has_a_line_in_the_trail(
    competition: Competition, entrants: list[Entrant], desk: Client, secretary: Player, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    whole = reverse("league:league_delete", args=[competition.pk])
    entrant = reverse("league:entrant_change", args=[competition.pk, entrants[0].pk])
    for door, sent in (
        (entrant, {"do": "remove"}),
        (whole, {"do": "evening", "evening": evening.pk, "version": evening.version}),
        (whole, {"do": "competition"}),
    ):
        assert desk.post(door, sent).status_code == 302
    lines = AuditEntry.objects.filter(actor=secretary).order_by("pk")
    assert list(lines.values_list("what", flat=True)) == [
        "entrant_removed",
        "evening_deleted",
        "competition_deleted",
    ]
    text = shown.page(desk, "disputes:trail")
    for sentence in (
        "Took away an entrant",
        "Individual: M01",
        "Deleted an evening",
        "Individual: evening 1",
    ):
        assert sentence in text
