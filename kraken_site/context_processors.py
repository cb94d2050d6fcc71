"""Context processors for the frame of every page."""

from __future__ import annotations

from django.http import HttpRequest

from games.table.maintenance import banner
from kraken_site.views import current_release


def release(request: HttpRequest) -> dict[str, str]:
    """Return the release, which a table compares with that of the server after a reconnection."""
    return {"release": current_release()}


def maintenance(request: HttpRequest) -> dict[str, str]:
    """Return the text of announced maintenance, "" without one."""
    return {"maintenance": banner()}
