"""`manage.py backup FILE`: write a checked copy of the database while matches go on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from kraken_site.backup import CopyRefused, back_up


class Command(BaseCommand):
    """Write one file that `manage.py restore` reads."""

    help = "Write a checked copy of the whole database into FILE; nobody has to stop playing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file to write."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that is not there yet")

    def handle(self, *, file: Path, **options: Any) -> None:
        """Write and check the copy, and print its size."""
        try:
            back_up(file)
        except CopyRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes, checked")
