"""The threads for the table's database work; each keeps its connection open.

The event loop never waits for the database.
"""

from __future__ import annotations

import asyncio
import atexit
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, ClassVar, Final, ParamSpec, TypeVar

from django.db import Error, connection

from games.kit.metrics import table_queue
from games.table.broadcast import live

P = ParamSpec("P")
R = TypeVar("R")

ON_SQLITE, ON_POSTGRESQL = 1, 2
"""Threads. SQLite has one writer anyway; on PostgreSQL a call that waits for a locked row holds up only half of them.
Four took a sixth more processor time for a move, and fewer moves came through in a second."""
TURN: Final = 0.0005
"""Seconds a thread runs before another that wants to gets its turn. A move waits for the disk four times and wants
its turn back after each; with Python's usual 5 ms a busy event loop would make it wait 20 ms."""
TOGETHER: Final = 0.02
"""Seconds in which a thread goes on with calls that wait already before it hands over those it has finished. Each time
the event loop is woken, both threads want to run at once, which costs more than a commit."""


class _FinishedCalls:
    """The finished calls of one event loop, which is woken once for all it finds here."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._finished: deque[_Call] = deque()
        self._told = False

    def add(self, call: _Call) -> None:
        """In a table thread; `tell` has to follow."""
        self._finished.append(call)

    def tell(self) -> None:
        """In a table thread: wake the event loop, unless it is about to come anyway."""
        if not self._told:
            self._told = True
            with suppress(RuntimeError):  # the loop has closed, so nobody waits there any more
                self.loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        self._told = False
        try:
            while self._finished:
                self._finished.popleft().hand_over()
        finally:
            if self._finished:  # one of them failed, which the loop reports
                self.loop.call_soon(self._hand_over)


@dataclass(slots=True, eq=False)
class _Call:
    """A call of a table service, and what came of it. `messages` are its announcements."""

    work: Callable[[], Any]
    answer: asyncio.Future[Any]
    finished_calls: _FinishedCalls
    messages: list[live.Message] = field(default_factory=list)
    begun: float = 0.0
    result: Any = None
    error: BaseException | None = None

    def carry_out(self) -> None:
        """In a table thread: make the call, unless nobody waits for it any more."""
        self.begun = perf_counter()
        if not self.answer.cancelled():
            self.result, self.error = _outcome(self.work, self.messages)

    def hand_over(self) -> None:
        """On the event loop: broadcast the announcements, then set the result. They are broadcast even when the
        caller was cancelled, and before the caller draws.
        """
        try:
            live.spread(self.messages)
        finally:
            if not self.answer.cancelled():
                if self.error is not None:
                    self.answer.set_exception(self.error)
                else:
                    self.answer.set_result(self.result)


class TableExecutor:
    """Runs table services in threads, off the event loop, and broadcasts their announcements when they
    return.
    """

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._finished_calls: _FinishedCalls | None = None

    async def run(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call `work` in a table thread and give back what it returns or raises."""
        if not self._threads:
            self._start()
        loop = asyncio.get_running_loop()
        if self._finished_calls is None or self._finished_calls.loop is not loop:
            self._finished_calls = _FinishedCalls(loop)
        answer: asyncio.Future[R] = loop.create_future()
        table_queue.inc()
        self._calls.put(_Call(partial(work, *args, **kwargs), answer, self._finished_calls))
        try:
            return await answer
        finally:
            table_queue.dec()

    def close(self) -> None:
        """Let the threads finish the calls made so far, then end them and their connections; the next `run` starts
        others.
        """
        threads, self._threads = self._threads, []
        for _ in threads:
            self._calls.put(None)
        for thread in threads:
            thread.join()

    def _start(self) -> None:
        size = ON_SQLITE if connection.vendor == "sqlite" else ON_POSTGRESQL
        # Daemons, because Python waits for all others before it calls `close` at the end of the program.
        self._threads = [threading.Thread(target=self._work, name="table", daemon=True) for _ in range(size)]
        for thread in self._threads:
            thread.start()
        sys.setswitchinterval(TURN)

    def _work(self) -> None:
        finished: list[_Call] = []
        while (call := self._next(finished)) is not None:
            call.carry_out()
            finished.append(call)
        _hand_over(finished)
        connection.close()

    def _next(self, finished: list[_Call]) -> _Call | None:
        """The next call, None for the end. Hands over those that are finished where no other waits, or `TOGETHER` after
        the first of them was begun.
        """
        if finished and perf_counter() < finished[0].begun + TOGETHER:
            with suppress(Empty):
                return self._calls.get_nowait()
        _hand_over(finished)
        finished.clear()
        return self._calls.get()


def _hand_over(finished: Sequence[_Call]) -> None:
    """Give these calls back to the event loop of their callers."""
    for call in finished:
        call.finished_calls.add(call)
    for call in finished:
        call.finished_calls.tell()


def _outcome(work: Callable[[], R], messages: list[live.Message]) -> tuple[R | None, BaseException | None]:
    """The result of a call and the error it raised; one of them is None."""
    try:
        _drop_lost_connection()
        with live.gathered(messages):
            return work(), None
    except Error as error:
        if connection.connection is not None and not connection.is_usable():
            _Outages.seen += 1
        return None, error
    except BaseException as error:  # noqa: BLE001  raised where the answer is awaited
        return None, error


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
atexit.register(table_executor.close)
