"""Posts of one session, one after the other; where they are refused again and again, the next ones are not even read.

In front of everything else: neither session nor database is asked. What a post does well is given back, so nobody
who plays comes near it, however fast.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from typing import Any, Final
from weakref import WeakValueDictionary

from django.conf import settings
from django.utils import translation

from games.kit.rate_limit import Door
from games.table.log.errors import TableRefusal, TableRefused
from games.table.sockets.handshake import language_of
from kraken_site.addresses import address_of

REFUSED_AT_ONCE: Final = 100
"""Refused posts of one session (of one address, for visitors) before the next are answered unread."""
HELD: Final = 1.0
"""Seconds such an answer is held back: who waits for it sends nothing meanwhile."""


class PostGuard:
    """Around the pages."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._door = Door(burst=REFUSED_AT_ONCE)
        # Kept by those who wait and by the one whose turn it is.
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        if scope["method"] != "POST":
            await self.application(scope, receive, send)
            return
        sender = _sender(scope)
        if not self._door.lets_in(sender, monotonic()):
            await _slowly(scope, send)
            return

        async def noting(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                self._door.give_back(sender)
            await send(message)

        if not sender[1]:  # visitors share an address: their posts are not one person's
            await self.application(scope, receive, noting)
            return
        # Each page made at the same time takes a turn from the moves of everybody, several times a move.
        async with self._turns.setdefault(sender, asyncio.Lock()):
            await self.application(scope, receive, noting)


def _sender(scope: Mapping[str, Any]) -> tuple[str, str]:
    """The session the cookie names, whether there is one or not, and the address."""
    said = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    try:
        session = SimpleCookie(said).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        session = None
    return (address_of(scope), "" if session is None else session.value)


async def _slowly(scope: Mapping[str, Any], send: Any) -> None:
    """Answer 429 after a while, with the word the table has for it."""
    await asyncio.sleep(HELD)
    refused = TableRefused(TableRefusal.TOO_FAST)
    with translation.override(language_of(scope, None)):
        sentence = refused.sentence.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(sentence)).encode()),
        (b"cache-control", b"no-store"),
        (b"refusal-code", refused.code.encode()),
        (b"retry-after", b"1"),
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence})
