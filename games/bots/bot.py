"""What a game folder declares of its bots: one value `BOT` in its `__init__`, listed in `games/bots/registry.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from games.bots.analysis import Analyser
from games.bots.lessons import Lesson
from games.bots.player import Player
from games.engine.actions import Data
from games.engine.view import Choice, View
from games.engine.words import Text


class Level(StrEnum):
    """How well a bot plays. A lower level thinks shorter, or takes less into account."""

    EASY = "easy"
    GOOD = "good"
    STRONG = "strong"


WithSeed: TypeAlias = Callable[[int], Player]
"""Makes a player whose chances follow from a seed."""
Explain: TypeAlias = Callable[[View, Sequence[Choice], Data], Text | None]
"""The reason for an answer among these choices, None where there is none to tell."""


class Bot(NamedTuple):
    """The players of one game, and all that is told of them.

    `decide` is the easy player. `levels` are those beyond it, the weakest first, each with its player from a seed;
    `unchosen` is the level of bots for which none was chosen. `explain` is the reason for an answer of a level that
    searches, told without another search; without it the levels do not search: they decide within milliseconds, in
    every window. `analyser` looks back at closed rounds; without it they are not analysed. `lessons` are in the order
    in which they are learned. `sentences` are the reasons and remarks by code, in their English form.
    """

    decide: Player
    sentences: Mapping[str, str]
    levels: Mapping[Level, WithSeed] = {}
    unchosen: Level = Level.EASY
    explain: Explain | None = None
    analyser: Analyser | None = None
    lessons: Sequence[Lesson] = ()
