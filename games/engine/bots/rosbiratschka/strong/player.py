"""The player that searches, for one effort and one seed: from what a seat sees to what it does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games.engine.actions import Data
from games.engine.bots import rosbiratschka as readable
from games.engine.bots.player import Decision, Player, clearly
from games.engine.bots.rosbiratschka import explaining
from games.engine.bots.rosbiratschka.compact.options import compact_covers
from games.engine.bots.rosbiratschka.reasons import Reason
from games.engine.bots.rosbiratschka.strong import search
from games.engine.bots.rosbiratschka.strong.effort import Effort
from games.engine.bots.sureness import sureness
from games.engine.cards import Card
from games.engine.view import Choice, View
from games.engine.words import Text, text

POINT: Final = 8.0
"""A penalty point weighs as much as so many points of Kraken when it is said how sure a card is."""


def searching(effort: Effort, seed: int) -> Player:
    """A player of this effort. The same view, choices and seed always lead to the same answer."""
    return partial(decide, effort=effort, seed=seed)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort, seed: int) -> Decision:
    """The decision of the seat; with a single choice, that one. A turn must always be used. Under a house rule the
    compact form does not know, it is the readable bot's."""
    if not compact_covers(view.options):
        return readable.decide(view, choices)
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    best, *others = search.estimates(view, effort, seed)
    sure = sureness((POINT * (best.value - other.value), POINT * other.error) for other in others)
    answer = {"do": view.hand_word, "card": best.card}
    return Decision((answer,), lambda _answer: _why_card(view, best.card), sure=sure)


def reason(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason for an answer of this player, told without a search; None for one that was not offered."""
    if all(choice.data != answer for choice in choices):
        return None
    if not compact_covers(view.options):
        decision = readable.decide(view, choices)
        return decision.why(answer) if answer in decision.answers else None
    return text(Reason.ONLY_CHOICE) if len(choices) == 1 else _why_card(view, answer["card"])


def _why_card(view: View, card: Card) -> Text:
    """The reason the readable bot gives for the card: all levels share one closed list of reasons."""
    return explaining.why(view, [held.card for held in view.hand if held.playable], card)
