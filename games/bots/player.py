"""The interface of a bot: a function from a view to a `Decision`."""

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
    """A bot's decision: `answers` it holds for equally good, None standing for "do nothing".

    `why` gives the reason for one of them. It is worked out when somebody asks: a table of bots never does. `drawn`
    says that chance is asked, also where one answer is left, so that a seed always leads to the same games. `sure` says
    how sure a player that searches is of the first answer (`estimates.sureness`); None where nothing is said of it.
    """

    answers: tuple[Data | None, ...]
    why: Callable[[Data | None], Text]
    drawn: bool = False
    sure: Text | None = None

    def pick(self, rng: Random) -> Data | None:
        """One of the answers: a random one where `drawn` is set, else the first."""
        return rng.choice(self.answers) if self.drawn else self.answers[0]


Player: TypeAlias = Callable[[View, Sequence[Choice]], Decision]
"""From what one seat sees and what it is offered to what it does: the data of choices, or None for "nothing to do"."""


def clearly(answer: Data | None, reason: Text, sure: Text | None = None) -> Decision:
    """The decision for exactly one answer with a reason already known."""
    return Decision((answer,), lambda _answer: reason, sure=sure)
