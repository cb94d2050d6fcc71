"""The link to a table, with an address that works on other people's phones too."""

from __future__ import annotations

import socket
from typing import Final
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest
from django.urls import reverse

from accounts.site_address import absolute_url, known_origin
from games.engine.seats import Seat

THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
# Documentation range (RFC 5737): connecting a UDP socket sends nothing, and tells which address would be used.
SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)


FROM: Final = "from"
"""The key in a link of the seat of the player who shared it."""


def invitation(request: HttpRequest, code: str, *, seat: Seat | None = None) -> str:
    """Return the link to a table, with the `seat` of the player who shares it; on the server's own screen with the
    address the server printed for phones.
    """
    path = reverse("table:table", args=[code])
    if seat is not None:
        path = f"{path}?{urlencode({FROM: seat})}"
    return link_for_phones(request, path)


def link_for_phones(request: HttpRequest, path: str) -> str:
    """Return the link to a page; on the server's own screen with the address the server printed for phones."""
    link = request.build_absolute_uri(path)
    on_this_machine = urlsplit(link).hostname in THIS_MACHINE
    return absolute_url(path) if on_this_machine and known_origin() else link


def lan_address() -> str | None:
    """Return this machine's address on its network, or None when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
