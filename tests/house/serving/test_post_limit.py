"""The limit of refused posts: further ones are answered unread, and no other player is slowed down."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games.table.log.errors import TableRefusal
from kraken_site.serving.http import post_limit
from kraken_site.serving.http.post_limit import REFUSED_AT_ONCE, PostLimit

Answers = list[dict[str, Any]]


class Pages:
    """Pages that answer every request with one status, and count those they were asked for."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.asked = 0

    async def __call__(self, _scope: object, _receive: object, send: Any) -> None:
        self.asked += 1
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b""})


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_limit, "HELD", 0)
    monkeypatch.setattr(post_limit, "monotonic", lambda: 100.0)


async def asked(guard: PostLimit, *, session: str = "", method: str = "POST", times: int = 1) -> Answers:
    """The beginnings of the answers to the same request, sent so many times."""
    answers: Answers = []

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answers.append(message)

    headers = [(b"cookie", f"csrftoken=x; sessionid={session}".encode())] if session else []
    scope = {"type": "http", "method": method, "headers": headers, "client": ["192.0.2.7", 1]}
    for _ in range(times):
        await guard(scope, None, send)
    return answers


async def test_after_a_hundred_refused_posts_the_next_is_not_read() -> None:
    pages = Pages(409)
    guard = PostLimit(pages)
    answers = await asked(guard, session="rival", times=REFUSED_AT_ONCE + 5)
    assert pages.asked == REFUSED_AT_ONCE
    assert answers[-1]["status"] == 429
    assert dict(answers[-1]["headers"])[b"refusal-code"] == TableRefusal.TOO_FAST.encode()


async def test_posts_that_do_something_are_never_too_many() -> None:
    pages = Pages(200)
    await asked(PostLimit(pages), session="player", times=3 * REFUSED_AT_ONCE)
    assert pages.asked == 3 * REFUSED_AT_ONCE


async def test_a_rival_at_the_same_address_hinders_no_player() -> None:
    """With a session of his own, without one, and with ones he has made up."""
    pages = Pages(409)
    guard = PostLimit(pages)
    for rival in ("rival", "", "made-up"):
        await asked(guard, session=rival, times=2 * REFUSED_AT_ONCE)
    pages.status = 200
    answers = await asked(guard, session="player")
    assert [answer["status"] for answer in answers] == [200]


async def test_pages_are_not_counted() -> None:
    pages = Pages(404)
    await asked(PostLimit(pages), session="reader", method="GET", times=3 * REFUSED_AT_ONCE)
    assert pages.asked == 3 * REFUSED_AT_ONCE


async def test_one_sessions_posts_come_one_after_the_other_and_keep_nobody_else_waiting() -> None:
    """Nor do visitors wait for each other, who have none; a post that was given up keeps no turn."""
    under_way: list[str] = []
    go_on = asyncio.Event()

    async def pages(scope: dict[str, Any], _receive: object, _send: object) -> None:
        under_way.append(dict(scope["headers"]).get(b"cookie", b"").decode().rpartition("=")[2])
        await go_on.wait()

    guard = PostLimit(pages)
    sent = [
        asyncio.create_task(asked(guard, session=session)) for session in ("one", "one", "one", "two", "", "")
    ]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert sorted(under_way) == ["", "", "one", "two"]
    sent[1].cancel()
    go_on.set()
    await asyncio.gather(*sent, return_exceptions=True)
    assert under_way.count("one") == 2
