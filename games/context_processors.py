"""Context processor for the frame of every page."""

from __future__ import annotations

from django.http import HttpRequest

from games.table.maintenance import banner


def maintenance(request: HttpRequest) -> dict[str, str]:
    """Return the text of announced maintenance, "" without one."""
    return {"maintenance": banner()}
