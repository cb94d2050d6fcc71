"""A deal of Kalooki with real cards that was typed wrong: asked about, written anew by an arbiter, and the season
follows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Player, Role
from accounts.services import add_member
from games.disputes import services
from games.disputes.models import Case, CaseKind
from games.league import services as league_services
from games.league.models import LeagueTable
from games.league.queries import season_table
from games.table.log.models import Match
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.pages.conftest import preview_ruling
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]
DEAL = {"out": "0", "end": "out", "left_1": "50+10", "left_2": "25", "called_2": "1"}


@pytest.fixture
def league_table(league_club: object, members: list[Player], secretary: Player, clock: Clock) -> LeagueTable:
    """A table of three with real cards, one deal: typed, and confirmed by another player."""
    season = league_services.create_season(club=league_club, name="Winter", now=clock.now)
    competition = league_services.add_competition(
        season=season, name="Melds", game="kalooki", options={"deals": [9]}, rounds=1
    )
    entrants = [league_services.enter(competition=competition, players=[player]) for player in members[:3]]
    evening = plan_evening(competition, clock.now)
    sign_up(evening, entrants, secretary, clock.now)
    (table,) = open_round(draw_evening(evening), secretary, clock.now, on_paper=True)
    writer, reader = (table.seats.get(number=number).player for number in (0, 1))
    league_services.type_round(table_id=table.pk, number=1, values=DEAL, player=writer, now=clock.now)
    league_services.confirm_sheet(table_id=table.pk, player=reader, seen=1, now=clock.now)
    table.refresh_from_db()
    return table


@pytest.fixture
def case(league_table: LeagueTable, make_player: Callable[..., Player], clock: Clock) -> Case:
    """A case about the deal, taken by an arbiter."""
    arbiter = make_player("Wise Wil")
    add_member(
        club=league_table.evening.competition.season.club, player=arbiter, role=Role.ARBITER, at=clock.now
    )
    match = Match.objects.get(pk=league_table.match_id)
    filed: Case = services.file_case(
        round_id=match.rounds.get().pk,
        player=match.seats.get(number=1).player,
        kind=CaseKind.TYPED,
        text="I went out, and the table was bent.",
        now=clock.now,
    )
    return services.take_case(case_id=filed.pk, arbiter=arbiter, now=clock.now)


def test_the_deal_is_written_anew_and_the_season_follows(case: Case, league_table: LeagueTable) -> None:
    arbiter = case.arbiter
    assert arbiter is not None
    right = {"out": "1", "end": "bent", "left_0": "10+9", "left_2": "25", "called_2": "2"}
    fields = {f"fact_{key}": value for key, value in right.items()}
    desk = client_of(arbiter)
    status, confirming, body = preview_ruling(desk, case, "facts", **fields)
    assert status == 200
    assert "went out → bent the table" in body
    desk.post(f"/desk/{case.pk}/rule/", {**confirming, "confirmed": "on"})

    match = Match.objects.get(pk=league_table.match_id)
    row = match.rounds.get()
    assert list(row.points) == [38, 0, 50]
    assert (row.tallies["out"], row.tallies["calls"]) == ([0, 1, 0], [0, 0, 2])
    assert verify_log(match) == ()
    season = season_table(league_table.evening.competition)
    names = [season.name(seat.entrant_id) for seat in league_table.seats.order_by("number")]
    assert {season.name(each.entrant): each.total for each in season.rows} == dict(
        zip(names, (38, 0, 50), strict=True)
    )


def test_a_deal_that_cannot_have_been_is_refused(case: Case) -> None:
    assert case.arbiter is not None
    fields = {"fact_out": "1", "fact_end": "out", "fact_left_0": "19"}
    status, _confirming, body = preview_ruling(client_of(case.arbiter), case, "facts", **fields)
    assert status == 422
    assert "Every other hand counts from 1 to" in body
