"""Contract six: hold back. Place what lets one's own cards follow, keep what the others are waiting for."""

from __future__ import annotations

from typing import Final

from games.engine.cards import RANKS_FROM_SEVEN, Card
from games.engine.rosbiratschka.layout import JACK
from games.engine.rosbiratschka.state import HEIGHT
from games.engine.view import View

MINE: Final = 2.2
"""What it is worth to let a card of one's own follow."""
FAR: Final = 1.1
"""How much more it is worth for each place further out: such a card has the longest way."""
THEIRS: Final = 0.6
"""What it costs to let another's card follow, less the further out it is."""


def card(view: View, playable: list[Card]) -> Card:
    """The card that helps the own hand most and the others least."""
    hand = {held.card for held in view.hand}
    return max(playable, key=lambda candidate: (worth(hand, candidate), candidate))


def worth(hand: set[Card], candidate: Card) -> float:
    """What lies beyond the card in its row: one's own cards against those of the others."""
    height = HEIGHT[candidate]
    total = 0.0
    for card in beyond(candidate):
        distance = abs(HEIGHT[card] - height)
        total += MINE + FAR * distance if card in hand else -THEIRS / distance
    return total


def beyond(card: Card) -> list[Card]:
    """The cards that can be placed only after this one."""
    height, ranks = HEIGHT[card], RANKS_FROM_SEVEN
    down, up = ranks[:height], ranks[height + 1 :]
    after = down + up if height == JACK else down if height < JACK else up
    return [card[0] + rank for rank in after]
