"""Host names and origins of this site: those of SITE_ORIGINS, or in local play those of this network."""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

_HOST = re.compile(r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{1,5}))?", re.IGNORECASE)
_ORIGIN = re.compile(rf"https?://{_HOST.pattern}")
"""What browsers send: no user, no path, no other character, which two libraries could read as two hosts."""
_LOCAL_NAMES = frozenset({"localhost", "testserver", socket.gethostname().casefold()})


def is_local_host(host: str) -> bool:
    """Return whether `host` (name or address, with or without a port) is this machine or on its network."""
    written = _HOST.fullmatch(host)
    if written is None:
        return False
    name = written["name"].casefold().strip("[]").rstrip(".")
    if name in _LOCAL_NAMES or name.endswith((".local", ".localhost", ".lan", ".home.arpa")):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local


def origin_may_open(origin: str, *, host: str) -> bool:
    """Return whether a page of `origin` may open a socket on the server addressed as `host` (with its port).

    A public site has a list of origins, compared by scheme, host and port. In local play, which has no TLS, the page
    must come from the same host and port as the socket, and that host must be on this network.
    """
    try:
        wanted = _parts(origin) if _ORIGIN.fullmatch(origin) else None
    except ValueError:
        return False
    if wanted is None:
        return False
    if not settings.LOCAL_PLAY:
        return wanted in {_parts(allowed) for allowed in settings.SITE_ORIGINS}
    return is_local_host(host) and wanted == _parts(f"http://{host}")


def _parts(origin: str) -> tuple[str, str, int]:
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(origin)
    return parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)
