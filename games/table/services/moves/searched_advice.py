"""Tips worked out by a think worker, kept in this process while the window they are for is open."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from datetime import datetime
from typing import Final, TypeAlias

from games.engine.bots.levels import Level, has_levels
from games.engine.seats import Seat
from games.table.log.loading import Table
from games.table.thinking.open_questions import LONGEST, thinkers
from games.table.thinking.questions import Answer, Asked

KEPT: Final = 200
"""Tips kept at once; a screen shows one, and asks again after that."""
WAITED: Final = LONGEST.total_seconds()
"""Seconds a screen waits for a tip; then it is given that of the easy level."""

Key: TypeAlias = tuple[int, Seat, datetime | None]

_known: OrderedDict[Key, Answer] = OrderedDict()


def searched(table: Table, seat: Seat, window: str) -> Answer | None:
    """The answer that was worked out for this window since the game last moved on."""
    answer = _known.get(_key(table, seat))
    return answer if answer is not None and answer.asked.window == window else None


def ask_a_worker(table: Table, seat: Seat, window: str, now: datetime) -> Future[Answer] | None:
    """Ask for a tip of the strong level; None where it is known, or no worker can be asked.

    The answer is kept for `searched`, also when it comes after whoever waits for the future has given up.
    """
    if not has_levels(table.game.key) or searched(table, seat, window) is not None:
        return None
    coming: Future[Answer] = Future()

    def take(answer: Answer) -> None:
        _known[_key(table, seat)] = answer
        while len(_known) > KEPT:
            _known.popitem(last=False)
        with suppress(InvalidStateError):
            coming.set_result(answer)

    asked = Asked(table.match_id, seat, window, tip=True)
    return coming if thinkers.ask(table, asked, Level.STRONG, now=now, take=take) else None


def forget_all() -> None:
    """Forget every tip, as in a new process."""
    _known.clear()


def _key(table: Table, seat: Seat) -> Key:
    return table.match_id, seat, table.state.moved_at
