"""ASGI middleware around pages and sockets, for what happens before Django or Channels can."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextvars import Context
from typing import Any, Final

from kraken_site.hosts import origin_may_open

UNREADABLE: Final = 400
OTHER_CHARSET: Final = 415
SENTENCES: Final = {
    UNREADABLE: b"That request could not be read.",
    OTHER_CHARSET: b"Only text in UTF-8 is read here.",
}
"""Not translated: no browser sends such a request."""


class HeadWithoutBody:
    """Drop every part of the body of an answer to HEAD.

    Twisted drops the first part only, and Django sends a page over 64 KiB in several: the rest would be read as the
    answer to the next request of a kept connection.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        if scope["method"] != "HEAD":
            await self.application(scope, receive, send)
            return

        async def send_without_body(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.body":
                if message.get("more_body", False):
                    return
                message = {"type": "http.response.body", "body": b""}
            await send(message)

        await self.application(scope, receive, send_without_body)


class HeaderCheck:
    """Answer 400 or 415 to request headers that Django cannot read, which fail before its own middleware runs."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        refused = _unreadable(scope["headers"])
        if refused is None:
            await self.application(scope, receive, send)
            return
        text = SENTENCES[refused] + b"\n"
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(text)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": refused, "headers": headers})
        await send({"type": "http.response.body", "body": text})


class OwnContext:
    """Run each socket in an empty context.

    A proxy sends the handshake over a connection that carried a page before. Daphne goes on in the context of that
    page, which names its thread (asgiref's `ThreadSensitiveContext`): the socket would make its calls there, over a
    database connection of its own.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        await asyncio.create_task(self.application(scope, receive, send), context=Context())


class LocalOriginCheck:
    """In local play, refuse a socket that a page of another host or port opens.

    Channels' `OriginValidator` needs a list of origins; here the page must come from where the socket is opened.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin, host = (headers.get(name, b"").decode("latin-1") for name in (b"origin", b"host"))
        if origin_may_open(origin, host=host):
            await self.application(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close"})  # before it is accepted: answered with 403


def _unreadable(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    """Return the status to refuse with, None for headers that can be read.

    Python's codecs include some that decode to lone surrogates (utf-7) and some that are no text encodings (rot13);
    PostgreSQL stores no NUL, and a session keeps the name of the browser.
    """
    for name, value in headers:
        if b"\0" in value:
            return UNREADABLE
        if name == b"content-type" and not _is_utf8(value):
            return OTHER_CHARSET
    return None


def _is_utf8(content_type: bytes) -> bool:
    """Return whether a Content-Type header names no charset, or UTF-8."""
    for parameter in content_type.lower().split(b";")[1:]:
        name, _equals, value = parameter.partition(b"=")
        # `charset*` is RFC 2231, where the value names an encoding of its own.
        if name.strip().startswith(b"charset") and (
            b"*" in name or value.strip(b" \t\"'") not in (b"utf-8", b"utf8")
        ):
            return False
    return True
