"""The loop of a think worker: the next question is answered, and idle time is offered to other work."""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import monotonic
from typing import BinaryIO, Final, NamedTuple, Protocol

from django.db import Error, connection

from games.table.events import thinker_idle
from games.table.thinking.answering import answered

QUIET: Final = 5.0
"""Seconds without a question before idle time is offered: a table with bots that search asks more often than that."""

log = logging.getLogger("club.think")


class Taken(NamedTuple):
    """A question that was taken: its line, the seconds it waited, and where its answer goes."""

    line: bytes
    waited: float
    reply: Callable[[bytes], None]


class Source(Protocol):
    """Where a worker gets its questions. `take` waits up to `within` seconds; EOFError when none will come any more."""

    def take(self, *, within: float) -> Taken | None: ...

    def is_waiting(self) -> bool: ...


class Pipe:
    """Questions from the standard input of a child process, read by a thread so that their waiting time is known."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._lines: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        self._answers = answers
        threading.Thread(target=self._read, args=(questions,), name="questions", daemon=True).start()

    def take(self, *, within: float) -> Taken | None:
        """The next question, None when there is none within that time. Raises EOFError at the end of the input."""
        try:
            came_at, line = self._lines.get(timeout=within)
        except Empty:
            return None
        if not line:
            raise EOFError
        return Taken(line, monotonic() - came_at, self._reply)

    def is_waiting(self) -> bool:
        """Whether a question is there."""
        return not self._lines.empty()

    def _read(self, questions: BinaryIO) -> None:
        for line in questions:
            self._lines.put((monotonic(), line))
        self._lines.put((monotonic(), b""))

    def _reply(self, line: bytes) -> None:
        self._answers.write(line)
        self._answers.flush()


def work(source: Source) -> None:
    """Answer questions until the source ends. Idle work is done when none has come for `QUIET` seconds."""
    pause = QUIET
    while True:
        try:
            taken = source.take(within=pause)
        except EOFError:
            return
        if taken is not None:
            _answer(taken)
            pause = QUIET
        else:
            pause = 0.0 if _did_idle_work(source) else QUIET


def _answer(taken: Taken) -> None:
    """Answer a question. A fault is logged without its message, which could name a card; the easy level plays then."""
    try:
        line = answered(taken.line, waited=taken.waited)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as fault:
        where = "".join(traceback.format_tb(fault.__traceback__))
        log.error("%s while thinking\n%s", type(fault).__name__, where)
        return
    if line is not None:
        taken.reply(line)


def _did_idle_work(source: Source) -> int:
    """Offer the idle time; returns how much was done. Work that meets a database error is offered again later."""
    try:
        return sum(done for _receiver, done in thinker_idle.send(None, is_needed=source.is_waiting))
    except Error as error:
        log.warning("idle work is tried again later: %s", type(error).__name__)
        connection.close()
        return 0
