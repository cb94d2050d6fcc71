"""The fold of a match's log: entries of the game go through the engine, those of the table change what is around it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from games.engine.game import Game
from games.engine.log import Entry
from games.engine.seats import HOUSE, Seat
from games.table.log import agreements, rulings, sheets
from games.table.log.states import REMEMBERED, Data, Replaced, TableState, Wish, moved, started

GAME: Final = "game"
TABLE: Final = "table"


class LogBroken(Exception):  # noqa: N818  it says what is so
    """A log that cannot be: a gap, or an entry of the table nobody knows."""


class LogRow(NamedTuple):
    """One log entry as stored. `seat` is None for the house; `kind` is GAME or TABLE; `at` an aware time."""

    seq: int
    seat: Seat | None
    kind: str
    data: Data
    at: datetime
    automatic: bool = False


def fold(
    game: Game[Any], state: TableState, rows: Sequence[LogRow], *, options: Any, players: int, pace: str
) -> TableState:
    """The state after more rows, which follow on `state.seq` without a gap. Draws no random number.

    Raises LogBroken, and what the engine raises where an entry is not allowed.
    """
    watched = rows[-1].seq - REMEMBERED if rows else 0
    for row in rows:
        if row.seq != state.seq + 1:
            raise LogBroken(f"entry {row.seq} follows {state.seq}")
        if row.kind == TABLE:
            if row.data.get("do") == "start":
                opening = game.start(options, players)
                state = started(game, state, opening, pace=pace, at=row.at)
            else:
                state = _around(game, state, row)
            continue
        actor = HOUSE if row.seat is None else row.seat
        window = None
        if row.seat is not None and row.seq > watched:
            window = game.pending(state.game_state)[row.seat].window
        game_state = game.apply(state.game_state, actor, game.parse(row.data))
        state = moved(
            game,
            state,
            game_state=game_state,
            entries=(Entry(actor, row.data),),
            window=window,
            at=row.at,
            automatic=row.automatic,
        )
    return state


def _around(game: Game[Any], state: TableState, row: LogRow) -> TableState:
    data, seat = row.data, row.seat
    match data.get("do"):
        case "ready" if seat is not None:
            return agreements.made_ready(state, seat)
        case "outage":
            return agreements.after_outage(state, timedelta(seconds=float(data["seconds"])), row.at)
        case "wish" if seat is not None:
            return agreements.wished(state, Wish(seat, data["what"], data.get("about", "")), row.at)
        case "decline" if seat is not None:
            return agreements.declined(state, data["what"])
        case "pause":
            return agreements.paused(state, row.at)
        case "resume" if state.paused_at is not None and not state.stopped:
            return agreements.resumed(state, row.at)
        case "stand_in":
            return agreements.stood_in(game, state, int(data["seat"]))
        case "return" if state.stand_in(seat) is not None and seat is not None:
            return agreements.returned(state, seat, row.at)
        case "stop":
            return agreements.stopped(state, row.at, ended=data.get("why", ""))
        case "replaced":
            return agreements.replaced(state, Replaced(int(data["seat"]), int(data["player"])), row.at)
        case "take_up" if state.stopped and not state.ended:
            return agreements.taken_up(state, row.at)
        case "rematch" if seat is not None:
            return agreements.rematch_opened(state, seat)
        case "written" if seat is not None and not state.confirmed:
            return sheets.written(state, seat, data)
        case "confirmed" if seat is not None and data["rounds"] == str(len(state.written)):
            return sheets.confirmed(state)
        case "review" if seat is None and _is_closed(game, state, int(data["round"])):
            return rulings.after(state, data)
        case "reviewed" | "ruled" if rulings.reviewed(state.reviews, int(data["round"])).cases:
            return rulings.after(state, data)
        case "undo" if state.last is not None:
            return agreements.undone(game, state, state.last, row.at)
    raise LogBroken(f"entry {row.seq} is not one of the table's")


def _is_closed(game: Game[Any], state: TableState, number: int) -> bool:
    """Whether that round is on the sheet: only then something can be said about it."""
    if state.written:
        return any(one.number == number for one in state.written)
    return state.game_state is not None and any(
        result.number == number for result in game.results(state.game_state)
    )
