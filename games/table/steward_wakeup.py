"""Wake-up of the steward, when a move in this process makes something due before its next planned look.

An optimisation only: due times are in the database, and the steward reads them once a second in any case.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from datetime import datetime, timedelta

from games.club_clock import club_clock


class StewardWakeup:
    """A thread-safe wake-up: `wake` from any thread ends the `sleep` on the event loop that called `listen`.

    `_until` is when the steward means to wake, None while it works; `_noted` is the soonest time named since it last
    read from the database what is due.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._until: datetime | None = None
        self._noted: datetime | None = None
        self._lock = threading.Lock()

    def listen(self) -> None:
        """Bind to the running event loop, so that `wake` can wake it; the steward works from now on."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._loop is not loop:
                self._loop, self._woken = loop, asyncio.Event()
            self._woken.clear()
            self._until = self._noted = None

    def forget_noted(self) -> None:
        """Forget the times named so far. Call it before a read of what is due next: they are in the database."""
        with self._lock:
            self._noted = None

    def wake(self, due: datetime) -> None:
        """Wake the steward when it would sleep beyond `due`. While it works, only its next sleep becomes shorter.

        A busy club moves all the time: a look for every move would keep the steward busy with nothing due.
        """
        with self._lock:
            if self._loop is None or not self._loop.is_running():
                return
            if self._until is None:
                self._noted = due if self._noted is None else min(due, self._noted)
            elif due < self._until:
                self._loop.call_soon_threadsafe(self._woken.set)

    async def sleep(self, *, within: float) -> None:
        """Sleep until the next `wake` or the soonest time noted, at most `within` seconds."""
        now = club_clock.now()
        until = now + timedelta(seconds=within)
        with self._lock:
            self._until = until = until if self._noted is None else min(until, self._noted)
        if until > now:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), (until - now).total_seconds())


steward_wakeup = StewardWakeup()
