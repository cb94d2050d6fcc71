"""The open WebSockets of this process: how many one player may have, and which have to be closed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from time import monotonic
from typing import Final

from games.kit.rate_limit import RateLimit
from games.table.broadcast.executor import table_executor
from kraken_site.serving.sockets.close_codes import RIGHTS_ENDED, SERVICE_RESTART
from kraken_site.serving.sockets.open_socket import OpenSocket, Roles
from kraken_site.serving.sockets.rights import ended_rights, roles_by_player

MOST_OF_ONE: Final = 20
"""Sockets of one player, or of all visitors of one address together."""
OPENED_PER_SECOND: Final = 2.0
"""Rate at which one owner may open further sockets after MOST_OF_ONE at once: each is sent a whole table."""
RIGHTS_CHECKED_EVERY: Final = 1.0
"""Seconds; with the query and the close that is less than the two promised."""
BLOCKED_FOR: Final = 1.0
"""Seconds an owner opens no further socket after a flood, or after opening too many."""
CLOSING_PAUSE: Final = 0.002
LONGEST_CLOSING: Final = 2.0
"""Seconds between two sockets that the stopping server closes, and for all of them, so that they reconnect in turn."""


class SocketRegistry:
    """Counts, blocks and closes the open sockets of this process. On the event loop only."""

    def __init__(self) -> None:
        self._open: set[OpenSocket] = set()
        self._per_owner: Counter[int | str] = Counter()
        self._roles: dict[OpenSocket, Roles] = {}
        self._stopping = False
        self._blocked_until: dict[int | str, float] = {}
        self._openings = RateLimit(burst=MOST_OF_ONE, per_second=OPENED_PER_SECOND)

    @property
    def open_sockets(self) -> int:
        """The number of open sockets of this process."""
        return len(self._open)

    def may_open(self, one: OpenSocket) -> bool:
        """Return whether this socket may open now; an owner that opens too many is blocked."""
        if self.blocked_for(one) or self._stopping or self._per_owner[one.owner] >= MOST_OF_ONE:
            return False
        if not self._openings.allows(one.owner, monotonic()):
            self.block(one)
            return False
        return True

    def block(self, one: OpenSocket) -> None:
        """Refuse further sockets of this owner for BLOCKED_FOR seconds."""
        now = monotonic()
        self._blocked_until = {owner: until for owner, until in self._blocked_until.items() if until > now}
        self._blocked_until[one.owner] = now + BLOCKED_FOR

    def blocked_for(self, one: OpenSocket) -> float:
        """Return the seconds until this owner may open a socket again, 0 when it is not blocked."""
        return max(0.0, self._blocked_until.get(one.owner, 0.0) - monotonic())

    def add(self, one: OpenSocket) -> None:
        """Register an open socket."""
        self._open.add(one)
        self._per_owner[one.owner] += 1

    def note_roles(self, one: OpenSocket, roles: Roles) -> None:
        """Remember the roles of the socket's player, read before the application judged by them.

        So the next check notices a role that is taken while the socket opens.
        """
        if one in self._open:
            self._roles[one] = roles

    def remove(self, one: OpenSocket) -> None:
        """Forget a socket; nothing happens when it is not registered."""
        if one not in self._open:
            return
        self._open.discard(one)
        self._roles.pop(one, None)
        self._per_owner[one.owner] -= 1
        if not self._per_owner[one.owner]:
            del self._per_owner[one.owner]

    async def close_ended(self) -> None:
        """Close the sockets whose session or player has lost its rights, or whose player has another role in a club.

        After a change of role the page connects again and is judged by the new role.
        """
        sockets = [one for one in self._open if one.player is not None]
        if not sockets:
            return
        ended, roles = await table_executor.run(_rights_now, sockets)
        for number, one in enumerate(sockets):
            if number in ended:
                self.remove(one)
                await one.close(RIGHTS_ENDED)
            elif one in self._roles and self._roles[one] != roles.get(one.player, frozenset()):
                self.remove(one)
                await one.close(SERVICE_RESTART)

    async def close_all(self) -> None:
        """Refuse new sockets and close the open ones, spread over a while, so that their pages connect elsewhere."""
        self._stopping = True
        sockets = list(self._open)
        pause = min(CLOSING_PAUSE, LONGEST_CLOSING / max(len(sockets), 1))
        for one in sockets:
            await one.close(SERVICE_RESTART)
            await asyncio.sleep(pause)


def _rights_now(sockets: Sequence[OpenSocket]) -> tuple[set[int], dict[int, Roles]]:
    return ended_rights(sockets), roles_by_player([one.player for one in sockets])


registry: Final = SocketRegistry()
