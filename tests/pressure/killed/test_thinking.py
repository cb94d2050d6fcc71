"""Think workers as processes: killed in thought, started again, and through a Redis that dies and comes back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from games.engine.bots.levels import Level
from games.engine.seats import HOUSE
from games.table.log.loading import Table
from games.table.thinking import child, over_redis
from games.table.thinking.answering import answered
from games.table.thinking.open_questions import ASKED_AGAIN, LONGEST, Thinkers
from games.table.thinking.questions import Answer, Asked
from tests.patience import PATIENCE
from tests.served.backends import own_redis
from tests.served.processes import until
from tests.table.play import imagined_table, in_play

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
NICEST: Final = 19
DEAF = (sys.executable, "-c", "import sys; sys.stdin.read()")
DYING = (sys.executable, "-c", "import sys; sys.stdin.readline()")


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with a card to play."""
    return imagined_table(("bot",) * 4, in_play)


class Asker:
    """Asks one decision after another, each with a window of its own, and keeps the answers."""

    def __init__(self, table: Table, thinkers: Thinkers) -> None:
        self.table, self.thinkers, self.number = table, thinkers, 0
        self.answers: asyncio.Queue[Answer] = asyncio.Queue()
        waiting = table.game.pending(table.state.game_state)
        self.seat = next(seat for seat, asked in waiting.items() if seat != HOUSE and asked.must)

    def ask(self, now: datetime = NOW) -> bool:
        """Whether an answer to the next question can be expected."""
        self.number += 1
        asked = Asked(7, self.seat, f"w{self.number}")
        return self.thinkers.ask(self.table, asked, Level.EASY, now=now, take=self.answers.put_nowait)

    async def answer(self) -> Answer:
        """The next answer."""
        return await asyncio.wait_for(self.answers.get(), PATIENCE)


@contextlib.asynccontextmanager
async def running(work: object) -> AsyncIterator[None]:
    """The coroutine as a task during the block."""
    task = asyncio.ensure_future(work)
    yield
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def test_the_child_answers_what_it_is_asked(table: Table) -> None:
    asker = Asker(table, thinkers := Thinkers())
    async with running(child.keep(thinkers)):
        await until(asker.ask)
        answer = await asker.answer()
    assert answer.data is not None
    assert answer.data["do"] == "play"
    assert not asker.ask(NOW + LONGEST)


async def test_the_child_leaves_the_processor_to_the_server(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At nice 10 a search takes only what serving people leaves over."""
    children: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def started(*words: str, **how: Any) -> asyncio.subprocess.Process:
        children.append(await start(*words, **how))
        return children[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    asker = Asker(table, thinkers := Thinkers())
    async with running(child.keep(thinkers)):
        await until(asker.ask)
        await asker.answer()
        (worker,) = children
        here, there = (os.getpriority(os.PRIO_PROCESS, process) for process in (0, worker.pid))
    assert there == min(here + 10, NICEST)


async def test_a_child_that_dies_in_thought_is_followed_by_another(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its question is given up, and so asked again by a steward whose table still waits."""
    commands = [child.command(), DYING]
    monkeypatch.setattr(child, "command", commands.pop)
    monkeypatch.setattr(child, "STARTED_AGAIN", 0.0)
    asker = Asker(table, thinkers := Thinkers())
    async with running(child.keep(thinkers)):
        await until(asker.ask)
        await until(lambda: not commands)
        await until(asker.ask)
        assert (await asker.answer()).asked.window == f"w{asker.number}"


async def test_a_child_that_answers_nothing_is_killed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = iter([DEAF, child.command()])
    monkeypatch.setattr(child, "command", lambda: next(commands))
    monkeypatch.setattr(child, "STARTED_AGAIN", 0.0)
    monkeypatch.setattr(child, "LOOKED_AFTER", 0.1)
    asker = Asker(table, thinkers := Thinkers())
    async with running(child.keep(thinkers)):
        await until(asker.ask)
        assert not asker.ask(NOW + LONGEST)
        await until(asker.ask)
        assert (await asker.answer()).data is not None


def work_off(url: str, questions: int, stopped: threading.Event) -> None:
    """A worker that answers so many questions."""
    source = over_redis.Stream(url)
    while questions and not stopped.is_set():
        with contextlib.suppress(*over_redis.OUT_OF_REACH):
            taken = source.take(within=0.05)
            if taken is not None:
                line = answered(taken.line, waited=taken.waited)
                assert line is not None
                taken.reply(line)
                questions -= 1


@contextlib.asynccontextmanager
async def workers(url: str, *questions: int) -> AsyncIterator[None]:
    """Workers in threads, each for so many questions."""
    stopped = threading.Event()
    work = [asyncio.create_task(asyncio.to_thread(work_off, url, count, stopped)) for count in questions]
    yield
    stopped.set()
    await asyncio.gather(*work)


async def asked_and_answered(asker: Asker) -> Answer:
    """Ask until somebody answers: a question is lost while the workers come."""
    now = NOW
    while True:
        asker.ask(now)
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(asker.answers.get(), 0.3)
        now += LONGEST + ASKED_AGAIN


async def test_workers_share_the_questions_and_each_is_answered_once(table: Table) -> None:
    with own_redis() as redis:
        asker = Asker(table, thinkers := Thinkers())
        async with (
            running(over_redis.connect(thinkers, redis.url)),
            workers(redis.url, 100, 100),
        ):
            await asyncio.wait_for(asked_and_answered(asker), PATIENCE)
            first = asker.number + 1
            assert all(asker.ask(NOW + timedelta(hours=1)) for _ in range(12))
            windows = {(await asker.answer()).asked.window for _ in range(12)}
            assert windows == {f"w{number}" for number in range(first, first + 12)}
            assert asker.answers.empty()


async def test_while_redis_is_away_nobody_is_asked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(over_redis, "TRIED_AGAIN", 0.05)
    with own_redis() as redis:
        asker = Asker(table, thinkers := Thinkers())
        async with running(over_redis.connect(thinkers, redis.url)), workers(redis.url, 1000):
            await asyncio.wait_for(asked_and_answered(asker), PATIENCE)
            redis.kill()
            await until(lambda: not asker.ask(NOW + timedelta(hours=1)))
            redis.start()
            await until(lambda: asker.ask(NOW + timedelta(hours=2)))
            await asyncio.wait_for(asked_and_answered(asker), PATIENCE)
