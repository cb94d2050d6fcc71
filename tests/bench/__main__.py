"""`make bench`: every figure of the house beside its target, measured on this machine, now."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench.engine import measure_engine
from tests.bench.figures import Figure, print_figures
from tests.bench.load.tables import (
    FloorLoad,
    at_once,
    floor_as_often,
    floor_load,
    floor_together,
    idle_megabytes,
    load,
    load_figures,
    paced,
    together,
)
from tests.bench.servers import club_server, floor_server
from tests.bench.setting import create_database, environment, start_tables

PARTS = (
    "engine",
    "strong",
    "drawing",
    "league",
    "disputes",
    "cockpit",
    "long-work",
    "loop",
    "house",
    "memory",
    "think",
    "restart",
    "promptness",
    "floods",
    "cluster",
    "kills",
)
CLOSED_LOOP_TABLES = 25
TURNS = 4
FULL_HOUSE_TABLES = 250
HUMAN_PACE = (1.5, 4.5)
TIMES_FLOOR = 4.0


def main(parts: Sequence[str], *, seconds: float) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # child processes are ended on exit
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ.update(environment(folder))
        import django

        django.setup()
        create_database()
        gc.freeze()  # as in the server, whose work is measured in this process
        gc.set_threshold(2_000, 10, 100_000)
        if "engine" in parts:
            print_figures("Engine", measure_engine())
        if "strong" in parts:
            from tests.bench.strong import measure_strong

            print_figures("Strong player", measure_strong())
        if "drawing" in parts:
            from tests.bench.drawing import measure_drawing

            print_figures("Drawing and writing", measure_drawing())
        if "league" in parts:
            from tests.bench.league import measure_league

            print_figures("League", measure_league())
        if "disputes" in parts:
            from tests.bench.disputes import measure_disputes

            print_figures("Disputes", measure_disputes())
        if "cockpit" in parts:
            from tests.bench.cockpit import measure_cockpit

            print_figures("Cockpit", measure_cockpit(folder))
        if "long-work" in parts:
            from tests.bench.load.long_work import measure_long_work

            print_figures("Longest wait of others during long work", measure_long_work(folder))
        if "loop" in parts:
            measure_closed_loop(folder)
        if "house" in parts:
            measure_full_house(folder)
        if "memory" in parts:
            from tests.bench.load.coming_and_going import measure_coming_and_going

            print_figures("Four hours of coming and going", measure_coming_and_going(folder))
        if "think" in parts:
            from tests.bench.think import measure_think

            print_figures("People beside strong bots", measure_think(folder))
        if "restart" in parts:
            from tests.bench.load.restart import measure_restart

            print_figures("Restart", measure_restart(folder))
        if "promptness" in parts:
            from tests.bench.load.promptness import measure_promptness

            print_figures("Promptness", measure_promptness(folder))
        if "floods" in parts:
            from tests.bench.load.floods import measure_floods

            measure_floods(folder)
        if "cluster" in parts:
            from tests.bench.load.cluster import measure_cluster

            measure_cluster(folder, seconds=seconds, floor=measured_floor(folder))
        if "kills" in parts:
            from tests.bench.load.kills import measure_kills

            measure_kills(folder)


def measured_floor(folder: Path) -> FloorLoad:
    """The bare floor in a closed loop."""
    with floor_server(folder) as floor:
        return asyncio.run(floor_load(floor, tables=CLOSED_LOOP_TABLES, seconds=5))


def measure_closed_loop(folder: Path) -> None:
    """Floor, club, and club on one core in turns, so that a machine that is busy for a while slows all of them down."""
    seated = start_tables(CLOSED_LOOP_TABLES, people=4, prefix="loop")
    floors, loads, on_one_core = [], [], []
    cores = os.sched_getaffinity(0)
    with floor_server(folder) as floor_process, club_server(folder, environment(folder)) as server:
        for _ in range(TURNS):
            floors.append(asyncio.run(floor_load(floor_process, tables=CLOSED_LOOP_TABLES, seconds=3)))
            loads.append(asyncio.run(load([server], seated, at_once, seconds=5)))
            server.run_on({max(cores)})
            on_one_core.append(asyncio.run(load([server], seated, at_once, seconds=5)))
            server.run_on(cores)
    floor, measured, kept = floor_together(floors), together(loads), together(on_one_core)
    figures = load_figures(
        measured, floor=floor, times_floor=TIMES_FLOOR, moves=None, p50=0, p99=0, longest=0, cores=None
    )
    figures.append(Figure("floor: bare ASGI, one transaction, four pushes", floor.moves_per_second, "/s"))
    figures.append(Figure("server kept on one core, processor time of a move", kept.cpu_ms, "ms"))
    figures.append(
        Figure("server kept on one core, times the floor", kept.cpu_ms / floor.cpu_ms, "x", TIMES_FLOOR)
    )
    print_figures(f"Closed loop, {CLOSED_LOOP_TABLES} tables", figures)
    for sentence in sorted(set(measured.refusals)):
        print(f"  refused: {sentence}")


def measure_full_house(folder: Path) -> None:
    pace = paced(random.Random(11), *HUMAN_PACE)
    seated = start_tables(FULL_HOUSE_TABLES, people=4, prefix="house")
    with club_server(folder, environment(folder)) as server:
        idle = asyncio.run(idle_megabytes(server, seated))
        people = asyncio.run(load([server], seated, pace, seconds=30))
    with_bots = start_tables(FULL_HOUSE_TABLES * 4 // 5, people=4, prefix="mixed-a")
    with_bots += start_tables(FULL_HOUSE_TABLES // 5, people=3, prefix="mixed-b")
    with club_server(folder, environment(folder)) as server:
        mixed = asyncio.run(load([server], with_bots, pace, seconds=30))
    with floor_server(folder) as bare:
        floor = floor_as_often(bare, people.moves_per_second, tables=FULL_HOUSE_TABLES, seconds=15)
    figures = load_figures(
        people, floor=floor, times_floor=TIMES_FLOOR, moves=None, p50=3.5, p99=15, longest=60, cores=None
    )
    figures.append(Figure("1,000 idle sockets, memory of the process", idle, "MB", 150))
    figures.append(Figure("with bots at seats, p99", mixed.latency(0.99), "ms", 2 * people.latency(0.99)))
    print_figures(f"Full house, {FULL_HOUSE_TABLES} tables, 1,000 sockets", figures)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    asked.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; none: all of them")
    asked.add_argument("--seconds", type=float, default=20, help="how long the part cluster plays (20)")
    told = asked.parse_args()
    main(told.parts or PARTS, seconds=told.seconds)
