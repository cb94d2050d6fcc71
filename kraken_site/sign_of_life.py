"""Detect outages: servers renew one row, and a row found too old at the next renewal is a time nobody was served.

That covers a killed server, a database out of reach and a suspended machine alike.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction

from games.club_clock import club_clock
from games.table.services import note_outage
from games.table.threads import call_in_thread
from kraken_site.models import SignOfLife

ROW_KEY: Final = 1
RENEWAL_INTERVAL: Final = 2.0
"""Seconds between two renewals by one server."""
MAX_ROW_AGE: Final = timedelta(seconds=5)
"""Age of the row above which nobody was served meanwhile."""
MAX_AGE_OF_RUNNING_SERVER: Final = timedelta(seconds=10)
"""Age of the row up to which a server may be running: longer than `MAX_ROW_AGE`, because one that renews late runs
too."""

log = logging.getLogger("club.life")


def renew(now: datetime) -> timedelta:
    """Renew the row; return how long nobody was served when this call has detected an outage, else zero.

    Compare-and-set on the row: of several servers that start together one notes the outage, and the others wait until
    it is noted. The outage and the renewal are one transaction: a server killed in between has done neither.
    """
    row, created = SignOfLife.objects.get_or_create(pk=ROW_KEY, defaults={"at": now})
    away = now - row.at
    if created:
        return timedelta(0)
    unchanged = SignOfLife.objects.filter(pk=ROW_KEY, at=row.at, at__lt=now)
    if away <= MAX_ROW_AGE:
        unchanged.update(at=now)
        return timedelta(0)
    with transaction.atomic():
        if not unchanged.update(at=now):
            return timedelta(0)
        matches = note_outage(began=row.at, now=now)
    log.info("nobody was served for %.0f s; %d matches go on where they were", away.total_seconds(), matches)
    return away


def start_club_clock() -> None:
    """Start the club clock no earlier than the last renewal: the machine's clock may have been set back since."""
    last = SignOfLife.objects.filter(pk=ROW_KEY).values_list("at", flat=True).first()
    if last is not None:
        club_clock.go_on_from(last)


def is_served(now: datetime) -> bool:
    """Return whether a server has renewed the row lately, so that due work may be done."""
    return SignOfLife.objects.filter(pk=ROW_KEY, at__gte=now - MAX_ROW_AGE).exists()


def may_be_running(now: datetime) -> bool:
    """Return whether a server may be running, also one that renews late; False before the row's table was made."""
    if SignOfLife._meta.db_table not in connection.introspection.table_names():
        return False
    return SignOfLife.objects.filter(at__gt=now - MAX_AGE_OF_RUNNING_SERVER).exists()


async def renew_now() -> None:
    """Renew the row from the event loop."""
    await call_in_thread(renew, club_clock.now())
