"""Check match records: one JSON line of answer per record (README, "Match records")."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.record import check_text
from games.engine.registry import game


class Command(BaseCommand):
    """Streams: a record is read, answered and forgotten before the next one."""

    help = "Play match records through the rules, print one JSON line for each; exit 1 when one is not ok."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--choices", action="store_true", help="add what each actor could have chosen")
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="a record, or - for one record per line on standard input",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        all_ok = True
        for name in options["files"]:
            for written in self._records(name):
                report = check_text(written, game, with_choices=options["choices"])
                all_ok = all_ok and report["ok"] is True
                self.stdout.write(json.dumps(report))
        if not all_ok:
            sys.exit(1)

    def _records(self, name: str) -> Iterator[bytes]:
        """The records to check: each line of standard input, or a file as a whole; an unreadable file counts
        as empty.
        """
        if name == "-":
            yield from (line for line in sys.stdin.buffer if line.strip())
            return
        try:
            yield Path(name).read_bytes()
        except OSError as error:
            self.stderr.write(f"{name}: {error.strerror}")
            yield b""
