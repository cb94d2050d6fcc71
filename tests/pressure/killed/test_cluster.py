"""A club of several processes on PostgreSQL and Redis works as one, also while any of them is down."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest

from games.table.sockets.club_consumer import CLOSE_RESTART, CLOSE_SIGNED_OUT
from tests.patience import PATIENCE
from tests.pressure.people import Crowd, crowd
from tests.pressure.phones import Phone, post, posts_at_once
from tests.pressure.screens import classes_of_seat, whoever_is_asked
from tests.served.backends import PostgreSQL, Redis, own_postgresql, own_redis
from tests.served.database import ServedDatabase
from tests.served.processes import Server, environment_of, manage, running, serving, until
from tests.served.setting import Seated, furnish
from tests.served.watched_steward import ACTED

pytestmark = pytest.mark.slow

TABLES = 10


@dataclass
class Club:
    """Two servers and two stewards. `tables` are given out one test each, with three people and a bot."""

    folder: Path
    environment: dict[str, str]
    database: ServedDatabase
    postgresql: PostgreSQL
    redis: Redis
    servers: list[Server]
    tables: list[Seated]

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The club, running; afterwards every log must hold."""
    folder = tmp_path_factory.mktemp("cluster")
    with contextlib.ExitStack() as stack:
        postgresql = stack.enter_context(own_postgresql())
        redis = stack.enter_context(own_redis())
        environment = environment_of(
            folder, DATABASE_URL=postgresql.url, REDIS_URL=redis.url, WEB_PROCESSES="2"
        )
        tables = furnish(environment, TABLES, 3)
        steward = ["-m", "tests.served.watched_steward"]
        servers = [stack.enter_context(serving(environment, "--no-steward")) for _ in range(2)]
        for _ in range(2):
            stack.enter_context(running(steward, environment))
        database = stack.enter_context(contextlib.closing(ServedDatabase(postgresql.url)))
        yield Club(folder, environment, database, postgresql, redis, servers, tables)
        assert f"{TABLES} checked, 0 wrong" in manage(environment, "verify_log")


async def play_on(club: Club, people: Crowd, codes: list[str], entries: int) -> None:
    """Until every one of these matches has so many more log entries; each of them is waited for with patience."""
    goals = {code: club.database.seq(code) + entries for code in codes}
    for code, goal in goals.items():
        while (seq := club.database.seq(code)) < goal:
            await until(
                lambda code=code, seq=seq: club.database.seq(code) > seq, what=f"play after entry {seq}"
            )


async def everybody_current(club: Club, people: Crowd, codes: list[str]) -> None:
    """People hold still; every screen shows then what the database says."""
    people.hold()
    await until(people.still, what="every move is answered")
    await until(
        lambda: all(set(people.seq(code)) == {club.database.seq(code)} for code in codes),
        what="every screen is current",
    )


def all_well(people: Crowd) -> None:
    """Assert that every post was answered with 200; only "ready" may come too late, after another player's."""
    answers = Counter(
        (answer.status, post.data["do"] == "ready") for post in people.posts for _, answer in post.answers
    )
    assert {status for status, _ in answers} <= {200, 409}, answers
    assert answers[409, False] == 0, answers


async def test_people_of_one_table_play_over_two_servers(club: Club) -> None:
    tables = [club.tables.pop() for _ in range(2)]
    codes = [table.code for table in tables]
    async with crowd(tables, club.ports) as people:
        await play_on(club, people, codes, 60)
        await everybody_current(club, people, codes)
        all_well(people)
    acted = [line.split() for line in (club.folder / ACTED).read_text().splitlines()]
    written = Counter((match, seq) for _, match, seq, before in acted if before == "False")
    assert len(written) > 10
    assert set(written.values()) == {1}, "two stewards wrote the same entry"
    # A person's move while one steward acts sets the next due time, so the other may take the same match: it then finds
    # the deed done. Without the lease every second one would be.
    assert len(acted) - len(written) < len(written) / 5, "stewards do what others have done"
    assert len({process for process, *_ in acted}) == 2, "both stewards worked"


