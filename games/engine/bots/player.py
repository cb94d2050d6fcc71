"""What a player of one game is, and what it decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from games.engine.actions import Data
from games.engine.view import Choice, View
from games.engine.words import Text


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player does: any of `answers`, equally good to it, None standing for "nothing to do".

    `why` gives the reason for one of them. It is worked out when somebody asks: a table of bots never does. `drawn`
    says that chance is asked, also where one answer is left, so that a seed always leads to the same games.
    """

    answers: tuple[Data | None, ...]
    why: Callable[[Data | None], Text]
    drawn: bool = False

    def taken(self, rng: Random) -> Data | None:
        """One of the answers."""
        return rng.choice(self.answers) if self.drawn else self.answers[0]


Player: TypeAlias = Callable[[View, Sequence[Choice]], Decision]
"""From what one seat sees and what it is offered to what it does: the data of choices, or None for "nothing to do"."""


def clearly(answer: Data | None, reason: Text) -> Decision:
    """The decision for one answer, for a reason known already."""
    return Decision((answer,), lambda _answer: reason)
