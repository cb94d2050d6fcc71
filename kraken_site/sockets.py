"""Every open socket of this process: not too many of one person, none whose rights ended, all sent home in time.

Visitors who are nobody are counted by the address they come from.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, TypeAlias

from games.kit.rate_limit import Door
from games.table.broadcast.executor import table_executor
from kraken_site.addresses import address_of
from kraken_site.rights import rights_now, roles_of

MOST_OF_ONE: Final = 20
"""Sockets of one player, or of all visitors of one address together."""
OPENED_PER_SECOND: Final = 2.0
"""How often one of them may open another, after all of them at once: each is shown a whole table."""
RIGHTS_LOOKED_AT_EVERY: Final = 1.0
"""Seconds; with the answer and the close that makes less than the two promised."""
RIGHTS_ENDED: Final = 4401
"""Close code for a screen whose player signed out, was banned or has a new password; hx-ws does not come back."""
COME_BACK: Final = 1012
"""Close code of a server that goes: hx-ws comes back by itself."""
TRY_LATER: Final = 1013
FLOODS: Final = 1008
"""Close code for a screen that sends too much or too large; hx-ws does not come back after it."""
KEPT_OUT: Final = 1.0
"""Seconds whose screen was closed for that, or who opens too many, opens no other one."""
SPREAD_PER_SOCKET: Final = 0.002
LONGEST_SPREAD: Final = 2.0
"""Seconds over which sockets are sent away, so that they do not all come back at once."""

Roles: TypeAlias = frozenset[tuple[int, str]]
"""Clubs and the role in each."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenSocket:
    """One open socket, with the player, session and password hash it was opened with; None for visitors.

    `address` is where it comes from.
    """

    send: Any
    address: str
    player: int | None
    session: str | None
    password: str | None

    @property
    def owner(self) -> int | str:
        """Whose it is, as sockets are counted."""
        return self.address if self.player is None else self.player

    async def close(self, code: int) -> None:
        """Close it; the application hears of it as of any other close."""
        await self.send({"type": "websocket.close", "code": code})


class Doorkeeper:
    """Knows the open sockets of this process. On the event loop only."""

    def __init__(self) -> None:
        self._open: set[OpenSocket] = set()
        self._of: Counter[int | str] = Counter()
        self._roles: dict[OpenSocket, Roles] = {}
        self._leaving = False
        self._out_until: dict[int | str, float] = {}
        self._openings = Door(burst=MOST_OF_ONE, per_second=OPENED_PER_SECOND)

    @property
    def open_sockets(self) -> int:
        """How many sockets are open in this process."""
        return len(self._open)

    def has_room(self, one: OpenSocket) -> bool:
        """Whether this socket may open beside the others of its owner."""
        return not self._leaving and self._of[one.owner] < MOST_OF_ONE

    def lets_in(self, one: OpenSocket) -> bool:
        """Whether its owner has not opened too many lately; else opens none for a while."""
        if self._openings.lets_in(one.owner, monotonic()):
            return True
        self.keep_out(one)
        return False

    def keep_out(self, one: OpenSocket) -> None:
        """Its owner opens no other for a while."""
        now = monotonic()
        self._out_until = {owner: until for owner, until in self._out_until.items() if until > now}
        self._out_until[one.owner] = now + KEPT_OUT

    def kept_out_for(self, one: OpenSocket) -> float:
        """Seconds until its owner may open one again."""
        return max(0.0, self._out_until.get(one.owner, 0.0) - monotonic())

    def enter(self, one: OpenSocket) -> None:
        self._open.add(one)
        self._of[one.owner] += 1

    def note_roles(self, one: OpenSocket, roles: Roles) -> None:
        """Remember the roles its player had before the application judged by them, so that the next look notices a
        role that is taken while the socket opens."""
        if one in self._open:
            self._roles[one] = roles

    def leave(self, one: OpenSocket) -> None:
        if one not in self._open:
            return
        self._open.discard(one)
        self._roles.pop(one, None)
        self._of[one.owner] -= 1
        if not self._of[one.owner]:
            del self._of[one.owner]

    async def look_at_rights(self) -> None:
        """Close every socket whose session or player is not what it was when the socket opened.

        Whose place in a club has changed opens it anew, and is judged by what they are now.
        """
        known = [one for one in self._open if one.player is not None]
        if not known:
            return
        ended, roles = await table_executor.run(rights_now, known)
        for number, one in enumerate(known):
            if number in ended:
                self.leave(one)
                await one.close(RIGHTS_ENDED)
            elif one in self._roles and self._roles[one] != frozenset(roles.get(one.player, ())):
                self.leave(one)
                await one.close(COME_BACK)

    async def send_all_away(self) -> None:
        """Let nobody in any more, and close every socket so that its screen comes back, spread over a moment."""
        self._leaving = True
        leaving = list(self._open)
        pause = min(SPREAD_PER_SOCKET, LONGEST_SPREAD / max(len(leaving), 1))
        for one in leaving:
            await one.close(COME_BACK)
            await asyncio.sleep(pause)


doorkeeper = Doorkeeper()


async def unknown_socket(_scope: Mapping[str, Any], receive: Any, send: Any) -> None:
    """Refuse a socket of an address that is not there (403), as a foreign origin is refused."""
    await receive()
    await send({"type": "websocket.close"})


class SocketGuard:
    """Shows every socket to the doorkeeper. Inside the authentication, around the routes."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        user = scope["user"]
        player = user.pk if user.is_authenticated else None
        one = OpenSocket(
            send=send,
            address=address_of(scope),
            player=player,
            session=scope["session"],
            password=None if player is None else user.password,
        )
        if doorkeeper.kept_out_for(one) or not doorkeeper.has_room(one) or not doorkeeper.lets_in(one):
            await receive()
            # Who is kept waiting does not try again meanwhile.
            await asyncio.sleep(doorkeeper.kept_out_for(one))
            await send({"type": "websocket.close", "code": TRY_LATER})
            return

        async def noting() -> Mapping[str, Any]:
            event: Mapping[str, Any] = await receive()
            if event["type"] == "websocket.disconnect" and event.get("code") == FLOODS:
                doorkeeper.keep_out(one)
            return event

        doorkeeper.enter(one)
        try:
            if player is not None:
                doorkeeper.note_roles(one, await table_executor.run(_roles_of, player))
            await self.application(scope, noting, send)
        finally:
            doorkeeper.leave(one)


def _roles_of(player: int) -> Roles:
    return frozenset(roles_of([player]).get(player, ()))
