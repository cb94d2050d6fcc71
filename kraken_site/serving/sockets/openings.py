"""ASGI middleware: limit how many WebSockets an address opens a second, and how many are opened at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import Any, Final

from django.conf import settings

from accounts.people.client_address import address_of
from kraken_site.serving.connection_rate import ConnectionRate
from kraken_site.serving.sockets.refusals import refuse

AT_ONCE: Final = 2
"""Sockets between their handshake and the first message sent to them. After a restart a thousand sockets reconnect,
which would queue a thousand queries in front of the next move."""
FIRST_ANSWERS: Final = frozenset({"websocket.send", "websocket.close"})


class AddressLimit:
    """Delay or refuse a socket, before any query, when its address has opened too many lately.

    Behind a proxy only, where the address stands in a header. Without one, `listener.py` limits the connections.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self._rate = ConnectionRate()

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        wait = self._rate.wait(address_of(scope), monotonic()) if settings.TRUST_PROXY else 0.0
        if wait is None:
            await refuse(receive, send)
            return
        await asyncio.sleep(wait)
        await self.application(scope, receive, send)


class OpeningLimit:
    """Run AT_ONCE sockets at a time until each was sent its first message or closed. On one event loop."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._free = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        await self._free.acquire()
        opening = True

        def opened() -> None:
            nonlocal opening
            if opening:
                opening = False
                self._free.release()

        async def send_noting_the_first(event: Mapping[str, Any]) -> None:
            await send(event)
            if event["type"] in FIRST_ANSWERS:
                opened()

        try:
            await self.application(scope, receive, send_noting_the_first)
        finally:
            opened()
