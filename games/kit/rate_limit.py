"""Token buckets: how fast one socket may send frames, and one player open tables."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

PER_SECOND: Final = 10.0
BURST: Final = 20.0
TABLES_AT_ONCE: Final = 20.0
TABLES_PER_SECOND: Final = 1 / 6
"""Tables one player may open from a page: so many at once, then ten a minute. A club's evening opens its own."""
KEPT: Final = 5000
"""Number of buckets above which those that are full again are dropped."""


@dataclass(slots=True)
class Bucket:
    """A token bucket that starts full; `now` is a monotonic time in seconds."""

    per_second: float = PER_SECOND
    burst: float = BURST
    left: float = field(default=BURST)
    filled_at: float | None = None

    def take(self, now: float) -> bool:
        """Take a token; return whether there was one."""
        self.left = self._filled(now)
        self.filled_at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def give_back(self) -> None:
        """Return a token that was taken."""
        self.left = min(self.burst, self.left + 1)

    def is_full(self, now: float) -> bool:
        """Return whether the bucket holds its whole burst."""
        return self._filled(now) >= self.burst

    def _filled(self, now: float) -> float:
        since = 0.0 if self.filled_at is None else now - self.filled_at
        return min(self.burst, self.left + since * self.per_second)


class RateLimit:
    """One bucket per sender of this process. From any thread.

    A bucket outlives the socket it was made for: closing a socket and opening it again gives no new one.
    """

    def __init__(self, *, burst: float, per_second: float = PER_SECOND) -> None:
        self._burst = burst
        self._per_second = per_second
        self._buckets: dict[Hashable, Bucket] = {}
        self._lock = threading.Lock()

    def allows(self, sender: Hashable, now: float) -> bool:
        """Take one from the sender's bucket; return whether there was one left."""
        with self._lock:
            bucket = self._buckets.get(sender)
            if bucket is None:
                self._forget_full(now)
                bucket = self._buckets[sender] = Bucket(self._per_second, self._burst, self._burst)
            return bucket.take(now)

    def forget_all(self) -> None:
        """Forget every sender, as in a new process."""
        with self._lock:
            self._buckets.clear()

    def _forget_full(self, now: float) -> None:
        if len(self._buckets) >= KEPT:
            self._buckets = {sender: one for sender, one in self._buckets.items() if not one.is_full(now)}


tables: Final = RateLimit(burst=TABLES_AT_ONCE, per_second=TABLES_PER_SECOND)
