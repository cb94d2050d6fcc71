"""The usual showing: the cards that name the suit in which a hand wants trumps (rules/kan 2, Deals 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.cards import SUITS, Card
from games.engine.kan.legal import HEIGHT
from games.engine.kan.opening import MOST_SHOWN
from games.engine.kan.options import Options
from games.engine.kan.state import FACE_ORDER

HONOURS: Final[Mapping[str, float]] = {"A": 2.0, "K": 1.3, "Q": 0.8, "J": 0.5}
"""The worth of an honour in trumps beside the length of the suit."""


def usual_showing(hand: Sequence[Card], options: Options) -> tuple[tuple[Card, ...], ...]:
    """The two highest cards of the best suit, together or, where two showings are asked, one after the other: a single
    card twice."""
    suit = max(SUITS, key=lambda suit: (_strength(suit, hand), suit))
    highest = sorted((card for card in hand if card[0] == suit), key=lambda card: -HEIGHT[card])[:MOST_SHOWN]
    if options.show_rule == "two_required":
        return (highest[0],), (highest[-1],)
    return (tuple(sorted(highest, key=FACE_ORDER.__getitem__)),)


def _strength(suit: str, hand: Sequence[Card]) -> float:
    return sum(1.0 + HONOURS.get(card[1], 0.0) for card in hand if card[0] == suit)
