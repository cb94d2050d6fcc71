"""Card choice for contract six: place cards that let the own hand follow, keep cards the others need."""

from __future__ import annotations

from typing import Final

from games.engine.cards import RANKS_FROM_SEVEN, Card, suit_of
from games.engine.rosbiratschka.play import JACK
from games.engine.rosbiratschka.state import HEIGHT
from games.engine.view import View

OWN_CARD_WORTH: Final = 2.2
"""Value of a card of the own hand that becomes possible."""
DISTANCE_WORTH: Final = 1.1
"""How much more it is worth for each place further out: such a card has the longest way."""
OTHERS_CARD_COST: Final = 0.6
"""Cost of another player's card that becomes possible, divided by its distance."""


def choose_card(view: View, playable: list[Card]) -> Card:
    """The card that helps the own hand most and the others least."""
    hand = set(view.hand_cards)
    return max(playable, key=lambda candidate: (worth(hand, candidate), candidate))


def worth(hand: set[Card], candidate: Card) -> float:
    """Value of placing the card: the own cards beyond it in its row count for it, those of the others against
    it.
    """
    height = HEIGHT[candidate]
    total = 0.0
    for card in beyond(candidate):
        distance = abs(HEIGHT[card] - height)
        total += OWN_CARD_WORTH + DISTANCE_WORTH * distance if card in hand else -OTHERS_CARD_COST / distance
    return total


def beyond(card: Card) -> list[Card]:
    """The cards that can be placed only after this one."""
    height, ranks = HEIGHT[card], RANKS_FROM_SEVEN
    down, up = ranks[:height], ranks[height + 1 :]
    after = down + up if height == JACK else down if height < JACK else up
    return [suit_of(card) + rank for rank in after]
