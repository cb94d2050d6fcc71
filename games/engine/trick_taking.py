"""Shared by trick-taking games: the winning card of a trick, finished tricks, and how a hand lies on the screen: by
suit, red and black side by side where they can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations
from typing import Final

from games.engine.cards import Card, Suit, suit_of
from games.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: cards in order of play from `leader`. `points` and `bonus` are what lay in it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int = 0
    bonus: int = 0


def winning_place(cards: Sequence[Card], strength: Mapping[Card, int], trump: str | None = None) -> int:
    """The place in order of play (0 = the lead) of the card that wins the trick as it lies.

    Only trumps and cards of the led suit can win; `strength` orders the cards within one suit, and every
    trump above every other card.
    """
    led = suit_of(cards[0])
    best, best_strength = 0, strength[cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        if (suit_of(card) == led or suit_of(card) == trump) and strength[card] > best_strength:
            best, best_strength = place, strength[card]
    return best


def code_of_waiting(trick: Sequence[object], tricks: Sequence[object]) -> str:
    """The code of the sentence for those who wait: "wait_play" in a running `trick`, "wait_lead" before the first, and
    "wait_next_lead" as long as the last of the finished `tricks` lies on the table."""
    if trick:
        return "wait_play"
    return "wait_next_lead" if tricks else "wait_lead"


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
