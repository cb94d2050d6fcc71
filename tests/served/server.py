"""The club's server as pressure tests need it: `python -m tests.served.server --port N [--no-steward]`.

The same `manage.py serve`, with five things only tests may have: bots and windows are quick and no bot searches;
a match may be as short as the engine plays it; while the file `hold` lies in `VAR_DIR`, the next move stops when it
is written and not answered, says so with the file `held`, and goes on when `hold` is taken away; while the file `slow`
lies there, `/readyz` writes a file `slow-*` and answers when `slow` is taken away; and `SHORT_MINUTE` is the number of
seconds that count as the minute after which a player is away.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from tests.short_matches import allow_short_matches

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

HOLD, HELD = "hold", "held"
SLOW = "slow"
LONGEST = 30.0


def be_quick() -> None:
    """Bots think a tenth of a second, none of them searches, and nobody waits for a sheet.

    Without a worker every level plays as the easy one.
    """
    from games.table import thinking
    from games.table.log import due_times

    thinking.open_workers = nullcontext

    due_times.MIN_BOT_SECONDS, due_times.MAX_BOT_SECONDS, due_times.TRICK_SECONDS = 0.05, 0.1, 0.1
    due_times.CLAIM_WINDOW_SECONDS, due_times.CONTRACT_SECONDS = 0.1, 0.1
    due_times.LAST_TRICK_SECONDS, due_times.SHEET_SECONDS = 0.2, 0.2


def shorten_the_minute(seconds: float) -> None:
    """Absence is found out and counted so much sooner."""
    from games.table.screen import attendance
    from games.table.screen.zones import agreements as notices
    from games.table.services.moves import agreements

    agreements.MAX_AWAY = notices.MAX_AWAY = attendance.MAX_VISIT_AGE = timedelta(seconds=seconds)
    attendance.LOOK_INTERVAL = 0.3


def slow_down_a_page(folder: Path) -> None:
    """Make `/readyz` wait inside its view while the file `slow` is there."""
    from django.urls import path

    from kraken_site import urls, views

    def slow(request: HttpRequest) -> HttpResponse:
        if (folder / SLOW).exists():
            (folder / f"{SLOW}-{token_hex(8)}").touch()
            wait_while(folder / SLOW)
        return views.readyz(request)

    urls.urlpatterns.insert(0, path("readyz", slow))


def wait_while(file: Path) -> None:
    """Block this thread until the file is gone, at most LONGEST seconds."""
    waiting = threading.Event()
    for _ in range(int(LONGEST / 0.01)):
        if not file.exists():
            return
        waiting.wait(0.01)


def main(arguments: list[str]) -> None:
    """Arm and serve until ended."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from games.table.services.moves import writing

    be_quick()
    allow_short_matches()
    if "SHORT_MINUTE" in os.environ:
        shorten_the_minute(float(os.environ["SHORT_MINUTE"]))
    folder, write = settings.VAR_DIR, writing._write
    slow_down_a_page(folder)

    def held(*args: Any, **about: Any) -> None:
        write(*args, **about)
        if (folder / HOLD).exists():
            (folder / HELD).touch()
            wait_while(folder / HOLD)

    writing._write = held
    call_command("serve", "--host", "127.0.0.1", *arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
