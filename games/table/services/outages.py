"""Time in which nobody could play, taken from nobody: every running match notes it, and its due times move."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from games.table.around import after_outage
from games.table.folding import TABLE
from games.table.loading import Table
from games.table.models import Match
from games.table.services.judging import Outcome, judged
from games.table.services.writing import NewRow, append

WORD: Final = "outage"


def note_outage(*, began: datetime, now: datetime) -> int:
    """Write into the log of every running match that nobody was served from `began` to `now`; gives how many.

    Each match is a transaction of its own, with compare-and-set as in `submit_action`. A match that moved after
    `began` notes only what came after its move; one that moved after `now` notes nothing.
    """
    running = Match.objects.filter(status=Match.Status.RUNNING, on_paper=False).order_by("pk")
    return sum(_noted(match_id, began, now) for match_id in list(running.values_list("pk", flat=True)))


def _noted(match_id: int, began: datetime, now: datetime) -> bool:
    noted = False

    def judge(table: Table) -> Outcome:
        nonlocal noted
        moved_at = table.state.moved_at
        if not table.running or moved_at is None or max(began, moved_at) >= now:
            return Outcome(table.state.seq)
        lost = now - max(began, moved_at)
        after = replace(table, state=after_outage(table.state, lost, now))
        data = {"do": WORD, "seconds": f"{lost.total_seconds():.6f}"}
        append(table, after, [NewRow(None, None, TABLE, data)], now=now)
        noted = True
        return Outcome(after.state.seq)

    judged(match_id, judge)
    return noted
