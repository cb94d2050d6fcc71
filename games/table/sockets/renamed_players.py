"""Renaming of players in this process's cached tables, also when another process renamed them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from accounts.name_models import Renaming
from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.log import loading

EVERY: Final = 1.0
"""Seconds between two looks; with the drawing that makes less than the two promised."""
LOOKED_BACK: Final = 100
"""How many numbers back a renaming may become visible after a later one: transactions end in another order."""
TOLD_AGAIN: Final = 2
"""Looks at which a renaming is told once more: a move that was being written meanwhile kept the table as it was."""


class AppliedRenamings:
    """The renamings that this process has heard of, and the players of its last looks."""

    def __init__(self) -> None:
        self._heard: set[int] = set()
        self._lately: list[set[int]] = []

    def news(self) -> set[int]:
        """The players (by key) who were renamed since, and those of the last looks; at first the latest there are."""
        newest = Renaming.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        heard = self._heard
        latest = Renaming.objects.filter(pk__gt=newest - LOOKED_BACK)
        found = dict(latest.values_list("pk", "player_id"))
        self._heard = set(found)
        self._lately = [{found[key] for key in found.keys() - heard}, *self._lately[:TOLD_AGAIN]]
        return set().union(*self._lately)


_applied: Final = AppliedRenamings()


async def look() -> None:
    """Read new renamings, and redraw the screens of this process that show those players."""
    players = await table_executor.run(_applied.news)
    if players:
        matches = await table_executor.run(loading.renamed, players)
        live.tell_here(live.Message("named", match_id) for match_id in matches)


def renamed_here(*, players: Collection[int], **_sent: Any) -> None:
    """Apply a renaming done by this process at once. Receiver of `player_renamed`."""
    loading.renamed(players)
