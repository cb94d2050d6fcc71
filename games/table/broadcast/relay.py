"""Publish messages to the other processes of the club, and receive theirs: one channel of Redis.

A process that is not connected misses what is published meanwhile; `sockets/resync.py` makes up for it, so nothing is
stored in Redis.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

CHANNEL: Final = "club.tables"
ANSWERS_WITHIN: Final = 2.0
"""Seconds Redis gets for an answer where the caller sets no timeout."""
OUT_OF_REACH: Final = (RedisError, OSError)
"""Raised by everything here while Redis is away."""


class Relay:
    """The messages one process publishes and receives, on one event loop. Everything raises `OUT_OF_REACH`.

    The caller sets the timeout: one of the connection's own costs a task for every message. `single_connection_client`
    keeps one connection for publishing (21 us of processor time a message, 31 us with one from the pool each time).
    """

    def __init__(self, url: str) -> None:
        # One immediate retry: the first command after a Redis restart meets a dead connection.
        again = AsyncRetry(NoBackoff(), 1)
        self._redis = AsyncRedis.from_url(
            url, socket_timeout=None, retry=again, single_connection_client=True
        )

    async def say(self, message: bytes) -> None:
        """Publish a message to every process that listens now."""
        await self._redis.publish(CHANNEL, message)

    async def hear(self) -> AsyncIterator[bytes]:
        """Yield every message from now on, this process's own too, until Redis is lost."""
        async with self._redis.pubsub(ignore_subscribe_messages=True) as subscription:
            await subscription.subscribe(CHANNEL)
            async for message in subscription.listen():
                yield message["data"]

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()


def say_once(url: str, message: bytes) -> None:
    """Publish one message where no event loop runs. Raises `OUT_OF_REACH`."""
    with Redis.from_url(url, socket_timeout=ANSWERS_WITHIN, retry=Retry(NoBackoff(), 1)) as redis:
        redis.publish(CHANNEL, message)
