"""The fold of a match's log: entries of the game go through the engine, those of the table change what is around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from games.engine.game import Game
from games.engine.log import Entry
from games.engine.seats import HOUSE, Seat

GAME: Final = "game"
TABLE: Final = "table"
REMEMBERED: Final = 32
"""Among how many of the newest log entries a repeated answer is known again."""

Data = Mapping[str, str]


class LogBroken(Exception):  # noqa: N818  it says what is so
    """A log that cannot be: a gap, or an entry of the table nobody knows."""


class LogRow(NamedTuple):
    """One log entry as stored. `seat` is None for the house; `kind` is GAME or TABLE; `at` an aware time."""

    seq: int
    seat: Seat | None
    kind: str
    data: Data
    at: datetime


class Answered(NamedTuple):
    """What a seat said to which of its windows, as log entry `seq`."""

    seq: int
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

    def has_answered(self, seat: Seat, window: str, data: Data) -> bool:
        """Whether this very answer stands in the log already, not long ago."""
        return any(
            answer.window == window and answer.seat == seat and answer.data == data
            for answer in self.answered
        )


def fold(
    game: Game[Any], state: TableState, rows: Sequence[LogRow], *, options: Any, players: int
) -> TableState:
    """The state after more rows, which follow on `state.seq` without a gap. Draws no random number.

    Raises LogBroken, and what the engine raises where an entry is not allowed.
    """
    watched = rows[-1].seq - REMEMBERED if rows else 0
    for row in rows:
        if row.seq != state.seq + 1:
            raise LogBroken(f"entry {row.seq} follows {state.seq}")
        if row.kind == TABLE:
            state = _around(game, state, row, options=options, players=players)
            continue
        actor = HOUSE if row.seat is None else row.seat
        window = None
        if row.seat is not None and row.seq > watched:
            window = game.pending(state.game_state)[row.seat].window
        game_state = game.apply(state.game_state, actor, game.parse(row.data))
        state = moved(
            state, game_state=game_state, entries=(Entry(actor, row.data),), window=window, at=row.at
        )
    return state


def moved(
    state: TableState, *, game_state: Any, entries: Sequence[Entry], window: str | None, at: datetime
) -> TableState:
    """The table after game entries that led to `game_state`; the first of them answered `window` where it is a seat's.

    Whoever was ready is asked anew once the house has acted.
    """
    seq = state.seq + len(entries)
    answered = state.answered
    if window is not None:
        first = entries[0]
        answered += (Answered(state.seq + 1, int(first.by), window, first.data),)
    by_house = any(entry.by == HOUSE for entry in entries)
    return TableState(
        seq=seq,
        game_state=game_state,
        moved_at=at,
        ready=frozenset() if by_house else state.ready,
        answered=_newest(answered, seq),
    )


def made_ready(state: TableState, seat: Seat) -> TableState:
    """The table after a seat pressed on."""
    seq = state.seq + 1
    return replace(state, seq=seq, ready=state.ready | {seat}, answered=_newest(state.answered, seq))


def after_outage(state: TableState, lost: timedelta) -> TableState:
    """The table after `lost` time in which nobody was served: as if the game had moved on that much later."""
    moved_at = None if state.moved_at is None else state.moved_at + lost
    seq = state.seq + 1
    return replace(state, seq=seq, moved_at=moved_at, answered=_newest(state.answered, seq))


def started(state: TableState, game_state: Any, at: datetime) -> TableState:
    """The table after its start: the game before its first deal."""
    return replace(state, seq=state.seq + 1, game_state=game_state, moved_at=at)


def _newest(answered: tuple[Answered, ...], seq: int) -> tuple[Answered, ...]:
    """The answers among the last entries of a log that is `seq` long; they are in order."""
    first = 0
    while first < len(answered) and answered[first].seq <= seq - REMEMBERED:
        first += 1
    return answered[first:]


def _around(game: Game[Any], state: TableState, row: LogRow, *, options: Any, players: int) -> TableState:
    match row.data.get("do"):
        case "start":
            return started(state, game.start(options, players), row.at)
        case "ready" if row.seat is not None:
            return made_ready(state, row.seat)
        case "outage":
            return after_outage(state, timedelta(seconds=float(row.data["seconds"])))
    raise LogBroken(f"entry {row.seq} is not one of the table's")