async def test_fifty_identical_posts_to_two_servers_are_one_action(club: Club) -> None:
    table = club.tables.pop()
    people = Crowd([table], club.ports)
    meant: list[tuple[int, dict[str, str]]] = []
    people.hold()
    for person in people.people:
        await person.open()
        person.send = lambda text, seat=person.seat: meant.append((seat, json.loads(text)))
    people.go_on()
    await until(lambda: meant or people._waiting, what="somebody is asked")
    people.go_on()
    seat, form = meant[0]
    people.hold()
    phone = people.people[seat].phone
    answers = await posts_at_once([(club.ports[number % 2], phone, form) for number in range(50)])
    assert [answer.status for answer in answers] == [200] * 50
    assert len(club.database.said(table.code, seat)) == 1
    await people.end()


async def test_of_different_posts_for_a_turn_to_two_servers_one_is_applied(club: Club) -> None:
    """The others are told so, with the table as it is."""
    table = club.tables.pop()
    phones = {seat: Phone(table.code, cookie or "") for seat, cookie in enumerate(table.cookies[:3])}
    seat, choices = await whoever_is_asked(club.ports[0], phones)
    assert len(choices) > 1
    forms = [choices[number % len(choices)] for number in range(50)]
    answers = await posts_at_once(
        [(club.ports[number % 2], phones[seat], form) for number, form in enumerate(forms)]
    )
    [applied] = club.database.said(table.code, seat)
    for form, answer in zip(forms, answers, strict=True):
        assert answer.status == (200 if applied.items() <= form.items() else 409)
        assert 'id="prompt"' in answer.text
    for phone in phones.values():
        phone.close()


async def test_a_server_told_to_go_loses_nothing_and_its_people_play_on_at_the_other(club: Club) -> None:
    """Running posts finish, its screens are told to come back."""
    table = club.tables.pop()
    with serving(club.environment, "--no-steward") as going:
        async with crowd([table], [going.port, club.ports[0]]) as people:
            await play_on(club, people, [table.code], 12)
            going.terminate()
            await until(lambda: going.process.poll() is not None, what="it has gone")
            assert going.process.returncode == 0
            gone = [person for person in people.people if person.port == going.port]
            await until(lambda: all(person.phone.closed for person in gone), what="its screens are closed")
            assert {person.phone.close_code for person in gone} == {CLOSE_RESTART}
            people.ports = club.ports
            for person in gone:
                await person.open()
            await play_on(club, people, [table.code], 12)
            await everybody_current(club, people, [table.code])
            all_well(people)
    for person in people.people:
        assert people.acknowledged(person.seat) == club.database.said(table.code, person.seat)


async def test_who_signs_out_at_one_server_is_out_at_the_other(club: Club) -> None:
    table = club.tables.pop()
    phone, other = (Phone(table.code, table.cookies[seat] or "") for seat in (0, 1))
    for one in (phone, other):
        await one.open(club.ports[1])
    answer = await asyncio.to_thread(phone.post, club.ports[0], "/accounts/logout/")
    assert answer.status == 302
    await until(lambda: phone.closed, what="the socket is closed")
    assert phone.close_code == CLOSE_SIGNED_OUT
    assert not other.closed
    answer = await asyncio.to_thread(phone.post, club.ports[1], "", do="ready", window="none")
    assert answer.status == 403
    other.close()


