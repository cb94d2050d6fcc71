"""Events sent to the channel groups of open pages when a table, an evening or a player changed.

`send_...` is called by services, in a transaction or outside one: the event goes out after the commit and never turns a
written change into an error. It may be lost (Redis away, a process killed after its commit): heartbeats and
`sockets/healing.py` make up for that. No event carries a covered card: `entries` are public log entries only
(`log/open_entries.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from contextvars import ContextVar
from functools import cache, partial
from secrets import token_hex
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

log = logging.getLogger("club.live")

collected: ContextVar[list[tuple[str, dict[str, Any]]] | None] = ContextVar("collected", default=None)
"""The events of a call that `threads.call_in_thread` has handed to a thread: it sends them when the call returns. A
thread that sent each itself would wait for the event loop twice for every move."""


def table_group(match_id: int) -> str:
    """The group of everybody who has this table open: players, spectators, screens in its middle, cockpits."""
    return f"table.{match_id}"


def round_group(match_id: int, number: int) -> str:
    """The group of the pages that look back together at a closed round."""
    return f"round.{match_id}.{number}"


def evening_group(evening_id: int) -> str:
    """The group of the open cockpits of an evening, and of the screens of those who sit at its tables."""
    return f"evening.{evening_id}"


def player_group(player_id: int) -> str:
    """The group of all sockets of a player."""
    return f"player.{player_id}"


@cache
def process_group() -> str:
    """The group of all sockets of this process. Its name is drawn at the first use, so forked processes differ."""
    return f"process.{token_hex(8)}"


def send_table_changed(match_id: int, seq: int, entries: Sequence[Sequence[Any]] = ()) -> None:
    """The table has moved on to log entry `seq`; `entries` led there, where all of them are public."""
    _send_on_commit(
        table_group(match_id), {"type": "table.changed", "match": match_id, "seq": seq, "entries": entries}
    )


def send_seats_changed(match_id: int) -> None:
    """People sat down at, or left, a table that has not started."""
    _send_on_commit(table_group(match_id), {"type": "seats.changed"})


def send_talk_changed(match_id: int) -> None:
    """There is a new line of talk, or a player was muted."""
    _send_on_commit(table_group(match_id), {"type": "talk.changed"})


def send_presence_changed(match_id: int) -> None:
    """A seat's first screen opened, or its last one closed."""
    _send_on_commit(table_group(match_id), {"type": "presence.changed"})


def send_screen_withdrawn(match_id: int) -> None:
    """The code of the screens in the middle of the table no longer holds."""
    _send_on_commit(table_group(match_id), {"type": "screen.withdrawn"})


def send_names_changed(match_id: int, players: Collection[int]) -> None:
    """Players of this table (by key) have other names now."""
    _send_on_commit(table_group(match_id), {"type": "names.changed", "players": list(players)})


def send_evening_changed(evening_id: int) -> None:
    """The sign-ups, substitutes or seats of an evening changed, a table of it began or ended, or deals were opened."""
    _send_on_commit(evening_group(evening_id), {"type": "evening.changed"})


def send_calls_changed(player_id: int) -> None:
    """A table called this player as the director, or the call ended."""
    _send_on_commit(player_group(player_id), {"type": "calls.changed"})


def send_rights_changed(player_id: int) -> None:
    """A player was signed out or barred, or has other roles: their sockets are judged again."""
    _send_on_commit(player_group(player_id), {"type": "rights.changed"})


def send_spectators_changed(match_id: int) -> None:
    """Other people than before may look on at this table: the sockets there are judged again."""
    _send_on_commit(table_group(match_id), {"type": "rights.changed"})


def _send_on_commit(group: str, event: dict[str, Any]) -> None:
    transaction.on_commit(partial(_send, group, event), robust=True)


def _send(group: str, event: dict[str, Any]) -> None:
    events = collected.get()
    if events is None:
        async_to_sync(send_events)([(group, event)])
    else:
        events.append((group, event))


def layer_errors() -> tuple[type[Exception], ...]:
    """The errors of a channel layer that cannot be reached. Without Redis its library, six megabytes, is not loaded."""
    if not settings.REDIS_URL:
        return (OSError,)
    from redis.exceptions import RedisError

    return (OSError, RedisError)


async def send_events(events: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Send each event to its group. One that Redis does not take is lost, which the log says."""
    for group, event in events:
        try:
            await get_channel_layer().group_send(group, event)
        except layer_errors() as error:
            log.warning("%s: %s not sent (%s)", group, event["type"], type(error).__name__)
