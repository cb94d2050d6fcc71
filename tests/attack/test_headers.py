"""Requests whose headers Django cannot read are refused before it reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kraken_site.asgi_middleware import HeaderCheck

LET_THROUGH = 200


async def status_for(name: bytes, value: bytes) -> int:
    """Return the status of the answer to a request with that header."""
    sent: list[Mapping[str, Any]] = []

    async def pages(scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": LET_THROUGH, "headers": []})

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    await HeaderCheck(pages)({"headers": [(b"host", b"localhost"), (name, value)]}, None, send)
    return int(sent[0]["status"])


@pytest.mark.parametrize(
    "charset",
    ["utf-7", "unicode-escape", "rot13", "idna", "utf-16", "utf-8x", ""],
)
async def test_no_other_charset_is_read(charset: str) -> None:
    """utf-7 decodes to lone surrogates, rot13 is no text encoding: pages answered 500."""
    for kind in ("text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"):
        assert await status_for(b"content-type", f"{kind}; charset={charset}".encode()) == 415


@pytest.mark.parametrize(
    "parameter", ["charset*=rot99''x", "charset*=utf-7''%2B2AA-", "Charset*0*=utf-8''utf-8"]
)
async def test_no_charset_in_a_charset_is_read(parameter: str) -> None:
    assert await status_for(b"content-type", f"text/plain; {parameter}".encode()) == 415


async def test_no_nul_is_kept_as_the_name_of_a_browser() -> None:
    assert await status_for(b"user-agent", b"a\0b") == 400


@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded; charset=UTF-8",
        'text/plain;charset="utf-8"',
        "multipart/form-data; boundary=----charset",
    ],
)
async def test_what_browsers_send_is_let_through(kind: str) -> None:
    assert await status_for(b"content-type", kind.encode()) == LET_THROUGH
