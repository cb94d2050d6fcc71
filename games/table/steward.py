"""The steward: does what is due without a person. Bots move, the house deals on, time runs out.

What is due and when follows from the log (`clock`), and the database holds the next time (`Match.wake_at`), so a
restart loses nothing and several stewards share the work: a match is taken by whoever moves its `wake_at` first.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Final

from games.engine import bots
from games.engine.actions import Data
from games.engine.seats import Seat
from games.kit.club_clock import club_clock
from games.table import events, services
from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.broadcast.steward_wakeup import bell
from games.table.log import due_times, loading
from games.table.log.due_times import Due
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match

LEASE: Final = timedelta(seconds=10)
"""How long a taken match stays with its steward; when that one dies, the next takes it after this."""
BROKEN_AGAIN: Final = timedelta(hours=1)
"""When a match whose log cannot be read is tried again; others are served meanwhile."""
AT_ONCE: Final = 8
"""Matches served in one go, so that people's moves get their turn in between."""
EVERY: Final = timedelta(minutes=1)
"""Between two sendings of `minute_passed` by one steward."""
LONGEST_NAP: Final = 1.0
"""Seconds after which the database is asked again: other processes make work too."""

log = logging.getLogger("club.steward")


def tick(now: datetime, rng: Random) -> int:
    """Serve the matches that are due at `now`, at most `AT_ONCE`; gives how many were taken by this call."""
    waiting = Match.objects.filter(status=Match.Status.RUNNING, wake_at__lte=now).order_by("wake_at")
    served = 0
    for match_id, seq, wake_at in waiting.values_list("pk", "seq", "wake_at")[:AT_ONCE]:
        taken = Match.objects.filter(pk=match_id, wake_at=wake_at).update(wake_at=now + LEASE)
        if taken:
            served += 1
            try:
                table = loading.table(match_id, at_least=seq)
            except TableRefused as refused:
                if refused.code != TableRefusal.LOG_BROKEN:
                    raise
                Match.objects.filter(pk=match_id, seq=seq).update(wake_at=now + BROKEN_AGAIN)
                continue
            serve(table, now, rng)
    return served


def serve(table: Table, now: datetime, rng: Random) -> None:
    """Do the first thing that is due at a table taken by this steward; when nothing is done, set the next time.

    A move made meanwhile by somebody else is theirs: it has set the next time already.
    """
    later = None
    for due in due_times.dues(table):
        if due.at > now:
            later = due.at
            break
        try:
            if _done(table, due, now, rng):
                return
        except TableRefused as refused:
            if refused.code == TableRefusal.STALE_WINDOW:
                return
            raise
    Match.objects.filter(pk=table.match_id, seq=table.state.seq).update(wake_at=later)


@dataclass(slots=True)
class PeriodicWork:
    """When one steward sends `minute_passed` next; at once after its start."""

    next_at: datetime | None = None

    def do_due(self, now: datetime) -> int:
        """Send `minute_passed` when a minute has gone by since the last time; returns how much was done."""
        if self.next_at is not None and now < self.next_at:
            return 0
        self.next_at = now + EVERY
        return sum(done for _receiver, done in events.minute_passed.send(None, now=now))


async def run(*, served: Callable[[datetime], bool]) -> None:
    """Serve for ever, waking at the next due time or when this process's moves make one sooner.

    Only while people are `served`, asked before anything is done: who gets no answer is not to run out of time.
    """
    rng, periodic = SystemRandom(), PeriodicWork()
    while True:
        live.attach()
        bell.hang()
        [pause] = await asyncio.gather(
            table_executor.run(_round, rng, periodic, served), return_exceptions=True
        )
        if isinstance(pause, Exception):
            # Only where it fell: a message could name a card.
            where = "".join(traceback.format_tb(pause.__traceback__))
            log.error("%s while serving\n%s", type(pause).__name__, where)
            pause = LONGEST_NAP
        elif isinstance(pause, BaseException):
            raise pause
        await bell.rung(within=pause)


def _round(rng: Random, periodic: PeriodicWork, served: Callable[[datetime], bool]) -> float:
    """Run one tick and the periodic work, and return the seconds until the next is due."""
    if not served(club_clock.now()):
        return LONGEST_NAP
    periodic.do_due(club_clock.now())
    if tick(club_clock.now(), rng) == AT_ONCE:
        return 0.0
    due = Match.objects.filter(status=Match.Status.RUNNING, wake_at__isnull=False)
    soonest = due.order_by("wake_at").values_list("wake_at", flat=True).first()
    if soonest is None:
        return LONGEST_NAP
    return min(max((soonest - club_clock.now()).total_seconds(), 0.0), LONGEST_NAP)


def _done(table: Table, due: Due, now: datetime, rng: Random) -> bool:
    """Whether something happened: False for a bot that leaves its window unused."""
    if due.why == "pause":
        services.end_pause(match_id=table.match_id, now=now)
        return True
    if due.why == "idle":
        services.close_table(match_id=table.match_id, now=now)
        return True
    if due.seat is None:
        services.submit_for_house(match_id=table.match_id, window=due.window, now=now)
        return True
    pending = table.game.pending(table.state.game_state)[due.seat]
    data = pending.default if due.why == "time" and pending.default else _chosen(table, due.seat, rng)
    if data is None:
        return False
    services.play_for_bot(match_id=table.match_id, seat=due.seat, window=due.window, data=data, now=now)
    return True


def _chosen(table: Table, seat: Seat, rng: Random) -> Data | None:
    """What the bot at `seat` does. It is handed what a person there sees, never the state."""
    game, state = table.game, table.state.game_state
    return bots.choose(game, game.view(state, seat), game.choices(state, seat), rng)
