"""ASGI middleware: answer HEAD requests with the headers of the page and no body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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
