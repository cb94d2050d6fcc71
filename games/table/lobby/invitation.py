"""The link a newcomer follows: an address that works on their phone, not only on this machine."""

from __future__ import annotations

import socket
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from django.http import HttpRequest
from django.urls import reverse

THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
# Documentation range (RFC 5737): asking for the way there sends nothing, and names our own address.
SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)


_reachable_at = ""


def reachable_at(host_and_port: str) -> None:
    """The server listens on the network: phones reach it there. Told once by `manage.py serve`."""
    global _reachable_at  # noqa: PLW0603  a server has one such address
    _reachable_at = host_and_port


def invitation(request: HttpRequest, code: str) -> str:
    """The link to a table. Whoever plays on the server's own screen hands out its address on the network instead."""
    link = request.build_absolute_uri(reverse("table", args=[code]))
    parts = urlsplit(link)
    if not _reachable_at or parts.hostname not in THIS_MACHINE:
        return link
    return urlunsplit(parts._replace(netloc=_reachable_at))


def lan_address() -> str | None:
    """Return this machine's address on its network, or None when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
