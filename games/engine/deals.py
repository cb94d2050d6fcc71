"""What can be counted in a dealt hand, and what chance alone gives there: the shape in which a game tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.seats import Seat


class Chance(NamedTuple):
    """What a fair shuffle gives one hand: the mean over all hands, and the variance around it."""

    mean: float
    variance: float


class Figure(NamedTuple):
    """Something counted in every hand; `help` says what exactly, where the label does not. `share`: a hand has it or
    not (0 or 1), so its mean is how often."""

    key: str
    label: str
    help: str = ""
    share: bool = False


class Counted(NamedTuple):
    """What one hand had of a figure, and what chance gives such a hand."""

    value: int
    chance: Chance


class DealtHand(NamedTuple):
    """The cards a seat was dealt, counted by the keys of the game's figures; one that says nothing about chance in
    this hand is not there."""

    seat: Seat
    counted: Mapping[str, Counted]
