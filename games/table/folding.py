"""The fold of a match's log: entries of the game go through the engine, entries of the table change what is around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from games.engine.game import Game
from games.engine.log import Entry
from games.engine.seats import HOUSE, Seat

GAME: Final = "game"
TABLE: Final = "table"
REMEMBERED: Final = 32
"""How many of the newest answers are kept to know a repeated one by."""

Data = Mapping[str, str]


class LogBroken(Exception):
    """A log that cannot be: a gap, or an entry of the table nobody knows."""


class LogRow(NamedTuple):
    """One log entry as stored. `seat` is None for the house; `kind` is GAME or TABLE; `at` an aware time."""

    seq: int
    seat: Seat | None
    kind: str
    data: Data
    at: datetime


class Answered(NamedTuple):
    """What a seat said to which of its windows."""

    seat: Seat
    window: str
    data: Data


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after its log. `game_state` is None before the start, `moved_at` is when the game last moved on.

    `ready` are the seats that want to go on from what the house is waiting with; `answered` the newest answers.
    """

    seq: int = 0
    game_state: Any = None
    moved_at: datetime | None = None
    ready: frozenset[Seat] = frozenset()
    answered: tuple[Answered, ...] = ()


def fold(
    game: Game[Any], state: TableState, rows: Sequence[LogRow], *, options: Any, players: int
) -> TableState:
    """The state after more rows, which follow on `state.seq` without a gap. Draws no random number.

    Raises LogBroken, and what the engine raises where an entry is not allowed.
    """
    watched = len(rows) - REMEMBERED
    for place, row in enumerate(rows):
        if row.seq != state.seq + 1:
            raise LogBroken(f"entry {row.seq} follows {state.seq}")
        if row.kind == TABLE:
            state = _around(game, state, row, options=options, players=players)
            continue
        actor = HOUSE if row.seat is None else row.seat
        answered: tuple[Answered, ...] = ()
        if row.seat is not None and place >= watched:
            answered = (Answered(row.seat, game.pending(state.game_state)[row.seat].window, row.data),)
        game_state = game.apply(state.game_state, actor, game.parse(row.data))
        state = moved(
            state, game_state=game_state, entries=(Entry(actor, row.data),), answered=answered, at=row.at
        )
    return state


def moved(
    state: TableState,
    *,
    game_state: Any,
    entries: Sequence[Entry],
    answered: Iterable[Answered],
    at: datetime,
) -> TableState:
    """The table after game entries that led to `game_state`. Whoever was ready is asked anew once the house acted."""
    by_house = any(entry.by == HOUSE for entry in entries)
    return TableState(
        seq=state.seq + len(entries),
        game_state=game_state,
        moved_at=at,
        ready=frozenset() if by_house else state.ready,
        answered=(*state.answered, *answered)[-REMEMBERED:],
    )


def made_ready(state: TableState, seat: Seat) -> TableState:
    """The table after a seat pressed on."""
    return replace(state, seq=state.seq + 1, ready=state.ready | {seat})


def started(state: TableState, game_state: Any, at: datetime) -> TableState:
    """The table after its start: the game before its first deal."""
    return replace(state, seq=state.seq + 1, game_state=game_state, moved_at=at)


def _around(game: Game[Any], state: TableState, row: LogRow, *, options: Any, players: int) -> TableState:
    match row.data.get("do"):
        case "start":
            return started(state, game.start(options, players), row.at)
        case "ready" if row.seat is not None:
            return made_ready(state, row.seat)
    raise LogBroken(f"entry {row.seq} is not one of the table's")
