"""`manage.py steward`: the steward alone, beside several server processes started with `--no-steward`."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

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
            asyncio.run(steward.run(served=sign_of_life.is_served))
