"""Seats of an evening exchanged until they are those written down, whatever the draw gave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

from accounts.models import Player
from games.league import services
from games.league.models import Entrant, Evening, TableSeat

Seats: TypeAlias = Sequence[Sequence[str]]
"""By round and table the members by seat, as "01 02 03 04": 01 and 03 play against 02 and 04."""


def seat_as(
    evening: Evening, seats: Seats, entrants: Sequence[Entrant], secretary: Player, now: datetime
) -> None:
    """Seat the entrants of a drawn evening as in `seats`; those who are not named in a round wait."""
    for round_number, tables in enumerate(seats, 1):
        for table_number, sitting in enumerate(tables, 1):
            for seat_number, member in enumerate(sitting.split()):
                at = {"table__round": round_number, "table__number": table_number, "number": seat_number}
                seat = TableSeat.objects.get(table__evening=evening, **at)
                wanted = entrants[int(member) - 1].pk
                if seat.entrant_id != wanted:
                    evening.refresh_from_db()
                    services.swap(
                        evening_id=evening.pk,
                        version=evening.version,
                        round_number=round_number,
                        one=seat.entrant_id,
                        other=wanted,
                        actor=secretary,
                        now=now,
                    )
