"""`manage.py analyse`: make the look back of closed rounds, as a worker does when nothing else is to be done."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.analysis import queries, services


class Command(BaseCommand):
    """Analyse every closed round that has no analysis of the present version; print how many."""

    help = "Analyse closed rounds for the look back; with --all also those that have an analysis already."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--all`."""
        parser.add_argument("--all", action="store_true", help="make every analysis anew")

    def handle(self, *, all: bool, **options: Any) -> None:  # noqa: A002
        """Analyse and report."""
        done = 0
        if all:
            for round_ in queries.analysable_rounds().select_related("match").order_by("pk").iterator():
                services.analyse_round(round_=round_, now=timezone.now())
                done += 1
        else:
            while services.analyse_next(now=timezone.now()) is not None:
                done += 1
        self.stdout.write(f"{done} rounds analysed")
