"""Events of the table as Django signals. `games/apps.py` connects the receivers, so the table imports none of them."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.dispatch import Signal

from accounts.models import Player

log = logging.getLogger("club.table")

minute_passed: Final = Signal()
"""Sent by the steward with `now`. A receiver does its periodic work and returns how much it did; two stewards may send
it at the same time, so the work must be safe to do twice."""
seconds_passed: Final = Signal()
"""Like `minute_passed`, sent every five seconds: for work that people wait for and that costs one query when idle."""
background_work: Final = Signal()
"""Sent in a process beside the steward, at low priority, until nothing is left to do. A receiver does one piece of work
of a few seconds at most, and returns how much it did; two stewards may have it done at the same time."""
seats_asked: Final = Signal()
"""Sent with `match_id`. A receiver returns whether it has drawn the seats of that match itself."""
table_page_opened: Final = Signal()
"""Sent with `match_id`, `player`, the `address` and the `device` of their browser ("" where they are not known) and
`now`, when a player of a match of a club that is not over opens its page."""
lost_seat_asked: Final = Signal()
"""Sent with `match_id` and `player`. A receiver returns a `LostSeat` when it gave that seat away, else None."""
way_back_asked: Final = Signal()
"""Sent with `match_id`. A receiver returns the path of the page the match belongs to and leads back to, an evening or
the list of a day, else None."""
evening_key_asked: Final = Signal()
"""Sent with `match_id`. A receiver returns the key of the evening the match belongs to, else None."""
evening_table_asked: Final = Signal()
"""Sent with `match_id`. A receiver returns the `EveningTable` of a match whose evening has the same cards at all
tables, else None."""
evening_place_asked: Final = Signal()
"""Sent with `match_id` and `player`. A receiver returns the `EveningPlace` of a player who sits at the match of an
evening with the same cards, None for others."""
next_table_asked: Final = Signal()
"""Sent with `match_id` and `player`. A receiver returns the `NextTable` of a player who sat at the match of an evening,
None for others."""

status_changed: Final = Signal()
"""Sent with `match_id`, after the transaction in which the match began, went on, was stopped or ended."""
round_accused: Final = Signal()
"""Sent with `match_id`, the `number` of the round, `accused` (the `Accusation`s the director has to decide) and `now`,
after the transaction that closed the round."""
director_called: Final = Signal()
"""Sent with `match_id`, `player` (key), the `call` (`DirectorCall`) and `now`, in the transaction that writes it."""
call_to_file: Final = Signal()
"""Sent with `match_id`, the `call` and `now`, after the transaction that closed the round in which it was made; for a
call that is left to an arbiter after that round, in the transaction that says so."""
director_call_ended: Final = Signal()
"""Sent with `match_id`, in the transaction that answers or withdraws a call."""
open_calls_asked: Final = Signal()
"""Sent with `match_id` and `player`. A receiver returns the `OpenCall`s that player, who sits there, is to answer."""
barred_asked: Final = Signal()
"""Sent with `match_id` and `player` (key). A receiver returns whether the player may not sit down at that match."""
sitting_out_asked: Final = Signal()
"""Sent with `club` (key) and `starts_at`. A receiver returns the keys of the players who may not play at the evening of
the club that starts then."""


@dataclass(frozen=True, slots=True)
class LostSeat:
    """Sentences for a player whose seat was given to another, in their language and the most important first; `url`
    leads to the page that explains it, `link` is its label."""

    sentences: tuple[str, ...]
    url: str
    link: str


@dataclass(frozen=True, slots=True)
class EveningTable:
    """A table of an evening on which all have the same cards: its `number` in `round`, one of so many `rounds`, and how
    many of the evening's `deals` lie before its first. `deals_url` is the page of its deals."""

    number: int
    round: int
    rounds: int
    deals: int
    deals_before: int
    deals_url: str


@dataclass(frozen=True, slots=True)
class EveningPlace:
    """A sentence about a player's place in the list of an evening, in the active language, "" before the first deal is
    open; `url` leads to the list. `waits` for other tables, whose results can still change it; `playing` says in a
    sentence how many of them still play."""

    sentence: str
    url: str
    waits: bool
    playing: str


