"""The levels of play a person can choose for a bot: a closed list, and the player of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Any, Final, TypeAlias

from games import bots
from games.bots import PLAYERS, chance, kan
from games.bots.kraken.strong import effort as kraken_effort
from games.bots.kraken.strong import player as kraken_player
from games.bots.player import Player
from games.bots.rosbiratschka.strong import effort as rosbiratschka_effort
from games.bots.rosbiratschka.strong import player as rosbiratschka_player
from games.engine.actions import Data
from games.engine.game import Game
from games.engine.view import Choice, View
from games.engine.words import Text


class Level(StrEnum):
    """How well a bot plays. A lower level thinks shorter."""

    EASY = "easy"
    GOOD = "good"
    STRONG = "strong"


WithSeed: TypeAlias = Callable[[int], Player]

SEARCHING: Final[Mapping[str, Mapping[Level, WithSeed]]] = {
    "kraken": {
        Level.GOOD: partial(kraken_player.make_player, kraken_effort.GOOD),
        Level.STRONG: partial(kraken_player.make_player, kraken_effort.STRONG),
    },
    "rosbiratschka": {
        Level.GOOD: partial(rosbiratschka_player.make_player, rosbiratschka_effort.GOOD),
        Level.STRONG: partial(rosbiratschka_player.make_player, rosbiratschka_effort.STRONG),
    },
    "kan": {
        Level.GOOD: partial(kan.searching_player, kan.GOOD),
        Level.STRONG: partial(kan.searching_player, kan.STRONG),
    },
}
"""By game key the levels beyond the easy one, the weakest first, each with its player from a seed."""


UNCHOSEN: Final[Mapping[str, Level]] = {"kan": Level.GOOD}
"""By game key the level of bots for which none was chosen, where it is not the easy one: the only player there was
before there were levels searched half as much as the good one does now, and matches go on no weaker."""

Explain: TypeAlias = Callable[[View, Sequence[Choice], Data], Text | None]

EXPLAINING: Final[Mapping[str, Explain]] = {
    "kraken": kraken_player.reason,
    "rosbiratschka": rosbiratschka_player.reason,
    "kan": kan.reason,
}
"""By game key the reason for an answer of a player that searches, told without another search."""


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels a bot of that game (its key) can play at, the weakest first."""
    return (Level.EASY, *SEARCHING.get(game, {}))


def has_levels(game: str) -> bool:
    """Whether a bot of that game can play at several levels, so that people choose."""
    return game in SEARCHING


def level_unchosen(game: str) -> Level:
    """The level of a bot of that game for which none was chosen."""
    return UNCHOSEN.get(game, Level.EASY)


def player(game: str, level: Level, seed: int) -> Player:
    """The player of that game (its key) and level: the easy one where the game has no other.

    The seed settles what the player draws by chance: the same view and seed lead to the same answer.
    """
    searching = SEARCHING.get(game, {}).get(level)
    return PLAYERS.get(game, chance.decide) if searching is None else searching(seed)


def reason(game: Game[Any], level: Level, view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason of a bot of that level for the answer it gave; None where today's bot would give another and does not
    search, or nothing true can be said of it."""
    explain = EXPLAINING.get(game.key) if level != Level.EASY else None
    return bots.reason(game, view, choices, answer) if explain is None else explain(view, choices, answer)
