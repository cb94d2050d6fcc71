"""Bots that search, asked in a process of their own so that no move waits for them.

`thinkers.ask` may be called from any thread, and returns a `concurrent.futures.Future` for services and, by
`asyncio.wrap_future`, for coroutines. A process that runs the steward has workers of its own, started with the first
question; other servers ask a steward (`think_over_redis`). Why so:
docs/decisions/2026-11-27-strong-bots-think-in-a-process-pool.md.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from games.bots.bot import Level
from games.metrics import think_answers, think_questions
from games.table import think_worker
from games.table.background_worker import background_worker
from games.table.log.loading import Table
from games.table.think_worker import Answer, Question, SearchError, ThinkRequest
from games.table.worker_process import Worker, start_process

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
"""How far the process that searches steps back for the server (`nice`)."""

FutureAnswer: TypeAlias = "Future[Answer | None]"
"""An answer that will come; None when none does. Cancelling it has no effect: others may wait for it too."""

log = logging.getLogger("club.think")


class Searcher(Protocol):
    """What searches for `Thinkers`. Both methods may be called from any thread, and do not wait."""

    def submit(self, work: Callable[..., Any], /, *arguments: object) -> Future[Any] | None:
        """Begin; None where no answer can be expected."""

    def replace(self) -> None:
        """Give up what runs."""


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


search_worker = Worker(start_process, SEARCH_NICENESS)
thinkers = Thinkers(search_worker)


@contextmanager
def open_workers() -> Iterator[None]:
    """Let this process use its workers, that of searches and that of the background; killed at the end of the block."""
    search_worker.open()
    background_worker.open()
    try:
        yield
    finally:
        search_worker.close()
        background_worker.close()
