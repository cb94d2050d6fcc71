"""Words from process to process through a Redis that dies and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.exceptions import RedisError

from games.table.broadcast.relay import Relay, say_once
from tests.patience import PATIENCE
from tests.served.backends import own_redis


async def first(messages: AsyncIterator[bytes]) -> bytes:
    """The next message."""
    return await asyncio.wait_for(anext(messages), PATIENCE)


async def until_lost(messages: AsyncIterator[bytes]) -> None:
    """Hear everything until nothing can be heard."""
    async for _ in messages:
        pass


async def heard_again_and_again(relay: Relay, message: bytes, heard: asyncio.Task[bytes]) -> bytes:
    """Publish until it is received, because the moment of the subscription is not known."""
    while not heard.done():
        await relay.say(message)
        await asyncio.wait({heard}, timeout=0.05)
    return heard.result()


async def test_what_one_says_all_hear_also_after_redis_was_killed() -> None:
    with own_redis() as redis:
        mine, other = Relay(redis.url), Relay(redis.url)
        messages = other.hear()
        heard = asyncio.create_task(first(messages))
        assert await heard_again_and_again(mine, b"one", heard) == b"one"
        redis.kill()
        with pytest.raises((RedisError, OSError)):
            await asyncio.wait_for(until_lost(messages), PATIENCE)
        with pytest.raises((RedisError, OSError)):
            await mine.say(b"lost")
        with pytest.raises((RedisError, OSError)):
            await asyncio.to_thread(say_once, redis.url, b"lost too")
        redis.start()
        messages = other.hear()
        heard = asyncio.create_task(first(messages))
        assert await heard_again_and_again(mine, b"two", heard) == b"two"
        await asyncio.to_thread(say_once, redis.url, b"three")
        while (said := await first(messages)) == b"two":
            pass
        assert said == b"three"
        await messages.aclose()
        for relay in (mine, other):
            await relay.close()
