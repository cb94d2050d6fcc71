"""The questions a process has open, and whether another is worth asking."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from games.engine.bots.levels import Level
from games.kit.metrics import think_answers, think_questions
from games.table.log.loading import Table
from games.table.thinking.questions import Answer, Asked, question_of, read_answer, write_question

BUSY: Final = timedelta(seconds=1)
"""Age of the oldest open question above which the good level is asked for instead of the strong one."""
LONGEST: Final = timedelta(seconds=2)
"""Time an answer gets; then the easy level plays."""
ASKED_AGAIN: Final = timedelta(seconds=10)
"""After a question stayed without an answer, the next is asked so much later, unless an answer comes."""
MOST_OPEN: Final = 64
"""Open questions above which none is asked."""

Send: TypeAlias = Callable[[bytes], None]
Take: TypeAlias = Callable[[Answer], None]

log = logging.getLogger("club.think")


class Thinkers:
    """The workers as one server process knows them. Thread-safe; times are the caller's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._send: Send | None = None
        self._open: dict[Asked, tuple[datetime, Take]] = {}
        self._silent_since: datetime | None = None

    def connect(self, send: Send | None) -> None:
        """Set how a line reaches a worker; None while none can be reached. Open questions are given up."""
        with self._lock:
            self._send = send
            self._open.clear()
            self._silent_since = None

    def ask(self, table: Table, asked: Asked, level: Level, *, now: datetime, take: Take) -> bool:
        """Ask for a decision that is open at the table; returns whether an answer can be expected.

        `take` is called with it, in the thread that heard it. A question that is open already is not asked twice.
        """
        with self._lock:
            self._give_up(now)
            send = self._send
            if asked in self._open:
                return True
            if send is None or not self._is_worth_asking(now):
                return False
            busy = any(now - since > BUSY for since, _take in self._open.values())
            if level == Level.STRONG and busy and asked.shared_deals is None:
                level = Level.GOOD
            self._open[asked] = now, take
        think_questions.inc()
        send(write_question(question_of(table, asked, level)))
        return True

    def hear(self, line: bytes) -> None:
        """Hand the answer in a line to the one who asked; unreadable and unexpected answers are ignored."""
        try:
            answer = read_answer(line)
        except (LookupError, TypeError, ValueError) as fault:
            log.warning("an answer cannot be read: %s", type(fault).__name__)
            return
        with self._lock:
            self._silent_since = None
            _since, take = self._open.pop(answer.asked, (None, None))
        if take is not None:
            think_answers.inc()
            take(answer)

    def is_silent(self) -> bool:
        """Whether the last question whose time is over got no answer, and nothing was heard since."""
        with self._lock:
            return self._silent_since is not None

    def _give_up(self, now: datetime) -> None:
        """Drop the questions whose time is over."""
        late = {asked: since for asked, (since, _take) in self._open.items() if now - since >= LONGEST}
        for asked, since in late.items():
            del self._open[asked]
            self._silent_since = since + LONGEST

    def _is_worth_asking(self, now: datetime) -> bool:
        if self._silent_since is None:
            return len(self._open) < MOST_OPEN
        return not self._open and now - self._silent_since >= ASKED_AGAIN


thinkers = Thinkers()
