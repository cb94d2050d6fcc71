"""ASGI middleware: refuse request headers that Django cannot read, which fail before its own middleware runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kraken_site.serving.http.plain_text import answer

UNREADABLE: Final = 400
OTHER_CHARSET: Final = 415
SENTENCES: Final = {
    UNREADABLE: b"That request could not be read.",
    OTHER_CHARSET: b"Only text in UTF-8 is read here.",
}
"""Not translated: no browser sends such a request."""


class HeaderCheck:
    """Answer 400 or 415 to unreadable headers; pass every other request on."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        status = _refusal(scope["headers"])
        if status is None:
            await self.application(scope, receive, send)
        else:
            await answer(send, status, SENTENCES[status])


def _refusal(headers: list[tuple[bytes, bytes]]) -> int | None:
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
