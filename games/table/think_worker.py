"""What runs in the worker process of `thinking`: the search for a bot's answer.

A question is what one seat sees and may choose, never a state. The process that searches loads the engine and no
Django, so it starts in a third of a second and can reach neither the database nor the log.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
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
FAULTS_OF_PLAYERS: Final = (
    ArithmeticError,  # the mean of no samples
    AssertionError,  # a phase in which the view has less than the player counts on
    AttributeError,  # a part of the view that is None in this phase
    LookupError,  # no answer among the choices, a card that is not in a table of the player
    Refused,  # a line of play that the engine does not allow
    TypeError,  # as AttributeError
    ValueError,  # a card that is not in the hand, a draw from nothing
)
"""The errors of a player that has a fault: the easy bot plays then, and the log of the server must say where it was,
without the message. Of any other error, as of a process out of memory, the server logs the type alone."""


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
    except FAULTS_OF_PLAYERS as fault:
        where = "".join(traceback.format_tb(fault.__traceback__))
        raise SearchError(f"{type(fault).__name__}\n{where}") from None
