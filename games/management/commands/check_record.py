"""Check match records: one JSON line of answer per record (record.md)."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand

from games.engine.record import check_record
from games.engine.registry import game


class Command(BaseCommand):
    help = "Play match records through the rules and print one JSON line for each; exit status 1 when one is not ok."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--choices", action="store_true", help="add what each actor could have chosen")
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a record, or - for one record per line on input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        all_ok = True
        for name in options["files"]:
            for text in _records(name, sys.stdin):
                report = check_record(_parsed(text), game, with_choices=options["choices"])
                all_ok = all_ok and report["ok"] is True
                self.stdout.write(json.dumps(report, ensure_ascii=False))
        if not all_ok:
            sys.exit(1)


def _records(name: str, standard_input: TextIO) -> Iterator[str]:
    """The texts to check: each line of standard input, or a file as a whole; unreadable ones give an empty text."""
    if name == "-":
        yield from (line for line in standard_input if line.strip())
        return
    try:
        yield Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        yield ""


def _parsed(text: str) -> object:
    """The JSON value, or None, which is no record."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
