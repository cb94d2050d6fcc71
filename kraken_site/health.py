"""`/healthz`: whether the process answers, asked by the proxy and by containers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PATH: Final = "/healthz"
ANSWER: Final = b"alive\n"
HEADERS: Final = [
    (b"content-type", b"text/plain"),
    (b"content-length", str(len(ANSWER)).encode()),
    (b"cache-control", b"no-store"),
]


class Health:
    """Answer 200 for `/healthz` on the event loop; hand every other request on.

    It stands in front of the limit on pages made at once: a health check that waits for slow pages makes the proxy
    take a working server out of service. Neither Django, a thread nor the database takes part.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        if scope["path"] != PATH:
            await self.application(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": ANSWER})
