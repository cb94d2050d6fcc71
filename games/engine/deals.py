"""Statistics of dealt hands: the figures a game counts, and their expectation under a fair shuffle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import RANKS_FROM_SEVEN, Rank
from games.engine.seats import Seat


class Chance(NamedTuple):
    """The distribution of a figure in one hand under a fair shuffle: its mean and variance."""

    mean: float
    variance: float


class Figure(NamedTuple):
    """Something counted in every hand; `help` says what exactly, where the label does not. `share`: a hand has it or
    not (0 or 1), so its mean is how often."""

    key: str
    label: str
    help: str = ""
    share: bool = False


class CountedFigure(NamedTuple):
    """The value of a figure in one dealt hand, and its expectation for such a hand."""

    value: int
    chance: Chance


class DealtHand(NamedTuple):
    """The cards a seat was dealt, counted by the keys of the game's figures; one that says nothing about chance in
    this hand is not there."""

    seat: Seat
    counted: Mapping[str, CountedFigure]


HAND: Final = 8
PACK: Final = 32
"""A hand of eight out of 32 cards, of which most games are dealt. Mean and variance are exact, over all hands."""
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
