"""A league table that was played, arbiters of its club, and cases about its rounds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player, Role
from accounts.services import add_member
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case, CaseKind
from games.league import services as league_services
from games.league.models import Competition, Entrant, LeagueTable
from games.table.log.models import Match, Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import open_round, plan_and_draw, put_on_paper
from tests.table.conftest import _logs_hold  # noqa: F401  every log is verified after its test
from tests.table.tables import in_second_round

MADE = {"declarers": "0", "trump": "H", "level": "0", "side": "0"}
POINTS = ("100", "82", "120", "90")


@pytest.fixture
def league_table(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Clock,
) -> LeagueTable:
    """A table of four rounds kept on paper and confirmed: 100, 82, 120 and 90 card points of 162 for side 0."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock.now)
    put_on_paper(table_id=evening.tables.get(round=1).pk, version=evening.version)
    (table,) = open_round(evening, secretary, clock.now)
    first, second = (table.seats.get(number=number).player for number in (0, 1))
    for number, points in enumerate(POINTS, 1):
        league_services.type_round(
            table_id=table.pk,
            number=number,
            values={**MADE, "points": points},
            player=first,
            now=clock.now,
        )
    league_services.confirm_sheet(table_id=table.pk, player=second, seen=len(POINTS), now=clock.now)
    table.refresh_from_db()
    return table


@pytest.fixture
def match(league_table: LeagueTable) -> Match:
    """The match of that table."""
    return Match.objects.get(pk=league_table.match_id)


@pytest.fixture
def friendly_match(players: list[Player], clock: Clock) -> Match:
    """Four people in the second round of a match outside a club."""
    return in_second_round(players, clock.now)


@pytest.fixture
def seated_players(match: Match) -> list[Player]:
    """The seated players, by seat."""
    return [seat.player for seat in match.seats.select_related("player").order_by("number")]


@pytest.fixture
def arbiters(make_player: Callable[..., Player], league_table: LeagueTable, clock: Clock) -> list[Player]:
    """Two arbiters of the club who played no match."""
    club = league_table.evening.competition.season.club
    made = [make_player(name) for name in ("Wise Wil", "Just Jo")]
    for player in made:
        add_member(club=club, player=player, role=Role.ARBITER, at=clock.now)
    return made


def round_of(match: Match, number: int = 1) -> Round:
    """A round of the match, read from the database."""
    return match.rounds.get(number=number)


@pytest.fixture
def file(match: Match, seated_players: list[Player], clock: Clock) -> Callable[..., Case]:
    """A function that files a case; by default seat 0 about round 1, "my roem was not counted"."""

    def filed(
        seat: int = 0,
        number: int = 1,
        kind: CaseKind = CaseKind.BONUS,
        text: str = "My roem was not counted.",
    ) -> Case:
        return services.file_case(
            round_id=round_of(match, number).pk,
            player=seated_players[seat],
            kind=kind,
            text=text,
            now=clock.now,
        )

    return filed


@pytest.fixture
def rule(clock: Clock) -> Callable[..., Case]:
    """A function that takes a case and rules: `rule(case, arbiter, RulingKind.BONUS, points=(40, 0))`."""

    def ruled(
        case: Case, arbiter: Player, kind: RulingKind, *, confirmed: bool = False, **wanted: object
    ) -> Case:
        services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
        services.give_ruling(
            case_id=case.pk,
            arbiter=arbiter,
            wanted=RulingRequest(kind, **wanted),
            reason="It lay there.",
            rule="1.6",
            now=clock.now,
            confirmed_finished=confirmed,
        )
        case.refresh_from_db()
        return case

    return ruled


@pytest.fixture
def take_and_ask(arbiters: list[Player], clock: Clock) -> Callable[[Case], Case]:
    """A function by which the first arbiter takes a case and asks the other players."""

    def taken_and_asked(case: Case) -> Case:
        services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
        return services.ask_for_answers(case_id=case.pk, arbiter=arbiters[0], now=clock.now)

    return taken_and_asked


@pytest.fixture
def taken_case(file: Callable[..., Case], arbiters: list[Player], clock: Clock) -> Case:
    """A case about round 1, taken by the first arbiter."""
    return services.take_case(case_id=file().pk, arbiter=arbiters[0], now=clock.now)


@pytest.fixture
def desk(arbiters: list[Player]) -> Client:
    """A client signed in as the first arbiter."""
    return client_of(arbiters[0])
