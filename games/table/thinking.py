"""Bots that search, asked in a process of their own so that no move waits for them.

`thinkers.ask` may be called from any thread, and returns a `concurrent.futures.Future` for services and, by
`asyncio.wrap_future`, for coroutines. A process that runs the steward has workers of its own, started with the first
question; other servers ask a steward (`think_over_redis`). Why so:
docs/decisions/2026-11-27-strong-bots-think-in-a-process-pool.md.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from multiprocessing import active_children, get_context
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from games.bots.bot import Level
from games.metrics import think_answers, think_questions
from games.table import think_worker
from games.table.log.loading import Table
from games.table.think_worker import Answer, Question, SearchError, ThinkRequest

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

ANSWER_TIMEOUT: Final = timedelta(seconds=2)
"""Time an answer gets from when it is asked for; then the easy level plays. `due_times.MAX_THINKING` counts from when
the decision is due."""
STUCK_AGE: Final = timedelta(seconds=5)
"""Age of a question that still runs at which its worker is taken for stuck, and replaced."""
PAUSE_AFTER_TIMEOUT: Final = timedelta(seconds=10)
"""After a question stayed without an answer in time, the next is asked so much later, unless an answer comes."""
MAX_OPEN_QUESTIONS: Final = 64
"""Open questions above which none is asked."""
SEARCH_NICENESS: Final = 10
BACKGROUND_NICENESS: Final = 19
"""How far the worker processes step back for the server (`nice`); the background one for the search too."""

FutureAnswer: TypeAlias = "Future[Answer | None]"
"""An answer that will come; None when none does. Cancelling it has no effect: others may wait for it too."""

log = logging.getLogger("club.think")


class Searcher(Protocol):
    """What searches for `Thinkers`. Both methods may be called from any thread, and do not wait."""

    def submit(self, work: Callable[..., Any], /, *arguments: object) -> Future[Any] | None:
        """Begin; None where no answer can be expected."""

    def replace(self) -> None:
        """Give up what runs."""


class Worker:
    """A pool of one process, started with the first work while it is open, and again after it died. Thread-safe."""

    def __init__(self, prepare: Callable[[int], None], niceness: int) -> None:
        self._prepare = prepare
        self._niceness = niceness
        self._lock = threading.Lock()
        self._is_open = False
        self._pool: ProcessPoolExecutor | None = None
        self._pid: Future[int] | None = None

    def open(self) -> None:
        """Accept work from now on."""
        with self._lock:
            self._is_open = True

    def close(self) -> None:
        """Kill the process, and accept no more work."""
        with self._lock:
            self._is_open = False
            self._discard()

    def submit(self, work: Callable[..., Any], /, *arguments: object) -> Future[Any] | None:
        """Run picklable work in the process; None while the worker is closed.

        The future raises BrokenProcessPool when the process dies over it.
        """
        with self._lock:
            if not self._is_open:
                return None
            if self._has_died():
                log.warning("a worker process died; another is started")
                self._discard()
            try:
                return self._open_pool().submit(work, *arguments)
            except BrokenProcessPool:  # it has died since
                self._discard()
                return self._open_pool().submit(work, *arguments)

    def replace(self) -> None:
        """Kill the process if it has started; the next work starts another."""
        with self._lock:
            if self._pid is not None and self._pid.done():
                log.warning("a worker process does not answer; another is started")
                self._discard()

    def _open_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, because a fork of a process with threads may inherit a held lock.
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=self._prepare, initargs=(self._niceness,)
            )
            self._pid = self._pool.submit(os.getpid)
        return self._pool

    def _has_died(self) -> bool:
        """Whether the process has started and is no more; its pool may not know it yet."""
        return self._pid is not None and self._pid.done() and self._process() is None

    def _process(self) -> BaseProcess | None:
        """The running process, None where there is none."""
        pid = self._pid
        if pid is None or not pid.done() or pid.cancelled() or pid.exception() is not None:
            return None
        return next((child for child in active_children() if child.pid == pid.result()), None)

    def _discard(self) -> None:
        process = self._process()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        if process is not None:
            process.kill()
        self._pool = self._pid = None


class _Open(NamedTuple):
    """An open question: when it was asked, the work on it, and what those who asked wait for."""

    since: datetime
    work: Future[Answer]
    coming: FutureAnswer


class Thinkers:
    """The bots that search as one process asks them. Thread-safe; times are the caller's."""

    def __init__(self, worker: Searcher) -> None:
        self._lock = threading.Lock()
        self.use(worker)

    def use(self, worker: Searcher) -> None:
        """Ask this worker from now on, as in a new process."""
        self._worker = worker
        self._open: dict[ThinkRequest, _Open] = {}
        # None after an answer; else when one question may show whether answers come again.
        self._asked_again_at: datetime | None = None

    def ask(self, table: Table, asked: ThinkRequest, level: Level, *, now: datetime) -> FutureAnswer | None:
        """Ask for a decision that is open at the table; None when no answer can be expected in time.

        A question that is open already is not asked twice.
        """
        self.give_up_late(now)
        with self._lock:
            if asked in self._open:
                return self._open[asked].coming
            if not self._is_worth_asking(now):
                return None
        # Without the lock: a pool that breaks meanwhile may hand back other questions before it takes this one.
        work = self._worker.submit(think_worker.answer, question_of(table, asked, level), monotonic())
        if work is None:
            return None
        coming: FutureAnswer = Future()
        coming.set_running_or_notify_cancel()
        with self._lock:
            known = self._open.setdefault(asked, _Open(now, work, coming))
        if known.work is not work:  # asked by another thread at the same moment
            work.cancel()
            return known.coming
        think_questions.inc()
        work.add_done_callback(lambda work: self._take(asked, work))
        return coming

    def give_up_late(self, now: datetime) -> None:
        """Cancel the questions whose time is over. One that runs goes on, and its worker is replaced in the end."""
        with self._lock:
            late = [
                one
                for one in self._open.values()
                if now - one.since >= ANSWER_TIMEOUT and not one.work.done()
            ]
            if late:
                self._asked_again_at = max(one.since for one in late) + ANSWER_TIMEOUT + PAUSE_AFTER_TIMEOUT
        for one in late:
            one.work.cancel()
        if any(now - one.since >= STUCK_AGE and not one.work.done() for one in late):
            self._worker.replace()

    def _take(self, asked: ThinkRequest, work: Future[Answer]) -> None:
        """Hand on what became of a question, in the thread of the pool or the one that cancelled it."""
        answer = _answer_of(work)
        with self._lock:
            question = self._open.pop(asked, None)
            if question is None:
                return
            if answer is not None:
                self._asked_again_at = None
            elif self._asked_again_at is None:
                self._asked_again_at = question.since + ANSWER_TIMEOUT
        if answer is not None:
            think_answers.inc()
        question.coming.set_result(answer)

    def _is_worth_asking(self, now: datetime) -> bool:
        if self._asked_again_at is None:
            return len(self._open) < MAX_OPEN_QUESTIONS
        return not self._open and now >= self._asked_again_at


