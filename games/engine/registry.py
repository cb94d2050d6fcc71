"""The games by name and version, and the game of the deal of the day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.engine.errors import MalformedAction, Refusal
from games.engine.game import Game
from games.engine.kalooki import Kalooki
from games.engine.kan import Kan
from games.engine.kraken import Kraken
from games.engine.kraken.options import DEAL_OF_THE_DAY
from games.engine.rosbiratschka import Rosbiratschka

GAMES: Final[list[Game[Any]]] = [Kraken(), Rosbiratschka(), Kan(), Kalooki()]
"""The newest version of each game: what new matches are played with."""
EARLIER: Final[list[Game[Any]]] = []
"""Versions that matches and records of their time still name."""


class Daily(NamedTuple):
    """The game of the deal of the day by its key, and the options it is played with."""

    game: str
    options: Mapping[str, object]


DAILY: Final = Daily(Kraken.key, DEAL_OF_THE_DAY)


def game(key: str, version: int | None = None) -> Game[Any]:
    """The game of that key: its newest version where none is named. Raises MalformedAction(unknown_game,
    unknown_version)."""
    of_key = [candidate for candidate in (*GAMES, *EARLIER) if candidate.key == key]
    if not of_key:
        raise MalformedAction(Refusal.UNKNOWN_GAME, game=str(key)[:24])
    for candidate in of_key:
        if version is None or candidate.version == version:
            return candidate
    raise MalformedAction(Refusal.UNKNOWN_VERSION, version=str(version)[:24])


def add(new: Game[Any]) -> None:
    """Know one game more, or one version more of a game that is known; tests play with a game of their own. Raises
    ValueError for one that is there."""
    for place, known in enumerate(GAMES):
        if known.key == new.key and known.version < new.version:
            EARLIER.append(known)
            GAMES[place] = new
            return
    versions = {known.version for known in (*GAMES, *EARLIER) if known.key == new.key}
    if new.version in versions:
        raise ValueError(f"version {new.version} of {new.key} is there already")
    (EARLIER if versions else GAMES).append(new)


def remove(gone: Game[Any]) -> None:
    """Know a game or a version of it no longer; the version before it is the newest then. Raises ValueError for one
    that is not there."""
    if gone in EARLIER:
        EARLIER.remove(gone)
        return
    place = GAMES.index(gone)
    before = max(
        (known for known in EARLIER if known.key == gone.key), key=lambda known: known.version, default=None
    )
    if before is None:
        del GAMES[place]
    else:
        EARLIER.remove(before)
        GAMES[place] = before
