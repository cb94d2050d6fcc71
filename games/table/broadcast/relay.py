"""The way words take from process to process: one channel of Redis, to which everybody says and which everybody hears.

Whoever is away misses what is said meanwhile; that heals by itself (`catching_up`), so nothing waits in Redis.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

CHANNEL: Final = "club.tables"
ANSWERS_WITHIN: Final = 2.0
"""Seconds Redis gets for an answer where nobody else watches the time."""
OUT_OF_REACH: Final = (RedisError, OSError)
"""What everything here raises while Redis is away."""


class Relay:
    """What one process says and hears, on one event loop. Everything raises `OUT_OF_REACH`.

    It says everything on one connection, one message after the other. Who asks has the patience: a time limit of the
    connection's own would cost a task for every message.
    """

    def __init__(self, url: str) -> None:
        # Once more at once, for a connection that died with a Redis that is back.
        self._redis = AsyncRedis.from_url(url, socket_timeout=None, retry=AsyncRetry(NoBackoff(), 1))
        self._mouth = self._redis.connection_pool.make_connection()

    async def say(self, message: bytes) -> None:
        """Hand a message to Redis, which hands it to everybody who listens now."""
        await self._mouth.retry.call_with_retry(partial(self._say, message), self._hang_up)

    async def _say(self, message: bytes) -> None:
        await self._mouth.send_command("PUBLISH", CHANNEL, message)
        await self._mouth.read_response()

    async def _hang_up(self, _error: Exception) -> None:
        await self._mouth.disconnect(nowait=True)

    async def hear(self) -> AsyncIterator[bytes]:
        """Every message from now on, one's own too, until Redis is lost."""
        async with self._redis.pubsub(ignore_subscribe_messages=True) as ear:
            await ear.subscribe(CHANNEL)
            async for message in ear.listen():
                yield message["data"]


def say_once(url: str, message: bytes) -> None:
    """Hand one message to Redis from where no event loop runs. Raises `OUT_OF_REACH`."""
    with Redis.from_url(url, socket_timeout=ANSWERS_WITHIN, retry=Retry(NoBackoff(), 1)) as redis:
        redis.publish(CHANNEL, message)
