"""The levels of play a person can choose for a bot: a closed list, and the player of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Any, Final, TypeAlias

from games.bots import PLAYERS, chance, kalooki, kan
from games.bots.kraken.strong import effort as kraken_effort
from games.bots.kraken.strong import player as kraken_player
from games.bots.player import Decision, Player
from games.bots.rosbiratschka.strong import effort as rosbiratschka_effort
from games.bots.rosbiratschka.strong import player as rosbiratschka_player
from games.engine.actions import Data
from games.engine.game import Game
from games.engine.view import Choice, View
from games.engine.words import Text


class Level(StrEnum):
    """How well a bot plays. A lower level thinks shorter, or takes less into account."""

    EASY = "easy"
    GOOD = "good"
    STRONG = "strong"


WithSeed: TypeAlias = Callable[[int], Player]

BEYOND_EASY: Final[Mapping[str, Mapping[Level, WithSeed]]] = {
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
    "kalooki": {
        Level.GOOD: partial(kalooki.judging_player, kalooki.GOOD),
        Level.STRONG: partial(kalooki.judging_player, kalooki.STRONG),
    },
}
"""By game key the levels beyond the easy one, the weakest first, each with its player from a seed."""

WITHOUT_SEARCH: Final = frozenset({"kalooki"})
"""Games (their keys) whose better levels do not search either: they decide within milliseconds, in every window."""


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
    return (Level.EASY, *BEYOND_EASY.get(game, {}))


def has_levels(game: str) -> bool:
    """Whether a bot of that game can play at several levels, so that people choose."""
    return game in BEYOND_EASY


def decides_at_once(game: str, level: Level) -> bool:
    """Whether a bot of that game (its key) and level decides without a search, so that no worker is asked."""
    return game in WITHOUT_SEARCH or level not in BEYOND_EASY.get(game, {})


def level_unchosen(game: str) -> Level:
    """The level of a bot of that game for which none was chosen."""
    return UNCHOSEN.get(game, Level.EASY)


def player(game: str, level: Level, seed: int) -> Player:
    """The player of that game (its key) and level: the easy one where the game has no other.

    The seed settles what the player draws by chance: the same view and seed lead to the same answer.
    """
    better = BEYOND_EASY.get(game, {}).get(level)
    return PLAYERS.get(game, chance.decide) if better is None else better(seed)


def decision_at_once(
    game: Game[Any], level: Level, view: View, choices: Sequence[Choice], seed: int = 0
) -> Decision:
    """The decision of a bot of that level without a search: that of the easy one where the level would search."""
    return player(game.key, level if decides_at_once(game.key, level) else Level.EASY, seed)(view, choices)


def reason(game: Game[Any], level: Level, view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason of a bot of that level for the answer it gave; None where today's bot would give another and does not
    search, or nothing true can be said of it."""
    if not decides_at_once(game.key, level):
        return EXPLAINING[game.key](view, choices, answer)
    decided = decision_at_once(game, level, view, choices)
    return decided.why(answer) if answer in decided.answers else None
