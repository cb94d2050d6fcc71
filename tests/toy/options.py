"""The house rules of the toy game, and its presets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.options import Preset, option

DEALS: Final = "Deals"
LENGTH: Final = "Length"


@dataclass(frozen=True)
class Options:
    """One field an option: default, label, help, values."""

    throwing: str = option(
        "majority",
        group=DEALS,
        label="Throwing a deal",
        help="Whether a deal counts for nothing when three of the five want it thrown, once a round.",
        values={"majority": "three of five", "never": "never"},
    )
    joker: str = option(
        "wild",
        group=DEALS,
        label="The joker",
        help="Whether the joker may be laid, as the ace of any suit.",
        values={"wild": "the ace of any suit", "dead": "may not be laid"},
    )
    turns: int = option(
        3, group=LENGTH, label="Turns", help="How often everybody plays in a deal.", lowest=1, highest=6
    )
    rounds: int = option(
        5, group=LENGTH, label="Rounds", help="After five everybody was captain once.", lowest=1, highest=20
    )


PRESETS: Sequence[Preset] = (
    Preset("classic", "Classic", "Five rounds.", {}),
    Preset("short", "Short", "Two rounds of two turns.", {"rounds": 2, "turns": 2}),
)
