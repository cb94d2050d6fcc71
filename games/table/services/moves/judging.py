"""Optimistic judging of a change to a running table: on the cached state first, then on the database's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.services.moves.writing import Overtaken

TRIES: Final = 50
"""Most attempts at a move overtaken by others; more than one table can cause."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An accepted move: its log number, and whether it had been written before this call."""

    seq: int
    done_before: bool = False


def judged(match_id: int, judge: Callable[[Table, datetime], Outcome], *, now: datetime) -> Outcome:
    """Judge on the cached state, and again on a newer one when another move was written meanwhile. That costs a read
    only where no announcement has brought the cached state further since.

    `judge` is handed the time as well: `now`, or the time of the table's newest move where that is later, so that a
    clock that was set back writes no entry before the last one. A no is only said by a table that is up to date: only
    then it costs a read.
    """
    table = loading.table(match_id)
    for _ in range(TRIES):
        try:
            return judge(table, _not_before_the_log(table, now))
        except Overtaken:
            table = loading.table(match_id, at_least=table.state.seq + 1)
        except TableRefused:
            if loading.is_newest(table):
                raise
            table = loading.refreshed(match_id)
    raise TableRefused(TableRefusal.STALE_WINDOW)


def _not_before_the_log(table: Table, now: datetime) -> datetime:
    known = (now, table.state.moved_at, table.state.paused_at, table.state.undo_asked_at)
    return max(at for at in known if at is not None)
