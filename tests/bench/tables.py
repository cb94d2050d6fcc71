"""Tables at people's pace: processor time of a move, and how soon the last of four screens shows it.

The time runs from the move sent to the frame of the fourth screen. The floor is measured at as many tables and as many
moves a second: a process that sleeps between two moves needs longer for each.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from math import inf
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

from tests.bench.figures import Figure, percentile, print_figures
from tests.bench.servers import Process, Setting, club_server, club_steward, floor_server
from tests.pressure.players import Pace, Player, Table, think_some_seconds
from tests.pressure.sockets import Socket, connect
from tests.served.backends import own_postgresql, own_redis
from tests.served.processes import environment_of, free_port
from tests.served.setting import Seated, furnish

TABLES: Final = (20, 60, 250)
SETTLING: Final = 4.0
"""Seconds between the last screen opened and the first move measured."""
OPENS_WITHIN: Final = 4.0
ASKED_WAITS, OTHERS_WAIT = 6.0, 24.0
"""Seconds after which a page gives up an attempt (static/js/table/connection/socket.js): one that does not open, and an
open one that stays silent. A player who is asked sends a sign of life after two seconds, others a heartbeat after
twenty; each waits four more for the answer."""
FLOOR_SECONDS: Final = 5.0
FLOOR_MOVE: Final = '{"do":"play","card":"HJ","window":"1.card0","HEADERS":{}}'
ONE_SERVER: Final = {
    "cpu": 2.7,
    "floors": 2.8,
    "median": 6,
    "99": 30,
    "longest": 100,
    "idle": 180,
    "back": 12_000,
}
TWO_SERVERS: Final = {"cpu": 5.5, "median": 12, "99": 60}
"""What is asked at 250 tables: milliseconds, times the floor, megabytes of idle sockets."""


@dataclass(frozen=True, slots=True)
class Load:
    """What was measured while people played: seconds of wall clock, of the servers, and until each move was shown."""

    moves: int
    seconds: float
    cpu_seconds: float
    latencies: Sequence[float]
    refusals: Sequence[str] = ()
    own_seconds: float = 0

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of processor time for each move."""
        return self.cpu_seconds / self.moves * 1000 if self.moves else inf

    def latency(self, share: float) -> float:
        """Milliseconds until the last screen shows a move, for this share of the moves."""
        return percentile(self.latencies, share) * 1000 if self.latencies else inf


def measure_tables(setting: Setting) -> None:
    """Print the figures of one server on SQLite, for each number of tables."""
    for number in setting.tables:
        seated = furnish(setting.environment, number, 4, f"of{number}-")
        with club_server(setting.environment) as server:
            load = asyncio.run(play([server], seated, setting))
        asked = ONE_SERVER if number == max(TABLES) else {}
        figures = load_figures(load, measure_floor(setting.folder, load, number), asked)
        if number == max(setting.tables):
            idle, away, back = asyncio.run(_idle_and_back(setting.environment, seated))
            phones = f"{4 * number:,}"
            figures += [
                Figure(f"memory of the server with {phones} idle sockets", idle, "MB", asked.get("idle")),
                Figure("restart: from its stop to the next one's first answer", away),
                Figure(f"restart: until all {phones} phones are back", back, "ms", asked.get("back")),
            ]
        print_figures(f"{number} tables of four people, one server, SQLite", figures)


def measure_cluster(setting: Setting) -> None:
    """Print the figures of two servers and a steward on PostgreSQL and Redis. PostgreSQL writes to the disk first.

    The people of each table are spread over both servers.
    """
    number = max(setting.tables)
    with contextlib.ExitStack() as stack:
        postgresql = stack.enter_context(own_postgresql(options=""))
        redis = stack.enter_context(own_redis())
        environment = environment_of(
            setting.folder, DATABASE_URL=postgresql.url, REDIS_URL=redis.url, WEB_PROCESSES="2"
        )
        seated = furnish(environment, number, 4, "cluster-")
        servers = [stack.enter_context(club_server(environment, "--no-steward")) for _ in range(2)]
        stack.enter_context(club_steward(environment))
        load = asyncio.run(play(servers, seated, setting))
    asked = TWO_SERVERS if number == max(TABLES) else {}
    figures = load_figures(load, measure_floor(setting.folder, load, number), asked)
    print_figures(f"{number} tables of four people, two servers, PostgreSQL, Redis", figures)


