"""Thinking time: the allowance of each pace and the time left. Pure; times come from the log only.

A decision begins with free seconds that cost nothing; after them the player's bank runs down. Every answer earns an
increment, and a bank never holds more than at its start. At a table by the day every decision has days instead, and
what happens after them was agreed when the table was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from games.engine.game import Pending
from games.engine.seats import HOUSE, Actor, Seat

GRACE: Final = timedelta(seconds=60)
"""After an outage nobody is out of time for so long."""


class Pace(NamedTuple):
    """How fast a table plays: `free` time a decision, a bank of `bank`, `increment` more for an answer.

    `then` is set at tables by the day only: after the `free` days of a decision a "bot" plays for the absent player, or
    the match comes to an "end".
    """

    free: timedelta
    bank: timedelta
    increment: timedelta
    then: Literal["", "bot", "end"] = ""

    @property
    def days(self) -> int:
        """The days of a decision, 0 where it has seconds."""
        return self.free.days


NOTHING: Final = timedelta(0)
BY_THE_DAY: Final[Mapping[str, Pace]] = {
    "1d-bot": Pace(timedelta(days=1), NOTHING, NOTHING, "bot"),
    "3d-bot": Pace(timedelta(days=3), NOTHING, NOTHING, "bot"),
    "7d-bot": Pace(timedelta(days=7), NOTHING, NOTHING, "bot"),
    "1d-end": Pace(timedelta(days=1), NOTHING, NOTHING, "end"),
    "3d-end": Pace(timedelta(days=3), NOTHING, NOTHING, "end"),
    "7d-end": Pace(timedelta(days=7), NOTHING, NOTHING, "end"),
}
"""The paces of tables for people who play when they have time ("a card a day"), by name."""
PACES: Final[Mapping[str, Pace]] = {
    **BY_THE_DAY,
    "fast": Pace(timedelta(seconds=5), timedelta(seconds=30), timedelta(seconds=2)),
    "normal": Pace(timedelta(seconds=12), timedelta(seconds=60), timedelta(seconds=4)),
    "relaxed": Pace(timedelta(seconds=25), timedelta(seconds=180), timedelta(seconds=10)),
}
"""By name; a table of any other pace knows no clock."""


class Asked(NamedTuple):
    """A decision a seat must take, and since when it has been asked."""

    window: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Thinking:
    """The clocks of a table. `banks` by seat, full where a seat is missing; `asked` are the decisions open now.

    Nobody is out of time before `grace_until`.
    """

    pace: Pace
    banks: Mapping[Seat, timedelta]
    asked: Mapping[Seat, Asked]
    grace_until: datetime | None = None

    def bank(self, seat: Seat) -> timedelta:
        """The seat's bank when its current decision was asked."""
        return self.banks.get(seat, self.pace.bank)

    def free_until(self, seat: Seat) -> datetime | None:
        """When the seat's bank begins to run down; None while it is asked nothing."""
        asked = self.asked.get(seat)
        if asked is None:
            return None
        return max(asked.since + self.pace.free, self.deadline_of(asked, seat) - self.bank(seat))

    def deadline(self, seat: Seat) -> datetime | None:
        """When the seat is out of time; None while it is asked nothing."""
        asked = self.asked.get(seat)
        return None if asked is None else self.deadline_of(asked, seat)

    def deadline_of(self, asked: Asked, seat: Seat) -> datetime:
        """When a decision asked of a seat must have been taken."""
        due = asked.since + self.pace.free + self.bank(seat)
        return due if self.grace_until is None else max(due, self.grace_until)


def clocks_at_start(pace: str) -> Thinking | None:
    """The clocks of a table before its first decision; None where its pace knows no clock."""
    known = PACES.get(pace)
    return None if known is None else Thinking(known, {}, {})


def after_answer(thinking: Thinking, seat: Seat, at: datetime) -> Thinking:
    """The clocks after an answer of the seat: time beyond the free seconds is taken from its bank, the increment is
    added.
    """
    asked = thinking.asked.get(seat)
    if asked is None:
        return thinking
    pace = thinking.pace
    over = max(at - asked.since - pace.free, timedelta(0))
    left = max(thinking.bank(seat) - over, timedelta(0)) + pace.increment
    return replace(thinking, banks={**thinking.banks, seat: min(left, pace.bank)})


def start_clocks(thinking: Thinking, waiting: Mapping[Actor, Pending], at: datetime) -> Thinking:
    """The clocks with the decisions open now: those open before keep their beginning, the others begin `at`."""
    asked = {}
    for actor, pending in waiting.items():
        if actor == HOUSE or not pending.must:
            continue
        seat = int(actor)
        before = thinking.asked.get(seat)
        same = before is not None and before.window == pending.window
        asked[seat] = before if same and before is not None else Asked(pending.window, at)
    return replace(thinking, asked=asked)


def restart_clock(thinking: Thinking, seat: Seat, at: datetime) -> Thinking:
    """The clocks with a seat's open decision timed from `at`, because its player has just come back."""
    asked = thinking.asked.get(seat)
    if asked is None:
        return thinking
    return replace(thinking, asked={**thinking.asked, seat: asked._replace(since=at)})


def shift(thinking: Thinking, lost: timedelta, *, grace_until: datetime | None = None) -> Thinking:
    """The clocks with all times `lost` later, so that this time counts for nobody."""
    asked = {seat: one._replace(since=one.since + lost) for seat, one in thinking.asked.items()}
    return replace(thinking, asked=asked, grace_until=grace_until or thinking.grace_until)
