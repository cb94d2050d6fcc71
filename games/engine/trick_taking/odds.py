"""Exact mean and variance of figures of a hand of eight out of 32 cards, over all hands; nothing is sampled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

from games.engine.cards import RANKS_FROM_SEVEN, Rank
from games.engine.deals import Chance

HAND: Final = 8
PACK: Final = 32
Holding: TypeAlias = tuple[Rank, ...]
Factor: TypeAlias = Callable[[Holding], int]

HOLDINGS: Final[tuple[tuple[Holding, ...], ...]] = tuple(
    tuple(combinations(RANKS_FROM_SEVEN, length)) for length in range(HAND + 1)
)
"""By length: everything a hand can hold of one suit, low to high."""


def expected_product(factors: Sequence[Factor]) -> Fraction:
    """The mean, over all 10,518,300 hands, of a product with one factor for each of the four suits.

    Each factor is told what the hand holds of its suit. Hands are counted by how many cards lie in the suits so far.
    """
    so_far = [1]
    for factor in factors:
        of_suit = [sum(map(factor, holdings)) for holdings in HOLDINGS]
        so_far = [
            sum(so_far[before] * of_suit[cards - before] for before in range(min(cards + 1, len(so_far))))
            for cards in range(HAND + 1)
        ]
    return Fraction(so_far[HAND], comb(PACK, HAND))


@cache
def cards_among(marked: int, *, left: int = PACK, hand: int = HAND) -> Chance:
    """How many of `marked` cards a hand gets that is dealt from `left` cards: the hypergeometric mean and variance."""
    part = Fraction(marked, left)
    mean = hand * part
    return Chance(float(mean), float(mean * (1 - part) * Fraction(left - hand, left - 1)))


def sometimes(probability: Fraction) -> Chance:
    """The chance of a figure that a hand has or has not: mean `p`, variance p (1 - p)."""
    return Chance(float(probability), float(probability * (1 - probability)))
