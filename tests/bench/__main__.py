"""`make bench`: milliseconds at people's pace on this machine, now; `make bench PART="others kills"`: those parts."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest

from tests.bench.tables import TABLES, measure_cluster, measure_tables
from tests.served.processes import environment_of

PARTS = {
    "tables": "20, 60 and 250 tables, one server, SQLite",
    "cluster": "two servers, PostgreSQL, Redis",
    "small": "rules, strong player, drawing, standings, disputes, in this process",
    "others": "moves of others during floods, long work, strong bots",
    "kills": "thirty kills of servers and steward",
}
USUAL = ("tables", "cluster", "small")


def main(asked: argparse.Namespace) -> None:
    """Measure the parts asked for. A part that needs a program which is not installed is left out, and said to be."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # child processes are ended on exit
    think = tuple(asked.think)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = environment_of_bench(folder)
        gc.freeze()  # as in the server, whose work is measured in this process
        gc.set_threshold(2_000, 10, 100_000)
        for part in asked.parts or USUAL:
            try:
                measure_part(part, folder, environment, asked, think)
            except pytest.skip.Exception as missing:
                print(f"\n{PARTS[part]}: not measured, {missing}")


def environment_of_bench(folder: Path) -> dict[str, str]:
    """The environment of this process and its servers: a club of its own in `folder`, one SQLite file."""
    database = f"sqlite:///{folder / 'bench.sqlite3'}"
    os.environ.setdefault("SECRET_KEY", "only-for-the-bench-and-nothing-else-0123456789")
    # Before anything reads the settings: nothing here may touch the club that lives in var/.
    os.environ.update(
        DJANGO_SETTINGS_MODULE="kraken_site.settings", VAR_DIR=str(folder), DATABASE_URL=database
    )
    (folder / "static").mkdir()
    environment = environment_of(folder, DATABASE_URL=database)
    os.environ.update(environment)
    return environment


def measure_part(
    part: str,
    folder: Path,
    environment: dict[str, str],
    asked: argparse.Namespace,
    think: tuple[float, float],
) -> None:
    """Measure one part and print its figures."""
    if part == "tables":
        measure_tables(folder, environment, asked.tables, think, asked.seconds)
    elif part == "cluster":
        measure_cluster(folder, asked.tables, think, asked.seconds)
    elif part == "small":
        from tests.bench.small import measure_small

        measure_small()
    elif part == "others":
        from tests.bench.others import measure_others

        measure_others(environment, think)
    elif part == "kills":
        from tests.bench.soak import measure_kills

        measure_kills(folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="; ".join(map(": ".join, PARTS.items())))
    parser.add_argument("--seconds", type=float, default=15, help="how long each load is measured (15)")
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES, help="numbers of tables (20 60 250)")
    parser.add_argument("--think", type=float, nargs=2, default=(2, 8), help="seconds a player thinks (2 8)")
    told = parser.parse_args()
    if unknown := set(told.parts) - set(PARTS):
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    main(told)
