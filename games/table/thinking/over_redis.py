"""Questions and answers through Redis: any number of workers on any machine.

Questions are entries of one stream, of which each goes to one worker; their age is told by the clock of Redis. Answers
are published to the process that asked. Nothing has to survive: a lost question is played by the easy level.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from typing import Any, Final

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError, ResponseError

from games.table.live import process_group as process
from games.table.thinking.open_questions import Thinkers
from games.table.thinking.worker import Taken

QUESTIONS: Final = "club.think.questions"
ANSWERS: Final = "club.think.answers."
"""Channel of answers, with the name of the process that asked behind it."""
WORKERS: Final = "workers"
"""The consumer group of the stream."""
KEPT: Final = 200
"""Questions the stream holds; older ones are dropped."""
TRIED_AGAIN: Final = 1.0
"""Seconds until lost Redis is tried again."""
OUT_OF_REACH: Final = (RedisError, OSError)

log = logging.getLogger("club.think")


async def connect(thinkers: Thinkers, url: str) -> None:
    """Let `thinkers` ask the workers at this Redis, for ever. While it is away they have no worker."""
    loop = asyncio.get_running_loop()
    while True:
        redis = AsyncRedis.from_url(url, socket_timeout=None)
        sending: set[asyncio.Task[None]] = set()
        try:
            async with redis.pubsub(ignore_subscribe_messages=True) as subscription:
                await subscription.subscribe(ANSWERS + process())

                def send(line: bytes, redis: AsyncRedis = redis, kept: set[Any] = sending) -> None:
                    if not loop.is_closed():
                        loop.call_soon_threadsafe(_send_soon, redis, line, kept)

                thinkers.connect(send)
                async for message in subscription.listen():
                    thinkers.hear(message["data"])
        except OUT_OF_REACH as error:
            log.warning("think workers cannot be reached (%s)", type(error).__name__)
        finally:
            thinkers.connect(None)
            with contextlib.suppress(*OUT_OF_REACH):
                await redis.aclose()
        await asyncio.sleep(TRIED_AGAIN)


def _send_soon(redis: AsyncRedis, line: bytes, kept: set[asyncio.Task[None]]) -> None:
    task = asyncio.get_running_loop().create_task(_send(redis, line))
    kept.add(task)
    task.add_done_callback(kept.discard)


async def _send(redis: AsyncRedis, line: bytes) -> None:
    """Add a question to the stream. One that is lost is played by the easy level in time."""
    with contextlib.suppress(*OUT_OF_REACH):
        await redis.xadd(QUESTIONS, {"line": line, "for": process()}, maxlen=KEPT, approximate=True)


class Stream:
    """A worker's source of questions (`worker.Source`): the stream in Redis, shared with other workers."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url)
        self._name = f"{os.uname().nodename}.{process()}"

    def take(self, *, within: float) -> Taken | None:
        """The next question, None when there is none within that time or Redis is away."""
        block = max(int(within * 1000), 1)
        try:
            found: Any = self._redis.xreadgroup(
                WORKERS, self._name, {QUESTIONS: ">"}, count=1, block=block, noack=True
            )
            if not found:
                return None
            ((_stream, ((number, fields),)),) = found
            seconds, microseconds = self._redis.time()
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            self._make_group()
            return None
        except OUT_OF_REACH as error:
            log.warning("questions cannot be read (%s)", type(error).__name__)
            raise
        added = int(number.split(b"-")[0]) / 1000
        answers = ANSWERS + fields[b"for"].decode()

        def reply(line: bytes) -> None:
            with contextlib.suppress(*OUT_OF_REACH):
                self._redis.publish(answers, line)

        return Taken(fields[b"line"], max(seconds + microseconds / 1e6 - added, 0.0), reply)

    def is_waiting(self) -> bool:
        """Whether a question waits for a worker."""
        try:
            groups: Any = self._redis.xinfo_groups(QUESTIONS)
        except OUT_OF_REACH:
            return False
        return any(group.get("lag") for group in groups)

    def _make_group(self) -> None:
        """Make the stream and its group; another worker may have made them already."""
        with contextlib.suppress(ResponseError):
            self._redis.xgroup_create(QUESTIONS, WORKERS, id="$", mkstream=True)
