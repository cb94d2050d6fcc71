"""HEAD is answered with the headers of the page and without a body, for the first page too."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from kraken_site.asgi import application
from kraken_site.asgi_middleware import HeadWithoutBody

PIECE = b"x" * 65536


async def long_page(_scope: object, _receive: object, send: Any) -> None:
    """A page of three pieces, as Django sends one over 64 KiB."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"196608")]})
    for more in (True, True, False):
        await send({"type": "http.response.body", "body": PIECE, "more_body": more})


async def messages_sent(method: str) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await HeadWithoutBody(long_page)({"type": "http", "method": method}, None, send)
    return sent


async def test_head_of_a_long_page_has_its_headers_and_no_body() -> None:
    start, *bodies = await messages_sent("HEAD")
    assert start["headers"] == [(b"content-length", b"196608")]
    assert [body["body"] for body in bodies] == [b""]
    assert not any(body.get("more_body") for body in bodies)


async def test_the_body_of_a_page_that_is_read_stays_whole() -> None:
    assert b"".join(message.get("body", b"") for message in await messages_sent("GET")) == 3 * PIECE


def test_the_first_page_and_the_page_of_codes_answer_head(client, db: None) -> None:
    for name in ("home", "table:table_join_code"):
        answer = client.head(reverse(name))
        assert answer.status_code == 200
        assert answer.content == b""


def test_every_page_of_the_server_goes_through_it() -> None:
    assert isinstance(application.application_mapping["http"], HeadWithoutBody)
