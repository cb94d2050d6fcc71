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
    for beyond in _beyond(height):
        card = candidate[0] + RANKS_FROM_SEVEN[beyond]
        distance = abs(beyond - height)
        total += MINE + FAR * distance if card in hand else -THEIRS / distance
    return total


def _beyond(height: int) -> list[int]:
    """The heights that can be placed only after this one."""
    down, up = list(range(height)), list(range(height + 1, len(RANKS_FROM_SEVEN)))
    if height == JACK:
        return down + up
    return down if height < JACK else up
