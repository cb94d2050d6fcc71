"""Apply table entries (pause, undo, stand-ins, replacements) to the table state; the game state changes by
undo only.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from games.engine.game import Game, changed
from games.engine.seats import Seat
from games.table.log import time_to_think
from games.table.log.states import (
    DirectorCall,
    LastMove,
    Replaced,
    StandIn,
    TableState,
    Wish,
    further,
    remembered,
)


def made_ready(state: TableState, seat: Seat) -> TableState:
    """After a seat pressed "ready"."""
    return further(state, ready=state.ready | {seat})


def after_outage(state: TableState, lost: timedelta, at: datetime) -> TableState:
    """After an outage of `lost` time: all times are moved that much later, those of a pause too."""
    paused_at = state.paused_at and state.paused_at + lost
    return _later(state, lost, grace_until=at + time_to_think.GRACE, paused_at=paused_at)


def wished(state: TableState, wish: Wish, at: datetime) -> TableState:
    """After a seat's wish; about one absence a seat has one wish at a time."""
    kept = tuple(
        one
        for one in state.wishes
        if one.seat != wish.seat or (one.what, one.about) != (wish.what, wish.about)
    )
    if wish.about:
        kept = tuple(one for one in kept if one.seat != wish.seat or one.about != wish.about)
    asked_at = state.undo_asked_at or at if wish.what == "undo" else state.undo_asked_at
    return further(state, wishes=(*kept, wish), undo_asked_at=asked_at)


def declined(state: TableState, what: str) -> TableState:
    """After somebody said no to a pause or an undo."""
    kept = tuple(one for one in state.wishes if one.what != what)
    return further(state, wishes=kept, undo_asked_at=None if what == "undo" else state.undo_asked_at)


def paused(state: TableState, at: datetime) -> TableState:
    """After everybody agreed to a pause."""
    kept = tuple(one for one in state.wishes if one.what != "pause")
    return further(state, wishes=kept, paused_at=at)


def resumed(state: TableState, at: datetime) -> TableState:
    """After the end of a pause: it took nobody's time. A call for the director does not stop play any more."""
    call = state.director_call and state.director_call._replace(stopped=False)
    return _later(state, at - (state.paused_at or at), paused_at=None, director_call=call)


def director_called(state: TableState, call: DirectorCall) -> TableState:
    """After a seat called the director; a call that stops play pauses the table."""
    return further(state, director_call=call, paused_at=call.at if call.stopped else state.paused_at)


def director_answered(
    state: TableState, call: DirectorCall, at: datetime, *, answer: str = "", until: int = 0
) -> TableState:
    """After the answer to a call, or without one after the caller withdrew it. Time stopped by the call runs again.

    The answer is shown until round `until` is closed.
    """
    kept = call._replace(answer=answer, round=until, stopped=False) if answer else None
    if call.stopped and state.paused_at is not None:
        return _later(state, at - state.paused_at, paused_at=None, director_call=kept)
    return further(state, director_call=kept)


def stood_in(game: Game[Any], state: TableState, seat: Seat, level: str) -> TableState:
    """After a bot of that level took the cards of a seat."""
    stand_in = StandIn(seat, game.progress(state.game_state).round, level=level)
    kept = tuple(one for one in state.wishes if one.seat != seat and not _about(one, seat))
    others = tuple(one for one in state.stand_ins if one.seat != seat)
    return further(state, stand_ins=(*others, stand_in), wishes=kept)


def returned(state: TableState, seat: Seat, at: datetime) -> TableState:
    """After a player took the seat back from a stand-in; its open decision is timed from now on, or from the end of a
    pause that runs."""
    clocks = state.clocks and time_to_think.asked_anew(state.clocks, seat, state.paused_at or at)
    others = tuple(one for one in state.stand_ins if one.seat != seat)
    return further(state, stand_ins=others, clocks=clocks, by_clock=state.by_clock - {seat})


def stopped(state: TableState, at: datetime, *, ended: str = "") -> TableState:
    """After the match was stopped, by the club for good where `ended` says why. A running pause keeps its
    beginning.
    """
    paused_at = state.paused_at or at
    return further(
        state,
        stopped=True,
        ended=ended,
        wishes=(),
        undo_asked_at=None,
        paused_at=paused_at,
        director_call=None,
    )


def replaced(state: TableState, change: Replaced, at: datetime) -> TableState:
    """After the club gave a seat to another player: what the seat is asked it is asked from now on."""
    seat = change.seat
    clocks = state.clocks and time_to_think.asked_anew(state.clocks, seat, at)
    return further(
        state,
        replaced=(*state.replaced, change),
        clocks=clocks,
        by_clock=state.by_clock - {seat},
        ready=state.ready - {seat},
        unasked=None,
        stand_ins=tuple(one for one in state.stand_ins if one.seat != seat),
        wishes=tuple(one for one in state.wishes if one.seat != seat and not _about(one, seat)),
        answered=tuple(one for one in remembered(state.answered, state.seq + 1) if one.seat != seat),
        last=None if state.last is not None and state.last.seat == seat else state.last,
    )


def taken_up(state: TableState, at: datetime) -> TableState:
    """After a stopped match was taken up again: the time between counts for nobody, and `moved_at` is set to
    now, because a table idle for a day would be closed again at once.
    """
    later = _later(state, at - (state.paused_at or at), stopped=False, paused_at=None)
    return changed(later, moved_at=at)


def rematch_opened(state: TableState, seat: Seat) -> TableState:
    """After a seat opened the next match of these people; this one is over or stopped."""
    return further(state, rematch_by=seat)


def undone(game: Game[Any], state: TableState, last: LastMove, at: datetime) -> TableState:
    """After the last move was taken back: the game before it; the time it took stays spent."""
    clocks = state.clocks
    if clocks is not None:
        clocks = time_to_think.asked_now(clocks, game.pending(last.before), at)
    kept = tuple(answer for answer in state.answered if answer.seq != last.seq)
    return further(
        state,
        game_state=last.before,
        moved_at=at,
        answered=remembered(kept, state.seq + 1),
        clocks=clocks,
        wishes=tuple(one for one in state.wishes if one.what != "undo"),
        undo_asked_at=None,
        last=None,
    )


def _about(wish: Wish, seat: Seat) -> bool:
    return wish.about.partition("@")[0] == str(seat)


def _later(
    state: TableState, lost: timedelta, *, grace_until: datetime | None = None, **changes: Any
) -> TableState:
    clocks = state.clocks and time_to_think.shifted(state.clocks, lost, grace_until=grace_until)
    moved_at = state.moved_at and state.moved_at + lost
    asked_at = state.undo_asked_at and state.undo_asked_at + lost
    return further(state, moved_at=moved_at, undo_asked_at=asked_at, clocks=clocks, **changes)