def load_figures(load: Load, floor: Load, asked: Mapping[str, float]) -> list[Figure]:
    """A load, and the floor beside it, as figures."""
    return [
        Figure("server, processor time of a move", load.cpu_ms, "ms", asked.get("cpu")),
        Figure(
            f"floor: {floor.latency(0.5):.1f} median, {floor.latency(0.99):.1f} 99 of 100; of a move",
            floor.cpu_ms,
        ),
        Figure("times the floor", load.cpu_ms / floor.cpu_ms, "floors", asked.get("floors")),
        Figure("move sent to the last screen, median", load.latency(0.5), "ms", asked.get("median")),
        Figure("move sent to the last screen, 95 of 100", load.latency(0.95)),
        Figure("move sent to the last screen, 99 of 100", load.latency(0.99), "ms", asked.get("99")),
        Figure("move sent to the last screen, longest", load.latency(1), "ms", asked.get("longest")),
        Figure("moves a second", load.moves / load.seconds, ""),
        Figure("moves refused", len(load.refusals), "", 0),
        Figure("the bench's own work, of a core", load.own_seconds / load.seconds * 100, "%"),
    ]


async def play(servers: Sequence[Process], seated: Sequence[Seated], setting: Setting) -> Load:
    """Let everybody play, and measure that."""
    async with screens(servers, seated, think_some_seconds(random.Random(11), *setting.think)) as tables:
        await asyncio.sleep(SETTLING)
        return await measure(servers, tables, setting.seconds)


async def measure(servers: Sequence[Process], tables: Sequence[Table], seconds: float) -> Load:
    """What happens at open tables in so many seconds."""
    for table in tables:
        table.latencies, table.refusals, table.moves = [], [], 0
    cpu, own, began = sum(server.cpu_seconds() for server in servers), process_time(), perf_counter()
    await asyncio.sleep(seconds)
    return Load(
        moves=sum(table.moves for table in tables),
        seconds=perf_counter() - began,
        cpu_seconds=sum(server.cpu_seconds() for server in servers) - cpu,
        latencies=[latency for table in tables for latency in table.latencies],
        refusals=list(chain.from_iterable(table.refusals for table in tables)),
        own_seconds=process_time() - own,
    )


@contextlib.asynccontextmanager
async def screens(
    servers: Sequence[Process], seated: Sequence[Seated], pace: Pace
) -> AsyncIterator[list[Table]]:
    """A screen for every person at every table until the block ends; those of a table are spread over all servers.

    A screen that was closed comes back, as its page does.
    """
    chance, tables = random.Random(7), []
    opened: list[tuple[Callable[[], Awaitable[Socket]], Socket]] = []
    for place in seated:
        people = [(seat, cookie) for seat, cookie in enumerate(place.cookies) if cookie]
        tables.append(table := Table(place.code, seen=[0] * len(people)))
        for number, (seat, cookie) in enumerate(people):
            player, port = Player(table, number, chance, pace), servers[seat % len(servers)].port
            open_it = partial(_open, player, port, cookie)
            opened.append((open_it, await open_it()))
    returning = asyncio.create_task(_reopen(opened))
    try:
        yield tables
    finally:
        returning.cancel()
        for _open_it, socket in opened:
            socket.close()


async def _open(player: Player, port: int, cookie: str) -> Socket:
    """The player's screen; what was meant to be said before is said again if it is still asked."""
    player.answered.clear()
    return await connect(port=port, path=f"/ws/t/{player.table.code}/", cookie=cookie, on_text=player.on_text)


async def _reopen(opened: list[tuple[Callable[[], Awaitable[Socket]], Socket]]) -> None:
    """Twice a second, open again what was closed."""
    while True:
        await asyncio.sleep(0.5)
        for number, (open_it, socket) in enumerate(opened):
            if socket.closed:
                with contextlib.suppress(OSError):
                    opened[number] = open_it, await open_it()


