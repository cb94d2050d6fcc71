"""Advice at a practice table: what the bot would do in one's own seat, and why.

A practice table has one person and bots, and belongs to nobody else: no club, no league, no round played again. The
strong level is asked for advice (`thinking`); without an answer, or after two seconds, it is that of the easy level.
What was shown for a position stays its advice, also when a better answer comes late: a tip that changes is believed no
more. Nothing is written, and only the table is read.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias
from zlib import crc32

from accounts.models import Player
from games.bots.bot import Level
from games.bots.registry import decides_at_once, decision_at_once
from games.engine.actions import Data
from games.engine.seats import Seat
from games.engine.view import Choice
from games.engine.words import Text
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.services.moves.agreements import require_playing
from games.table.think_worker import Answer, ThinkRequest
from games.table.thinking import ANSWER_TIMEOUT, FutureAnswer, thinkers

MAX_TIPS_KEPT: Final = 200
"""Tips kept at once, the newest ones; a screen shows one."""
TIP_TIMEOUT: Final = ANSWER_TIMEOUT.total_seconds()
"""Seconds a screen waits for a tip; then it is given that of the easy level."""


class Advice(NamedTuple):
    """The bot's answer in this seat: the data and label of one choice, both None for "nothing", and the
    reason. `sure` says how sure it is, where it has searched.
    """

    data: Data | None
    label: Text | None
    why: Text
    sure: Text | None = None


def is_practice(table: Table) -> bool:
    """Whether advice is given at this table while it is played: not where it would tell which card the rules ask
    for."""
    if not table.game.enforces_rules(table.options):
        return False
    alone = sum(not sitter.is_bot for sitter in table.sitters) == 1
    return alone and table.casual


def advice_for(table: Table, seat: Seat) -> Advice | None:
    """The advice for what the seat is asked now, from what it sees; None where nothing is asked. It is that of the
    strong level where that one does not search, else of the easy one.

    Of cards the bot holds for equal it is always the first, so that asking again says the same.
    """
    game, state = table.game, table.state.game_state
    choices = game.choices(state, seat)
    if not choices:
        return None
    decision = decision_at_once(game, Level.STRONG, game.view(state, seat), choices)
    answer = decision.answers[0]
    return Advice(answer, _label(choices, answer), decision.why(answer), decision.sure)


def searched_advice_for(table: Table, seat: Seat, window: str) -> Advice | None:
    """The advice kept for this window; None where none came or was shown."""
    answer = _tips.get(_key(table, seat, window))
    if answer is None or answer.why is None:
        return None
    label = _label(table.game.choices(table.state.game_state, seat), answer.data)
    return Advice(answer.data, label, answer.why, answer.sure)


def _advice_to_show(table: Table, seat: Seat, window: str) -> Advice | None:
    """The advice kept for this window, else that of `advice_for`, which is kept from now on."""
    kept = searched_advice_for(table, seat, window)
    if kept is not None:
        return kept
    advice = advice_for(table, seat)
    if advice is not None:
        _keep(_key(table, seat, window), Answer(advice.data, advice.why, advice.sure))
    return advice


def _label(choices: Sequence[Choice], answer: Data | None) -> Text | None:
    return next((choice.label for choice in choices if choice.data == answer), None)


def advice_on(table: Table, seat: Seat, *, advised: str, taught: bool) -> Advice | None:
    """The advice a screen shows that has asked about the window `advised`, "" for none.

    A screen that is `taught` is shown what to do all through the first round, but not that there is nothing to do.
    """
    pending = table.game.pending(table.state.game_state).get(seat) if table.running else None
    if pending is None:
        return None
    if pending.window == advised:
        return _advice_to_show(table, seat, advised)
    if not taught or table.game.results(table.state.game_state):
        return None
    advice = _advice_to_show(table, seat, pending.window)
    return None if advice is None or advice.data is None else advice


def ask_advice(*, match_id: int, player: Player, window: str, now: datetime) -> FutureAnswer | None:
    """Ask for advice on `window`, with which the table is drawn then; the future, if any, is done when it has come.

    Refuses not_seated, no_advice (others play here, or a club or league does), not_running, paused, stood_in and
    stale_window.
    """
    table = loading.newest_table(match_id)
    seat = table.seat_of(player.pk)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    require_playing(table, seat)
    if not is_practice(table):
        raise TableRefused(TableRefusal.NO_ADVICE)
    waiting = table.game.pending(table.state.game_state).get(seat)
    if waiting is None or waiting.window != window:
        raise TableRefused(TableRefusal.STALE_WINDOW)
    return _ask_strong_level(table, seat, window, now)


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


def ask_tip(table: Table, seat: Seat, now: datetime) -> FutureAnswer | None:
    """Ask for the tip of `window_of_tip`; None where there is none, or it is known or not to be had."""
    window = window_of_tip(table, seat)
    return _ask_strong_level(table, seat, window, now) if window else None


def wait_for_advice(coming: FutureAnswer | None) -> None:
    """Wait until advice has come, or until the time for it is over. In a thread of a page, never in a table thread."""
    if coming is not None:
        with suppress(TimeoutError):
            coming.result(timeout=TIP_TIMEOUT)


async def await_advice(coming: FutureAnswer | None) -> None:
    """As `wait_for_advice`, on the event loop. Who stops waiting does not end the search: others may wait for it."""
    if coming is not None:
        with suppress(TimeoutError):
            async with asyncio.timeout(TIP_TIMEOUT):
                await asyncio.shield(asyncio.wrap_future(coming))


_Key: TypeAlias = tuple[int, Seat, str, int]

_tips: OrderedDict[_Key, Answer] = OrderedDict()
"""Tips this process was given or has shown, by decision and position."""


def forget_all() -> None:
    """Forget every tip, as in a new process."""
    _tips.clear()


def _key(table: Table, seat: Seat, window: str) -> _Key:
    """The decision, with a mark of the position: after a move was taken back the same window may ask another thing."""
    game, state = table.game, table.state.game_state
    view = game.view(state, seat)
    trick = None if view.trick is None else view.trick.cards
    seen = (view.hand, view.played, trick, view.contract, game.choices(state, seat))
    return table.match_id, seat, window, crc32(repr(seen).encode())


def _keep(key: _Key, answer: Answer) -> None:
    """Keep the first answer for a position."""
    _tips.setdefault(key, answer)
    while len(_tips) > MAX_TIPS_KEPT:
        _tips.popitem(last=False)


def _ask_strong_level(table: Table, seat: Seat, window: str, now: datetime) -> FutureAnswer | None:
    """Ask for a tip of the strong level; None where a tip is kept already, or it cannot be had.

    The answer is kept before the future is done, also when nobody waits for it any more.
    """
    key = _key(table, seat, window)
    if decides_at_once(table.game.key, Level.STRONG) or key in _tips:
        return None
    coming = thinkers.ask(table, ThinkRequest(table.match_id, seat, window, tip=True), Level.STRONG, now=now)
    if coming is None:
        return None
    kept: FutureAnswer = Future()

    def keep(coming: FutureAnswer) -> None:
        answer = coming.result()
        if answer is not None:
            _keep(key, answer)
        with suppress(InvalidStateError):
            kept.set_result(answer)

    coming.add_done_callback(keep)
    return kept
