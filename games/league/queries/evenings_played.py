"""Whether a player has played so many evenings that the program is part of their week."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from accounts.models import Player
from games.kit.club_day import club_day
from games.league.models import Evening
from games.table.log.models import Match

ENOUGH: Final = 2
READ: Final = 20
"""First evenings looked at; of so many not more than a few are not over."""


def evenings_played_receiver(*, player: Player, now: datetime, **_sent: Any) -> bool:
    """Whether two evenings are over at which the player finished a match: closed, or on another day than `now`."""
    played = Evening.objects.filter(
        tables__seats__player=player, tables__match__status=Match.Status.FINISHED
    ).distinct()
    first = played.order_by("starts_at", "pk").values_list("status", "starts_at", "pk")[:READ]
    over = [
        pk
        for status, starts_at, pk in first
        if status == Evening.Status.CLOSED or club_day(starts_at) < club_day(now)
    ]
    return len(over) >= ENOUGH
