"""Statistics of dealt hands: the figures a game counts, and their expectation under a fair shuffle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

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
