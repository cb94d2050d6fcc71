"""Threes and fours: what is one, what may be added, where a joker may move (rules/kalooki 1).

The cards of a four have positions: the ace is 1 or 14, the king 13. Where a joker lies says what it stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from games.engine.cards import JOKER, Card, Rank, Suit, face, rank_of, suit_of
from games.engine.kalooki.contracts import FOUR, THREE
from games.engine.kalooki.options import Options
from games.engine.seats import Seat
from games.engine.zones import CardInMeld

RANKS: Final = "A23456789TJQK"
LOW_ACE: Final = 1
HIGH_ACE: Final = 14
MAX_FOUR: Final = HIGH_ACE - LOW_ACE + 1
"""The most cards of a four: a whole suit with an ace at both ends."""
NATURALS: Final = 2
"""The fewest cards of a three that are no jokers."""
LOW: Final = "low"
HIGH: Final = "high"
LONGEST_NUMBER: Final = 3
"""Digits of the number of a meld: the cards make fewer than a hundred of them."""


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards on the table, in their order. `sign` is the rank of a three or the suit of a four, `low` the position of
    the first card of a four, 0 in a three."""

    owner: Seat
    cards: tuple[Card, ...]
    sign: str
    low: int = 0

    @property
    def is_four(self) -> bool:
        return self.low > 0

    @property
    def high(self) -> int:
        """The position of the last card of a four."""
        return self.low + len(self.cards) - 1


def is_number(text: str) -> bool:
    """Whether this may name a meld of the table, which are counted from 0."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


def is_joker(card: Card) -> bool:
    return face(card) == JOKER


def face_at(suit: Suit, position: int) -> Card:
    """The card of that suit at a position of a four."""
    return suit + RANKS[(position - 1) % len(RANKS)]


def rank_of_three(cards: Sequence[Card]) -> Rank | None:
    """The rank of these cards as a three, or None where they are not one (C3 to C5)."""
    naturals = [card for card in cards if not is_joker(card)]
    ranks = {rank_of(card) for card in naturals}
    if len(cards) < THREE or len(naturals) < NATURALS or len(ranks) != 1:
        return None
    return ranks.pop()


def start_of_four(cards: Sequence[Card]) -> tuple[Suit, int] | None:
    """The suit and the lowest position of these cards as a four from low to high, or None (C6 to C14)."""
    suits = {suit_of(card) for card in cards if not is_joker(card)}
    if not FOUR <= len(cards) <= MAX_FOUR or len(suits) != 1:
        return None
    if any(is_joker(one) and is_joker(other) for one, other in pairwise(cards)):
        return None
    suit = suits.pop()
    for low in range(LOW_ACE, HIGH_ACE - len(cards) + 2):
        if all(
            is_joker(card) or face(card) == face_at(suit, low + place) for place, card in enumerate(cards)
        ):
            return suit, low
    return None


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """These cards from low to high where that makes them a four, as high as they can lie, with jokers in the gaps.

    Cards that are a meld as they lie, or that make no four, stay as they are.
    """
    suits = {suit_of(card) for card in cards if not is_joker(card)}
    if rank_of_three(cards) or start_of_four(cards) or len(suits) != 1 or len(cards) > MAX_FOUR:
        return cards
    (suit,) = suits
    for low in range(HIGH_ACE - len(cards) + 1, 0, -1):
        naturals = {face(card): card for card in reversed(cards) if not is_joker(card)}
        twins = [card for card in cards if not is_joker(card) and naturals[face(card)] != card]
        jokers = [card for card in cards if is_joker(card)]
        laid = []
        for position in range(low, low + len(cards)):
            wanted = face_at(suit, position)
            if wanted in naturals:
                laid.append(naturals.pop(wanted))
            elif any(face(card) == wanted for card in twins):
                laid.append(next(card for card in twins if face(card) == wanted))
                twins.remove(laid[-1])
            elif jokers:
                laid.append(jokers.pop(0))
        if len(laid) == len(cards) and start_of_four(laid):
            return tuple(laid)
    return cards


def is_run(cards: Sequence[Card]) -> bool:
    """Whether these cards are a four."""
    return start_of_four(cards) is not None


def read_meld(owner: Seat, cards: tuple[Card, ...], options: Options) -> Meld | None:
    """The new meld these cards make, or None where they make none."""
    rank = rank_of_three(cards)
    if rank is not None:
        return Meld(owner, cards, rank)
    start = start_of_four(cards)
    if start is None:
        return None
    jokers = sum(map(is_joker, cards))
    if options.joker_cap_four == "one_in_minimum" and len(cards) == FOUR and jokers > 1:
        return None
    return Meld(owner, cards, *start)


def ends(meld: Meld, card: Card, options: Options) -> tuple[str, ...]:
    """The ends ("high", "low") of the meld where the card may be added; a three has the high end only (C21 to C28)."""
    if not meld.is_four:
        return (HIGH,) if is_joker(card) or rank_of(card) == meld.sign else ()
    found = []
    if meld.high < HIGH_ACE and _next_to(card, meld.cards[-1], face_at(meld.sign, meld.high + 1)):
        found.append(HIGH)
    low_is_open = meld.high == HIGH_ACE or options.tack_four == "either_end"
    if low_is_open and meld.low > LOW_ACE and _next_to(card, meld.cards[0], face_at(meld.sign, meld.low - 1)):
        found.append(LOW)
    return tuple(found)


def _next_to(card: Card, neighbour: Card, wanted: Card) -> bool:
    return not is_joker(neighbour) if is_joker(card) else face(card) == wanted


def with_card_added(meld: Meld, card: Card, end: str) -> Meld:
    """The meld with the card at that end."""
    if end == LOW:
        return Meld(meld.owner, (card, *meld.cards), meld.sign, meld.low - 1)
    return Meld(meld.owner, (*meld.cards, card), meld.sign, meld.low)


def joker_for(meld: Meld, card: Card) -> int | None:
    """The place in the meld of the joker that stands for the card; None where there is none, as in every three."""
    if not meld.is_four or is_joker(card):
        return None
    for place, lying in enumerate(meld.cards):
        if is_joker(lying) and face_at(meld.sign, meld.low + place) == face(card):
            return place
    return None


def with_joker_shifted(meld: Meld, card: Card) -> Meld | None:
    """The four with the card in the place of the joker that stood for it and the joker at the high end, or at the low
    end where the run has reached the high ace. None where that joker has nowhere to go (C29 to C35)."""
    place = joker_for(meld, card)
    if place is None:
        return None
    joker, cards = meld.cards[place], (*meld.cards[:place], card, *meld.cards[place + 1 :])
    filled = Meld(meld.owner, cards, meld.sign, meld.low)
    if meld.high < HIGH_ACE:
        return None if is_joker(cards[-1]) else with_card_added(filled, joker, HIGH)
    if meld.low == LOW_ACE or is_joker(cards[0]):
        return None
    return with_card_added(filled, joker, LOW)


def stands_for(meld: Meld, place: int) -> Card | None:
    """The card for which the joker at that place of a four stands; None for other cards, and in a three, where only
    the rank counts."""
    if not meld.is_four or not is_joker(meld.cards[place]):
        return None
    return face_at(meld.sign, meld.low + place)


def laid_cards(meld: Meld) -> tuple[CardInMeld, ...]:
    """The cards of the meld as a screen shows them, each joker of a four with the card it stands for."""
    return tuple(CardInMeld(card, stands_for(meld, place)) for place, card in enumerate(meld.cards))
