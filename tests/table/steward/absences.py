"""Players of a match are away or back, as the database holds it."""

from __future__ import annotations

from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from tests.conftest import Clock


def leave(match: Match, seat: int, clock: Clock) -> None:
    SeatRow.objects.filter(match=match, number=seat).update(away_since=clock.now)


def everybody_here(match: Match) -> None:
    SeatRow.objects.filter(match=match).update(away_since=None)
