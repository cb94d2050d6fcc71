"""A body over the limit of its address is refused, with and without a stated length; a smaller one arrives whole."""

from __future__ import annotations

from typing import Any

import pytest

from kraken_site.serving.http.body_limit import LARGEST, LARGEST_IMPORT, BodyLimit

PIECE = 65536


async def posted(path: str, size: int, *, stated: bool) -> tuple[int, int]:
    """The status of the answer, and the bytes the page was given (-1: it was not asked)."""
    left, statuses, given = size, [], -1

    async def receive() -> dict[str, Any]:
        nonlocal left
        body, left = b"x" * min(left, PIECE), max(0, left - PIECE)
        return {"type": "http.request", "body": body, "more_body": left > 0}

    async def send(message: dict[str, Any]) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    async def page(_scope: object, receive: Any, send: Any) -> None:
        nonlocal given
        given, more = 0, True
        while more:
            message = await receive()
            given, more = given + len(message["body"]), message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})

    headers = [(b"content-length", str(size).encode())] if stated else []
    await BodyLimit(page)({"type": "http", "path": path, "headers": headers}, receive, send)
    return statuses[0], given


@pytest.mark.parametrize("stated", [True, False])
@pytest.mark.parametrize(
    ("path", "largest"), [("/accounts/login/", LARGEST), ("/c/club/members/import/", LARGEST_IMPORT)]
)
async def test_a_body_at_the_limit_arrives_whole_and_a_byte_more_is_refused(
    path: str, largest: int, stated: bool
) -> None:
    assert await posted(path, largest, stated=stated) == (200, largest)
    assert await posted(path, largest + 1, stated=stated) == (413, -1)
