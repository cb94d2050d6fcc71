"""Rate limit for new connections: each address is served in turn after a burst, and refused beyond a full queue."""

from __future__ import annotations

from typing import Final

PER_SECOND: Final = 125.0
BURST: Final = 20
"""Connections of one address that are served at once: the browsers of a few phones that load a page."""
LONGEST_WAIT: Final = 10.0
"""Seconds a connection may wait. A thousand sockets of one address that reconnect after a restart take eight."""
REMEMBERED: Final = 5000
"""Number of addresses above which those that may open a full burst again are dropped."""


class ConnectionRate:
    """Times for the connections of each address, 1/PER_SECOND apart after its burst; addresses never share them."""

    def __init__(self) -> None:
        self._used_up_to: dict[str, float] = {}

    def wait(self, address: str, now: float) -> float | None:
        """Return the seconds until the next connection of this address is served, or None when it is refused.

        `now` is a monotonic time in seconds.
        """
        if len(self._used_up_to) >= REMEMBERED:
            self._used_up_to = {one: until for one, until in self._used_up_to.items() if until > now}
        used_up_to = max(now, self._used_up_to.get(address, now))
        wait = max(0.0, used_up_to - now - BURST / PER_SECOND)
        if wait > LONGEST_WAIT:
            return None
        self._used_up_to[address] = used_up_to + 1 / PER_SECOND
        return wait
