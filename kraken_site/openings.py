"""Sockets that open: so many a second of one address, and a few at a time are shown their table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import Any, Final

from django.conf import settings

from kraken_site.addresses import address_of
from kraken_site.pace import Pace

AT_ONCE: Final = 2
"""Sockets between being let in and the first thing they are shown. A thousand screens that come back after a restart
would queue a thousand look-ups in front of the next move."""
SHOWN: Final = frozenset({"websocket.send", "websocket.close"})


class AddressLimit:
    """Let a socket wait or refuse it, before anything is looked up, when its address has opened too many lately.

    Behind a proxy only: there the request says where it comes from. Without one, `listening.py` paces connections.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self._pace = Pace()

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        wait = self._pace.wait(address_of(scope), monotonic()) if settings.TRUST_PROXY else 0.0
        if wait is None:
            await receive()
            await send({"type": "websocket.close"})
            return
        await asyncio.sleep(wait)
        await self.application(scope, receive, send)


class Openings:
    """Run a few sockets at a time until each has sent its first drawing or was closed. On one event loop."""

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

        async def noting(event: Mapping[str, Any]) -> None:
            await send(event)
            if event["type"] in SHOWN:
                opened()

        try:
            await self.application(scope, receive, noting)
        finally:
            opened()
