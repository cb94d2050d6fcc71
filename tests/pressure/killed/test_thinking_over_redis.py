"""Tips at a server without a steward: from one of the stewards, through a Redis that may die and come back."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from redis import Redis as RedisClient

from accounts.models import Player
from games.bots.bot import Level
from games.bots.estimates import Sure
from games.engine.words import text
from games.table import services, think_over_redis
from games.table.log.loading import Table
from games.table.think_worker import Answer, Question, ThinkRequest
from games.table.thinking import ANSWER_TIMEOUT, PAUSE_AFTER_TIMEOUT, Thinkers, search_worker, thinkers
from games.table.worker_process import Worker, start_process
from tests.patience import PATIENCE
from tests.pressure.phones import Phone, tip_of
from tests.served.backends import Redis
from tests.served.processes import children_of, end_of, running, serving, until
from tests.served.sessions import cookie_of
from tests.table.play import practice_match, start_match, table_of

NOW = timezone.now()


@dataclass
class QuickWorker:
    """The worker of a steward, with an answer at once to everything. `asked` are its questions."""

    asked: list[ThinkRequest] = field(default_factory=list)

    def submit(self, _work: object, question: Question, _sent_at: float) -> Future[Answer]:
        self.asked.append(question.asked)
        coming: Future[Answer] = Future()
        coming.set_result(Answer(dict(question.choices[0].data), text("why_sure_trick"), text(Sure.CLEARLY)))
        return coming

    def replace(self) -> None:
        """Nothing."""


@pytest.fixture
def worker() -> Iterator[QuickWorker]:
    """The worker of the steward, which is this process."""
    quick = QuickWorker()
    thinkers.use(quick)
    yield quick
    thinkers.use(search_worker)


@pytest.fixture
def tables(transactional_db: None, players: list[Player]) -> list[Table]:
    """Three practice tables at which a person has a choice."""
    return [table_of(practice_match(player)) for player in players[:3]]


def question_of(table: Table) -> ThinkRequest:
    """The decision of the person there."""
    return ThinkRequest(table.match_id, 0, services.window_of_tip(table, 0), tip=True)


class Server:
    """A server without a steward, as far as it asks for tips."""

    def __init__(self) -> None:
        self.thinkers = Thinkers(Worker(start_process, 10))
        self.now = NOW

    async def tip(self, table: Table, asked: ThinkRequest | None = None) -> Answer | None:
        """The answer to one question, None without one."""
        coming = self.thinkers.ask(table, asked or question_of(table), Level.STRONG, now=self.now)
        return None if coming is None else await asyncio.wait_for(asyncio.wrap_future(coming), PATIENCE)

    async def first_tip(self, table: Table) -> Answer:
        """The answer, asked for until it comes: a question is lost while the stewards come."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.3):
                        if (answer := await self.tip(table)) is not None:
                            return answer
                await asyncio.sleep(0.01)
                self.now += ANSWER_TIMEOUT + PAUSE_AFTER_TIMEOUT


@contextlib.asynccontextmanager
async def at_work(*work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """These coroutines as tasks during the block."""
    tasks = [asyncio.ensure_future(one) for one in work]
    yield
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(ended, asyncio.CancelledError), ended


async def test_stewards_share_the_questions_and_each_is_searched_once(
    redis: Redis, tables: list[Table], worker: QuickWorker
) -> None:
    server = Server()
    async with at_work(
        think_over_redis.reach_stewards(redis.url, server.thinkers),
        think_over_redis.answer_servers(redis.url),
        think_over_redis.answer_servers(redis.url),
    ):
        await server.first_tip(tables[0])
        worker.asked.clear()
        answers = await asyncio.gather(*(server.tip(table) for table in tables))
    for answer, table in zip(answers, tables, strict=True):
        first = table.game.choices(table.state.game_state, 0)[0]
        assert answer == Answer(dict(first.data), text("why_sure_trick"), text(Sure.CLEARLY))
    assert Counter(worker.asked) == Counter(question_of(table) for table in tables)


async def test_a_decision_that_is_over_and_what_cannot_be_read_are_searched_for_nobody(
    redis: Redis, tables: list[Table], worker: QuickWorker, players: list[Player]
) -> None:
    """The steward goes on with the next question."""
    server, table = Server(), tables[0]
    match = await sync_to_async(start_match)(players=players, now=timezone.now())
    others = await sync_to_async(table_of)(match)
    ((seat, waiting),) = list(others.game.pending(others.state.game_state).items())[:1]
    async with at_work(
        think_over_redis.reach_stewards(redis.url, server.thinkers),
        think_over_redis.answer_servers(redis.url),
    ):
        await server.first_tip(table)
        worker.asked.clear()
        with RedisClient.from_url(redis.url) as client:
            client.xadd(think_over_redis.QUESTIONS, {"line": "of another release", "for": "nobody"})
            client.xadd(think_over_redis.QUESTIONS, {"asked": '["a", {}, 3]', "for": "nobody"})
        no_tips = (
            question_of(table)._replace(window="long ago"),
            ThinkRequest(others.match_id, int(seat), waiting.window, tip=True),
        )
        for asked in no_tips:
            server.now += ANSWER_TIMEOUT + PAUSE_AFTER_TIMEOUT
            assert await server.tip(table, asked) is None
        assert worker.asked == []
        server.now += ANSWER_TIMEOUT + PAUSE_AFTER_TIMEOUT
        assert await server.tip(table) is not None


async def test_while_redis_is_away_nobody_is_asked(
    redis: Redis, tables: list[Table], worker: QuickWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(think_over_redis, "RETRY_DELAY", 0.05)
    server, table = Server(), tables[0]

    def asks() -> bool:
        server.now += ANSWER_TIMEOUT + PAUSE_AFTER_TIMEOUT
        return server.thinkers.ask(table, question_of(table), Level.STRONG, now=server.now) is not None

    async with at_work(
        think_over_redis.reach_stewards(redis.url, server.thinkers),
        think_over_redis.answer_servers(redis.url),
    ):
        await server.first_tip(table)
        redis.kill()
        await until(lambda: not asks())
        redis.start()
        await until(asks)
        await server.first_tip(table)


@pytest.mark.slow
async def test_a_server_without_a_steward_shows_the_tip_a_steward_worked_out(
    on_redis: dict[str, str], players: list[Player]
) -> None:
    """The server has no process that searches; that of the steward ends with it, also when it is killed."""
    match = await sync_to_async(practice_match)(players[0])
    cookie = await sync_to_async(cookie_of)(players[0], on_redis["SECRET_KEY"])
    phone = Phone(match.code, cookie)
    with (
        serving(on_redis, "--no-steward") as server,
        running(["manage.py", "steward"], on_redis) as steward,
        RedisClient.from_url(on_redis["REDIS_URL"]) as client,
    ):
        await until(lambda: client.exists(think_over_redis.QUESTIONS), what="the steward takes questions")
        await until(lambda: tip_of(phone, server.port), what="the tip of the strong level is shown")
        assert children_of(server.process.pid) == []
        with contextlib.ExitStack() as ends:
            for child in children_of(steward.pid):
                ends.enter_context(end_of(child))
            steward.kill()
