"""What runs in the worker processes of `thinking`: the search for a bot's answer, and work nobody waits for.

A question is what one seat sees and may choose, never a state. The process that searches loads the engine and no
Django, so it starts in a third of a second and can reach neither the database nor the log.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import traceback
from dataclasses import dataclass
from multiprocessing import parent_process
from time import monotonic
from typing import Final, NamedTuple
from zlib import crc32

from games.bots.bot import Level
from games.bots.registry import player
from games.engine.actions import Data
from games.engine.errors import Refused
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.engine.words import Text

BUSY_SECONDS: Final = 1.0
"""Seconds a question waited for the worker, above which the strong level answers as the good one."""

log = logging.getLogger("club.think")


class ThinkRequest(NamedTuple):
    """The decision a question is about. `tip` asks for the reason too, for a person: the same view gets the same tip.

    `shared_deals` is the key of the deals that other matches play too: the same view must get the same answer in all
    of them, so neither the match nor the time the question waited counts.
    """

    match_id: int
    seat: Seat
    window: str
    tip: bool = False
    shared_deals: int | None = None

    @property
    def seed(self) -> int:
        """Settles what the player draws by chance; made of what everybody at the table knows."""
        if self.tip:
            return crc32(b"tip")
        played = self.match_id if self.shared_deals is None else f"shared {self.shared_deals}"
        return crc32(f"{played}/{self.seat}/{self.window}".encode())


@dataclass(frozen=True, slots=True)
class Question:
    """The view and the choices of one seat, with the level that is to answer; nothing the seat cannot see.

    The results of closed rounds are left out of the view: no player reads them, and they grow with the match.
    """

    asked: ThinkRequest
    level: Level
    game: str
    view: View
    choices: tuple[Choice, ...]


class Answer(NamedTuple):
    """The answer to a question: None as `data` leaves the window unused. `why` and `sure` are for tips."""

    data: Data | None
    why: Text | None = None
    sure: Text | None = None


class SearchError(Exception):
    """A search ended with an error: its type and the lines where, without its message, which could name a card."""


def answer(question: Question, sent_at: float) -> Answer:
    """Search for the answer to a question that was sent at that time (`time.monotonic`, one clock for all processes).

    Raises SearchError.
    """
    waited = monotonic() - sent_at
    hurried = waited > BUSY_SECONDS and question.level == Level.STRONG and question.asked.shared_deals is None
    level = Level.GOOD if hurried else question.level
    try:
        decision = player(question.game, level, question.asked.seed)(question.view, question.choices)
        data = decision.answers[0]
        return Answer(data, decision.why(data), decision.sure) if question.asked.tip else Answer(data)
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        Refused,
        TypeError,
        ValueError,
    ) as fault:
        where = "".join(traceback.format_tb(fault.__traceback__))
        raise SearchError(f"{type(fault).__name__}\n{where}") from None


def start(niceness: int) -> None:
    """Prepare a worker process: it leaves the processor to the server, which alone decides when it ends."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def start_with_database(niceness: int) -> None:
    """Prepare a worker process that reads and writes the database, as the server does."""
    start(niceness)
    import django

    django.setup()


def do_background_work() -> int:
    """Do the work of `signals.run_in_background` until none is left; returns how much it was.

    What fails is logged and left for the next call; meanwhile the others do their work.
    """
    from django.db import connection

    from games.table.signals import background_work, send_to_each

    done = 0
    while answers := send_to_each(background_work):
        done += (step := sum(answers))
        has_failed = len(answers) < len(background_work.receivers)
        if has_failed:
            connection.close_if_unusable_or_obsolete()
        if has_failed or not step:
            break
    return done


def _end_with_parent() -> None:
    """End this process when the server has died without ending it."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
