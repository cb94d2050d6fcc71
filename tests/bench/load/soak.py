"""`make soak`: people play for hours while servers and steward are killed; nothing is lost and no memory is.

Each lap has new tables of its own. One server is never killed: its memory is that of somebody who plays all evening.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
from pathlib import Path
from time import monotonic

from tests.bench.figures import Figure, print_figures
from tests.bench.load.kills import gaps_in, keeping, kept, played
from tests.bench.servers import Process
from tests.served.processes import manage
from tests.served.setting import furnished

TABLES, KILLS = 10, 10
BETWEEN = (20.0, 40.0)
"""Seconds between two kills: a lap takes five minutes."""
GROWTH = 1.2
"""Memory after the last lap may be so many times that after the first."""


def main(hours: float, *, between: tuple[float, float]) -> bool:
    """Play at least two laps, print the figures of each lap and of the whole; whether all of them are as asked."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # child processes are ended on exit
    ends, chance, lap = monotonic() + hours * 3600, random.Random(17), 0
    moves = lost = 0
    megabytes: list[float] = []
    slowest = [0.0]
    with tempfile.TemporaryDirectory() as name, keeping(Path(name), TABLES) as club:
        keeper, seated, environment, postgresql = club
        watched = keeper.ports[0]
        while lap < 2 or monotonic() < ends:
            if lap:
                seated = furnished(environment, TABLES, 3, f"lap{lap}-")
            people, _starts, equal = asyncio.run(
                played(keeper, seated, KILLS, postgresql, chance, between=between, spared=(watched,))
            )
            of_lap, missing = kept(people, postgresql)
            moves, lost, lap = moves + of_lap, lost + missing, lap + 1
            slowest.append(equal)
            megabytes.append(Process(watched, keeper.pid(watched)).megabytes())
            print(f"lap {lap}: {of_lap} moves, {missing} lost, {megabytes[-1]:.0f} MB", flush=True)
        gaps = gaps_in(postgresql)
        wrong = f"{lap * TABLES} checked, 0 wrong" not in manage(environment, "verify_log")
    figures = [
        Figure("moves acknowledged", moves, "", lap * KILLS, at_most=False),
        Figure("of them not in the log, or not in order", lost, "", 0),
        Figure("logs with a gap", gaps, "", 0),
        Figure("logs that do not verify", wrong, "", 0),
        Figure("after a lap until all screens are equal, slowest", max(slowest), "s", 5),
        Figure("memory of a server, last lap to first", megabytes[-1] / megabytes[0], "times", GROWTH),
    ]
    print_figures(f"{lap} laps of {TABLES} tables, {lap * KILLS} kills", figures)
    return all(figure.met for figure in figures)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m tests.bench.load.soak", description=__doc__)
    asked.add_argument("--hours", type=float, default=2, help="how long (2)")
    asked.add_argument("--between", type=float, nargs=2, default=BETWEEN, help="seconds between two kills")
    told = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    sys.exit(0 if main(told.hours, between=tuple(told.between)) else 1)
