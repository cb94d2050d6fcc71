"""How a hand lies on the screen: by suit, red and black side by side where they can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise, permutations
from typing import Final

from games.engine.cards import Card, Suit

RED: Final = "HD"
SCREEN_ORDER: Final[tuple[Suit, ...]] = ("S", "H", "C", "D")


def sorted_hand(
    hand: Iterable[Card], strength: Mapping[Card, int], first: Suit | None = None
) -> tuple[Card, ...]:
    """Suit `first` (trumps) if held, then the others with colours alternating; high to low by `strength`."""
    cards = tuple(hand)
    held = [suit for suit in SCREEN_ORDER if any(card[0] == suit for card in cards)]
    leading = [first] if first in held else []

    def clashes(order: tuple[Suit, ...]) -> int:
        return sum((one in RED) == (other in RED) for one, other in pairwise([*leading, *order]))

    suits = [*leading, *min(permutations(suit for suit in held if suit != first), key=clashes)]
    return tuple(sorted(cards, key=lambda card: (suits.index(card[0]), -strength[card])))


def left_of(whole: Iterable[Card], hand: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of the hand in the order of the `whole` hand of the deal: nothing moves when a suit runs out."""
    held = frozenset(hand)
    return tuple([card for card in whole if card in held])
