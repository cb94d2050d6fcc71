"""Memory of a server while people put their phones away and come back, as often as in four hours of an evening."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from tests.bench.figures import Figure
from tests.bench.load.tables import Seated, at_once, screens
from tests.bench.servers import Process, club_server
from tests.bench.setting import environment, start_tables

TABLES: Final = 25
RETURNS: Final = 32
"""How often each person leaves and returns: every seven and a half minutes for four hours."""
PLAYED: Final = 1.0
"""Seconds of play, without a pause to think, between two of them."""
SETTLED: Final = 4
"""Returns after which everything a server loads and caches once is there."""
GROWTH: Final = 1.2
"""Memory at the end may be so many times that after `SETTLED` returns."""


def measure_coming_and_going(folder: Path) -> list[Figure]:
    """Everybody at all tables leaves and comes back, over and over, and plays in between."""
    seated = start_tables(TABLES, people=4, prefix="coming")
    with club_server(folder, environment(folder)) as server:
        megabytes = asyncio.run(_memory_of_each_return(server, seated))
    return [
        Figure(f"sockets opened and closed, {TABLES} tables", 4 * TABLES * RETURNS, ""),
        Figure(f"memory after {SETTLED} returns of everybody", megabytes[SETTLED - 1], "MB"),
        Figure(f"memory after {RETURNS} returns", megabytes[-1], "MB"),
        Figure("growth", megabytes[-1] / megabytes[SETTLED - 1], "times", GROWTH),
    ]


async def _memory_of_each_return(server: Process, seated: list[Seated]) -> list[float]:
    megabytes = []
    for _ in range(RETURNS):
        async with screens([server], seated, at_once):
            await asyncio.sleep(PLAYED)
            megabytes.append(server.megabytes())
    return megabytes
