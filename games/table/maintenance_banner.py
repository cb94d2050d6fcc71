"""The banner of announced maintenance on every page, read every few seconds instead of for every page."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from games.table.maintenance import ROW, Maintenance
from games.table.threads import call_in_thread

EVERY: Final = 5.0
"""Seconds between two looks of a server."""
_text = ""


def read() -> None:
    """Read the text of announced maintenance, "" without one."""
    global _text  # noqa: PLW0603  one banner a process
    _text = Maintenance.objects.filter(pk=ROW).values_list("text", flat=True).first() or ""


async def look() -> None:
    """Read it from the event loop."""
    await call_in_thread(read)


def banner_context(request: HttpRequest) -> dict[str, str]:
    """The text of the banner for the frame of every page."""
    return {"maintenance": _text}
