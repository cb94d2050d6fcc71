"""People play at their pace while servers and steward are killed: no acknowledged move is lost, none is written twice.

`make soak HOURS=N` plays for hours, `make bench PART=kills` through thirty kills. Two servers and a steward on
PostgreSQL and Redis; three people and a bot at each table, who act by post and post again when there is no answer.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final

from tests.bench.figures import Figure, percentile, print_figures
from tests.bench.servers import Process, Setting
from tests.pressure.people import Crowd, Person, crowd
from tests.pressure.players import think_some_seconds
from tests.served import programs
from tests.served.backends import own_postgresql, own_redis
from tests.served.database import ServedDatabase
from tests.served.processes import environment_of, free_port, manage, running, until, wait_until_ready
from tests.served.setting import Seated, furnish

TABLES, KILLS = 40, 30
LAP: Final = 1800.0
"""Seconds until everybody sits down at a new table; a soak has two laps or more."""
BETWEEN, BETWEEN_IN_A_SOAK = (0.2, 2.0), (20.0, 40.0)
"""Seconds everything runs between two kills."""
THINK, THINK_IN_A_SOAK = (1.0, 3.0), (2.0, 8.0)
"""Seconds a player thinks, less where thirty kills in a minute are to fall into moves."""
GROWTH: Final = 1.2
"""Memory of a server that is never killed may be so many times that after the first lap."""
SERVER, STEWARD = "tests.served.server", "tests.served.watched_steward"


@dataclass
class Outcome:
    """What is known after one lap or several. `waits`, `starts` and `equal` are seconds."""

    moves: int = 0
    lost: int = 0
    doubled: int = 0
    kills: int = 0
    waits: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=lambda: [0.0])
    equal: list[float] = field(default_factory=list)


class Keeper:
    """Two servers and a steward, each of which can be killed and is started again."""

    def __init__(self, environment: Mapping[str, str], stack: contextlib.ExitStack) -> None:
        self._environment = environment
        self._stack = stack
        self.ports = [free_port(), free_port()]
        self._running = {name: self._start(name) for name in (*self.ports, STEWARD)}
        for port in self.ports:
            wait_until_ready(port, self._running[port])

    def megabytes(self, port: int) -> float:
        """Memory of the server at that port."""
        return Process(port, self._running[port].pid).megabytes()

    def kill_one(self, chance: random.Random, spared: int) -> float:
        """Kill one (signal 9) and start it again; seconds from its start to its first answer, 0 for a steward."""
        name = chance.choice([name for name in self._running if name != spared])
        self._running[name].kill()
        self._running[name].wait()
        began = perf_counter()
        again = self._running[name] = self._start(name)
        if name == STEWARD:
            return 0.0
        wait_until_ready(int(name), again)
        return perf_counter() - began

    def _start(self, name: int | str) -> programs.Program:
        words = [STEWARD] if name == STEWARD else [SERVER, "--port", str(name), "--no-steward"]
        return self._stack.enter_context(running(["-m", *words], self._environment))


@dataclass
class Club:
    """The running club of a soak."""

    environment: dict[str, str]
    database: ServedDatabase
    keeper: Keeper
    outcome: Outcome = field(default_factory=Outcome)

    async def play(
        self,
        seated: list[Seated],
        chance: random.Random,
        *,
        enough: Callable[[int], bool],
        between: tuple[float, float],
        think: tuple[float, float],
        spared: int = 0,
    ) -> None:
        """Play through kills until they are enough, then compare what was acknowledged with what is written."""
        outcome, kills = self.outcome, 0
        async with crowd(seated, self.keeper.ports, think_some_seconds(chance, *think)) as people:
            returning = asyncio.create_task(_come_back(people))
            while not enough(kills):
                await asyncio.sleep(chance.uniform(*between))
                outcome.starts.append(await asyncio.to_thread(self.keeper.kill_one, chance, spared))
                kills += 1
            began = perf_counter()
            people.hold()
            await until(people.still, what="every move is answered")
            await until(partial(self._all_equal, people), what="all screens are equal")
            outcome.equal.append(perf_counter() - began)
            returning.cancel()
        outcome.kills += kills
        outcome.waits += [post.seconds for post in people.posts if post.acknowledged]
        for person in people.people:
            self._compare(people, person)

    def _all_equal(self, people: Crowd) -> bool:
        """Whether every screen shows the newest log entry of its table."""
        newest = dict(self.database.ask("SELECT code, seq FROM games_match"))
        return all(person.phone.seq == newest[person.phone.code] for person in people.people)

    def _compare(self, people: Crowd, person: Person) -> None:
        """Count a person's acknowledged moves that are not in the log, in their order, and those written twice."""
        code, seat = person.phone.code, person.seat
        acknowledged, said = people.acknowledged(seat, code), self.database.said(code, seat)
        written = iter(said)
        self.outcome.moves += len(acknowledged)
        self.outcome.lost += sum(move not in written for move in acknowledged)
        posted = {
            (post.window, json.dumps(post.data, sort_keys=True))
            for post in people.posts
            if post.seat == seat and post.code == code
        }
        made = Counter(move for _window, move in posted)
        self.outcome.doubled += (Counter(json.dumps(move, sort_keys=True) for move in said) - made).total()

    def figures(self, tables: int) -> list[Figure]:
        """What happened, beside what is asked."""
        outcome = self.outcome
        gaps = self.database.ask(
            "SELECT m.id FROM games_match m JOIN games_action a ON a.match_id = m.id GROUP BY m.id, m.seq "
            "HAVING count(*) <> m.seq OR max(a.seq) <> m.seq OR min(a.seq) <> 1"
        )
        wrong = f"{tables} checked, 0 wrong" not in manage(self.environment, "verify_log")
        return [
            Figure("moves acknowledged", outcome.moves, ""),
            Figure("of them lost: not in the log, or not in order", outcome.lost, "", 0),
            Figure("moves written twice", outcome.doubled, "", 0),
            Figure("logs with a gap", len(gaps), "", 0),
            Figure("logs that do not verify", wrong, "", 0),
            Figure("post to its answer, median", percentile(outcome.waits, 0.5) * 1000),
            Figure("post to its answer, 99 of 100", percentile(outcome.waits, 0.99) * 1000),
            Figure("post to its answer, longest", max(outcome.waits) * 1000),
            Figure(
                "start of a killed server to its first answer, longest",
                max(outcome.starts) * 1000,
                "ms",
                3000,
            ),
            Figure("last kill to all screens equal, longest", max(outcome.equal) * 1000, "ms", 5000),
        ]


