"""The fold of a match's log: game entries go through the engine, table entries (pause, stand-in, ruling)
change the table's own state.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from games.engine.game import Game
from games.engine.log import Entry
from games.engine.seats import HOUSE, Seat
from games.table.log import agreements, rulings, sheets
from games.table.log.states import (
    REMEMBERED,
    Data,
    DirectorCall,
    Replaced,
    TableState,
    Unasked,
    Wish,
    further,
    moved,
    started,
)

GAME: Final = "game"
TABLE: Final = "table"


class LogBroken(Exception):  # noqa: N818  it says what is so
    """A log that cannot be folded: it has a gap or an unknown table entry."""


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
                state = _after_table_entry(game, state, row)
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


def _after_table_entry(game: Game[Any], state: TableState, row: LogRow) -> TableState:
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
        case "unasked" if seat is not None:
            return further(state, unasked=Unasked(seat, int(data["about"])))
        case "asked" if seat is not None:
            return further(state, unasked=None)
        case "pause":
            return agreements.paused(state, row.at)
        case "resume" if state.paused_at is not None and not state.stopped:
            return agreements.resumed(state, row.at)
        case "call_director" if seat is not None and not _open_call(state):
            call = DirectorCall(seat, data["why"], row.at, stopped="stops" in data)
            return agreements.director_called(state, call)
        case "director_answer" if (call := _open_call(state)) is not None:
            answer, number = data["text"], int(data["round"])
            return agreements.director_answered(state, call, row.at, answer=answer, until=number)
        case "withdraw_call" if (call := _open_call(state)) is not None:
            return agreements.director_answered(state, call, row.at)
        case "stand_in":
            return agreements.stood_in(game, state, int(data["seat"]), data.get("level", ""))
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
        case "written" if not state.confirmed:
            return sheets.written(state, seat, data)
        case "totals" if not state.confirmed:
            return sheets.with_totals(state, sheets.totals_of(seat, data))
        case "objected" if seat is not None and sheets.is_typed(state) and not state.confirmed:
            return sheets.objected(state, seat)
        case "confirmed" if data["rounds"] == str(sheets.rounds_typed(state)):
            return sheets.confirmed(state)
        case "review" if seat is None and _is_closed(game, state, int(data["round"])):
            return rulings.after(state, data)
        case "reviewed" | "ruled" if rulings.reviewed(state.reviews, int(data["round"])).cases:
            return rulings.after(state, data)
        case "undo" if state.last is not None:
            return agreements.undone(game, state, state.last, row.at)
    raise LogBroken(f"entry {row.seq} is not one of the table's")


def _open_call(state: TableState) -> DirectorCall | None:
    call = state.director_call
    return call if call is not None and call.is_open else None


def _is_closed(game: Game[Any], state: TableState, number: int) -> bool:
    """Whether that round is closed; only closed rounds can have cases and rulings."""
    if sheets.is_typed(state):
        return number in sheets.row_numbers(state)
    return state.game_state is not None and any(
        result.number == number for result in game.results(state.game_state)
    )
