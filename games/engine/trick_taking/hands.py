"""How a hand lies on the screen: by suit, red and black side by side where they can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise, permutations
from typing import Final

from games.engine.cards import Card, Suit, suit_of

RED: Final = "HD"
SCREEN_ORDER: Final[tuple[Suit, ...]] = ("S", "H", "C", "D")


def clashes(suits: Sequence[Suit]) -> int:
    """How many neighbours among the suits have one colour."""
    return sum((one in RED) == (other in RED) for one, other in pairwise(suits))


def sorted_hand(
    hand: Iterable[Card], strength: Mapping[Card, int], first: Suit | None = None
) -> tuple[Card, ...]:
    """Suit `first` (trumps) if held, then the others with colours alternating; high to low by `strength`."""
    cards = tuple(hand)
    held = [suit for suit in SCREEN_ORDER if any(suit_of(card) == suit for card in cards)]
    leading = [first] if first in held else []
    others = permutations(suit for suit in held if suit != first)
    suits = min(([*leading, *order] for order in others), key=clashes)
    return tuple(sorted(cards, key=lambda card: (suits.index(suit_of(card)), -strength[card])))


@cache
def order_of_suits(held: frozenset[Suit]) -> tuple[Suit, ...]:
    """All four suits in the order in which those `held` alternate red and black, and if they can all four do: for a
    hand that may get the others later."""
    orders = permutations(SCREEN_ORDER)
    return min(orders, key=lambda order: (clashes([suit for suit in order if suit in held]), clashes(order)))


def cards_left_of(whole: Iterable[Card], hand: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of the hand in the order of the `whole` hand of the deal: nothing moves when a suit runs out."""
    held = frozenset(hand)
    return tuple([card for card in whole if card in held])
