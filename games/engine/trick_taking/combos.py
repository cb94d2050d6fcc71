"""Combinations of cards: runs in a suit and fours of a kind, for every game that has them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final

from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, Rank, Suit, rank_of, suit_of

FOURS: Final = {rank: tuple(suit + rank for suit in SUITS) for rank in RANKS_FROM_SEVEN}
BITS: Final = {rank: 1 << place for place, rank in enumerate(RANKS_FROM_SEVEN)}


def runs(cards: Collection[Card]) -> tuple[tuple[Card, ...], ...]:
    """The maximal runs of three and more in natural order 7 8 9 T J Q K A, no wrap, each from low to high,
    suits S H D C. A maximal run counts once and is never split (rules/kraken 1.4.2).
    """
    held = dict.fromkeys(SUITS, 0)
    for card in cards:
        held[suit_of(card)] |= BITS[rank_of(card)]
    return tuple(run for suit in SUITS if held[suit] for run in _runs_of_suit(suit, held[suit]))


@cache
def _runs_of_suit(suit: Suit, held: int) -> tuple[tuple[Card, ...], ...]:
    """The runs of one suit, of which the ranks in the bit set `held` are there: 1,024 answers in all."""
    found: list[tuple[Card, ...]] = []
    run: list[Rank] = []
    for rank in RANKS_FROM_SEVEN:
        run = [*run, rank] if held & BITS[rank] else []
        if len(run) > 3:
            found.pop()
        if len(run) >= 3:
            found.append(tuple(suit + each for each in run))
    return tuple(found)


def fours(cards: Collection[Card]) -> tuple[tuple[Card, ...], ...]:
    """The fours of a kind, low rank first, each in the order S H D C."""
    ranks = [rank_of(card) for card in cards]
    return tuple(FOURS[rank] for rank in RANKS_FROM_SEVEN if ranks.count(rank) == len(SUITS))
