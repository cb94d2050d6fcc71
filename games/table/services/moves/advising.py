"""Advice at a practice table: what the bot would do in one's own seat, and why.

A practice table has one person and bots, and belongs to nobody else: no club, no league, no round played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import bots
from games.engine.actions import Data
from games.engine.seats import Seat
from games.engine.view import Choice
from games.engine.words import Text
from games.table.log.loading import Table
from games.table.services.moves.searched_advice import searched


class Advice(NamedTuple):
    """The bot's answer in this seat: the data and label of one choice, both None for "nothing", and the
    reason. `sure` says how sure it is, where it has searched.
    """

    data: Data | None
    label: Text | None
    why: Text
    sure: Text | None = None


def is_practice(table: Table) -> bool:
    """Whether advice is given at this table while it is played."""
    alone = sum(not sitter.is_bot for sitter in table.sitters) == 1
    return alone and table.casual


def advice_for(table: Table, seat: Seat) -> Advice | None:
    """The advice of the easy level for what the seat is asked now, from what it sees; None where nothing is asked.

    Of cards the bot holds for equal it is always the first, so that asking again says the same.
    """
    game, state = table.game, table.state.game_state
    choices = game.choices(state, seat)
    if not choices:
        return None
    decision = bots.decision(game, game.view(state, seat), choices)
    answer = decision.answers[0]
    return Advice(answer, _label(choices, answer), decision.why(answer), decision.sure)


def searched_advice_for(table: Table, seat: Seat, window: str) -> Advice | None:
    """The advice a worker of the strong level gave for this window; None where none did."""
    answer = searched(table, seat, window)
    if answer is None or answer.why is None:
        return None
    label = _label(table.game.choices(table.state.game_state, seat), answer.data)
    return Advice(answer.data, label, answer.why, answer.sure)


def _label(choices: Sequence[Choice], answer: Data | None) -> Text | None:
    return next((choice.label for choice in choices if choice.data == answer), None)


def advice_on(table: Table, seat: Seat, *, advised: str, taught: bool) -> Advice | None:
    """The advice a screen shows that has asked about the window `advised`, "" for none.

    A screen that is `taught` is shown what to do all through the first round, but not that there is nothing to do.
    """
    asked = table.game.pending(table.state.game_state).get(seat) if table.running else None
    if asked is None:
        return None
    if asked.window == advised:
        return searched_advice_for(table, seat, advised) or advice_for(table, seat)
    if not taught or table.game.results(table.state.game_state):
        return None
    advice = searched_advice_for(table, seat, asked.window) or advice_for(table, seat)
    return None if advice is None or advice.data is None else advice
