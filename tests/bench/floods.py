"""What bad behaviour costs the others: their slowest moves before and meanwhile, and the memory of the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from time import perf_counter

from tests.bench.figures import Figure, percentile, print_figures
from tests.bench.servers import Process, club_server
from tests.bench.setting import environment, start_tables
from tests.bench.sockets import Socket, connect
from tests.bench.tables import Screens, Seated, paced, screens

TABLES, PACE = 50, (0.3, 0.9)
SECONDS = 10.0
NONSENSE = json.dumps({"do": "play", "card": "HJ", "window": "1.card0"})
GIANT = json.dumps({"do": "say", "text": "x" * 5000})
SCREENS = 1000

Misbehaviour = Callable[[Process, Sequence[Seated]], Awaitable[None]]


def measure_floods(folder: Path) -> None:
    """Print the figures. The last table and its people are the ones who misbehave."""
    seated = start_tables(TABLES, people=4, prefix="flood")
    crowd = start_tables(SCREENS // 80, people=4, prefix="crowd")
    figures = []
    with club_server(folder, environment(folder)) as server:
        for name, misbehave, people in (
            ("a flood", flood, seated[-1:]),
            ("frames over 4,096 bytes", giants, seated[-1:]),
            (f"{len(crowd) * 80} reconnects at once", reconnects, crowd),
        ):
            figures += asyncio.run(_noticed(name, server, seated[:-1], misbehave, people))
    print_figures(f"Floods, {TABLES} tables playing", figures)


async def _noticed(
    name: str, server: Process, seated: Sequence[Seated], misbehave: Misbehaviour, people: Sequence[Seated]
) -> list[Figure]:
    async with screens([server], seated, paced(random.Random(5), *PACE)) as opened:
        await asyncio.sleep(3)
        memory, before = server.megabytes(), await _slowest(opened)
        async with _meanwhile(misbehave(server, people)):
            during = await _slowest(opened)
        more = server.megabytes() - memory
    return [
        Figure(f"{name}: moves of the others, p95 before", before * 1000, "ms"),
        Figure(f"{name}: times as long meanwhile", during / before, "", 2),
        Figure(f"{name}: memory", more, "MB more", 50),
    ]


async def _slowest(opened: Screens) -> float:
    """Seconds from a move to its last screen, p95, over a while."""
    for table in opened.tables:
        table.latencies.clear()
    await asyncio.sleep(SECONDS)
    return percentile([latency for table in opened.tables for latency in table.latencies], 0.95)


@contextlib.asynccontextmanager
async def _meanwhile(work: Awaitable[None]) -> AsyncIterator[None]:
    task = asyncio.ensure_future(work)
    try:
        yield
        if task.done():
            task.result()
    finally:
        task.cancel()
        await asyncio.wait({task})


async def flood(server: Process, people: Sequence[Seated]) -> None:
    """As many frames as fit, over and over, by somebody who comes back each time he is cut off."""
    await _again_and_again(server, people[0], [NONSENSE] * 2000)


async def giants(server: Process, people: Sequence[Seated]) -> None:
    """Frames the server does not take."""
    await _again_and_again(server, people[0], [GIANT] * 20)


async def reconnects(server: Process, people: Sequence[Seated]) -> None:
    """Each of them opens twenty screens, all at once, once."""
    opened: list[Socket] = []
    try:
        opened += await asyncio.gather(
            *(_opened(server, place, seat) for place in people for seat in range(4) for _ in range(20))
        )
        await asyncio.Event().wait()
    finally:
        for socket in opened:
            socket.close()


async def _again_and_again(server: Process, place: Seated, frames: Sequence[str]) -> None:
    while True:
        with contextlib.suppress(OSError):
            socket = await _opened(server, place, 0)
            until = perf_counter() + 2
            while not socket.closed and socket.close_code is None and perf_counter() < until:
                for frame in frames:
                    socket.send(frame)
                await asyncio.sleep(0.05)
            socket.close()
        await asyncio.sleep(0.05)


async def _opened(server: Process, place: Seated, seat: int) -> Socket:
    return await connect(
        port=server.port,
        path=f"/ws/t/{place.code}/",
        cookie=place.cookies[seat] or "",
        on_text=lambda _socket, _text: None,
    )