@contextlib.contextmanager
def running_club(folder: Path) -> Iterator[Club]:
    """The club, running, with nobody at its tables."""
    with contextlib.ExitStack() as stack:
        postgresql = stack.enter_context(own_postgresql())
        redis = stack.enter_context(own_redis())
        environment = environment_of(
            folder, DATABASE_URL=postgresql.url, REDIS_URL=redis.url, WEB_PROCESSES="2"
        )
        database = stack.enter_context(contextlib.closing(ServedDatabase(postgresql.url)))
        yield Club(environment, database, Keeper(environment, stack))


async def _come_back(people: Crowd) -> None:
    """Reopen lost sockets, as browsers do, and forget what was shown: it would fill the memory in hours."""
    while True:
        await people.come_back()
        for person in people.people:
            person.phone.frames.clear()
        await asyncio.sleep(0.1)


def measure_kills(setting: Setting) -> None:
    """Print the figures of thirty kills at random moments."""
    with running_club(setting.folder) as club:
        seated = furnish(club.environment, TABLES, 3, "kills-")
        asyncio.run(
            club.play(
                seated, random.Random(13), enough=lambda kills: kills >= KILLS, between=BETWEEN, think=THINK
            )
        )
        print_figures(f"{KILLS} kills of servers and steward, {TABLES} tables", club.figures(TABLES))


def main(hours: float, between: tuple[float, float]) -> bool:
    """Play laps, print the figures of each and of the whole; whether all of them are as asked."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # child processes are ended on exit
    laps, chance = max(2, round(hours * 3600 / LAP)), random.Random(17)
    megabytes: list[float] = []
    with tempfile.TemporaryDirectory() as name, running_club(Path(name)) as club:
        watched = club.keeper.ports[0]
        for lap in range(1, laps + 1):
            seated = furnish(club.environment, TABLES, 3, f"lap{lap}-")
            ends = monotonic() + hours * 3600 / laps
            asyncio.run(
                club.play(
                    seated,
                    chance,
                    enough=lambda kills, ends=ends: kills > 0 and monotonic() >= ends,
                    between=between,
                    think=THINK_IN_A_SOAK,
                    spared=watched,
                )
            )
            megabytes.append(club.keeper.megabytes(watched))
            done = club.outcome
            print(
                f"lap {lap} of {laps}: {done.moves} moves and {done.kills} kills so far, {done.lost} lost, "
                f"{done.doubled} written twice; {megabytes[-1]:.0f} MB",
                flush=True,
            )
        growth = megabytes[-1] / megabytes[0]
        figures = club.figures(laps * TABLES)
        figures.append(Figure("memory of a server never killed, last lap to first", growth, "times", GROWTH))
    print_figures(f"{hours:g} hours, {TABLES} tables, {club.outcome.kills} kills", figures)
    return all(figure.met for figure in figures)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=2, help="how long (2)")
    parser.add_argument(
        "--between", type=float, nargs=2, default=BETWEEN_IN_A_SOAK, help="seconds between kills"
    )
    told = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    sys.exit(0 if main(told.hours, tuple(told.between)) else 1)
