"""`manage.py restore FILE`: restore what `manage.py backup` wrote. Servers and stewards must be stopped first."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from kraken_site.backup import CopyRefused, is_empty, restore
from kraken_site.sign_of_life import may_be_running


class Command(BaseCommand):
    """Restore a copy; refused while a server runs, confirmed before anything is replaced."""

    help = "Make the database what it was when FILE was written. Stop servers and stewards first."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file to read, and the flag that answers the question."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that `backup` has written")
        parser.add_argument("--replace", action="store_true", help="replace a database that holds something")

    def handle(self, *, file: Path, replace: bool, **options: Any) -> None:
        """Restore the copy, unless a server runs or something would be replaced unasked."""
        if not is_empty():
            if may_be_running(timezone.now()):
                raise CommandError("A server is running on this database: stop it first.")
            if not replace:
                raise CommandError(
                    "This database holds something already; --replace puts the copy in its place."
                )
        try:
            restore(file)
        except CopyRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"restored from {file}; run `manage.py migrate` if it is of an older version")