@dataclass(frozen=True, slots=True)
class NextTable:
    """Where a player of a match that is over goes next on the evening, as a sentence in the active language. `url`
    leads to that table, "" while it cannot be played; then it `waits`, unless there is nothing more to come."""

    sentence: str
    url: str
    waits: bool


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call for the director: the table's number in `round`, who called and why; `url` is where it is answered."""

    round: int
    table: int
    name: str
    why: str
    url: str


def seats_are_drawn(match_id: int) -> bool:
    """Whether the seats of a match were drawn for it, so that the draw at the table itself is off."""
    return any(drawn for _receiver, drawn in seats_asked.send(None, match_id=match_id))


def is_barred(match_id: int, player: int) -> bool:
    """Whether the player (key) may not sit down at this match."""
    return any(barred for _receiver, barred in barred_asked.send(None, match_id=match_id, player=player))


def lost_seat(match_id: int, player: Player) -> LostSeat | None:
    """The sentences for a player whose seat of a match was given to another, in the active language; None for
    others.
    """
    return _first_answer(lost_seat_asked, match_id=match_id, player=player)


def way_back_of(match_id: int) -> str | None:
    """The path of the page a match leads back to, its evening or the list of its day; None for a match of none."""
    return _first_answer(way_back_asked, match_id=match_id)


def evening_key(match_id: int) -> int | None:
    """The key of the evening a match belongs to, None for a match of none."""
    return _first_answer(evening_key_asked, match_id=match_id)


def evening_table(match_id: int) -> EveningTable | None:
    """The table of an evening with the same cards that a match is played at, None for a match of none."""
    return _first_answer(evening_table_asked, match_id=match_id)


def evening_place(match_id: int, player: Player) -> EveningPlace | None:
    """The place of a player of a match in the list of its evening, where all tables have the same cards; else None."""
    return _first_answer(evening_place_asked, match_id=match_id, player=player)


def next_table(match_id: int, player: Player) -> NextTable | None:
    """Where a player of a match goes next on its evening; None where the match belongs to none."""
    return _first_answer(next_table_asked, match_id=match_id, player=player)


def open_calls(match_id: int, player: Player) -> tuple[OpenCall, ...]:
    """The calls for the director that a player who sits at this match is to answer, by round and table."""
    answers = open_calls_asked.send(None, match_id=match_id, player=player)
    return tuple(call for _receiver, calls in answers for call in calls)


def players_sitting_out(club: int, starts_at: datetime) -> frozenset[int]:
    """The players (keys) who may not play at the evening of this club that starts then."""
    answers = sitting_out_asked.send(None, club=club, starts_at=starts_at)
    return frozenset(player for _receiver, players in answers for player in players)


def _first_answer(signal: Signal, **question: Any) -> Any:
    answers = (answer for _receiver, answer in signal.send(None, **question))
    return next((answer for answer in answers if answer is not None), None)


def send_to_each(signal: Signal, **sent: Any) -> list[Any]:
    """Send to every receiver and return what they answer. One that fails keeps no other from it: the server's log says
    where, without the message of the error, which could name a card."""
    answers = []
    for _receiver, answer in signal.send_robust(None, **sent):
        if isinstance(answer, Exception):
            where = "".join(traceback.format_tb(answer.__traceback__))
            log.error("%s in a receiver of a signal\n%s", type(answer).__name__, where)
        else:
            answers.append(answer)
    return answers


def run_every_minute(work: Callable[..., int]) -> None:
    """Connect `work(now=...)` to `minute_passed`, once."""
    _connect(minute_passed, work)


def run_every_few_seconds(work: Callable[..., int]) -> None:
    """Connect `work(now=...)` to `seconds_passed`, once."""
    _connect(seconds_passed, work)


def run_in_background(work: Callable[[], int]) -> None:
    """Connect `work()` to `background_work`, once. Receivers run one after another."""

    def receiver(**_sent: Any) -> int:
        return work()

    background_work.connect(receiver, weak=False, dispatch_uid=f"{work.__module__}.{work.__qualname__}")


def _connect(signal: Signal, work: Callable[..., int]) -> None:

    def receiver(*, now: datetime, **_sent: Any) -> int:
        return work(now=now)

    signal.connect(receiver, weak=False, dispatch_uid=f"{work.__module__}.{work.__qualname__}")
