"""Words to and from the other processes of the club through Redis, where it is configured.

Only this module uses the relay. An unreachable process misses a push; `sockets/resync.py` makes up for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Final

from django.conf import settings

from games.table.broadcast.messages import Kind, Look, Message, Opened, read_message

if TYPE_CHECKING:
    from games.table.broadcast.relay import Relay

log = logging.getLogger("club.live")

LISTEN_AGAIN: Final = 1.0
"""Seconds until lost Redis is tried again."""
SAID_WITHIN: Final = 2.0
"""Timeout for publishing, in seconds; `sockets/resync.py` makes up for a lost message."""

_unsaid: dict[tuple[Kind, int, Opened | None, Look | None], Message] = {}
_saying: asyncio.Task[None] | None = None
_way: tuple[asyncio.AbstractEventLoop, Relay] | None = None


@cache
def process() -> str:
    """The name of this process, which tells its own messages from those of others.

    Drawn at its first use: processes forked from one that has imported this module have a name each.
    """
    return secrets.token_hex(8)


def is_shared() -> bool:
    """Whether other processes may serve the same tables."""
    return bool(settings.REDIS_URL)


def say(message: Message) -> None:
    """Publish a message at once, or batched with others while an earlier batch is being published. On the event
    loop, without waiting.
    """
    global _saying  # noqa: PLW0603  one message is under way at a time
    about = message.kind, message.match_id, message.opened, message.look
    before = _unsaid.get(about)
    _unsaid[about] = message if before is None else before.and_then(message)
    if _saying is None or _saying.done():
        _saying = asyncio.get_running_loop().create_task(_say_all())


async def _say_all() -> None:
    while _unsaid:
        messages = list(_unsaid.values())
        _unsaid.clear()
        await _publish(messages)


async def _publish(messages: Sequence[Message]) -> None:
    """Publish the messages. Redis being unreachable is logged only: the move is committed already."""
    relaying = _relaying()
    try:
        async with asyncio.timeout(SAID_WITHIN):
            await _relay().say(_message_of(messages))
    except relaying.OUT_OF_REACH as error:
        _warn(messages, error)


def say_once(message: Message) -> None:
    """As `say`, where no event loop runs; waits until Redis has it."""
    relaying = _relaying()
    try:
        relaying.say_once(settings.REDIS_URL, _message_of([message]))
    except relaying.OUT_OF_REACH as error:
        _warn([message], error)


def _warn(messages: Sequence[Message], error: BaseException) -> None:
    tables = ", ".join(str(message.match_id) for message in messages)
    log.warning("tables %s: other processes not told (%s)", tables, type(error).__name__)


def _relaying() -> ModuleType:
    """The module `relay`, imported on first use: its Redis library takes six megabytes."""
    from games.table.broadcast import relay

    return relay


def _relay() -> Relay:
    """The relay of this process's event loop."""
    global _way  # noqa: PLW0603  one relay a process
    loop = asyncio.get_running_loop()
    if _way is None or _way[0] is not loop:
        _way = loop, _relaying().Relay(settings.REDIS_URL)
    return _way[1]


def _message_of(messages: Sequence[Message]) -> bytes:
    return json.dumps({"process": process(), "messages": messages}, separators=(",", ":")).encode()


def _messages_of(message: bytes) -> list[Message]:
    """Parse a message of another process; none for this process's own. Fields unknown to this release are
    ignored.
    """
    said = json.loads(message)
    if said["process"] == process():
        return []
    return [read_message(fields) for fields in said["messages"]]


async def heard() -> AsyncIterator[list[Message]]:
    """Yield the messages of other processes for ever; a lost connection to Redis is retried."""
    while True:
        try:
            async with contextlib.aclosing(_relay().hear()) as messages:
                async for message in messages:
                    yield _messages_of(message)
        except _relaying().OUT_OF_REACH as error:
            log.warning("other processes cannot be heard (%s)", type(error).__name__)
        await asyncio.sleep(LISTEN_AGAIN)
