"""Seats of a table as the game defines them: their possible numbers, and the columns that share points. Pure."""

from __future__ import annotations

from typing import Any

from games.engine.game import Game
from games.engine.seats import Seat

PAIRED = 4


def columns_of(game: Game[Any], options: Any, players: int) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each column of the sheet at a table of so many: partners for the whole match, or one each."""
    return game.progress(game.start(options, players)).columns


def plays_in_pairs(game: Game[Any], options: Any) -> bool:
    """Whether two pairs of partners make a table, four seats in two columns."""
    if PAIRED not in game.seats:
        return False
    columns = columns_of(game, options, PAIRED)
    return len(columns) == 2 and all(len(column) == 2 for column in columns)
