"""The club's clock, its days, and how a time is written."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date, datetime, timedelta
from time import monotonic
from typing import Final

from django.utils import timezone

# The clock of the tables. It never goes back while a process runs, even when the machine's clock is set back.
#
# Due times are computed from the times in the log. With a clock set back those would lie in the future, and bots,
# deals and thinking time would stand still until it had caught up.

FURTHEST_AHEAD: Final = timedelta(hours=2)
"""A time of another process further ahead than this is treated as an error and ignored."""


def _time_of_day() -> datetime:
    return timezone.now()


class ClubClock:
    """Follows the machine's time of day forward, and a monotonic clock after it was set back. Thread-safe."""

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
        """The current aware time, never before one returned earlier."""
        with self._lock:
            current, elapsed = self._time_of_day(), self._steady()
            if self._shown is not None:
                current = max(current, self._shown + timedelta(seconds=elapsed - self._shown_at))
            self._shown, self._shown_at = current, elapsed
            return current

    def go_on_from(self, moment: datetime) -> None:
        """Move on to `moment`, a time written by an earlier process, unless it is too far ahead."""
        now = self.now()
        with self._lock:
            if now < moment <= now + FURTHEST_AHEAD:
                self._shown = moment


club_clock = ClubClock()


# The day of an evening of cards: what is played after midnight belongs to the evening before.

NIGHT: Final = timedelta(hours=5)
"""Hours after midnight that belong to the day before."""


def club_day(moment: datetime) -> date:
    """The day of that moment, in the time zone of the site."""
    return timezone.localdate(moment - NIGHT, timezone.get_default_timezone())


def to_the_minute(at: datetime) -> str:
    """As 2026-11-24 19:30, in the club's time."""
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}"


def milliseconds(at: datetime) -> int:
    """As browsers count: from 1970 on, in UTC."""
    return int(at.timestamp() * 1000)
