"""Whole points of a division."""

from __future__ import annotations


def rounded(amount: int, by: int) -> int:
    """`amount` divided by `by`, half a point upwards."""
    return (2 * amount + by) // (2 * by)
