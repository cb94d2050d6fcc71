"""One open WebSocket of this process, as the registry keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Roles: TypeAlias = frozenset[tuple[int, str]]
"""A player's clubs (by key) and the role in each."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenSocket:
    """One open socket, with the player, session key and password hash it was opened with; None for visitors.

    `send` is its ASGI send, `address` the client's address (`client_address.address_of`).
    """

    send: Any
    address: str
    player: int | None
    session: str | None
    password: str | None

    @property
    def owner(self) -> int | str:
        """The player's key, or the address for visitors: limits count sockets by it."""
        return self.address if self.player is None else self.player

    async def close(self, code: int) -> None:
        """Close the socket; its application receives `websocket.disconnect` as after any other close."""
        await self.send({"type": "websocket.close", "code": code})
