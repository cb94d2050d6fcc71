"""The notice on a table's screen for a player whose seat was given to another."""

from __future__ import annotations

from accounts.models import Player
from games.table import events
from games.table.events import LostSeat
from games.table.log.loading import Table


def lost_seat_of(table: Table, player: Player | None) -> LostSeat | None:
    """The sentences for this player, None for everybody else. Sends no event where no seat was ever given away."""
    if player is None or not table.state.replaced or table.seat_of(player.pk) is not None:
        return None
    return events.lost_seat(table.match_id, player)
