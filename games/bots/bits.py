"""Cards as bits of an int, as players that search write them; each game gives the bits their meaning."""

from __future__ import annotations


def bits(mask: int) -> list[int]:
    """The single bits of a mask, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found
