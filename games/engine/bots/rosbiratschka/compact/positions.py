"""A deal in play with all hands open, in the same form for all six contracts."""

from __future__ import annotations

from typing import Protocol, Self, TypeAlias

from games.engine.seats import Seat

Hands: TypeAlias = tuple[int, int, int, int]
Penalties: TypeAlias = tuple[int, int, int, int]
"""Penalty points by seat."""
PASS = 0
"""The move of a seat that cannot place a card."""


class Position(Protocol):
    """A position that is hashable; equal ones are equally good. Moves are single cards, or `PASS`."""

    @property
    def hands(self) -> Hands: ...

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""

    @property
    def decided(self) -> bool:
        """Whether nothing that is still to come changes a penalty."""

    def legal(self) -> int:
        """The cards that may be played; none where the seat must pass."""

    def distinct(self, cards: int) -> int:
        """Those of `cards` that differ in what they can lead to, with these hands open to all."""

    def after(self, card: int) -> Self:
        """The position after a legal move."""

    def penalties(self) -> Penalties:
        """The penalty points on the sheet once the position is decided."""


def standings(penalties: Penalties) -> tuple[float, float, float, float]:
    """By seat, how many points fewer it pays than the other three on average: what the match is won by."""
    total = sum(penalties)
    one, two, three, four = penalties
    return (total - 4 * one) / 3, (total - 4 * two) / 3, (total - 4 * three) / 3, (total - 4 * four) / 3
