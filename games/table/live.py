"""The only one to touch the channel layer. Messages say that something changed, never what: no card travels here.

Also who is here: which seats have the table open in this process.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

log = logging.getLogger("club.live")

CHANGED: Final = "table.changed"
TALKED: Final = "table.talked"
PRESENCE: Final = "table.presence"

_loop: asyncio.AbstractEventLoop | None = None
_nudge: asyncio.Event | None = None
_sending: set[asyncio.Task[None]] = set()
_here: dict[int, Counter[int]] = {}


def group_of(match_id: int) -> str:
    """The channel layer's group of everybody who looks at that table."""
    return f"table.{match_id}"


def attach(*, nudge: asyncio.Event | None = None) -> None:
    """Tell this module the server's event loop, and the steward's bell when it runs inside this process."""
    global _loop, _nudge  # noqa: PLW0603  one event loop a process
    _loop = asyncio.get_running_loop()
    if nudge is not None:
        _nudge = nudge


def announce(match_id: int, seq: int) -> None:
    """The table has moved on to log entry `seq`. Called after the commit; never raises, whatever the layer does."""
    _send(match_id, {"type": CHANGED, "match": match_id, "seq": seq})


def announce_talk(match_id: int) -> None:
    """Somebody said something, or somebody was muted."""
    _send(match_id, {"type": TALKED, "match": match_id})


def announce_presence(match_id: int) -> None:
    """Somebody came or went."""
    _send(match_id, {"type": PRESENCE, "match": match_id})


def nudge_steward() -> None:
    """Ring the steward of this process: something may be due sooner than it thinks."""
    if _nudge is not None and _loop is not None and not _loop.is_closed():
        _loop.call_soon_threadsafe(_nudge.set)


def come(match_id: int, seat: int) -> bool:
    """A screen of that seat opened; whether it is the seat's first."""
    here = _here.setdefault(match_id, Counter())
    here[seat] += 1
    return here[seat] == 1


def go(match_id: int, seat: int) -> bool:
    """A screen of that seat closed; whether it was the seat's last."""
    here = _here[match_id]
    here[seat] -= 1
    if here[seat]:
        return False
    del here[seat]
    if not here:
        del _here[match_id]
    return True


def present(match_id: int) -> frozenset[int]:
    """The seats that have the table open in this process."""
    return frozenset(_here.get(match_id, ()))


def _send(match_id: int, message: dict[str, Any]) -> None:
    loop = _loop
    if loop is None or loop.is_closed() or not loop.is_running():
        async_to_sync(_deliver)(match_id, message)
    else:
        loop.call_soon_threadsafe(_start, loop, match_id, message)


def _start(loop: asyncio.AbstractEventLoop, match_id: int, message: dict[str, Any]) -> None:
    task = loop.create_task(_deliver(match_id, message))
    _sending.add(task)
    task.add_done_callback(_sending.discard)


async def _deliver(match_id: int, message: dict[str, Any]) -> None:
    """A layer that is down costs a push, which the next one or the heartbeat heals; the move is committed."""
    try:
        await get_channel_layer().group_send(group_of(match_id), message)
    except (RedisError, OSError, TimeoutError, ChannelFull) as error:
        log.warning("table %s: push not delivered (%s)", match_id, type(error).__name__)
