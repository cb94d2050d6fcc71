"""`manage.py steward`: the steward alone, beside several server processes started with `--no-steward`."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.table import steward, thinking
from kraken_site import sign_of_life


class Command(BaseCommand):
    """Run the steward for every server process of this club."""

    help = "Run the steward alone: bots, windows, next deals."
    requires_migrations_checks = True

    def handle(self, **options: Any) -> None:
        """Serve until told to stop."""
        sign_of_life.start_club_clock()
        with contextlib.suppress(KeyboardInterrupt), thinking.open_workers():
            asyncio.run(_serve())


async def _serve() -> None:
    """The steward, and beside it answers to servers that ask for tips, until one of them fails."""
    serving = steward.run(served=sign_of_life.is_served)
    if not settings.REDIS_URL:
        await serving
        return
    # Imported here, because the Redis library takes six megabytes.
    from games.table import think_over_redis

    await asyncio.gather(serving, think_over_redis.answer_servers(settings.REDIS_URL))
