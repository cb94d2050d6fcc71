"""Advice at a practice table. Nothing is written, and only the table is read.

A worker of the strong level is asked for it; without one, or after two seconds, it is that of the easy level.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime

from accounts.models import Player
from games.engine.seats import Seat
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.services.moves.advising import is_practice
from games.table.services.moves.agreeing import expect_playing
from games.table.services.moves.searched_advice import WAITED, ask_a_worker
from games.table.thinking.questions import Answer


def ask_advice(*, match_id: int, player: Player, window: str, now: datetime) -> Future[Answer] | None:
    """Ask for advice on `window`, with which the table is drawn then; the future, if any, is done when it has come.

    Refuses not_seated, no_advice (others play here, or a club or league does), not_running, paused, stood_in and
    stale_window.
    """
    table = loading.refreshed(match_id)
    seat = table.seat_of(player.pk)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    expect_playing(table, seat)
    if not is_practice(table):
        raise TableRefused(TableRefusal.NO_ADVICE)
    waiting = table.game.pending(table.state.game_state).get(seat)
    if waiting is None or waiting.window != window:
        raise TableRefused(TableRefusal.STALE_WINDOW)
    return ask_a_worker(table, seat, window, now)


def window_of_tip(table: Table, seat: Seat) -> str:
    """The window for which a screen of that seat is given a tip unasked, "" for none: a decision with a choice in the
    first round of a practice table."""
    state = table.state.game_state
    if not table.running or not is_practice(table) or table.game.results(state):
        return ""
    waiting = table.game.pending(state).get(seat)
    if waiting is None or not waiting.must or len(table.game.choices(state, seat)) < 2:
        return ""
    return waiting.window


def ask_tip(table: Table, seat: Seat, now: datetime) -> Future[Answer] | None:
    """Ask a worker for the tip of `window_of_tip`; None where there is none, or it is known or not to be had."""
    window = window_of_tip(table, seat)
    return ask_a_worker(table, seat, window, now) if window else None


def wait_for_advice(coming: Future[Answer] | None) -> None:
    """Wait until advice has come, or until the time for it is over. In a thread of a page, never in a table thread."""
    if coming is not None:
        with suppress(TimeoutError):
            coming.result(timeout=WAITED)


async def advice_came(coming: Future[Answer] | None) -> None:
    """As `wait_for_advice`, on the event loop."""
    if coming is not None:
        with suppress(TimeoutError):
            async with asyncio.timeout(WAITED):
                await asyncio.wrap_future(coming)
