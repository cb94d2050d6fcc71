"""A server killed at any point of a move: acknowledged moves are kept, and none is written twice.

On SQLite with one server, and on PostgreSQL and Redis with a second one that lives and shows the table to two of the
four. A move is a transaction of two statements on both, of more where it opens or closes a round; on PostgreSQL it can
also be killed while the first waits for somebody else's lock.
"""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import migrated
from tests.pressure.people import Crowd, Person, crowd
from tests.pressure.phones import posts_at_once
from tests.served import killable
from tests.served.backends import own_postgresql, own_redis
from tests.served.database import ServedDatabase
from tests.served.processes import (
    Server,
    environment_of,
    free_port,
    manage,
    running,
    serving,
    until,
    wait_until_ready,
)
from tests.served.setting import Seated, furnish

pytestmark = pytest.mark.slow

TABLES = 4
POINTS_OF_A_ROUND = (*killable.IN_A_TRANSACTION, "after the commit")


@dataclass
class Club:
    """A club whose first server is mortal: `restart` brings it back on the same database."""

    environment: dict[str, str]
    database: ServedDatabase
    stack: contextlib.ExitStack
    tables: list[Seated]
    mortal: Server | None = None
    other: Server | None = None

    @property
    def to_die(self) -> Path:
        return Path(self.environment["VAR_DIR"]) / killable.DIE

    @property
    def ports(self) -> list[int]:
        return [server.port for server in (self.mortal, self.other) if server is not None]

    def restart(self, *arguments: str) -> None:
        """Start the mortal server, in place of one that may still live."""
        if self.mortal is not None:
            self.mortal.kill()
        port = free_port()
        words = ["-m", "tests.served.killable", "--port", str(port), *arguments]
        process = self.stack.enter_context(running(words, self.environment))
        wait_until_ready(port, process)
        self.mortal = Server(process, port)

    def dies_at(self, point: str, kind: str = killable.MOVE) -> None:
        """The mortal server dies at that point of the next move of this kind that it writes."""
        self.to_die.write_text(f"{kind}\n{point}")

    async def until_dead(self) -> None:
        process = self.mortal.process
        await until(lambda: process.poll() is not None, what="it dies")
        assert process.returncode == -signal.SIGKILL


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The club without its mortal server; afterwards every log must hold."""
    folder = tmp_path_factory.mktemp("killed")
    with contextlib.ExitStack() as stack:
        if request.param == "SQLite":
            migrated.copy_file(folder / "club.sqlite3")
            environment = environment_of(folder, DATABASE_URL=f"sqlite:///{folder / 'club.sqlite3'}")
        else:
            postgresql, redis = stack.enter_context(own_postgresql()), stack.enter_context(own_redis())
            two = {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url, "WEB_PROCESSES": "2"}
            environment = environment_of(folder, **two)
        database = stack.enter_context(contextlib.closing(ServedDatabase(environment["DATABASE_URL"])))
        made = Club(environment, database, stack, furnish(environment, TABLES, 4))
        if made.database.on_postgresql:
            made.other = stack.enter_context(serving(environment, "--no-steward"))
        yield made
        made.mortal.kill()
        assert f"{TABLES} checked, 0 wrong" in manage(environment, "verify_log")


@dataclass
class Four:
    """Four players who move only when told; each intended move is recorded."""

    club: Club
    people: Crowd
    meant: list[tuple[Person, dict[str, str]]]

    @classmethod
    def at(cls, club: Club, table: Seated) -> Four:
        four = cls(club, Crowd([table], club.ports), [])
        for person in four.people.people:
            person.send = lambda text, who=person: four.meant.append((who, json.loads(text)))
        return four

    @property
    def code(self) -> str:
        return self.people.people[0].phone.code

    async def come_back(self, ports: list[int] | None = None) -> None:
        """Open the table anew on every phone, spread over these servers, or all that there are."""
        self.meant.clear()
        self.people.ports = ports or self.club.ports
        for person in self.people.people:
            person.phone.close()
            person.phone.clear()
            await person.open()
        await self.equal(self.club.database.seq(self.code))

    async def asked(self) -> tuple[Person, dict[str, str]]:
        """A player at the mortal server who is asked, and the answer they mean to send. Several may be asked at once,
        at both servers; the phones change servers where no answer of the mortal one's comes first.
        """
        await self.come_back()
        await until(lambda: self.meant, what="somebody is asked")
        if not self.meant_at_the_mortal_server():
            await self.come_back(self.club.ports[::-1])
            await until(self.meant_at_the_mortal_server, what="somebody is asked at the mortal server")
        return self.meant_at_the_mortal_server()[0]

    def meant_at_the_mortal_server(self) -> list[tuple[Person, dict[str, str]]]:
        return [(person, form) for person, form in self.meant if person.port == self.club.mortal.port]

    async def equal(self, seq: int) -> None:
        """All four come to show that entry."""
        await until(lambda: set(self.people.seq(self.code)) == {seq}, what="all are equal")

    async def stands_once(self, before: int, person: Person, form: dict[str, str]) -> None:
        """Said again it is answered as done, and after that log entry stands this word of theirs and nothing else."""
        [answer] = await posts_at_once([(self.club.mortal.port, person.phone, form)])
        assert answer.status == 200
        await self.equal(self.club.database.seq(self.code))
        said = {name: value for name, value in form.items() if name != "window"}
        asked = "SELECT a.seat FROM games_action a JOIN games_match m ON m.id = a.match_id "
        rows = self.club.database.ask(asked + "WHERE m.code = %s AND a.seq > %s", self.code, before)
        assert [seat for (seat,) in rows if seat is not None] == [person.seat]
        assert said.items() <= self.club.database.said(self.code, person.seat)[-1].items()


async def kill_at(four: Four, point: str) -> tuple[int, Person, dict[str, str]]:
    """Kill the server during a move; returns the log entry before it, the player and the answer."""
    club = four.club
    person, form = await four.asked()
    before = club.database.seq(four.code)
    club.dies_at(point)
    if point == killable.BEFORE_THE_ANSWER_TO_A_POST:
        with contextlib.suppress(OSError, IndexError):  # no answer
            await posts_at_once([(club.mortal.port, person.phone, form)])
    else:
        person.phone.say(**form)
    await club.until_dead()
    acknowledged = person.phone.seq > before
    stands = club.database.seq(four.code) > before
    assert stands or not acknowledged, point
    assert stands == (point not in killable.IN_A_TRANSACTION), point
    return before, person, form


async def test_killed_at_every_point_of_a_move(club: Club) -> None:
    """Each point in turn: the move was never acknowledged or it stands; sent again after the restart it stands once."""
    club.restart("--no-steward")
    four = Four.at(club, club.tables.pop())
    for point in (*killable.IN_A_TRANSACTION, *killable.COMMITTED, killable.BEFORE_THE_ANSWER_TO_A_POST):
        before, person, form = await kill_at(four, point)
        club.restart("--no-steward")
        await four.come_back()
        await four.stands_once(before, person, form)
    await four.people.end()


async def waits_for_a_lock(four: Four, moves: int) -> list[int]:
    """So many moves wait in PostgreSQL; its processes they wait in."""
    await until(lambda: len(four.club.database.waiting()) == moves, what=f"{moves} wait")
    return four.club.database.waiting()


async def kill_while_waiting(four: Four) -> None:
    """The server is killed while its statement waits: nobody commits it, so PostgreSQL takes it back."""
    four.club.mortal.kill()


async def kill_and_say_again(four: Four) -> None:
    """And the player is quicker than the lock: the same move waits twice."""
    [(person, form)] = four.meant_at_the_mortal_server()[:1]
    four.club.mortal.kill()
    four.club.restart("--no-steward")
    four.people.ports = four.club.ports
    await person.open()
    person.phone.say(**form)
    await waits_for_a_lock(four, 2)


async def cut_connection(four: Four) -> None:
    """The statement is lost, and the server survives and answers that the database cannot be reached."""
    [waiting] = await waits_for_a_lock(four, 1)
    four.club.database.cut(waiting)


@pytest.mark.parametrize("club", ["PostgreSQL"], indirect=True)
async def test_what_happens_while_a_move_waits_in_postgresql(club: Club) -> None:
    """It is sent and not committed; after any interruption, a repeated answer is written once."""
    ends: tuple[tuple[Callable[[Four], Awaitable[None]], bool], ...] = (
        (kill_while_waiting, False),
        (kill_and_say_again, True),
        (cut_connection, False),
    )
    four = Four.at(club, club.tables.pop())
    for end, stands in ends:
        club.restart("--no-steward")
        person, form = await four.asked()
        before = club.database.seq(four.code)
        with club.database.held(four.code):
            person.phone.say(**form)
            await waits_for_a_lock(four, 1)
            await end(four)
            assert person.phone.seq <= before, "acknowledged before it stands"
        await until(lambda: not club.database.writing(), what="nothing is written any more")
        assert (club.database.seq(four.code) > before) == stands, end.__name__
        if end is cut_connection:
            assert club.mortal.process.poll() is None
        else:
            club.restart("--no-steward")
        await four.come_back()
        await four.stands_once(before, person, form)
    await four.people.end()


async def test_killed_at_every_point_of_a_move_that_closes_or_opens_a_round(club: Club) -> None:
    """People play on by themselves and post again what nobody answered, all to the mortal server, which deals too."""
    table = club.tables.pop()
    club.restart()
    async with crowd([table], club.ports) as people:
        people.posts_to = club.mortal.port
        for point in POINTS_OF_A_ROUND if club.database.on_postgresql else ("before the commit",):
            for kind in (killable.ROUND_CLOSED, killable.ROUND_OPENED):
                club.dies_at(point, kind)
                people.go_on()
                await club.until_dead()
                people.hold()
                club.restart()
                await back_and_equal(club, people, table.code)
        if club.database.on_postgresql:
            for kind in (killable.ROUND_CLOSED, killable.ROUND_OPENED):
                club.dies_at(killable.CUT, kind)
                people.go_on()
                await until(lambda: not club.to_die.exists(), what="the connection is cut")
            dealt = len(rounds_of(club, table.code))
            await until(lambda: len(rounds_of(club, table.code)) > dealt, what="play goes on")
            assert club.mortal.process.poll() is None
            people.hold()
            await back_and_equal(club, people, table.code)
    for person in people.people:
        assert people.acknowledged(person.seat) == club.database.said(table.code, person.seat)
    numbers = rounds_of(club, table.code)
    assert numbers == list(range(1, len(numbers) + 1))


async def back_and_equal(club: Club, people: Crowd, code: str) -> None:
    """Reopen the screens that were cut off, wait for all answers, and assert that all screens show the same."""
    cut_off = [person for person in people.people if person.port not in club.ports]
    await until(lambda: all(person.phone.closed for person in cut_off), what="they notice")
    people.ports, people.posts_to = club.ports, club.mortal.port
    for person in cut_off:
        await person.open()
    await until(people.still, what="every move is answered")
    await until(lambda: set(people.seq(code)) == {club.database.seq(code)}, what="all are equal")


def rounds_of(club: Club, code: str) -> list[int]:
    """The numbers of the rounds that were dealt."""
    asked = "SELECT r.number FROM games_round r JOIN games_match m ON m.id = r.match_id WHERE m.code = %s ORDER BY 1"
    return [number for (number,) in club.database.ask(asked, code)]
