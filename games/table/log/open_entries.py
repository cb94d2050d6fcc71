"""Log entries that an event carries, so that other processes need not read the move from the database.

A deal, cards that may stay covered, entries of the house and the end of a round are never sent; they are read from the
database. Entries in an event are used only where they follow directly on the state a process has cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from games.engine.game import Game
from games.table.log.folding import GAME, UNREADABLE, LogRow
from games.table.log.loading import Table, table_after

OPEN_FIELDS: Final = frozenset({"do", "what", "about"})
"""The public fields of table entries; for game entries `Game.is_open` decides."""
OpenEntries: TypeAlias = tuple[tuple[Any, ...], ...]
"""Log entries as they travel: those of `LogRow`, the time in ISO 8601."""


def open_entries(game: Game[Any], rows: Sequence[LogRow]) -> OpenEntries:
    """The log entries for an event; none where one of them is the house's or could reveal covered cards."""
    if not all(_is_open(game, row) for row in rows):
        return ()
    return tuple((*row[:4], row.at.isoformat(), row.automatic) for row in rows)


def _is_open(game: Game[Any], row: LogRow) -> bool:
    if row.seat is None:
        return False
    return game.is_open(game.parse(row.data)) if row.kind == GAME else row.data.keys() <= OPEN_FIELDS


def after_entries(known: Table, entries: Sequence[Sequence[Any]], seq: int) -> Table | None:
    """The cached table with the entries of an event applied; None where they do not lead from its state to `seq`."""
    try:
        rows = [
            LogRow(number, seat, kind, data, datetime.fromisoformat(at), automatic)
            for number, seat, kind, data, at, automatic in entries
            if number > known.state.seq
        ]
        further = table_after(known, rows)
    except UNREADABLE:
        return None
    return further if rows and further.state.seq == seq else None
