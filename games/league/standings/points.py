"""Points of the standings: whole numbers, and fractions where a division leaves a part. Pure."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

Points: TypeAlias = int | Fraction
"""Points of the standings. Only pages and files write them with decimals; nothing is rounded before."""


def divide_exactly(amount: Points, by: Points) -> Points:
    """`amount` divided by `by`: a whole number where it is one, else a fraction."""
    found = Fraction(amount) / by
    return found.numerator if found.denominator == 1 else found


def divide_half_up(amount: int, by: int) -> int:
    """`amount` divided by `by`, half a point upwards: for shares of a sheet that must add up to it again, and for the
    usual values of rules. The points of standings are never rounded."""
    return (2 * amount + by) // (2 * by)
