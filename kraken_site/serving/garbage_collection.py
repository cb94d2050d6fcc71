"""When Python's cyclic garbage collector runs in a server process.

A full collection visits every table in memory at once: with 1,000 open sockets it stops all of them for 130 to 310 ms.
So young generations are small and collected often, and the oldest one while few sockets are open, or once an hour.
"""

from __future__ import annotations

import gc
from time import monotonic
from typing import Final

from kraken_site.serving.sockets.registry import registry

THRESHOLDS: Final = (2_000, 10, 100_000)
"""New objects before a young collection, young before a middle one, middle before a full one (never by itself)."""
FEW_SOCKETS: Final = 40
"""Open sockets of this process, ten tables of four, up to which a full collection may delay them."""
ENOUGH_PENDING: Final = 25
"""Middle collections since the last full one that make another worth it: half a million new objects."""
EVERY: Final = 60.0
"""Seconds between two checks."""
LONGEST: Final = 3600.0
"""Seconds after which a full collection no longer waits: each closed socket leaves some 10 kB until then."""


def set_thresholds() -> None:
    """Exclude everything loaded at start from all collections, and apply THRESHOLDS."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


class FullCollections:
    """The full collections of a server process."""

    def __init__(self) -> None:
        self._last = monotonic()

    async def collect_when_quiet(self) -> None:
        """Run a full collection when enough is pending and few sockets are open, or the last one was an hour ago."""
        now = monotonic()
        quiet = registry.open_sockets <= FEW_SOCKETS and gc.get_count()[2] >= ENOUGH_PENDING
        if quiet or now - self._last >= LONGEST:
            gc.collect()
            self._last = now
