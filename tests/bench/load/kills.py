"""Thirty kills at random moments under load: what was acknowledged is there, the logs have no gap."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from time import perf_counter

import psycopg

from tests.bench.figures import Figure, print_figures
from tests.bench.load.tables import Seated
from tests.bench.servers import free_port, wait_until_ready
from tests.pressure.people import Crowd, Person, crowd
from tests.served.backends import PostgreSQL, own_postgresql, own_redis
from tests.served.processes import environment_of, manage, running, until
from tests.served.setting import furnished

KILLS, TABLES = 30, 10
BETWEEN = (0.2, 2.0)
"""Seconds everything runs between two kills."""
SERVER, STEWARD = "tests.served.server", "tests.served.watched_steward"


class Keeper:
    """Two servers and a steward, each of which can be killed and is started again."""

    def __init__(self, environment: Mapping[str, str], stack: contextlib.ExitStack) -> None:
        self._environment = environment
        self._stack = stack
        self.ports = [free_port(), free_port()]
        self._running = {name: self._started(name) for name in (*self.ports, STEWARD)}
        for port in self.ports:
            wait_until_ready(port, self._running[port])

    def pid(self, port: int) -> int:
        """The process of the server at that port."""
        return self._running[port].pid

    def kill_one(self, chance: random.Random, spared: Collection[int | str] = ()) -> float:
        """Kill one (signal 9) and start it again; seconds from its start to its first answer, 0 for a steward."""
        name = chance.choice([name for name in self._running if name not in spared])
        self._running[name].kill()
        self._running[name].wait()
        began = perf_counter()
        again = self._running[name] = self._started(name)
        if name == STEWARD:
            return 0.0
        wait_until_ready(int(name), again)
        return perf_counter() - began

    def _started(self, name: int | str) -> subprocess.Popen[str]:
        words = [STEWARD] if name == STEWARD else [SERVER, "--port", str(name), "--no-steward"]
        return self._stack.enter_context(running(["-m", *words], self._environment))


def measure_kills(folder: Path, *, kills: int = KILLS, tables: int = TABLES) -> None:
    """Print the figures."""
    with keeping(folder, tables) as (keeper, seated, environment, postgresql):
        people, starts, equal = asyncio.run(played(keeper, seated, kills, postgresql, random.Random(13)))
        moves, lost = kept(people, postgresql)
        gaps = gaps_in(postgresql)
        wrong = f"{tables} checked, 0 wrong" not in manage(environment, "verify_log")
    figures = [
        Figure("moves acknowledged", moves, "", kills, at_most=False),
        Figure("of them not in the log, or not in order", lost, "", 0),
        Figure("logs with a gap", gaps, "", 0),
        Figure("logs that do not verify", wrong, "", 0),
        Figure("killed server to its first answer, slowest", max(starts), "s", 3),
        Figure("after the last restart until all screens are equal", equal, "s", 5),
    ]
    print_figures(f"{kills} kills of servers and steward, {tables} tables", figures)


@contextlib.contextmanager
def keeping(folder: Path, tables: int) -> Iterator[tuple[Keeper, list[Seated], dict[str, str], PostgreSQL]]:
    """The club, running, with tables of three people and a bot."""
    with contextlib.ExitStack() as stack:
        postgresql = stack.enter_context(own_postgresql())
        redis = stack.enter_context(own_redis())
        environment = environment_of(
            folder, DATABASE_URL=postgresql.url, REDIS_URL=redis.url, WEB_PROCESSES="2"
        )
        seated = furnished(environment, tables, 3)
        yield Keeper(environment, stack), seated, environment, postgresql


async def played(
    keeper: Keeper,
    seated: list[Seated],
    kills: int,
    postgresql: PostgreSQL,
    chance: random.Random,
    *,
    between: tuple[float, float] = BETWEEN,
    spared: Collection[int | str] = (),
) -> tuple[Crowd, list[float], float]:
    """Play through so many kills; the people, how long each start took, and how long until all screens were equal."""
    async with crowd(seated, keeper.ports) as people:
        returning = asyncio.create_task(_come_back(people))
        starts = []
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(*between))
            starts.append(await asyncio.to_thread(keeper.kill_one, chance, spared))
        began = perf_counter()
        people.hold()
        await until(people.still, what="every move is answered")
        await until(partial(_all_equal, people, postgresql), what="all screens are equal")
        equal = perf_counter() - began
        returning.cancel()
    return people, starts, equal


def _all_equal(people: Crowd, postgresql: PostgreSQL) -> bool:
    """Whether every screen shows the newest log entry of its table."""
    newest = _ask(postgresql, "SELECT code, seq FROM games_match")
    return all({seq}.issuperset(people.seq(code)) for code, seq in newest)


async def _come_back(people: Crowd) -> None:
    """Reopen lost sockets, as browsers do."""
    while True:
        for person in people.people:
            if person.phone.closed:
                with contextlib.suppress(OSError):
                    await person.open()
        await asyncio.sleep(0.1)


def kept(people: Crowd, postgresql: PostgreSQL) -> tuple[int, int]:
    """How many moves were acknowledged, and how many of them are not in the log."""
    moves = [people.acknowledged(person.seat, person.phone.code) for person in people.people]
    return sum(map(len, moves)), sum(map(partial(_missing, postgresql), people.people, moves))


def _missing(postgresql: PostgreSQL, person: Person, moves: list[dict[str, str]]) -> int:
    """How many of a person's acknowledged moves are not in the log, in their order."""
    rows = _ask(
        postgresql,
        "SELECT a.data FROM games_action a JOIN games_match m ON m.id = a.match_id "
        "WHERE m.code = %s AND a.seat = %s AND a.kind = 'game' ORDER BY a.seq",
        person.phone.code,
        person.seat,
    )
    written = iter([data for (data,) in rows])
    return sum(move not in written for move in moves)


def gaps_in(postgresql: PostgreSQL) -> int:
    """How many logs do not run from 1 to their match's last entry."""
    return len(
        _ask(
            postgresql,
            "SELECT m.id FROM games_match m JOIN games_action a ON a.match_id = m.id GROUP BY m.id, m.seq "
            "HAVING count(*) <> m.seq OR max(a.seq) <> m.seq OR min(a.seq) <> 1",
        )
    )


def _ask(postgresql: PostgreSQL, question: str, *values: object) -> list[tuple]:
    with psycopg.connect(host=str(postgresql.folder), user="club", dbname="club") as connection:
        return connection.execute(question, values).fetchall()
