"""The steward's bell: a move in this process that makes something due sooner than the steward means to look wakes it.

Only a convenience: what is due stands in the database, and the steward looks there once a second in any case.
"""

from __future__ import annotations

import asyncio
import contextlib
from datetime import datetime, timedelta

from games.kit.club_clock import club_clock


class Bell:
    """Rung from any thread; heard on the loop that hung it."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rung = asyncio.Event()
        self._until: datetime | None = None

    def hang(self) -> None:
        """Be ready to be rung, from now on and for the running loop."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._rung = loop, asyncio.Event()
        self._rung.clear()
        self._until = None

    def ring(self, due: datetime) -> None:
        """Something is due at `due`: wake the steward when it means to sleep longer."""
        if self._loop is not None and self._loop.is_running() and (self._until is None or due < self._until):
            self._loop.call_soon_threadsafe(self._rung.set)

    async def rung(self, *, within: float) -> None:
        """Sleep until the bell rings, at most so many seconds."""
        if within <= 0:
            return
        self._until = club_clock.now() + timedelta(seconds=within)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), within)


bell = Bell()
