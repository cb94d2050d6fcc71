"""ASGI middleware: answer `/healthz`, by which the proxy and containers check that the process is alive."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kraken_site.serving.http.plain_text import answer

PATH: Final = "/healthz"


class HealthCheck:
    """Answer 200 for `/healthz` on the event loop; pass every other request on.

    It stands in front of the limit on pages made at once: a health check that waits for slow pages makes the proxy
    take a working server out of service. Neither Django, a thread nor the database takes part.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        if scope["path"] == PATH:
            await answer(send, 200, b"alive\n")
        else:
            await self.application(scope, receive, send)