def question_of(table: Table, asked: ThinkRequest, level: Level) -> Question:
    """The question for a decision that is open at this table."""
    game, state = table.game, table.state.game_state
    view = replace(game.view(state, asked.seat), results=())
    return Question(asked, level, game.key, view, tuple(game.choices(state, asked.seat)))


def _answer_of(work: Future[Answer]) -> Answer | None:
    """The answer a search came to, None where it was cancelled, failed, or its process died."""
    if work.cancelled():
        return None
    fault = work.exception()
    if fault is None:
        return work.result()
    if isinstance(fault, BrokenProcessPool):
        return None  # `Worker` has said so: it was killed because it did not answer, or another is started for it
    # Only of SearchError the message, because that of another error could name a card.
    log.error("a search failed: %s", fault if isinstance(fault, SearchError) else type(fault).__name__)
    return None


class Background:
    """Work that nobody waits for, done beside the steward in a process of its own."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._work: Future[int] | None = None

    def go_on(self, *, now: datetime) -> int:
        """Let the process look for work, unless it is at work; returns how much was done since the last call."""
        done = 0
        if self._work is not None:
            if not self._work.done():
                return 0
            fault = self._work.exception()
            if fault is None:
                done = self._work.result()
            else:
                log.error("background work failed: %s", type(fault).__name__)
        self._work = self._worker.submit(think_worker.do_background_work)
        return done


search_worker = Worker(think_worker.start, SEARCH_NICENESS)
background_worker = Worker(think_worker.start_with_database, BACKGROUND_NICENESS)
thinkers = Thinkers(search_worker)
background = Background(background_worker)


@contextmanager
def open_workers() -> Iterator[None]:
    """Let this process ask its workers during the block; they are killed at its end."""
    search_worker.open()
    background_worker.open()
    try:
        yield
    finally:
        search_worker.close()
        background_worker.close()
