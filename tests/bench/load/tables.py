"""Tables under load: the floor, a closed loop, and a full house at a human pace."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import mean
from time import perf_counter, process_time
from typing import Final, NamedTuple

from tests.bench.figures import Figure, percentile
from tests.bench.load.players import Pace, Player, Table
from tests.bench.load.sockets import Socket, connect
from tests.bench.servers import Process

FLOOR_MOVE: Final = '{"do":"play","card":"HJ","window":"1.card0","HEADERS":{}}'
RAMP_UP_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Seated:
    """A table to play at: its code and the session cookies of its people by seat; a bot has none."""

    code: str
    cookies: tuple[str | None, ...]


class FloorLoad(NamedTuple):
    """The floor under a load: its rate, and milliseconds of its processor time for each move."""

    moves_per_second: float
    cpu_ms: float


def at_once(send: Callable[[], None]) -> None:
    send()


async def floor_load(floor: Process, *, tables: int, seconds: float, pace: Pace = at_once) -> FloorLoad:
    """Moves against the floor: once all four sockets of a table were told, one of them sends again at that pace."""
    done = 0
    sockets: list[Socket] = []

    async def open_floor_table(number: int) -> None:
        nonlocal done
        told = 0
        four: list[Socket] = []

        def on_text(_socket: Socket, _text: str) -> None:
            nonlocal told, done
            told += 1
            if told == len(four):
                told = 0
                done += 1
                pace(move)

        def move() -> None:
            four[0].send(FLOOR_MOVE)

        four += [
            await connect(port=floor.port, path=f"/{number}", cookie="", on_text=on_text) for _ in range(4)
        ]
        sockets.extend(four)
        pace(move)

    for number in range(tables):
        await open_floor_table(number)
    before, cpu, began = done, floor.cpu_seconds(), perf_counter()
    await asyncio.sleep(seconds)
    moves, took = done - before, perf_counter() - began
    spent = floor.cpu_seconds() - cpu
    for socket in sockets:
        socket.close()
    return FloorLoad(moves / took, spent / moves * 1000)


def not_at_all(_send: Callable[[], None]) -> None:
    """Send no answer: the pace of screens that only watch."""


def paced(chance: random.Random, soonest: float, latest: float) -> Pace:
    """Answers go out after a while, as people's do."""

    def later(send: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(chance.uniform(soonest, latest), send)

    return later


def floor_as_often(floor: Process, moves_per_second: float, *, tables: int, seconds: float) -> FloorLoad:
    """The floor under so many moves a second at so many tables.

    A process that sleeps between two moves takes longer for each than in a closed loop: the floor three times as long,
    the club twice.
    """
    between = tables / moves_per_second
    pace = paced(random.Random(11), between / 2, between * 3 / 2)
    return asyncio.run(floor_load(floor, tables=tables, seconds=seconds, pace=pace))


@dataclass(frozen=True, slots=True)
class Screens:
    """Open screens: their tables, and who sits behind each, table by table."""

    tables: list[Table]
    people: list[list[Player]]


@contextlib.asynccontextmanager
async def screens(servers: Sequence[Process], seated: Sequence[Seated], pace: Pace) -> AsyncIterator[Screens]:
    """A screen for every person at every table, answering at that pace, until the block ends.

    The people of one table are spread over all servers.
    """
    chance = random.Random(7)
    opened = Screens([], [])
    sockets: list[Socket] = []
    for place in seated:
        seats = [seat for seat, cookie in enumerate(place.cookies) if cookie]
        table = Table(place.code, seen=[0] * len(seats))
        people = [Player(table, number, chance, pace) for number in range(len(seats))]
        opened.tables.append(table)
        opened.people.append(people)
        for player, seat in zip(people, seats, strict=True):
            port = servers[seat % len(servers)].port
            cookie = place.cookies[seat] or ""
            sockets.append(
                await connect(port=port, path=f"/ws/t/{place.code}/", cookie=cookie, on_text=player.on_text)
            )
    try:
        yield opened
    finally:
        for socket in sockets:
            socket.close()


@dataclass(frozen=True, slots=True)
class Load:
    """Measurements at all tables over a period: rates per second, seconds, shares of a core, megabytes.

    `cores` is the load of the servers, `client_cores` that of the players in this process.
    """

    moves_per_second: float
    latencies: tuple[float, ...]
    cores: float
    client_cores: float
    megabytes: float
    refusals: tuple[str, ...]
    pushes: tuple[int, ...]

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of the servers' processor time for each move."""
        return self.cores / self.moves_per_second * 1000

    def latency(self, share: float) -> float:
        """A percentile in milliseconds from the move sent to the last screen."""
        return percentile(self.latencies, share) * 1000


async def load(
    servers: Sequence[Process],
    seated: Sequence[Seated],
    pace: Pace,
    *,
    seconds: float,
) -> Load:
    """Play at all tables for so many seconds after a ramp-up."""
    async with screens(servers, seated, pace) as opened:
        return await measured(servers, opened, seconds=seconds)


async def measured(servers: Sequence[Process], opened: Screens, *, seconds: float) -> Load:
    """Measure these screens for so many seconds after a ramp-up; cores and memory are those of all servers."""
    tables = opened.tables
    await asyncio.sleep(RAMP_UP_SECONDS)
    for table in tables:
        table.latencies.clear()
        table.pushes.clear()
        table.moves = 0
    cpu, own, began = sum(server.cpu_seconds() for server in servers), process_time(), perf_counter()
    await asyncio.sleep(seconds)
    took = perf_counter() - began
    return Load(
        moves_per_second=sum(table.moves for table in tables) / took,
        latencies=tuple(latency for table in tables for latency in table.latencies),
        cores=(sum(server.cpu_seconds() for server in servers) - cpu) / took,
        client_cores=(process_time() - own) / took,
        megabytes=sum(server.megabytes() for server in servers),
        refusals=tuple(refusal for table in tables for refusal in table.refusals),
        pushes=tuple(size for table in tables for size in table.pushes),
    )


def together(loads: Sequence[Load]) -> Load:
    """Several measurements of the same length as one; the memory is that of the last."""
    return Load(
        moves_per_second=mean(one.moves_per_second for one in loads),
        latencies=tuple(chain.from_iterable(one.latencies for one in loads)),
        cores=mean(one.cores for one in loads),
        client_cores=mean(one.client_cores for one in loads),
        megabytes=loads[-1].megabytes,
        refusals=tuple(chain.from_iterable(one.refusals for one in loads)),
        pushes=tuple(chain.from_iterable(one.pushes for one in loads)),
    )


def floor_together(floors: Sequence[FloorLoad]) -> FloorLoad:
    """Several measurements of the floor, of the same length, as one."""
    moves = sum(one.moves_per_second for one in floors)
    spent = sum(one.cpu_ms * one.moves_per_second for one in floors)
    return FloorLoad(moves / len(floors), spent / moves)


async def idle_megabytes(server: Process, seated: Sequence[Seated]) -> float:
    """Memory of the server while everybody looks and nobody moves."""
    async with screens([server], seated, not_at_all):
        await asyncio.sleep(RAMP_UP_SECONDS)
        return server.megabytes()


def load_figures(
    measured: Load,
    *,
    floor: FloorLoad,
    times_floor: float,
    moves: float | None,
    p50: float,
    p99: float,
    longest: float,
    cores: float | None,
) -> list[Figure]:
    """A load as figures beside what is asked of it; 0 asks nothing.

    Processor time for each move is compared with the floor's for the same move at the same pace: that ratio survives a
    noisy machine, which rates and waits do not.
    """
    return [
        Figure("moves", measured.moves_per_second, "/s", moves, at_most=False),
        Figure("move sent to the last screen, p50", measured.latency(0.5), "ms", p50 or None),
        Figure("move sent to the last screen, p99", measured.latency(0.99), "ms", p99 or None),
        Figure("move sent to the last screen, longest", measured.latency(1), "ms", longest or None),
        Figure("server", measured.cores * 100, "% core", cores),
        Figure("server, processor time of a move", measured.cpu_ms, "ms"),
        Figure("floor, processor time of a move", floor.cpu_ms, "ms"),
        Figure("times the floor", measured.cpu_ms / floor.cpu_ms, "x", times_floor),
        Figure("client", measured.client_cores * 100, "% core"),
        Figure("refused", len(measured.refusals), "", 0),
    ]
