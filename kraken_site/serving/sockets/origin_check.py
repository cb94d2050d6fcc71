"""ASGI middleware: refuse WebSockets opened by a page of another site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from kraken_site.hosts import origin_may_open
from kraken_site.serving.sockets.refusals import refuse


class OriginCheck:
    """Refuse a socket whose Origin header is missing or names another site."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        scheme = "http"  # local play has no TLS of its own
        if settings.TRUST_PROXY and headers.get(b"x-forwarded-proto") == b"https":
            scheme = "https"
        if origin_may_open(origin, host=host, scheme=scheme):
            await self.application(scope, receive, send)
        else:
            await refuse(receive, send)
