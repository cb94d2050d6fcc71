"""How fast one seat may send: a bucket that fills again at a steady rate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

PER_SECOND: Final = 10.0
BURST: Final = 20.0


@dataclass(slots=True)
class Bucket:
    """`take` gives True while there is something left; `now` is a monotonic time in seconds."""

    per_second: float = PER_SECOND
    burst: float = BURST
    left: float = field(default=BURST)
    filled_at: float | None = None

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        if self.filled_at is not None:
            self.left = min(self.burst, self.left + (now - self.filled_at) * self.per_second)
        self.filled_at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def give_back(self) -> None:
        """Give back what was taken for something that was not too much."""
        self.left = min(self.burst, self.left + 1)
