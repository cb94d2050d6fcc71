"""A table after its log, and how the game's own entries change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from games.engine.game import Game
from games.engine.log import Entry
from games.engine.seats import HOUSE, Seat
from games.table.log import time_to_think
from games.table.log.time_to_think import Thinking

REMEMBERED: Final = 32
"""Among how many of the newest log entries a repeated answer is known again."""

Data = Mapping[str, str]


class Answered(NamedTuple):
    """What a seat said to which of its windows, as log entry `seq`."""

    seq: int
    seat: Seat
    window: str
    data: Data


class Wish(NamedTuple):
    """What a seat would like the table to do: "pause", "undo", or about somebody absent "wait", "bot", "stop".

    `about` tells one absence from another: "" elsewhere.
    """

    seat: Seat
    what: str
    about: str = ""


class LastMove(NamedTuple):
    """The newest entry of the game, when a seat made it and the house did nothing after it; `before` is the game."""

    seq: int
    seat: Seat
    before: Any


class StandIn(NamedTuple):
    """A bot plays for the person at `seat` since `round`; so far it acted `times`."""

    seat: Seat
    round: int
    times: int = 0


class Replaced(NamedTuple):
    """The player (id) to whom the club gave `seat` while the match ran."""

    seat: Seat
    player: int


class Written(NamedTuple):
    """A round of a sheet on paper as somebody at `seat` typed it."""

    number: int
    seat: Seat
    typed: Data


class Ruled(NamedTuple):
    """What ruling number `ruling` added to a round: `points` to its score, per seat; `seats` to single players beside
    that, per seat (empty: nobody). `void` leaves the round out or takes it in again."""

    ruling: int
    points: tuple[int, ...]
    seats: tuple[int, ...] = ()
    void: bool | None = None


class Reviewed(NamedTuple):
    """What was said about a closed round: how many `cases` are open, and the rulings in order."""

    round: int
    cases: int = 0
    rulings: tuple[Ruled, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after its log. `game_state` is None before the start, `moved_at` is when the game last moved on.

    `ready` are the seats that want to go on from what the house is waiting with; `answered` the newest answers.
    `clocks` is None where the pace knows no clock; `by_clock` are the seats whose last answer the clock gave.
    `undo_asked_at` is when somebody wished to take a card back, `paused_at` and `stopped` say that nobody plays now.
    `ended` is why the club ended the match for good, "" where it did not; `replaced` are the seats it gave to others.
    `written` are the rounds of a sheet on paper in order, `confirmed` says that the other side found them right.
    `reviews` are the closed rounds that somebody has asked about. `rematch_by` is the seat that opened the next match.
    """

    seq: int = 0
    game_state: Any = None
    moved_at: datetime | None = None
    ready: frozenset[Seat] = frozenset()
    answered: tuple[Answered, ...] = ()
    clocks: Thinking | None = None
    by_clock: frozenset[Seat] = frozenset()
    wishes: tuple[Wish, ...] = ()
    undo_asked_at: datetime | None = None
    last: LastMove | None = None
    stand_ins: tuple[StandIn, ...] = ()
    paused_at: datetime | None = None
    stopped: bool = False
    ended: str = ""
    replaced: tuple[Replaced, ...] = ()
    written: tuple[Written, ...] = ()
    confirmed: bool = False
    reviews: tuple[Reviewed, ...] = ()
    rematch_by: Seat | None = None

    def has_answered(self, seat: Seat, window: str, data: Data) -> bool:
        """Whether this very answer stands in the log already, not long ago."""
        return any(
            answer.window == window and answer.seat == seat and answer.data == data
            for answer in self.answered
        )

    def stand_in(self, seat: Seat | None) -> StandIn | None:
        """The bot that plays for a person there, None where nobody is replaced."""
        return next((one for one in self.stand_ins if one.seat == seat), None)

    def wishing(self, what: str, about: str = "") -> frozenset[Seat]:
        """The seats that wish this."""
        return frozenset(wish.seat for wish in self.wishes if wish.what == what and wish.about == about)


def started(game: Game[Any], state: TableState, game_state: Any, *, pace: str, at: datetime) -> TableState:
    """The table after its start: the game before its first deal."""
    clocks = time_to_think.begun(pace)
    if clocks is not None:
        clocks = time_to_think.asked_now(clocks, game.pending(game_state), at)
    return replace(state, seq=state.seq + 1, game_state=game_state, moved_at=at, clocks=clocks)


def moved(
    game: Game[Any],
    state: TableState,
    *,
    game_state: Any,
    entries: Sequence[Entry],
    window: str | None,
    at: datetime,
    automatic: bool = False,
) -> TableState:
    """The table after game entries that led to `game_state`; the first of them answered `window` where it is a seat's.

    The house's action resets `ready` and wishes for a pause; every move resets the wish to take a card back
    (`undo_asked_at`) and replaces `last`, the move that can be taken back. Everything else stays.
    """
    seq = state.seq + len(entries)
    by_house = any(entry.by == HOUSE for entry in entries)
    answered, last, clocks, by_clock = state.answered, None, state.clocks, state.by_clock
    stand_ins, wishes = state.stand_ins, state.wishes
    first = entries[0]
    if first.by != HOUSE:
        seat = int(first.by)
        if window is not None:
            answered += (Answered(state.seq + 1, seat, window, first.data),)
        if not by_house:
            last = LastMove(seq, seat, state.game_state)
        if clocks is not None:
            clocks = time_to_think.answered(clocks, seat, at)
        if stand_ins:
            stand_ins = tuple(
                one._replace(times=one.times + 1) if one.seat == seat else one for one in stand_ins
            )
        if automatic != (seat in by_clock):
            by_clock = by_clock ^ {seat}
    if clocks is not None:
        clocks = time_to_think.asked_now(clocks, game.pending(game_state), at)
    if wishes:
        gone = ("undo", "pause") if by_house else ("undo",)
        wishes = tuple(wish for wish in wishes if wish.what not in gone)
    return replace(
        state,
        seq=seq,
        game_state=game_state,
        moved_at=at,
        ready=frozenset() if by_house else state.ready,
        answered=newest(answered, seq),
        clocks=clocks,
        by_clock=by_clock,
        wishes=wishes,
        undo_asked_at=None,
        last=last,
        stand_ins=stand_ins,
    )


def further(state: TableState, **changes: Any) -> TableState:
    """The table one entry of its own further on."""
    seq = state.seq + 1
    return replace(state, seq=seq, **{"answered": newest(state.answered, seq), **changes})


def newest(answered: tuple[Answered, ...], seq: int) -> tuple[Answered, ...]:
    """The answers among the last entries of a log that is `seq` long; they are in order."""
    first = 0
    while first < len(answered) and answered[first].seq <= seq - REMEMBERED:
        first += 1
    return answered[first:]
