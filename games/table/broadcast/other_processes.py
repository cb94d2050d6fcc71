"""Words to the other processes of the club and from them, where there is Redis.

Only this module touches the relay. Who cannot be reached misses a push; that heals by itself (`catching_up`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from django.conf import settings

from games.table.broadcast.messages import Kind, Opened, Word, read_word

if TYPE_CHECKING:
    from games.table.broadcast.relay import Relay

log = logging.getLogger("club.live")

PROCESS: Final = secrets.token_hex(8)
"""Tells this process's own words from those of others."""
LISTEN_AGAIN: Final = 1.0
"""Seconds until lost Redis is tried again."""
SAID_WITHIN: Final = 2.0
"""Seconds Redis gets to take a message; who misses it finds out by looking."""

_unsaid: dict[tuple[Kind, int, Opened | None], Word] = {}
_saying: asyncio.Task[None] | None = None
_way: tuple[asyncio.AbstractEventLoop, Relay] | None = None


def is_shared() -> bool:
    """Whether other processes may serve the same tables."""
    return bool(settings.REDIS_URL)


def say(word: Word) -> None:
    """Say a word at once, or together with others when those before it are said. On the event loop, without waiting."""
    global _saying  # noqa: PLW0603  one message is under way at a time
    about = word.kind, word.match_id, word.opened
    before = _unsaid.get(about)
    _unsaid[about] = word if before is None else before.and_then(word)
    if _saying is None or _saying.done():
        _saying = asyncio.get_running_loop().create_task(_say_all())


async def _say_all() -> None:
    while _unsaid:
        words = list(_unsaid.values())
        _unsaid.clear()
        await _publish(words)


async def _publish(words: Sequence[Word]) -> None:
    """Redis out of reach costs other processes a push; the move is committed all the same."""
    relaying = _relaying()
    try:
        async with asyncio.timeout(SAID_WITHIN):
            await _relay().say(_message_of(words))
    except relaying.OUT_OF_REACH as error:
        _warn(words, error)


def say_once(word: Word) -> None:
    """As `say`, where no event loop runs; waits until Redis has it."""
    relaying = _relaying()
    try:
        relaying.say_once(settings.REDIS_URL, _message_of([word]))
    except relaying.OUT_OF_REACH as error:
        _warn([word], error)


def _warn(words: Sequence[Word], error: BaseException) -> None:
    tables = ", ".join(str(word.match_id) for word in words)
    log.warning("tables %s: other processes not told (%s)", tables, type(error).__name__)


def _relaying() -> ModuleType:
    """What speaks with Redis; its library, six megabytes, is read only where there is Redis."""
    from games.table.broadcast import relay

    return relay


def _relay() -> Relay:
    """The relay of this process's event loop."""
    global _way  # noqa: PLW0603  one relay a process
    loop = asyncio.get_running_loop()
    if _way is None or _way[0] is not loop:
        _way = loop, _relaying().Relay(settings.REDIS_URL)
    return _way[1]


def _message_of(words: Sequence[Word]) -> bytes:
    return json.dumps({"process": PROCESS, "words": words}, separators=(",", ":")).encode()


def _words_of(message: bytes) -> list[Word]:
    """What another process says; of a word of another release what this one knows. Nothing of one's own."""
    said = json.loads(message)
    if said["process"] == PROCESS:
        return []
    return [read_word(fields) for fields in said["words"]]


async def heard() -> AsyncIterator[list[Word]]:
    """What other processes say, message by message, for ever; lost Redis is tried again."""
    while True:
        try:
            async with contextlib.aclosing(_relay().hear()) as messages:
                async for message in messages:
                    yield _words_of(message)
        except _relaying().OUT_OF_REACH as error:
            log.warning("other processes cannot be heard (%s)", type(error).__name__)
        await asyncio.sleep(LISTEN_AGAIN)
