"""Events of the table as Django signals. `games/apps.py` connects the receivers, so the table imports none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.dispatch import Signal

from accounts.models import Player

Points: TypeAlias = tuple[int, ...]

minute_passed: Final = Signal()
"""Sent by the steward with `now`. A receiver does its periodic work and returns how much it did; two stewards may send
it at the same time, so the work must be safe to do twice."""
seats_asked: Final = Signal()
"""Sent with `match_id`. A receiver returns whether it has drawn the seats of that match itself."""
lost_seat_asked: Final = Signal()
"""Sent with `match_id` and `player`. A receiver returns a `LostSeat` when it gave that seat away, else None."""
standings_asked: Final = Signal()
"""Sent with `match_id` and `rounds` (by number, as they would be). A receiver returns the `ShownTable`s they change."""


@dataclass(frozen=True, slots=True)
class LostSeat:
    """Sentences for a player whose seat was given to another, in their language and the most important first; `url`
    leads to the page that explains it, `link` is its label."""

    sentences: tuple[str, ...]
    url: str
    link: str


@dataclass(frozen=True, slots=True)
class RoundAs:
    """A round as it would be: the points that count, those of single seats, whether it counts at all."""

    number: int
    points: Points
    seats: Points = ()
    void: bool = False
    under_review: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of a table of standings; `place` is None without one. `moved` places up (negative: down), `gained`
    points."""

    name: str
    place: int | None
    total: int
    provisional: int = 0
    moved: int = 0
    gained: int = 0

    @property
    def changes(self) -> bool:
        return bool(self.moved or self.gained)


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of standings in which a match counts, before and after, best first. `finished`: its season is over."""

    title: str
    url: str
    finished: bool
    before: tuple[ShownRow, ...]
    after: tuple[ShownRow, ...]


def seats_are_drawn(match_id: int) -> bool:
    """Whether the seats of a match were drawn for it, so that the draw at the table itself is off."""
    return any(drawn for _receiver, drawn in seats_asked.send(None, match_id=match_id))


def lost_seat(match_id: int, player: Player) -> LostSeat | None:
    """What a player is told whose seat of a match was given to another, in the active language."""
    answers = (answer for _receiver, answer in lost_seat_asked.send(None, match_id=match_id, player=player))
    return next((answer for answer in answers if answer is not None), None)


def standings_with(match_id: int, rounds: Mapping[int, RoundAs]) -> tuple[ShownTable, ...]:
    """Every table of standings this match counts in, before and after some of its rounds change."""
    answers = standings_asked.send(None, match_id=match_id, rounds=rounds)
    return tuple(table for _receiver, tables in answers for table in tables)


def run_every_minute(work: Callable[..., int]) -> None:
    """Connect `work(now=...)` to `minute_passed`, once."""

    def receiver(*, now: datetime, **_sent: Any) -> int:
        return work(now=now)

    minute_passed.connect(receiver, weak=False, dispatch_uid=f"{work.__module__}.{work.__qualname__}")
