"""The steward: the background loop that does what is due without a person: bots, deals, time-outs.

A bot of a level that searches is asked in a worker process (`thinking`) when its decision is due, and its answer
written when it comes; without a worker, or after `due_times.MAX_THINKING`, the easy level plays here. Where other
matches play the same deals the level itself is played here then: all of them must meet the same answers.
Due times are computed from the log (`due_times`), and the database holds the next one (`Match.wake_at`), so a
restart loses nothing. Several stewards share the work: compare-and-set on `wake_at` gives a match to one of
them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from queue import SimpleQueue
from random import Random, SystemRandom
from typing import Final

from django.dispatch import Signal

from games.bots.registry import decision_at_once, player
from games.club_clock import club_clock
from games.engine.actions import Data
from games.engine.seats import Seat
from games.table import maintenance, services, signals
from games.table.log import awaited, due_times, loading
from games.table.log.due_times import Due
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.steward_wakeup import steward_wakeup
from games.table.think_worker import ThinkRequest
from games.table.thinking import FutureAnswer, thinkers
from games.table.threads import call_in_thread

LEASE: Final = timedelta(seconds=10)
"""How long a taken match stays with its steward; when that one dies, the next takes it after this."""
BROKEN_RETRY_DELAY: Final = timedelta(hours=1)
"""When a match whose log cannot be read is tried again; others are served meanwhile."""
HELD_FOR: Final = timedelta(seconds=5)
"""When a match whose next deal maintenance holds back is looked at again."""
MATCHES_A_BATCH: Final = 8
"""Matches served in one go, so that people's moves get their turn in between."""
PERIODS: Final = (
    (signals.minute_passed, timedelta(minutes=1)),
    (signals.seconds_passed, timedelta(seconds=5)),
)
"""Signals of periodic work, and the time between two sendings by one steward."""
MAX_NAP_SECONDS: Final = 1.0
"""Seconds after which the database is asked again: other processes make work too."""

log = logging.getLogger("club.steward")

_answers: SimpleQueue[tuple[ThinkRequest, Data]] = SimpleQueue()


def tick(now: datetime, rng: Random) -> int:
    """Write the answers that came, then serve the matches that are due at `now`, at most `MATCHES_A_BATCH`;
    gives how many were taken by this call."""
    thinkers.give_up_late(now)
    _play_answers(now)
    waiting = Match.objects.filter(status=Match.Status.RUNNING, wake_at__lte=now).order_by("wake_at")
    served = 0
    for match_id, seq, wake_at in waiting.values_list("pk", "seq", "wake_at")[:MATCHES_A_BATCH]:
        taken = Match.objects.filter(pk=match_id, wake_at=wake_at).update(wake_at=now + LEASE)
        if taken:
            served += 1
            try:
                table = loading.table(match_id, at_least=seq)
            except TableRefused as refused:
                if refused.code != TableRefusal.LOG_BROKEN:
                    raise
                Match.objects.filter(pk=match_id, seq=seq).update(wake_at=now + BROKEN_RETRY_DELAY)
                continue
            serve(table, now, rng)
    return served


def serve(table: Table, now: datetime, rng: Random) -> None:
    """Do the first thing that is due at a table taken by this steward; when nothing is done, set the next time.

    A move written meanwhile by another process has set the next time already.
    """
    if maintenance.holds_deal(table):
        Match.objects.filter(pk=table.match_id, seq=table.state.seq).update(wake_at=now + HELD_FOR)
        return
    later = None
    for due in due_times.dues(table):
        if due.at > now:
            later = due.at
            break
        try:
            if _serve_due(table, due, now, rng):
                return
        except TableRefused as refused:
            if refused.late:
                return
            raise
    Match.objects.filter(pk=table.match_id, seq=table.state.seq).update(wake_at=later)


@dataclass(slots=True)
class PeriodicWork:
    """When one steward sends each signal of PERIODS next; at once after its start."""

    next_at: dict[Signal, datetime] = field(default_factory=dict)

    def do_due(self, now: datetime) -> int:
        """Send the signals whose time has come; returns how much was done."""
        done = 0
        for signal, pause in PERIODS:
            if signal not in self.next_at or now >= self.next_at[signal]:
                self.next_at[signal] = now + pause
                done += sum(signals.send_to_each(signal, now=now))
        return done


async def run(*, served: Callable[[datetime], bool]) -> None:
    """Serve for ever, sleeping until the next due time or until a move in this process makes something due
    sooner.

    `served` is asked before each round: players of a server that does not answer must not run out of time.
    """
    rng, periodic = SystemRandom(), PeriodicWork()
    while True:
        steward_wakeup.listen()
        [pause] = await asyncio.gather(call_in_thread(_round, rng, periodic, served), return_exceptions=True)
        if isinstance(pause, Exception):
            # Only the traceback, not the message, which could name a card.
            where = "".join(traceback.format_tb(pause.__traceback__))
            log.error("%s while serving\n%s", type(pause).__name__, where)
            pause = MAX_NAP_SECONDS
        elif isinstance(pause, BaseException):
            raise pause
        await steward_wakeup.sleep(within=pause)


