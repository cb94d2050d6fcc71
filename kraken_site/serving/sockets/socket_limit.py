"""ASGI middleware: register every WebSocket, and refuse those over the limits of their owner."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from accounts.people.client_address import address_of
from games.table.broadcast.executor import table_executor
from kraken_site.serving.sockets.close_codes import POLICY_VIOLATION
from kraken_site.serving.sockets.open_socket import OpenSocket
from kraken_site.serving.sockets.refusals import refuse
from kraken_site.serving.sockets.registry import SocketRegistry, registry
from kraken_site.serving.sockets.rights import roles_of


class SocketLimit:
    """Apply the limits of a `SocketRegistry` to each socket. Inside the authentication, around the routes."""

    def __init__(self, application: Any, sockets: SocketRegistry = registry) -> None:
        self.application = application
        self.sockets = sockets

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        one = _open_socket(scope, send)
        if not self.sockets.may_open(one):
            # A client that waits for its refusal does not try again meanwhile.
            await asyncio.sleep(self.sockets.blocked_for(one))
            await refuse(receive, send)
            return

        async def receive_noting_floods() -> Mapping[str, Any]:
            event: Mapping[str, Any] = await receive()
            if event["type"] == "websocket.disconnect" and event.get("code") == POLICY_VIOLATION:
                self.sockets.block(one)
            return event

        self.sockets.add(one)
        try:
            if one.player is not None:
                self.sockets.note_roles(one, await table_executor.run(roles_of, one.player))
            await self.application(scope, receive_noting_floods, send)
        finally:
            self.sockets.remove(one)


def _open_socket(scope: Mapping[str, Any], send: Any) -> OpenSocket:
    """Return the registry's entry for this connection."""
    user = scope["user"]
    if not user.is_authenticated:
        return OpenSocket(send, address_of(scope), None, None, None)
    return OpenSocket(send, address_of(scope), user.pk, scope["session"], user.password)
