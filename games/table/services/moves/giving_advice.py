"""Advice for who practises. Nothing is written, and nothing but the table is read."""

from __future__ import annotations

from accounts.models import Player
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.services.moves.advising import is_practice
from games.table.services.moves.agreeing import expect_playing


def ask_advice(*, match_id: int, player: Player, window: str) -> None:
    """Whether this player may be advised on `window`: then the table is drawn with it.

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
