"""`manage.py maintenance`: announce maintenance, wait until no round is being played, take the announcement back."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext_noop

from games.club_clock import club_clock
from games.table import maintenance

LOOK_INTERVAL: Final = 2.0
TEXT: Final = gettext_noop("Maintenance begins soon: rounds are played out.")
"""The usual text; the frame of the pages translates it for each reader."""


class Command(BaseCommand):
    """From `on` until `off` no match starts and no round is dealt; every page shows the text."""

    help = "Announce maintenance and wait for the rounds being played: on, off or status."
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what to do, the text of the banner, and how long to wait."""
        parser.add_argument("do", choices=["on", "off", "status"])
        parser.add_argument("--text", default=TEXT, help="shown on every page, at most 200 characters")
        parser.add_argument(
            "--wait", type=float, default=0, help="seconds to wait at most for running rounds"
        )

    def handle(self, *, do: str, text: str, wait: float, **options: Any) -> None:
        """Do it and print how many rounds are being played. Raises CommandError when they outlast the wait."""
        if do == "off":
            maintenance.end()
            self.stdout.write("Maintenance is over: matches start and rounds are dealt again.")
            return
        if do == "on":
            if len(text) > maintenance.MAX_TEXT_LENGTH:
                raise CommandError(f"The text has more than {maintenance.MAX_TEXT_LENGTH} characters.")
            maintenance.announce(text=text, now=club_clock.now())
        until = time.monotonic() + wait
        while (playing := maintenance.rounds_being_played()) and time.monotonic() < until:
            # Looked at again and again: rounds end in the servers, which send nothing to a command.
            time.sleep(max(0.0, min(LOOK_INTERVAL, until - time.monotonic())))
        announced = "announced" if maintenance.is_announced() else "not announced"
        self.stdout.write(f"Maintenance is {announced}. Rounds being played: {playing}.")
        if playing and wait:
            raise CommandError(f"After {wait:.0f} s rounds are still being played.")
