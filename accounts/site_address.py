"""The address of this site as links in mail write it: never taken from a request, whose Host header can be forged. And
whether a URL that came with a request leads to this site.
"""

from __future__ import annotations

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
