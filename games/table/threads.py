"""Calls of services and queries from the event loop, which never waits for the database itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import Error, InterfaceError, OperationalError, close_old_connections

from games.metrics import table_queue
from games.table import live

P = ParamSpec("P")
R = TypeVar("R")

OUT_OF_REACH: Final = (OperationalError, InterfaceError)
"""What a database raises that is away, or that a writer waited for in vain."""


async def call_in_thread(work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Return what `work` returns or raises, called in the one thread that asgiref keeps for such calls.

    Events that `work` sends go out when it has returned. The thread keeps its connection to the database: Channels'
    `database_sync_to_async` opens and closes it for every call, which on SQLite takes a tenth of a move.
    """
    table_queue.inc()
    events: list[tuple[str, dict[str, Any]]] = []
    before = live.collected.set(events)
    try:
        return await sync_to_async(_call)(work, *args, **kwargs)
    finally:
        live.collected.reset(before)
        table_queue.dec()
        await live.send_events(events)


def _call(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    try:
        return work(*args, **kwargs)
    except Error:
        close_old_connections()  # a lost connection fails one call; the next one opens another
        raise
