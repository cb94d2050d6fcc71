"""Whole evenings of a competition, written through the services."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Player
from games.league.models import Competition, Entrant, Evening
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
)
from tests.league.playing import write_sheet


def hold_evening(
    competition: Competition, there: list[Entrant], secretary: Player, now: datetime, points: tuple[int, int]
) -> Evening:
    """A whole evening with these points at every table; the others signed off."""
    evening = plan_and_draw(competition, there, secretary, now)
    for _round in range(competition.rounds):
        for table in open_round(evening, secretary, now, on_paper=True):
            write_sheet(table, points, now=now)
    return close_evening(evening, secretary, now + timedelta(hours=30))
