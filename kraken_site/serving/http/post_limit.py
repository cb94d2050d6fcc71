"""ASGI middleware: serialise the posts of one session, and answer 429 unread after too many refused ones.

It stands in front of Django: neither session nor database takes part. A post that is accepted does not count, so
playing fast never reaches the limit.
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

from accounts.people.client_address import address_of
from games.kit.rate_limit import RateLimit
from games.table.log.errors import TableRefusal, TableRefused
from games.table.sockets.handshake import language_of
from kraken_site.serving.http.plain_text import answer

REFUSED_AT_ONCE: Final = 100
"""Refused posts of one session (of one address, for visitors) before the next are answered unread."""
HELD: Final = 1.0
"""Seconds a 429 is held back: a client that waits for its answer sends nothing meanwhile."""


class PostLimit:
    """Apply both limits to posts; pass every other request on."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._refused = RateLimit(burst=REFUSED_AT_ONCE)
        # A lock lives as long as a post of its session holds it or waits for it.
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        if scope["method"] != "POST":
            await self.application(scope, receive, send)
            return
        sender = _sender(scope)
        if not self._refused.allows(sender, monotonic()):
            await _refuse(scope, send)
            return

        async def send_noting_success(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                self._refused.give_back(sender)
            await send(message)

        if not sender[1]:  # visitors share an address: their posts are not one person's
            await self.application(scope, receive, send_noting_success)
            return
        # Pages made at the same time take processor time from every move at the tables.
        async with self._locks.setdefault(sender, asyncio.Lock()):
            await self.application(scope, receive, send_noting_success)


def _sender(scope: Mapping[str, Any]) -> tuple[str, str]:
    """Return the address and the session key in the cookie ("" without one); the key is not checked."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    try:
        session = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        session = None
    return (address_of(scope), "" if session is None else session.value)


async def _refuse(scope: Mapping[str, Any], send: Any) -> None:
    """Answer 429 after a while, with the sentence the table has for it."""
    await asyncio.sleep(HELD)
    refused = TableRefused(TableRefusal.TOO_FAST)
    with translation.override(language_of(scope, None)):
        sentence = refused.sentence.encode()
    more = [(b"refusal-code", refused.code.encode()), (b"retry-after", b"1")]
    await answer(send, refused.status, sentence, more)
