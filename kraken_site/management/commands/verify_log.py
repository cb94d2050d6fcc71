"""`manage.py verify_log`: replay every match from its log and compare the result with the other rows."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.table.log.models import Match
from games.table.services import verify_log


class Command(BaseCommand):
    """Print a line for every match that differs from its log; exit with status 1 when there is one."""

    help = "Replay matches from their logs and compare; says what differs, without naming a card."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the codes of matches; all of them without one."""
        parser.add_argument("codes", nargs="*", metavar="CODE", help="codes of matches (all of them)")

    def handle(self, *, codes: list[str], **options: Any) -> None:
        """Verify and report."""
        matches = Match.objects.order_by("pk")
        if codes:
            wanted = {code.upper() for code in codes}
            matches = matches.filter(code__in=wanted)
            if missing := wanted - set(matches.values_list("code", flat=True)):
                raise CommandError(f"There is no match {', '.join(sorted(missing))}.")
        checked = wrong = 0
        for match in matches.iterator():
            found = verify_log(match)
            checked += 1
            wrong += bool(found)
            for sentence in found:
                self.stdout.write(f"{match.code}: {sentence}")
        self.stdout.write(f"{checked} checked, {wrong} wrong")
        if wrong:
            raise CommandError("A log is not as it was written.", returncode=1)
