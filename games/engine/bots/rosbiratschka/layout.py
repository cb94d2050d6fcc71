"""Contract six: hold back. Place what lets one's own cards follow, keep what the others are waiting for."""

from __future__ import annotations

from games.engine.cards import RANKS_FROM_SEVEN, Card
from games.engine.rosbiratschka.layout import JACK
from games.engine.rosbiratschka.state import HEIGHT
from games.engine.view import View

W = {"mine": 1.0, "far": 0.5, "theirs": 0.6}


def card(view: View, playable: list[Card]) -> Card:
    """The card that helps the own hand most and the others least."""
    hand = {held.card for held in view.hand}
    return max(playable, key=lambda candidate: (worth(hand, candidate), candidate))


def worth(hand: set[Card], candidate: Card) -> float:
    """What lies beyond the card in its row: one's own cards, the more the further out, against those of the others."""
    height = HEIGHT[candidate]
    total = 0.0
    for beyond in _beyond(height):
        card = candidate[0] + RANKS_FROM_SEVEN[beyond]
        distance = abs(beyond - height)
        total += W["mine"] + W["far"] * distance if card in hand else -W["theirs"] / distance
    return total


def _beyond(height: int) -> list[int]:
    """The heights that can be placed only after this one."""
    down, up = list(range(height)), list(range(height + 1, len(RANKS_FROM_SEVEN)))
    if height == JACK:
        return down + up
    return down if height < JACK else up
