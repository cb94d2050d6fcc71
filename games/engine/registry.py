"""The games of the house, found by name, loud when missing."""

from __future__ import annotations

from typing import Any, Final

from games.engine.errors import MalformedAction, Refusal
from games.engine.game import Game
from games.engine.kraken import Kraken
from games.engine.rosbiratschka import Rosbiratschka

GAMES: Final[tuple[Game[Any], ...]] = (Kraken(), Rosbiratschka())


def game(key: str) -> Game[Any]:
    """The game of that key. Raises MalformedAction(unknown_game)."""
    for candidate in GAMES:
        if candidate.key == key:
            return candidate
    raise MalformedAction(Refusal.UNKNOWN_GAME, game=str(key)[:24])
