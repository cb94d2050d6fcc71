"""Benchmark of floods: the slowest moves of other players before and during one, and the server's memory.

The rival has a process of its own (`rivals.py`). With two cores the server has one to itself; the measuring
process and the rival share the other, as neither is measured. The delay of the measuring process is printed
beside the figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.figures import Figure, percentile, print_figures
from tests.bench.load.tables import Screens, Seated, paced, screens
from tests.bench.rivals import KINDS, Misbehaving, rival
from tests.bench.servers import Process, club_server
from tests.bench.setting import environment, start_tables

TABLES, PACE = 50, (0.3, 0.9)
SECONDS, TURNS = 3.0, 3
"""How long each while is, and how often a while of peace and one of misbehaviour take turns; their median counts."""
SETTLING = 1.0
RECONNECTING = 12
"""Tables whose four people open twenty screens each."""
LOOKED_EVERY = 0.005
"""Seconds between two looks at how late the measuring process is."""


def measure_floods(folder: Path) -> None:
    """Print the figures. The people of the last table send the floods."""
    seated = start_tables(TABLES, people=4, prefix="flood")
    crowd = start_tables(RECONNECTING, people=4, prefix="crowd")
    together = Seated(crowd[0].code, tuple(cookie for place in crowd for cookie in place.cookies))
    figures = []
    around = {**environment(folder), "COLLECTED_STATIC": "false"}
    with club_server(folder, around) as server, pinned(server) as (servers, others):
        _read_a_page(server, seated[0])
        for kind in KINDS:
            people = together if kind == "reconnects at once" else seated[-1]
            figures += asyncio.run(_noticed(kind, server, seated[:-1], people, others))
    where = f"server on core {servers}, the others on {others}" if servers != others else "nothing pinned"
    print_figures(f"Floods, {TABLES - 1} tables playing, {where}", figures)


def _read_a_page(server: Process, place: Seated) -> None:
    """Load one page before the measurement, because the first page loads templates into memory."""
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/t/{place.code}/") as page:
        page.read()


@contextlib.contextmanager
def pinned(server: Process) -> Iterator[tuple[set[int], set[int]]]:
    """The server on a core of its own while the block runs; gives its cores and those for everybody else."""
    before = os.sched_getaffinity(0)
    first, *rest = sorted(before)
    if not rest:
        yield before, before
        return
    for thread in Path(f"/proc/{server.pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {first})
    os.sched_setaffinity(0, rest)
    try:
        yield {first}, set(rest)
    finally:
        os.sched_setaffinity(0, before)


async def _noticed(
    kind: str, server: Process, seated: Sequence[Seated], people: Seated, cores: set[int]
) -> list[Figure]:
    before, during, late = [], [], []
    spent, became = [], Counter[str]()
    async with screens([server], seated, paced(random.Random(5), *PACE)) as opened:
        await asyncio.sleep(SETTLING)
        memory = server.megabytes()
        most = memory
        for _ in range(TURNS):
            with rival(kind, server, people, cores) as misbehaving:
                await asyncio.sleep(SETTLING)
                began = server.cpu_seconds()
                before.append(await _slowest(opened))
                between = server.cpu_seconds()
                misbehaving.begin()
                async with _lateness(late):
                    during.append(await _slowest(opened))
                spent.append(server.cpu_seconds() - between - (between - began))
                most = max(most, server.megabytes())
                became += await asyncio.to_thread(Misbehaving.end, misbehaving)
    ratio = median(after / first for first, after in zip(before, during, strict=True))
    print(f"  {kind}: {', '.join(f'{count} {what}' for what, count in became.most_common())}", flush=True)
    return [
        Figure(f"{kind}: the others' p95 before", median(before) * 1000, "ms"),
        Figure(f"{kind}: p95 meanwhile", median(during) * 1000, "ms"),
        Figure(f"{kind}: times as long", ratio, "", 2),
        Figure(f"{kind}: the measuring process late, p95", percentile(late, 0.95) * 1000, "ms"),
        Figure(f"{kind}: the server's work on it", median(spent) / SECONDS * 100, "% core"),
        Figure(f"{kind}: memory", most - memory, "MB more", 50),
    ]


async def _slowest(opened: Screens) -> float:
    """Seconds from a move to its last screen, p95, over a while."""
    for table in opened.tables:
        table.latencies.clear()
    await asyncio.sleep(SECONDS)
    return percentile([latency for table in opened.tables for latency in table.latencies], 0.95)


@contextlib.asynccontextmanager
async def _lateness(late: list[float]) -> AsyncIterator[None]:
    """Gathers how many seconds later than it wished this process gets its turn."""

    async def look() -> None:
        while True:
            due = perf_counter() + LOOKED_EVERY
            await asyncio.sleep(LOOKED_EVERY)
            late.append(perf_counter() - due)

    task = asyncio.ensure_future(look())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})
