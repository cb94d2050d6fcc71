"""Tips at a server without a steward: a steward is asked for them through Redis, and answers to the process that asked.

A question names the decision only. The steward that takes it reads the table itself, so nobody's cards travel, and a
question can be for a practice table only. Questions are entries of one stream, each taken by one steward; answers are
published. Nothing has to survive: without an answer in time the tip is that of the easy level.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Any, Final

from django.db import Error
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from games.bots.bot import Level
from games.club_clock import club_clock
from games.engine.words import Text
from games.table.live import process_group
from games.table.log import loading
from games.table.log.errors import TableRefused
from games.table.services.moves.advice import await_advice, is_practice
from games.table.think_worker import Answer, Question, ThinkRequest
from games.table.thinking import ANSWER_TIMEOUT, FutureAnswer, Thinkers, thinkers
from games.table.threads import call_in_thread

QUESTIONS: Final = "club.think.decisions"
STEWARDS: Final = "stewards"
"""The consumer group of the stream."""
ANSWERS: Final = "club.think.answers."
"""Channel of answers, with the name of the process that asked behind it."""
MAX_QUESTIONS_KEPT: Final = 200
"""Questions the stream holds; older ones are dropped."""
READ_TIMEOUT_MS: Final = 1000
"""Milliseconds a steward waits in Redis for a question, before it asks again."""
RETRY_DELAY: Final = 1.0
"""Seconds until lost Redis is tried again."""
REDIS_AWAY: Final = (RedisError, OSError)

log = logging.getLogger("club.think")


class Stewards:
    """The stewards, asked as the worker of this process would be (`thinking.Searcher`). `send` may be called from any
    thread."""

    def __init__(self, send: Callable[[ThinkRequest], None]) -> None:
        self._send: Callable[[ThinkRequest], None] | None = send
        self._open: dict[ThinkRequest, Future[Answer | None]] = {}

    def submit(self, _work: Callable[..., Any], *arguments: object) -> Future[Any] | None:
        """Send the question among the arguments; None while Redis is away."""
        send = self._send
        question = arguments[0]
        if send is None or not isinstance(question, Question):
            return None
        coming: Future[Answer | None] = Future()
        self._open[question.asked] = coming
        send(question.asked)
        return coming

    def replace(self) -> None:
        """Nothing: a steward replaces its own worker."""

    def receive_answer(self, line: bytes) -> None:
        """Hand an answer to the one who waits for it; unreadable and unexpected answers are ignored."""
        try:
            asked, answer = _read_answer(line)
        except (LookupError, TypeError, ValueError) as fault:
            log.warning("an answer cannot be read: %s", type(fault).__name__)
            return
        coming = self._open.pop(asked, None)
        if coming is not None:
            with suppress(InvalidStateError):  # it came too late, and has been cancelled
                coming.set_result(answer)

    def close(self) -> None:
        """Send nothing more, and give up what is open."""
        self._send = None
        while self._open:
            self._open.popitem()[1].cancel()


async def reach_stewards(url: str, asking: Thinkers = thinkers) -> None:
    """Let this process ask the stewards at that Redis, for ever. While it is away nobody is asked."""
    loop = asyncio.get_running_loop()
    while True:
        sending: set[asyncio.Task[None]] = set()
        redis = Redis.from_url(url, socket_timeout=None)

        def send_soon(
            asked: ThinkRequest, redis: Redis = redis, kept: set[asyncio.Task[None]] = sending
        ) -> None:
            task = loop.create_task(_send(redis, asked))
            kept.add(task)  # asyncio keeps weak references only
            task.add_done_callback(kept.discard)

        def send(asked: ThinkRequest, send_soon: Callable[[ThinkRequest], None] = send_soon) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(send_soon, asked)

        stewards = Stewards(send)
        try:
            async with redis.pubsub(ignore_subscribe_messages=True) as subscription:
                await subscription.subscribe(ANSWERS + process_group())
                asking.use(stewards)
                async for message in subscription.listen():
                    stewards.receive_answer(message["data"])
        except REDIS_AWAY as error:
            log.warning("stewards cannot be asked (%s)", type(error).__name__)
        finally:
            stewards.close()
            with suppress(*REDIS_AWAY):
                await redis.aclose()
        await asyncio.sleep(RETRY_DELAY)


async def _send(redis: Redis, asked: ThinkRequest) -> None:
    """Add a question to the stream. One that is lost gets the answer of the easy level in time."""
    with suppress(*REDIS_AWAY):
        fields = {"asked": json.dumps(_question_fields(asked)), "for": process_group()}
        await redis.xadd(QUESTIONS, fields, maxlen=MAX_QUESTIONS_KEPT, approximate=True)


async def answer_servers(url: str) -> None:
    """Have the worker of this process search for what servers ask at that Redis, for ever, one question at a time."""
    name = f"{os.uname().nodename}.{process_group()}"
    while True:
        try:
            async with Redis.from_url(url, socket_timeout=None) as redis:
                with suppress(ResponseError):  # another steward has made the group
                    await redis.xgroup_create(QUESTIONS, STEWARDS, id="$", mkstream=True)
                while True:
                    found: Any = await redis.xreadgroup(
                        STEWARDS, name, {QUESTIONS: ">"}, count=1, block=READ_TIMEOUT_MS, noack=True
                    )
                    for _stream, entries in found:
                        for number, fields in entries:
                            await _answer(redis, number, fields)
        except REDIS_AWAY as error:
            log.warning("questions cannot be read (%s)", type(error).__name__)
        await asyncio.sleep(RETRY_DELAY)


async def _answer(redis: Redis, number: bytes, fields: dict[bytes, bytes]) -> None:
    """Answer the question in an entry of the stream, unless its time is over by the clock of Redis."""
    seconds, microseconds = await redis.time()
    if seconds + microseconds / 1e6 - int(number.split(b"-")[0]) / 1000 > ANSWER_TIMEOUT.total_seconds():
        return
    try:
        asked = _read_question(*json.loads(fields[b"asked"]))
        answers = ANSWERS + fields[b"for"].decode()
    except (LookupError, TypeError, ValueError) as fault:
        log.warning("a question cannot be read: %s", type(fault).__name__)
        return
    coming = None
    with suppress(TableRefused, Error):  # the server that asked gets None
        coming = await call_in_thread(_search, asked)
    await await_advice(coming)
    answer = coming.result() if coming is not None and coming.done() else None
    if answer is not None and answer.data is not None:
        answer = answer._replace(data=dict(answer.data))
    await redis.publish(answers, json.dumps([_question_fields(asked), answer]))


def _search(asked: ThinkRequest) -> FutureAnswer | None:
    """Ask the worker for a tip; None where the table is no practice table or has moved on. Raises TableRefused."""
    table = loading.newest_table(asked.match_id)
    waiting = table.game.pending(table.state.game_state).get(asked.seat) if table.running else None
    if waiting is None or waiting.window != asked.window or not is_practice(table):
        return None
    return thinkers.ask(table, asked, Level.STRONG, now=club_clock.now())


def _question_fields(asked: ThinkRequest) -> tuple[int, int, str]:
    return asked.match_id, asked.seat, asked.window


def _read_question(match_id: Any, seat: Any, window: Any) -> ThinkRequest:
    """Raises TypeError and ValueError."""
    return ThinkRequest(int(match_id), int(seat), str(window), tip=True)


def _read_answer(line: bytes) -> tuple[ThinkRequest, Answer | None]:
    """Raises LookupError, TypeError and ValueError."""
    named, answer = json.loads(line)
    if answer is None:
        return _read_question(*named), None
    data, why, sure = answer
    return _read_question(*named), Answer(data, _read_text(why), _read_text(sure))


def _read_text(plain: Any) -> Text | None:
    return None if plain is None else Text(plain[0], tuple((name, value) for name, value in plain[1]))
