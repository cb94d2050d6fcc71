"""How fast one seat may send: a bucket that fills again at a steady rate, through each of the two doors."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

PER_SECOND: Final = 10.0
BURST: Final = 20.0
BURST_OF_POSTS: Final = 60.0
"""A post comes once more for every retry: fifty for the same turn at once are each told what became of it."""
TABLES_AT_ONCE: Final = 20.0
TABLES_PER_SECOND: Final = 1 / 6
"""Tables one player may open from a page: so many at once, then ten a minute. A club's evening opens its own."""
FRAMES_READ: Final = 40.0
PATIENCE: Final = 220.0
"""Frames of one screen that are read at all: so many a second, so many at once. A screen that sends more is closed."""
KEPT: Final = 5000
"""Buckets after which those that are full again are forgotten."""


@dataclass(slots=True)
class Bucket:
    """`take` gives True while there is something left; `now` is a monotonic time in seconds."""

    per_second: float = PER_SECOND
    burst: float = BURST
    left: float = field(default=BURST)
    filled_at: float | None = None

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        self.left = self._filled(now)
        self.filled_at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def give_back(self) -> None:
        """Give back what was taken for something that was not too much."""
        self.left = min(self.burst, self.left + 1)

    def is_full(self, now: float) -> bool:
        """Whether it is as good as new."""
        return self._filled(now) >= self.burst

    def _filled(self, now: float) -> float:
        since = 0.0 if self.filled_at is None else now - self.filled_at
        return min(self.burst, self.left + since * self.per_second)


class Door:
    """The buckets of everybody who sends through one door of this process. From any thread.

    A bucket outlives the screen it was made for: who closes a socket and opens it again gets no new one.
    """

    def __init__(self, *, burst: float, per_second: float = PER_SECOND) -> None:
        self._burst = burst
        self._per_second = per_second
        self._buckets: dict[Hashable, Bucket] = {}
        self._lock = threading.Lock()

    def lets_in(self, who: Hashable, now: float) -> bool:
        """Whether `who` may send another now."""
        with self._lock:
            bucket = self._buckets.get(who)
            if bucket is None:
                self._make_room(now)
                bucket = self._buckets[who] = Bucket(self._per_second, self._burst, self._burst)
            return bucket.take(now)

    def give_back(self, who: Hashable) -> None:
        """What `who` sent was a move: the game itself says how often a seat can move."""
        with self._lock:
            if bucket := self._buckets.get(who):
                bucket.give_back()

    def forget_all(self) -> None:
        """Know nobody, as a new process."""
        with self._lock:
            self._buckets.clear()

    def _make_room(self, now: float) -> None:
        if len(self._buckets) >= KEPT:
            self._buckets = {who: one for who, one in self._buckets.items() if not one.is_full(now)}


frames: Final = Door(burst=BURST)
posts: Final = Door(burst=BURST_OF_POSTS)
tables: Final = Door(burst=TABLES_AT_ONCE, per_second=TABLES_PER_SECOND)
