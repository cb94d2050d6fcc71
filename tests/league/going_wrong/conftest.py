"""An evening for the first four members, and what its director does with it."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant, Evening, LeagueTable, TableSeat
from games.table import services as table_services
from games.table.log.models import Match
from tests.conftest import Clock
from tests.league.conftest import change_rules, draw_evening, plan_evening, sign_up


def fresh(evening: Evening) -> Evening:
    evening.refresh_from_db()
    return evening


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """Drawn for the first four members: one table a round."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    return draw_evening(evening)


@pytest.fixture
def five(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """Drawn for five: one of them waits in each of the two rounds."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:5], secretary, clock())
    return draw_evening(evening)


def players_seated(evening: Evening, round_number: int) -> set[int]:
    """The players (keys) with a seat in that round."""
    seats = TableSeat.objects.filter(table__evening=evening, table__round=round_number)
    return set(seats.values_list("player", flat=True))


def table_not_started(evening: Evening, secretary: Player, clock: Clock) -> LeagueTable:
    """The table of the first round, open and not started."""
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    return evening.tables.select_related("match").get(round=1)


def say(match: Match, seat: int, now: Clock, **data: str) -> None:
    """Send the words of that seat to the table."""
    player = match.seats.select_related("player").get(number=seat).player
    table_services.submit_action(match_id=match.pk, player=player, window="", data=data, now=now())


def with_rules(competition: Competition, **rules: object) -> None:
    change_rules(competition, **rules)