def measure_floor(folder: Path, load: Load, tables: int) -> Load:
    """The floor at so many tables and as many moves a second as in that load."""
    between = tables * load.seconds / load.moves
    pace = think_some_seconds(random.Random(11), between / 2, between * 3 / 2)
    with floor_server(folder) as floor:
        return asyncio.run(_play_floor(floor, tables, pace))


async def _play_floor(floor: Process, tables: int, pace: Pace) -> Load:
    latencies: list[float] = []
    sockets = [
        socket for number in range(tables) for socket in await _floor_table(floor, number, pace, latencies)
    ]
    await asyncio.sleep(SETTLING)
    latencies.clear()
    cpu = floor.cpu_seconds()
    await asyncio.sleep(FLOOR_SECONDS)
    spent = floor.cpu_seconds() - cpu
    for socket in sockets:
        socket.close()
    return Load(len(latencies), FLOOR_SECONDS, spent, latencies)


async def _floor_table(floor: Process, number: int, pace: Pace, latencies: list[float]) -> list[Socket]:
    """Four sockets, one of which sends at that pace once all four were told of the move before."""
    told, sent_at = 0, 0.0

    def move() -> None:
        nonlocal told, sent_at
        told, sent_at = 0, perf_counter()
        four[0].send(FLOOR_MOVE)

    def on_text(_socket: Socket, _text: str) -> None:
        nonlocal told
        told += 1
        if told == 4:
            latencies.append(perf_counter() - sent_at)
            pace(move)

    four = [await connect(port=floor.port, path=f"/{number}", cookie="", on_text=on_text) for _ in range(4)]
    pace(move)
    return four


async def _idle_and_back(
    environment: Mapping[str, str], seated: Sequence[Seated]
) -> tuple[float, float, float]:
    """Memory in MB while everybody looks and nobody moves; ms from a stop to the next answer and to the last phone."""
    port = free_port()
    people = [(place.code, cookie) for place in seated for cookie in place.cookies if cookie]
    with contextlib.ExitStack() as first, contextlib.ExitStack() as second:
        server = first.enter_context(club_server(environment, port=port))
        sockets = [await _whole_table(port, code, cookie, OTHERS_WAIT) for code, cookie in people]
        await asyncio.sleep(SETTLING)
        idle = server.megabytes()
        began = perf_counter()
        await asyncio.to_thread(first.close)
        chance = random.Random(3)
        phones = [
            asyncio.create_task(
                _come_back(port, *person, ASKED_WAITS if number % 4 == 0 else OTHERS_WAIT, chance)
            )
            for number, person in enumerate(people)
        ]
        await asyncio.to_thread(second.enter_context, club_server(environment, port=port))
        away = perf_counter() - began
        sockets += await asyncio.gather(*phones)
        back = perf_counter() - began
        for socket in sockets:
            socket.close()
    return idle, away * 1000, back * 1000


async def _come_back(port: int, code: str, cookie: str, waits: float, chance: random.Random) -> Socket:
    """Open the table again as its page does: at longer and longer intervals, until the whole table is shown."""
    for tries in count():
        await asyncio.sleep(min(8, 0.5 * 2**tries) * chance.uniform(0.5, 1))
        with contextlib.suppress(OSError, TimeoutError):
            return await _whole_table(port, code, cookie, waits)
    raise AssertionError("count() has no end")


async def _whole_table(port: int, code: str, cookie: str, waits: float) -> Socket:
    """An open screen that shows the whole table. Raises OSError or TimeoutError when it does not within `waits`."""
    shown = asyncio.Event()

    def on_text(_socket: Socket, text: str) -> None:
        if 'id="table"' in text:
            shown.set()

    async with asyncio.timeout(OPENS_WITHIN):
        socket = await connect(port=port, path=f"/ws/t/{code}/", cookie=cookie, on_text=on_text)
    try:
        async with asyncio.timeout(waits):
            await shown.wait()
    except TimeoutError:
        socket.close()
        raise
    return socket
