"""People at their tables while strong bots think at others: how much later the screens are told."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.load.tables import Load, Seated, measured, paced, screens
from tests.bench.servers import Process, club_server
from tests.bench.setting import environment, start_tables

TABLES = 100
TABLES_WITH_BOTS = 6
SECONDS = 30
HUMAN_PACE = (1.5, 4.5)
QUICK_PACE = (0.3, 0.6)
"""Pace of the person among three bots: the bots have more to think than beside a slower one."""


def measure_think(folder: Path) -> list[Figure]:
    """The same tables twice on one server: alone, and beside six tables of one person and three strong bots."""
    people = start_tables(TABLES, people=4, prefix="think-p")
    with_bots = start_tables(TABLES_WITH_BOTS, people=1, prefix="think-b", level="strong")
    with club_server(folder, environment(folder)) as server:
        alone, _none = asyncio.run(_played(server, people, []))
        beside, bots = asyncio.run(_played(server, people, with_bots))
    ratio = beside.latency(0.99) / alone.latency(0.99)
    return [
        Figure("moves at tables of people, alone, p99", alone.latency(0.99), "ms"),
        Figure("the same beside six tables of strong bots, p99", beside.latency(0.99), "ms"),
        Figure("times as long", ratio, "", 2),
        Figure("the same beside strong bots, p50", beside.latency(0.5), "ms"),
        Figure("pushes at a table with strong bots", bots, "/min"),
    ]


async def _played(server: Process, people: list[Seated], with_bots: list[Seated]) -> tuple[Load, float]:
    """Measure the tables of people while the others are played too; with the pushes a minute at one of those."""
    pace = paced(random.Random(11), *HUMAN_PACE)
    async with (
        screens([server], people, pace) as measured_ones,
        screens([server], with_bots, paced(random.Random(12), *QUICK_PACE)) as others,
    ):
        load = await measured([server], measured_ones, seconds=SECONDS)
        pushes = sum(len(table.pushes) for table in others.tables)
    return load, pushes * 60 / SECONDS / max(len(with_bots), 1)
