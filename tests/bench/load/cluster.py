"""Two servers and a steward on PostgreSQL and Redis, the people of every table spread over both servers.

PostgreSQL writes to the disk before it says yes, as it does in a club.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import psycopg

from tests.bench.figures import Figure, print_figures
from tests.bench.load.players import Player
from tests.bench.load.sockets import connect
from tests.bench.load.tables import (
    FloorLoad,
    Load,
    Screens,
    Seated,
    at_once,
    floor_as_often,
    load,
    load_figures,
    measured,
    not_at_all,
    paced,
    screens,
)
from tests.bench.servers import Process, club_server, club_steward, floor_server
from tests.served.backends import PostgreSQL, own_postgresql, own_redis
from tests.served.processes import environment_of
from tests.served.setting import furnished

COUNTED = "-c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.track_utility=off"
TABLES, CLOSED_LOOP_TABLES = 250, 25
PACE = (1.65, 5.0)
"""Seconds a person thinks, evenly spread: at 250 tables more than 84 moves a second."""
BACK_WITHIN = 15.0
TIMES_FLOOR = 6.0
"""Half as much again as what is asked of one server on SQLite."""
SETTLE = 3.0
"""Seconds in which what was still on its way arrives."""


@dataclass(frozen=True)
class Cluster:
    """The running processes of a benchmark."""

    environment: dict[str, str]
    postgresql: PostgreSQL
    servers: list[Process]

    def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows of the club's database."""
        about = {"host": str(self.postgresql.folder), "user": "club", "dbname": "club"}
        with psycopg.connect(**about, autocommit=True) as connection:
            found = connection.execute(question, values)
            return found.fetchall() if found.description else []


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """The club, running, with no table yet."""
    with contextlib.ExitStack() as stack:
        postgresql = stack.enter_context(own_postgresql(COUNTED))
        redis = stack.enter_context(own_redis())
        environment = environment_of(
            folder, DATABASE_URL=postgresql.url, REDIS_URL=redis.url, WEB_PROCESSES="2"
        )
        furnished(environment, 0, 4)
        servers = [stack.enter_context(club_server(folder, environment, "--no-steward")) for _ in range(2)]
        stack.enter_context(club_steward(folder, environment))
        club = Cluster(environment, postgresql, servers)
        club.ask("CREATE EXTENSION pg_stat_statements")
        yield club


def measure_cluster(folder: Path, *, seconds: float, floor: FloorLoad, tables: int = TABLES) -> None:
    """Print the figures. `floor` is the bare floor in a closed loop in the same run."""
    with cluster(folder) as club:
        loop = furnished(club.environment, CLOSED_LOOP_TABLES, 4, "loop")
        closed = asyncio.run(load(club.servers, loop, at_once, seconds=15))
        seated = furnished(club.environment, tables, 4, "house")
        human, lost, doubled = asyncio.run(_human_pace(club, seated, seconds))
        slowest, cost = asyncio.run(_all_back(club, seated))
    with floor_server(folder) as bare:
        at_that_pace = floor_as_often(bare, human.moves_per_second, tables=tables, seconds=15)
    figures = load_figures(
        human, floor=at_that_pace, times_floor=TIMES_FLOOR, moves=None, p50=8, p99=60, longest=0, cores=None
    )
    figures += [
        Figure("moves lost", lost, "", 0),
        Figure("moves written twice", doubled, "", 0),
        Figure(f"{4 * tables:,} screens come back, the last is current after", slowest, "s", BACK_WITHIN),
        Figure("queries for each of them", cost, "", 3),
    ]
    print_figures(f"Two servers, {tables} tables for {seconds:g} s", figures)
    figures = load_figures(
        closed, floor=floor, times_floor=TIMES_FLOOR, moves=None, p50=0, p99=0, longest=0, cores=None
    )
    print_figures(f"Two servers, closed loop, {CLOSED_LOOP_TABLES} tables", figures)
    for sentence in sorted({*human.refusals, *closed.refusals}):
        print(f"  refused: {sentence}")


async def _human_pace(club: Cluster, seated: Sequence[Seated], seconds: float) -> tuple[Load, int, int]:
    """The load, and how many moves were lost or written twice."""
    begun = True
    later = paced(random.Random(11), *PACE)

    def until_the_end(send: Any) -> None:
        later(lambda: send() if begun else None)

    async with screens(club.servers, seated, until_the_end) as opened:
        load_of_all = await measured(club.servers, opened, seconds=seconds)
        begun = False
        await asyncio.sleep(SETTLE)
        refused = Counter(table.code for table in opened.tables for _ in table.refusals)
        lost, doubled = _compared(club, opened)
    return load_of_all, max(lost - refused.total(), 0), doubled


def _compared(club: Cluster, opened: Screens) -> tuple[int, int]:
    """How many moves people made that are not in the logs, and how many are there more often than they were made."""
    made: Counter[tuple[str, int, str]] = Counter()
    for people in opened.people:
        for player in people:
            made.update((player.table.code, player.seat, _gist(said)) for said in _moves(player))
    rows = club.ask(
        "SELECT m.code, a.seat, a.data FROM games_action a JOIN games_match m ON m.id = a.match_id "
        "WHERE a.kind = 'game' AND a.seat IS NOT NULL AND m.code = ANY(%s)",
        [table.code for table in opened.tables],
    )
    written = Counter((code, seat, _gist(data)) for code, seat, data in rows)
    return (made - written).total(), (written - made).total()


def _moves(player: Player) -> list[dict[str, str]]:
    return [said for said in player.said if said["do"] != "ready"]


def _gist(data: dict[str, str]) -> str:
    return " ".join([data["do"], data.get("card", ""), data.get("suit", "")])


async def _all_back(club: Cluster, seated: Sequence[Seated]) -> tuple[float, float]:
    """Close and reopen all screens at once: seconds until the last one shows its table, and queries for each.

    What the servers ask anyway in as many seconds is taken off.
    """
    async with screens(club.servers, seated, not_at_all) as opened:
        everybody = [player for people in opened.people for player in people]
        await asyncio.sleep(SETTLE)
        anyway = await _queries_in(club, 5.0) / 5.0
        sockets = [player.socket for player in everybody]
        assert all(sockets)
        for socket in sockets:
            socket.close()
        await asyncio.sleep(SETTLE)
        club.ask("SELECT pg_stat_statements_reset()")
        began = perf_counter()
        await asyncio.gather(*(_back(club, place, seat) for place in seated for seat in range(4)))
        took = perf_counter() - began
        queries = _queries(club) - anyway * (perf_counter() - began)
    return took, max(queries, 0) / len(everybody)


async def _back(club: Cluster, place: Seated, seat: int) -> None:
    current = asyncio.Event()
    socket = await connect(
        port=club.servers[seat % 2].port,
        path=f"/ws/t/{place.code}/",
        cookie=place.cookies[seat] or "",
        on_text=lambda _socket, text: current.set() if 'id="table"' in text else None,
    )
    await current.wait()
    socket.close()


async def _queries_in(club: Cluster, seconds: float) -> float:
    club.ask("SELECT pg_stat_statements_reset()")
    await asyncio.sleep(seconds)
    return _queries(club)


def _queries(club: Cluster) -> float:
    [(calls,)] = club.ask(
        "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query NOT LIKE '%%pg_stat_statements%%'"
    )
    return float(calls)
