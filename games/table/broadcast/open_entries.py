"""What a word to other processes carries of a move, so that they need not read it: only what lies open on the table.

A deal, cards that may stay covered, whatever the house adds, a round that closes: those are read from the database.
The log there is the truth; what is carried is used where it follows on what a process knows, and else left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from games.engine.errors import Refused
from games.engine.game import Game
from games.table.broadcast.live import Word
from games.table.log import loading
from games.table.log.folding import GAME, LogBroken, LogRow
from games.table.log.loading import Table

OPEN: Final = frozenset({"do", "what", "about"})
"""The fields of an entry of the table that everybody there sees; of an entry of the game the game says so."""
Carried: TypeAlias = tuple[tuple[Any, ...], ...]
"""Log entries as they travel: those of `LogRow`, the time in ISO 8601."""


def carried(game: Game[Any], rows: Sequence[LogRow]) -> Carried:
    """Log entries for a word; none where one of them is the house's or could show what is covered."""
    if not all(_is_open(game, row) for row in rows):
        return ()
    return tuple((*row[:4], row.at.isoformat(), row.automatic) for row in rows)


def _is_open(game: Game[Any], row: LogRow) -> bool:
    if row.seat is None:
        return False
    return game.is_open(game.parse(row.data)) if row.kind == GAME else row.data.keys() <= OPEN


def continued(known: Table, word: Word) -> Table | None:
    """A known table after what the word carries; None where that does not lead from what is known to `word.seq`."""
    try:
        rows = [
            LogRow(seq, seat, kind, data, datetime.fromisoformat(at), automatic)
            for seq, seat, kind, data, at, automatic in word.entries
            if seq > known.state.seq
        ]
        further = loading.after(known, rows)
    except (LogBroken, Refused, LookupError, TypeError, ValueError):
        return None
    return further if rows and further.state.seq == word.seq else None
