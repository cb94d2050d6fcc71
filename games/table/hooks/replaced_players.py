"""What is said to somebody whose seat the club gave to another: on their own screen of that table, while they look.

The table knows that they have no seat any more; why, and whose the rounds are, is known to who gave it away, which
registers when the app starts (`games/apps.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from accounts.models import Player
from games.table.log.loading import Table


@dataclass(frozen=True, slots=True)
class Parting:
    """Sentences in the reader's language, the first the most important; `url` leads to where one is told more."""

    sentences: tuple[str, ...]
    url: str
    link: str


Says: TypeAlias = Callable[[int, Player], Parting | None]
"""Gives what a player who had a seat of a match (by key) is told, None where they had none."""

_sayings: Final[list[Says]] = []


def say(says: Says) -> None:
    """Register who gives seats away; once each."""
    if says not in _sayings:
        _sayings.append(says)


def parting_of(table: Table, player: Player | None) -> Parting | None:
    """What this player is told, in the active language. Asks nobody where no seat was ever given away."""
    if player is None or not table.state.replaced or table.seat_of(player.pk) is not None:
        return None
    return next((told for says in _sayings if (told := says(table.match_id, player)) is not None), None)
