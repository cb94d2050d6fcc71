"""A hand that lies open, as a review shows each of them at every position."""

from __future__ import annotations

from typing import NamedTuple

from games.table.screen.translations import Face


class OpenHand(NamedTuple):
    """A seat with its cards; `at` is how far it follows the reader's own seat (0), `word` what it said last."""

    language: str
    at: int
    name: str
    dealer: bool
    word: str
    cards: tuple[Face, ...]
