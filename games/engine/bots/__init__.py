"""Bots: players that see what a person in their seat sees, and nothing else.

A bot is handed a View, never a State, and keeps nothing between two decisions: what it remembers of the
running deal is `View.played`. So it cannot cheat, and a restart costs it nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from games.engine.actions import Data
from games.engine.bots import chance, kraken, rosbiratschka
from games.engine.bots.player import Player
from games.engine.game import Game
from games.engine.view import Choice, View

PLAYERS: Final[Mapping[str, Player]] = {"kraken": kraken.decide, "rosbiratschka": rosbiratschka.decide}
"""By game key; a game without a player of its own is played by chance."""


def choose(game: Game[Any], view: View, choices: Sequence[Choice], rng: Random) -> Data | None:
    """What the bot in the viewer's seat does: the data of one of `choices`, or None for "nothing to do".

    `view` is `game.view(state, seat)` and `choices` is `game.choices(state, seat)` of the same state. None
    is answered only to a window that need not be used (`Pending.must` is false), and then stays the answer
    for that window. Asked again after a claim, the bot goes on with the next thing. `rng` settles what it
    has no opinion on.
    """
    return PLAYERS.get(game.key, chance.decide)(view, choices, rng)
