"""`manage.py think`: a worker that searches for bots, beside the one each steward starts for itself."""

from __future__ import annotations

import os
import sys
import threading
import time
from argparse import ArgumentParser
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.table.thinking.worker import Pipe, Source, work

NICENESS: Final = 10
TRIED_AGAIN: Final = 1.0
"""Seconds until lost Redis is tried again."""


class Command(BaseCommand):
    """Answer questions of bots from Redis, or as the child of a server from its standard input."""

    help = (
        "Search for bots of the levels good and strong. Needs Redis; without it a server has its own worker."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether a server started it."""
        parser.add_argument("--child", action="store_true", help="end when the standard input does")

    def handle(self, *, child: bool, **options: Any) -> None:
        """Work until told to stop. Raises CommandError without Redis and without a server that asks."""
        if not settings.REDIS_URL and not child:
            raise CommandError("Without REDIS_URL nobody can ask this worker: each server starts its own.")
        os.nice(NICENESS)
        try:
            if not settings.REDIS_URL:
                work(Pipe(sys.stdin.buffer, sys.stdout.buffer))
                return
            if child:
                threading.Thread(target=_end_with_the_input, daemon=True).start()
            _work_over_redis()
        except (KeyboardInterrupt, BrokenPipeError):
            return


def _work_over_redis() -> None:
    from games.table.thinking import over_redis  # imported here: the Redis library takes six megabytes

    while True:
        source: Source = over_redis.Stream(settings.REDIS_URL)
        try:
            work(source)
        except over_redis.OUT_OF_REACH:
            time.sleep(TRIED_AGAIN)


def _end_with_the_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
