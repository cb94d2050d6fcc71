"""What entries of the table do: nobody's cards, but who plays them, and whether time runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from games.engine.game import Game
from games.engine.seats import Seat
from games.table.log import time_to_think
from games.table.log.states import LastMove, Replaced, StandIn, TableState, Wish, further, newest


def made_ready(state: TableState, seat: Seat) -> TableState:
    """After a seat pressed on."""
    return further(state, ready=state.ready | {seat})


def after_outage(state: TableState, lost: timedelta, at: datetime) -> TableState:
    """After `lost` time in which nobody was served: as if everything had happened that much later, a pause too."""
    paused_at = state.paused_at and state.paused_at + lost
    return _later(state, lost, grace_until=at + time_to_think.GRACE, paused_at=paused_at)


def wished(state: TableState, wish: Wish, at: datetime) -> TableState:
    """After a seat said what it would like; about one absence it has one wish."""
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
    """After the end of a pause: it took nobody's time."""
    return _later(state, at - (state.paused_at or at), paused_at=None)


def stood_in(game: Game[Any], state: TableState, seat: Seat) -> TableState:
    """After a bot took the cards of a seat."""
    stand_in = StandIn(seat, game.progress(state.game_state).round)
    kept = tuple(one for one in state.wishes if one.seat != seat and not _about(one, seat))
    others = tuple(one for one in state.stand_ins if one.seat != seat)
    return further(state, stand_ins=(*others, stand_in), wishes=kept)


def returned(state: TableState, seat: Seat, at: datetime) -> TableState:
    """After somebody took their seat back; what they are asked they are asked from now on."""
    clocks = state.clocks and time_to_think.asked_anew(state.clocks, seat, at)
    others = tuple(one for one in state.stand_ins if one.seat != seat)
    return further(state, stand_ins=others, clocks=clocks, by_clock=state.by_clock - {seat})


def stopped(state: TableState, at: datetime, *, ended: str = "") -> TableState:
    """After the match was stopped here, by the club for good where `ended` says why; a pause goes on as this."""
    paused_at = state.paused_at or at
    return further(state, stopped=True, ended=ended, wishes=(), undo_asked_at=None, paused_at=paused_at)


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
        stand_ins=tuple(one for one in state.stand_ins if one.seat != seat),
        wishes=tuple(one for one in state.wishes if one.seat != seat and not _about(one, seat)),
        answered=tuple(one for one in newest(state.answered, state.seq + 1) if one.seat != seat),
        last=None if state.last is not None and state.last.seat == seat else state.last,
    )


def taken_up(state: TableState, at: datetime) -> TableState:
    """After a stopped match was taken up again: the time between counts for nobody, and that is when it last moved on:
    else a table closed because nothing happened for a day would be closed again at once."""
    later = _later(state, at - (state.paused_at or at), stopped=False, paused_at=None)
    return replace(later, moved_at=at)


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
        answered=newest(kept, state.seq + 1),
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
