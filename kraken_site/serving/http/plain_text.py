"""Answers of one sentence that need neither Django nor a thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Header = tuple[bytes, bytes]


def headers_of(text: bytes, *more: Header) -> list[Header]:
    """Return the headers of a plain text answer that no cache may keep, followed by `more`."""
    return [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"cache-control", b"no-store"),
        *more,
    ]


async def answer(send: Any, status: int, text: bytes, more: Sequence[Header] = ()) -> None:
    """Send a whole answer."""
    await send({"type": "http.response.start", "status": status, "headers": headers_of(text, *more)})
    await send({"type": "http.response.body", "body": text})
