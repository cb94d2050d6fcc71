"""What else the steward does every minute, for rooms the table does not know: they register when the app starts
(`games/apps.py`). Whatever is registered may be done twice or by two stewards without harm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias

Chore: TypeAlias = Callable[[datetime], int]
"""Does what is due at a moment; gives how much that was."""

EVERY: Final = timedelta(minutes=1)
_chores: Final[list[Chore]] = []


def take_on(chore: Chore) -> None:
    """Register something to do; once each."""
    if chore not in _chores:
        _chores.append(chore)


@dataclass(slots=True)
class Rota:
    """When one steward does its chores next; at once after its start."""

    next_at: datetime | None = None

    def do_due(self, now: datetime) -> int:
        """Do all chores when a minute has gone by since the last time; how much was done."""
        if self.next_at is not None and now < self.next_at:
            return 0
        self.next_at = now + EVERY
        return sum(chore(now) for chore in _chores)
