"""Deals that fit what a seat knows: where the cards it does not see may be."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

from games.engine.bots.kan.knowledge import Knowledge
from games.engine.cards import JOKER, SUITS, Card
from games.engine.kan.legal import HEIGHT
from games.engine.kan.state import SEATS

ATTEMPTS: Final = 8
"""Attempts at a deal that runs into a hand without room."""
Hands: TypeAlias = list[list[int]]
"""By seat five numbers: for each suit S H D C the cards held as bits by height, then 1 for the joker."""
JOKER_AT: Final = 4
"""The place of the joker in a hand."""


def worlds(known: Knowledge, sizes: Sequence[int], count: int, rng: Random) -> list[Hands]:
    """At most `count` deals of the unseen cards; `sizes` are the numbers of cards in the hands, by seat."""
    found = []
    possible = sorted(
        ((card, [seat for seat in SEATS if known.odds[seat].get(card, 0.0) > 0.0]) for card in known.unseen),
        key=lambda one: len(one[1]),
    )
    own = [0, 0, 0, 0, 0]
    for card in known.hand:
        put(own, card)
    for _ in range(count):
        for _attempt in range(ATTEMPTS):
            hands = _dealt(possible, sizes, known.seat, rng)
            if hands is not None:
                hands[known.seat] = [*own]
                found.append(hands)
                break
    return found


def _dealt(
    possible: Sequence[tuple[Card, list[int]]], sizes: Sequence[int], viewer: int, rng: Random
) -> Hands | None:
    """Each card to a seat that may hold it, by the room that is left there; None where there is none."""
    room = [0 if seat == viewer else size for seat, size in enumerate(sizes)]
    hands = [[0, 0, 0, 0, 0] for _ in sizes]
    order = sorted(possible, key=lambda one: (len(one[1]), rng.random()))
    for card, seats in order:
        total = sum([room[seat] for seat in seats])
        if not total:
            return None
        drawn = rng.random() * total
        for seat in seats:
            drawn -= room[seat]
            if drawn < 0:
                break
        room[seat] -= 1
        put(hands[seat], card)
    return hands


def put(hand: list[int], card: Card) -> None:
    """Add a card to a hand."""
    if card == JOKER:
        hand[JOKER_AT] = 1
    else:
        hand[SUITS.index(card[0])] |= 1 << HEIGHT[card]
