"""The time at the tables. It never goes back while a process runs, whatever happens to the machine's clock.

A clock that is set back would hold bots, house and thinking time until it has caught up: what is due is worked out from
the times in the log, which lie ahead of it then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from django.utils import timezone

FURTHEST_AHEAD: Final = timedelta(hours=2)
"""A time of another process that lies further ahead is taken for a mistake and not followed."""


def _time_of_day() -> datetime:
    return timezone.now()


class ClubClock:
    """The machine's time of day where it goes forward, and a monotonic clock where it was set back. Any thread."""

    def __init__(
        self,
        time_of_day: Callable[[], datetime] = _time_of_day,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        self._time_of_day = time_of_day
        self._steady = steady
        self._lock = threading.Lock()
        self._shown: datetime | None = None
        self._shown_at = 0.0

    def now(self) -> datetime:
        """An aware time, never before one that was given earlier."""
        with self._lock:
            told, elapsed = self._time_of_day(), self._steady()
            if self._shown is not None:
                told = max(told, self._shown + timedelta(seconds=elapsed - self._shown_at))
            self._shown, self._shown_at = told, elapsed
            return told

    def go_on_from(self, moment: datetime) -> None:
        """Be at least at `moment`, which a process before this one has seen, if it is not too far ahead to be true."""
        now = self.now()
        with self._lock:
            if now < moment <= now + FURTHEST_AHEAD:
                self._shown = moment


club_clock = ClubClock()
