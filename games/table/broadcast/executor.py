"""The thread pool for the table's database work; each thread keeps its connection open.

One thread on SQLite, which has one writer anyway; four on PostgreSQL. The event loop never waits for the database.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ClassVar, Final, ParamSpec, TypeVar

from django.db import Error, connection

from games.kit.metrics import table_queue
from games.table.broadcast import live

P = ParamSpec("P")
R = TypeVar("R")

TURN: Final = 0.0005
"""Seconds a thread runs before another that wants to gets its turn. A move waits for the disk four times and wants
its turn back after each; with Python's usual 5 ms a busy event loop would make it wait 20 ms."""


class TableExecutor:
    """Runs table services in threads, off the event loop, and broadcasts their announcements when they
    return.
    """

    def __init__(self) -> None:
        self._threads: ThreadPoolExecutor | None = None
        self._size = 0

    async def run(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call `work` in a table thread and give back what it returns or raises."""
        if self._threads is None:
            self._size = 1 if connection.vendor == "sqlite" else 4
            self._threads = ThreadPoolExecutor(self._size, thread_name_prefix="table")
            sys.setswitchinterval(TURN)
        loop = asyncio.get_running_loop()
        messages: list[live.Message] = []
        answer: asyncio.Future[R] = loop.create_future()

        def hand_over(done: Future[R]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_handed_over, done, answer, messages)

        table_queue.inc()
        done = self._threads.submit(_done, work, args, kwargs, messages)
        done.add_done_callback(hand_over)
        try:
            return await answer
        except asyncio.CancelledError:
            done.cancel()  # drop queued work when its caller is cancelled
            raise
        finally:
            table_queue.dec()

    def close(self) -> None:
        """End the threads and their connections; the next `run` starts anew."""
        threads, self._threads = self._threads, None
        if threads is not None:
            # The barrier holds each thread until all have a task, so that every thread closes its own connection.
            together = threading.Barrier(self._size)
            for _ in range(self._size):
                threads.submit(_let_go, together)
            threads.shutdown()


def _let_go(together: threading.Barrier) -> None:
    together.wait()
    connection.close()


def _handed_over(done: Future[R], answer: asyncio.Future[R], messages: list[live.Message]) -> None:
    """On the event loop: broadcast the announcements, then set the result. They are broadcast even when the
    caller was cancelled, and before the caller draws.

    Both in one callback, because each `call_soon_threadsafe` wakes the event loop.
    """
    try:
        live.spread(messages)
    finally:
        if not answer.cancelled():
            if (error := done.exception()) is not None:
                answer.set_exception(error)
            else:
                answer.set_result(done.result())


def _done(
    work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], messages: list[live.Message]
) -> Any:
    _drop_lost_connection()
    try:
        with live.gathered(messages):
            return work(*args, **kwargs)
    except Error:
        if connection.connection is not None and not connection.is_usable():
            _Outages.seen += 1
        raise


class _Outages(threading.local):
    """Counters of lost database connections: `seen` by the process, `heeded` how many this thread has reacted
    to.
    """

    seen: ClassVar[int] = 0
    heeded = 0


_outages = _Outages()


def _drop_lost_connection() -> None:
    """Close this thread's connection after any thread found its own lost, so that a database restart fails
    one call instead of one call per thread.
    """
    if _outages.heeded != _Outages.seen:
        _outages.heeded = _Outages.seen
        connection.close()


table_executor = TableExecutor()
