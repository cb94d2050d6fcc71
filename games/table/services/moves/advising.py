"""Advice at a practice table: what the bot would do in one's own seat, and why.

A practice table has one person and bots, and belongs to nobody else: no club, no league, no round played again.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine import bots
from games.engine.actions import Data
from games.engine.seats import Seat
from games.engine.words import Text
from games.table.log.loading import Table


class Advice(NamedTuple):
    """What the bot would do: the data of one of the seat's choices with its label, both None for "nothing", and why."""

    data: Data | None
    label: Text | None
    why: Text


def is_practice(table: Table) -> bool:
    """Whether advice is given at this table while it is played."""
    alone = sum(not sitter.is_bot for sitter in table.sitters) == 1
    return alone and table.casual


def advice_for(table: Table, seat: Seat) -> Advice | None:
    """The advice for what the seat is asked now, from what it sees; None where nothing is asked.

    Of cards the bot holds for equal it is always the first, so that asking again says the same.
    """
    game, state = table.game, table.state.game_state
    choices = game.choices(state, seat)
    if not choices:
        return None
    decision = bots.decision(game, game.view(state, seat), choices)
    answer = decision.answers[0]
    label = next((choice.label for choice in choices if choice.data == answer), None)
    return Advice(answer, label, decision.why(answer))


def advice_on(table: Table, seat: Seat, *, advised: str, taught: bool) -> Advice | None:
    """The advice a screen shows that has asked about the window `advised`, "" for none.

    A screen that is `taught` is shown what to do all through the first round, but not that there is nothing to do.
    """
    asked = table.game.pending(table.state.game_state).get(seat) if table.running else None
    if asked is None:
        return None
    if asked.window == advised:
        return advice_for(table, seat)
    if not taught or table.game.results(table.state.game_state):
        return None
    advice = advice_for(table, seat)
    return None if advice is None or advice.data is None else advice
