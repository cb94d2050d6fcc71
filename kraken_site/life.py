"""How long nobody was served, whoever died: servers renew a row, and who finds it old notes an outage.

The same holds for a killed server, a database that was away and a laptop that slept.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.kit.club_clock import club_clock
from games.table.broadcast.executor import table_executor
from games.table.services import note_outage
from kraken_site.models import SignOfLife

ROW: Final = 1
RENEWED_EVERY: Final = 2.0
"""Seconds between two signs of life of a server."""
OUTAGE: Final = timedelta(seconds=5)
"""A sign of life older than this means that nobody was served meanwhile."""

log = logging.getLogger("club.life")


def show_life(now: datetime) -> timedelta:
    """Renew the sign of life. Gives how long nobody was served, when this call was the one to find that out.

    Compare-and-set on the row: of several servers that start together one notes the outage, and the others wait until
    it is noted. Whoever dies meanwhile has noted nothing and renewed nothing.
    """
    row, made = SignOfLife.objects.get_or_create(pk=ROW, defaults={"at": now})
    away = now - row.at
    if made:
        return timedelta(0)
    found = SignOfLife.objects.filter(pk=ROW, at=row.at, at__lt=now)
    if away <= OUTAGE:
        found.update(at=now)
        return timedelta(0)
    with transaction.atomic():
        if not found.update(at=now):
            return timedelta(0)
        matches = note_outage(began=row.at, now=now)
    log.info("nobody was served for %.0f s; %d matches go on where they were", away.total_seconds(), matches)
    return away


def start_clock() -> None:
    """Let the time at the tables go on from the last sign of life: the machine's clock may have been set back since."""
    last = SignOfLife.objects.filter(pk=ROW).values_list("at", flat=True).first()
    if last is not None:
        club_clock.go_on_from(last)


def is_served(now: datetime) -> bool:
    """Whether a server has shown life lately, so that what is due may be done."""
    return SignOfLife.objects.filter(pk=ROW, at__gte=now - OUTAGE).exists()


async def renew() -> None:
    """Show life once, from the event loop."""
    await table_executor.run(show_life, club_clock.now())
