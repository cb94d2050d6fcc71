"""When Python's cyclic garbage collector runs in a server process.

Full collections walk every kept table at once and hold all screens up meanwhile: 130 to 310 ms with 1,000 open sockets.
So the young generations are small and collected often, and the oldest one only while few screens are open.
"""

from __future__ import annotations

import gc
from typing import Final

from kraken_site.sockets import doorkeeper

THRESHOLDS: Final = (2_000, 10, 100_000)
"""New objects before a young collection, young before a middle one, middle before a full one (never by itself)."""
FEW_SCREENS: Final = 40
"""Open sockets of this process, ten tables of four, up to which a full collection may hold them up."""
ENOUGH_PENDING: Final = 25
"""Middle collections since the last full one before another is worth it, half a million new objects."""
EVERY: Final = 60.0
"""Seconds between two looks."""


def set_thresholds() -> None:
    """Leave everything loaded at start out of all collections, and apply `THRESHOLDS`."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


async def collect_when_quiet() -> None:
    """Run a full collection where enough is pending and few screens are open."""
    if doorkeeper.open_sockets <= FEW_SCREENS and gc.get_count()[2] >= ENOUGH_PENDING:
        gc.collect()