async def test_who_is_away_is_known_at_both_servers(club: Club) -> None:
    """Seat 1 looks through the second server, goes, plays on by a post to the first, and opens its screen again."""
    table = club.tables.pop()
    phones = [Phone(table.code, cookie or "") for cookie in table.cookies[:3]]
    for phone, port in zip(phones, (club.ports[0], club.ports[1], club.ports[0]), strict=True):
        await phone.open(port)
    await until(lambda: club.database.away(table.code) == [], what="all three are seen")
    phones[1].close()
    await until(lambda: club.database.away(table.code) == [1], what="seat 1 is away")
    await until(
        lambda: " away" in classes_of_seat(phones[0], 1), what="a screen at the other server shows it"
    )
    answer = (await posts_at_once([(club.ports[0], phones[1], {"do": "ready", "window": "none"})]))[0]
    assert answer.status == 409
    await until(lambda: club.database.away(table.code) == [], what="whoever posts is there")
    await until(lambda: " away" not in classes_of_seat(phones[2], 1), what="and shown to be")
    await phones[1].open(club.ports[1])
    for phone in phones:
        phone.close()


async def test_redis_killed_and_back_fails_no_post_and_leaves_no_screen_behind(club: Club) -> None:
    """Screens that fall behind meanwhile are closed, and come back when it does."""
    table = club.tables.pop()
    async with crowd([table], club.ports) as people:
        await play_on(club, people, [table.code], 20)
        club.redis.kill()
        stranger = {"login": "nobody", "password": "wrong-tulip-7"}
        answer = await asyncio.to_thread(post, club.ports[0], "/accounts/login/", cookie="", fields=stranger)
        assert answer.status == 200, "signing in does without Redis"
        people.hold()
        await until(people.still, what="every move is answered")
        club.redis.start()
        goal = club.database.seq(table.code) + 20
        people.go_on()
        async with asyncio.timeout(PATIENCE):
            while club.database.seq(table.code) < goal:
                await people.come_back()
                await asyncio.sleep(0.05)
            people.hold()
            while not people.still() or set(people.seq(table.code)) != {club.database.seq(table.code)}:
                await people.come_back()
                await asyncio.sleep(0.05)
        all_well(people)


async def test_postgresql_restarted_is_503_only_while_it_is_away(club: Club) -> None:
    table = club.tables.pop()
    async with crowd([table], club.ports) as people:
        await play_on(club, people, [table.code], 20)
        club.postgresql.stop()
        people.hold()
        tried = people.people[0].phone
        asked = [(port, tried, {"do": "ready", "window": "none"}) for port in club.ports]
        for answer in await posts_at_once(asked):
            assert answer.status == 503
            assert int(answer.headers["retry-after"]) > 0
        club.postgresql.start()
        back = monotonic()
        for answer in await posts_at_once(asked * 4):
            assert answer.status == 409
        people.go_on()
        await play_on(club, people, [table.code], 20)
        await everybody_current(club, people, [table.code])
        late = [answer.status for post in people.posts for began, answer in post.answers if began > back]
        assert set(late) <= {200, 409}
        assert {answer.status for post in people.posts for _, answer in post.answers} <= {200, 409, 503}


async def test_a_backup_of_postgresql_restores_elsewhere(club: Club, tmp_path: Path) -> None:
    """With everything acknowledged before it; elsewhere is a database beside the club's."""
    table, copy = club.tables.pop(), tmp_path / "club.backup"
    async with crowd([table], club.ports) as people:
        await play_on(club, people, [table.code], 20)
        before = {seat: club.database.said(table.code, seat) for seat in range(4)}
        await asyncio.to_thread(manage, club.environment, "backup", str(copy))
        await play_on(club, people, [table.code], 5)
        all_well(people)
    club.postgresql.create("elsewhere")
    there = {**club.environment, "DATABASE_URL": club.postgresql.url.replace("/club?", "/elsewhere?")}
    assert "restored" in manage(there, "restore", str(copy))
    assert f"{TABLES} checked, 0 wrong" in manage(there, "verify_log")
    with contextlib.closing(ServedDatabase(there["DATABASE_URL"])) as elsewhere:
        for seat, said in before.items():
            assert elsewhere.said(table.code, seat)[: len(said)] == said
