"""Token buckets: how fast one socket may send frames, one player open tables, and one household try codes."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

PER_SECOND: Final = 10.0
BURST: Final = 20.0
"""Frames one socket may send: so many at once, then so many a second."""
TABLES_BURST: Final = 20.0
TABLES_PER_SECOND: Final = 1 / 6
"""Tables one player may open from a page: so many at once, then ten a minute. A club's evening opens its own."""
WRONG_CODES: Final = 60.0
WRONG_CODES_PER_SECOND: Final = 1 / 10
"""Wrong codes one household may try: so many at once, as many people in a hall mistype, then six a minute."""
PLAYERS_OF_A_HOUSEHOLD: Final = 5
"""All registered players of one household together may try so many times as much as one of them."""
MAX_BUCKETS: Final = 5000
"""Number of buckets above which those that are full again are dropped, and of codes remembered."""


@dataclass(slots=True)
class Bucket:
    """A token bucket that starts full; `now` is a monotonic time in seconds."""

    per_second: float = PER_SECOND
    burst: float = BURST
    left: float = field(default=BURST)
    filled_at: float | None = None

    def take(self, now: float) -> bool:
        """Take a token; return whether there was one."""
        self.left = self._fill(now)
        self.filled_at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def give_back(self) -> None:
        """Return a token that was taken."""
        self.left = min(self.burst, self.left + 1)

    def is_empty(self, now: float) -> bool:
        """Return whether there is no token to take."""
        return self._fill(now) < 1

    def is_full(self, now: float) -> bool:
        """Return whether the bucket holds its whole burst."""
        return self._fill(now) >= self.burst

    def _fill(self, now: float) -> float:
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

    def take(self, sender: Hashable, now: float) -> bool:
        """Take one from the sender's bucket; return whether there was one left."""
        with self._lock:
            bucket = self._buckets.get(sender)
            if bucket is None:
                self._forget_full(now)
                bucket = self._buckets[sender] = Bucket(self._per_second, self._burst, self._burst)
            return bucket.take(now)

    def is_used_up(self, sender: Hashable, now: float) -> bool:
        """Return whether the sender's bucket is empty; takes nothing."""
        with self._lock:
            bucket = self._buckets.get(sender)
            return bucket is not None and bucket.is_empty(now)

    def forget_all(self) -> None:
        """Forget every sender, as in a new process."""
        with self._lock:
            self._buckets.clear()

    def _forget_full(self, now: float) -> None:
        if len(self._buckets) >= MAX_BUCKETS:
            self._buckets = {sender: one for sender, one in self._buckets.items() if not one.is_full(now)}


tables_opened: Final = RateLimit(burst=TABLES_BURST, per_second=TABLES_PER_SECOND)


class CodeGuesses:
    """Counts wrong codes by household, those of registered players by account. One of each process, from any thread.

    Where too many were wrong, right ones are not told from wrong ones for a while. A code that was opened from that
    address before still opens: a table does not close for those around it because somebody beside them guesses.
    """

    def __init__(self) -> None:
        self._of_visitors = RateLimit(burst=WRONG_CODES, per_second=WRONG_CODES_PER_SECOND)
        self._of_players = RateLimit(burst=WRONG_CODES, per_second=WRONG_CODES_PER_SECOND)
        self._of_households = RateLimit(
            burst=WRONG_CODES * PLAYERS_OF_A_HOUSEHOLD,
            per_second=WRONG_CODES_PER_SECOND * PLAYERS_OF_A_HOUSEHOLD,
        )
        self._opened: dict[tuple[str, str], None] = {}
        self._lock = threading.Lock()

    def refuse(self, code: str, *, address: str, account: int | None, now: float) -> bool:
        """Return whether no code is looked up now for this address; `account` is the key of a registered player."""
        with self._lock:
            if (address, code) in self._opened:
                return False
        if account is None:
            return self._of_visitors.is_used_up(address, now)
        return self._of_players.is_used_up(account, now) or self._of_households.is_used_up(address, now)

    def count_wrong(self, *, address: str, account: int | None, now: float) -> None:
        """Count a code that opened nothing."""
        if account is None:
            self._of_visitors.take(address, now)
        else:
            self._of_players.take(account, now)
            self._of_households.take(address, now)

    def remember_opened(self, code: str, *, address: str) -> None:
        """Remember that the code was opened from this address."""
        with self._lock:
            self._opened.pop((address, code), None)
            self._opened[address, code] = None
            if len(self._opened) > MAX_BUCKETS:
                self._opened.pop(next(iter(self._opened)))

    def forget_all(self) -> None:
        """Forget every guess, as in a new process."""
        for limit in (self._of_visitors, self._of_players, self._of_households):
            limit.forget_all()
        self._opened.clear()


code_guesses: Final = CodeGuesses()
