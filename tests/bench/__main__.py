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

from tests.bench.others import measure_others
from tests.bench.servers import Setting
from tests.bench.small import measure_small
from tests.bench.soak import measure_kills
from tests.bench.tables import TABLES, measure_cluster, measure_tables
from tests.served.processes import environment_of

PARTS = {
    "tables": (measure_tables, "20, 60 and 250 tables, one server, SQLite"),
    "cluster": (measure_cluster, "two servers, PostgreSQL, Redis"),
    "small": (measure_small, "rules, strong player, drawing, standings, disputes, in this process"),
    "others": (measure_others, "moves of others during floods, long work, strong bots"),
    "kills": (measure_kills, "thirty kills of servers and steward"),
}
USUAL = ("tables", "cluster", "small")


def main(asked: argparse.Namespace) -> None:
    """Measure the parts asked for. A part that needs a program which is not installed is left out, and said to be."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # child processes are ended on exit
    with tempfile.TemporaryDirectory() as name:
        environment = environment_of_bench(Path(name))
        setting = Setting(Path(name), environment, asked.tables, tuple(asked.think), asked.seconds)
        gc.freeze()  # as in the server, whose work is measured in this process
        gc.set_threshold(2_000, 10, 100_000)
        for part in asked.parts or USUAL:
            measure, what = PARTS[part]
            try:
                measure(setting)
            except pytest.skip.Exception as missing:
                print(f"\n{what}: not measured, {missing}")


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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help="; ".join(f"{name}: {what}" for name, (_, what) in PARTS.items()),
    )
    parser.add_argument("--seconds", type=float, default=12, help="how long each load is measured (12)")
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES, help="numbers of tables (20 60 250)")
    parser.add_argument("--think", type=float, nargs=2, default=(2, 8), help="seconds a player thinks (2 8)")
    told = parser.parse_args()
    if unknown := set(told.parts) - set(PARTS):
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    main(told)
