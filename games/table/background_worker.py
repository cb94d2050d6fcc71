"""Work that nobody waits for (`signals.run_in_background`), done beside the steward in a process of its own."""

from __future__ import annotations

import logging
from concurrent.futures import Future
from datetime import datetime
from typing import Final

from games.table.worker_process import Worker, start_process

NICENESS: Final = 19
"""How far the process steps back for the server (`nice`), and for that which searches."""

log = logging.getLogger("club.think")


class Background:
    """Work that nobody waits for, done beside the steward in a process of its own."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._work: Future[int] | None = None

    def go_on(self, *, now: datetime) -> int:
        """Let the process look for work, unless it is at work; returns how much was done since the last call."""
        done = 0
        if self._work is not None:
            if not self._work.done():
                return 0
            fault = self._work.exception()
            if fault is None:
                done = self._work.result()
            else:
                log.error("background work failed: %s", type(fault).__name__)
        self._work = self._worker.submit(do_background_work)
        return done


# What runs in the process.


def start_with_database(niceness: int) -> None:
    """Prepare a worker process that reads and writes the database, as the server does."""
    start_process(niceness)
    import django

    django.setup()


def do_background_work() -> int:
    """Do the work of `signals.run_in_background` until none is left; returns how much it was.

    What fails is logged and left for the next call; meanwhile the others do their work.
    """
    from django.db import connection

    from games.table.signals import background_work, send_to_each

    done = 0
    while answers := send_to_each(background_work):
        done += (step := sum(answers))
        has_failed = len(answers) < len(background_work.receivers)
        if has_failed:
            connection.close_if_unusable_or_obsolete()
        if has_failed or not step:
            break
    return done


background_worker = Worker(start_with_database, NICENESS)
background = Background(background_worker)
