"""Cards as bits of an int."""

from __future__ import annotations


def bits(mask: int) -> list[int]:
    """The single bits of a mask, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found
