"""An evening of eight with all tables on paper, to which everybody comes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Evening, LeagueTable
from tests.league.conftest import draw_evening, enter_all, open_round, plan_evening


@pytest.fixture
def competition(league_club: Club, clock: Callable[[], datetime]) -> Competition:
    """All tables on paper, and everybody comes unless they say no."""
    return services.add_competition(
        season=services.create_season(club=league_club, name="Autumn", now=clock()),
        name="Tuesdays",
        game="kraken",
        options={"rounds": 4},
        rules={"cards": "paper", "coming": "unless"},
        rounds=2,
    )


@pytest.fixture
def evening(
    competition: Competition, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> Evening:
    """Eight take part, of whom nobody has said anything; the first round is open."""
    enter_all(competition, [[player] for player in members[:8]])
    evening = draw_evening(plan_evening(competition, clock()))
    open_round(evening, secretary, clock())
    evening.refresh_from_db()
    return evening


@pytest.fixture
def table(evening: Evening) -> LeagueTable:
    return evening.tables.select_related("match").get(round=1, number=1)


@pytest.fixture
def write(table: LeagueTable, secretary: Player, clock: Callable[[], datetime]) -> Callable[..., None]:
    def written(ours: object, theirs: object, by: Player | None = None, **more: str) -> None:
        """By a player of the table, else by the secretary for them."""
        services.type_totals(
            table_id=table.pk,
            values={"points_0": f"{ours}", "points_1": f"{theirs}", **more},
            player=by or secretary,
            now=clock(),
            for_club=by is None,
        )

    return written


def confirm(table: LeagueTable, player: Player, now: datetime, *, seen: int = 4, **more: Any) -> None:
    services.confirm_sheet(table_id=table.pk, player=player, seen=seen, now=now, **more)


def players_of(table: LeagueTable) -> list[Player]:
    return [seat.player for seat in table.seats.select_related("player").order_by("number")]


def type_and_confirm(table: LeagueTable, secretary: Player, now: datetime) -> None:
    about = {"table_id": table.pk, "player": secretary, "now": now, "for_club": True}
    services.type_totals(values={"points_0": "400", "points_1": "268"}, **about)
    services.confirm_sheet(seen=4, **about)
