"""Recovery from lost messages between processes: open tables are compared with the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.log.models import Match

EVERY: Final = 2.0
"""Seconds between two looks: the screens of a server that lives are right again within five when another died before it
told them, and within twenty whatever was lost."""


async def catch_up() -> None:
    """Announce to the screens of this process the newest log number of their tables; those behind redraw."""
    open_here = live.looked_at()
    if open_here:
        newest = await table_executor.run(_newest, open_here)
        live.tell_here(live.Message("changed", match_id, seq) for match_id, seq in newest)


def _newest(matches: Sequence[int]) -> list[tuple[int, int]]:
    return list(Match.objects.filter(pk__in=matches).values_list("pk", "seq"))
