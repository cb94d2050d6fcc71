"""The address of this site as links in mail write it: never taken from a request, whose Host header can be forged. And
whether a URL that came with a request leads to this site, and the address at which phones in the room reach it.
"""

from __future__ import annotations

import socket
from typing import Final
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

_printed = ""


def remember_origin(origin: str) -> None:
    """Remember the origin that `manage.py serve` printed in local play, for phones where the network allows it."""
    global _printed  # noqa: PLW0603  a server prints one address
    _printed = origin


def known_origin() -> str:
    """Return the first of SITE_ORIGINS, or in local play the printed origin, "" in a process that printed none."""
    return settings.SITE_ORIGINS[0] if settings.SITE_ORIGINS else _printed


def site_origin() -> str:
    """Return the site's scheme, host and port; localhost where nothing else is known."""
    return known_origin() or f"http://localhost:{settings.SERVE_PORT}"


def site_host() -> str:
    """Return the site's host, with its port where the origin names one."""
    return urlsplit(site_origin()).netloc


def absolute_url(path: str) -> str:
    """Return the whole address of a path, for reading outside the site."""
    return urljoin(site_origin(), path)


def is_on_this_site(url: str, request: HttpRequest) -> bool:
    """Return whether a URL that came with a request leads to the host of that request, so that it may be followed."""
    return url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
# Documentation range (RFC 5737): connecting a UDP socket sends nothing, and tells which address would be used.
SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)


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
