"""A disputed round of the toy game with sides of two and three players, from complaint to ruling."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player, Role
from accounts.services import add_member
from games.disputes import services
from games.disputes.models import Case, CaseKind
from games.league import services as league_services
from games.league.models import LeagueTable
from games.league.queries import season_table
from games.table.log.models import Match
from games.table.services import verify_log
from tests.conftest import Clock
from tests.disputes.pages.conftest import previewed
from tests.house.addresses import client_of
from tests.league.conftest import closed, drawn, opened, planned, sign_up
from tests.league.playing import play
from tests.table.tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


@pytest.fixture
def clock() -> Clock:
    """The real time, as pages use it."""
    return Clock(timezone.now())


@pytest.fixture
def league_table(
    league_club: object,
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> LeagueTable:
    """A table of five, two rounds of two deals each, played to the end."""
    season = league_services.found_season(club=league_club, name="Winter", now=clock.now)  # type: ignore[arg-type]
    competition = league_services.add_competition(
        season=season, name="Melds", game="toy", options={"rounds": 2, "turns": 2}, rounds=1
    )
    entrants = [league_services.enter(competition=competition, players=[player]) for player in members[:5]]
    evening = planned(competition, clock.now)
    sign_up(evening, entrants, secretary, clock.now)
    drawn(evening)
    (table,) = opened(evening, secretary, clock.now)
    play(table, clock.now)
    closed(evening, secretary, clock.now)
    table.refresh_from_db()
    return table


@pytest.fixture
def arbiter(make_player: Callable[..., Player], league_table: LeagueTable, clock: Clock) -> Player:
    made = make_player("Wise Wil")
    club = league_table.evening.competition.season.club
    add_member(club=club, player=made, role=Role.ARBITER, at=clock.now)
    return made


def points_of(match: Match) -> list[list[int]]:
    return [list(round_.points) for round_ in match.rounds.order_by("number")]


def totals_of(table: LeagueTable) -> dict[str, int]:
    """The season: one evening of one table."""
    season = season_table(table.evening.competition)
    return {season.name(row.entrant): row.total for row in season.rows}


def test_sides_of_two_and_three_are_assigned_points_and_one_player_is_fined(
    league_table: LeagueTable,
    arbiter: Player,
    clock: Clock,
) -> None:
    """Round 1 is made 10 for the captain's side (seats 0 and 2) and 4 for the others; seat 4 loses 3 beside that."""
    match = Match.objects.get(pk=league_table.match_id)
    names = dict(match.seats.values_list("number", "player__nickname"))
    asker = match.seats.get(number=3).player
    first, second = points_of(match)
    asking = signed_in(asker)
    page = asking.get(f"/t/{match.code}/round/1/wrong/").content.decode()
    assert 'value="misclick"' in page
    assert 'value="declaration"' not in page
    case = services.file_case(
        round_id=match.rounds.get(number=1).pk,
        player=asker,
        kind=CaseKind.MISCLICK,
        text="That was not the card I touched.",
        now=clock.now,
    )
    services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
    desk = client_of(arbiter)
    fields = {"points_0": 10, "points_1": 4, "seat": 4, "amount": -3}
    status, confirming, body = previewed(desk, case, "assigned", **fields)
    assert status == 200
    assert all(name in body for name in names.values())
    answer = desk.post(f"/desk/{case.pk}/rule/", {**confirming, "confirmed": "on"})
    assert answer.status_code in (200, 302)
    case.refresh_from_db()
    assert case.rulings.count() == 1
    assert points_of(match) == [[10, 4, 10, 4, 4], second]
    assert match.rounds.get(number=1).seat_points == [0, 0, 0, 0, -3]
    match.refresh_from_db()
    assert verify_log(match) == ()
    expected = {names[seat]: points + second[seat] for seat, points in enumerate((10, 4, 10, 4, 4 - 3))}
    assert first != [10, 4, 10, 4, 4]
    assert totals_of(league_table) == expected
    for address in (f"/t/{match.code}/round/1/", f"/t/{match.code}/", f"/cases/{case.pk}/"):
        shown: Client = asking
        assert shown.get(address).status_code == 200, address


@pytest.mark.parametrize("kind", ["void", "average", "forfeit", "split", "stands"])
def test_every_other_ruling_can_be_previewed_for_five(
    league_table: LeagueTable,
    arbiter: Player,
    clock: Clock,
    kind: str,
) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    case: Case = services.file_case(
        round_id=match.rounds.get(number=2).pk,
        player=match.seats.get(number=4).player,
        kind=CaseKind.OTHER,
        text="Something was wrong.",
        now=clock.now,
    )
    services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
    fields = {
        "forfeit": {"side": 0, "points_0": 0, "points_1": 9},
        "split": {"part_0": "stands", "part_1": "average"},
    }.get(kind, {})
    status, confirming, _body = previewed(client_of(arbiter), case, kind, **fields)
    assert (status, confirming["kind"]) == (200, kind)
