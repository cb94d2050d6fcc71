"""`manage.py backup FILE`: a whole, checked copy of the database while people play."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from kraken_site.copies import CopyRefused, back_up


class Command(BaseCommand):
    """One file that `manage.py restore` takes back."""

    help = "Write a checked copy of the whole database into FILE; nobody has to stop playing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that is not there yet")

    def handle(self, *, file: Path, **options: Any) -> None:
        """Copy, check, and say how large it became."""
        try:
            back_up(file)
        except CopyRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes, checked")
