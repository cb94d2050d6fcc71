"""How every change of a running table is judged: against what this process knows, then against the database."""

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
"""How often a move is judged again because others moved meanwhile; nobody has that many rivals at one table."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A move that stands: the log's newest number, and whether it stood there before this call."""

    seq: int
    done_before: bool = False


def judged(match_id: int, judge: Callable[[Table, datetime], Outcome], *, now: datetime) -> Outcome:
    """Judge against what this process knows, and again against the database when that has gone on.

    `judge` is handed the time as well: `now`, or the time of the table's newest move where that is later, so that a
    clock that was set back writes no entry before the last one. A no is only said by a table that is up to date: only
    then it costs a read.
    """
    table = loading.table(match_id)
    for _ in range(TRIES):
        try:
            return judge(table, _not_before_the_log(table, now))
        except Overtaken:
            table = loading.refreshed(match_id)
        except TableRefused:
            if loading.is_newest(table):
                raise
            table = loading.refreshed(match_id)
    raise TableRefused(TableRefusal.STALE_WINDOW)


def _not_before_the_log(table: Table, now: datetime) -> datetime:
    known = (now, table.state.moved_at, table.state.paused_at, table.state.undo_asked_at)
    return max(at for at in known if at is not None)