def _round(rng: Random, periodic: PeriodicWork, served: Callable[[datetime], bool]) -> float:
    """Run one tick and the periodic work, and return the seconds until the next is due."""
    if not served(club_clock.now()):
        return MAX_NAP_SECONDS
    periodic.do_due(club_clock.now())
    if tick(club_clock.now(), rng) == MATCHES_A_BATCH:
        return 0.0
    steward_wakeup.forget_noted()
    due = Match.objects.filter(status=Match.Status.RUNNING, wake_at__isnull=False)
    soonest = due.order_by("wake_at").values_list("wake_at", flat=True).first()
    if soonest is None:
        return MAX_NAP_SECONDS
    return min(max((soonest - club_clock.now()).total_seconds(), 0.0), MAX_NAP_SECONDS)


def _play_answers(now: datetime) -> None:
    """Write the answers of workers. One is dropped when the table has moved on or cannot be read, or the
    decision is not due now."""
    while not _answers.empty():
        asked, data = _answers.get_nowait()
        decision = (asked.seat, asked.window, "bot")
        with contextlib.suppress(TableRefused):
            dues = due_times.dues(loading.newest_table(asked.match_id))
            if any((due.seat, due.window, due.why) == decision and due.at <= now for due in dues):
                services.play_for_bot(
                    match_id=asked.match_id, seat=asked.seat, window=asked.window, data=data, now=now
                )


def _keep_answer(asked: ThinkRequest, coming: FutureAnswer) -> None:
    """Keep the answer of a worker for the next tick, and wake the steward. Without one the easy level plays in time."""
    answer = coming.result()
    if answer is not None and answer.data is not None:
        _answers.put((asked, answer.data))
        steward_wakeup.wake(club_clock.now())


def _is_thought_about(table: Table, due: Due, seat: Seat, now: datetime) -> bool:
    """Ask a worker for a decision that is worth a search; returns whether its answer is waited for."""
    state = table.state.game_state
    if now >= due.at + due_times.MAX_THINKING:
        return False
    if not awaited.is_searched(table, seat, table.game.pending(state)[seat]):
        return False
    if len(table.game.choices(state, seat)) == 1:
        return False
    asked = ThinkRequest(table.match_id, seat, due.window, shared_deals=table.shared_deals)
    coming = thinkers.ask(table, asked, table.level_at(seat), now=now)
    if coming is None:
        return False
    coming.add_done_callback(partial(_keep_answer, asked))
    return True


def _serve_due(table: Table, due: Due, now: datetime, rng: Random) -> bool:
    """Do what is due; returns whether something was written: not for a bot that thinks or leaves its window unused."""
    if due.why == "pause":
        services.end_pause(match_id=table.match_id, now=now)
        return True
    if due.why == "absent" and due.seat is not None:
        services.end_waiting(match_id=table.match_id, seat=due.seat, window=due.window, now=now)
        return True
    if due.why == "idle":
        services.close_table(match_id=table.match_id, now=now)
        return True
    if due.seat is None:
        services.submit_for_house(match_id=table.match_id, window=due.window, now=now)
        return True
    if due.why == "bot" and _is_thought_about(table, due, due.seat, now):
        return False
    pending = table.game.pending(table.state.game_state)[due.seat]
    data = pending.default if due.why == "time" and pending.default else _bot_choice(table, due.seat, rng)
    if data is None:
        return False
    services.play_for_bot(match_id=table.match_id, seat=due.seat, window=due.window, data=data, now=now)
    return True


def _bot_choice(table: Table, seat: Seat, rng: Random) -> Data | None:
    """The bot's choice at `seat`. The bot is given the seat's view, never the state."""
    game, state = table.game, table.state.game_state
    if table.shared_deals is not None:
        return _same_everywhere(table, seat)
    view, choices = game.view(state, seat), game.choices(state, seat)
    return decision_at_once(game, table.level_at(seat), view, choices).pick(rng)


def _same_everywhere(table: Table, seat: Seat) -> Data | None:
    """The choice at `seat` where other matches play the same deals: that of its level, the same in each of them."""
    game, state = table.game, table.state.game_state
    window = game.pending(state)[seat].window
    seed = ThinkRequest(table.match_id, seat, window, shared_deals=table.shared_deals).seed
    decided = player(game.key, table.level_at(seat), seed)(game.view(state, seat), game.choices(state, seat))
    return decided.pick(Random(seed))  # noqa: S311  a choice between equals, nothing secret
