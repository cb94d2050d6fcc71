"""From which pages a socket may be opened, and which names are ours in local play."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

_LOCAL_NAMES = frozenset({"localhost", "testserver", socket.gethostname().casefold()})


def is_local_host(host: str) -> bool:
    """Whether `host` (name or address, with or without a port) is this machine or on its network."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    if name in _LOCAL_NAMES or name.endswith((".local", ".localhost", ".lan", ".home.arpa")):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local


def origin_may_open(origin: str, *, host: str, scheme: str = "http") -> bool:
    """Whether a page of `origin` may open a socket on the server addressed as `host` (with its port).

    A public site has a list of origins, compared by scheme, host and port. In local play the page must
    come from the very scheme, host and port it now calls, and that must be on this network.
    """
    try:
        wanted = _parts(origin)
    except ValueError:
        return False
    if not settings.LOCAL_PLAY:
        return wanted in {_parts(allowed) for allowed in settings.SITE_ORIGINS}
    return is_local_host(host) and wanted == _parts(f"{scheme}://{host}")


def _parts(origin: str) -> tuple[str, str, int]:
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(origin)
    return parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)


class OriginGuard:
    """Refuse a socket whose page comes from elsewhere, or does not say where it comes from."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        scheme = "http"  # local play has no TLS of its own
        if settings.TRUST_PROXY and headers.get(b"x-forwarded-proto") == b"https":
            scheme = "https"
        if origin_may_open(origin, host=host, scheme=scheme):
            return await self.application(scope, receive, send)
        await receive()
        await send({"type": "websocket.close"})
        return None
