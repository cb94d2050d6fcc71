"""The state of a table around its game: status, agreements, calls, absences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from accounts.animals import animal_of
from accounts.models import bot_face, without_bot_mark
from games.engine.game import Game, Pending, replace_fields
from games.engine.log import Entry
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.shuffle import Cuts
from games.table.log import time_to_think
from games.table.log.time_to_think import Thinking

RECENT_ENTRIES: Final = 32
"""Among how many of the newest log entries a repeated answer is known again."""

DuelPart: TypeAlias = Literal["", "first", "friends"]
"""The part of a table in a duel: it played the deals first, or friends play them there after it."""
Data = Mapping[str, str]
ABSENT: Final = "absent"
"""`TableState.ended` where a table by the day ended because a player did not come; else it is the club's reason."""


class WindowAnswer(NamedTuple):
    """An answer of a seat to one of its windows, written as log entry `seq`."""

    seq: int
    seat: Seat
    window: str
    data: Data


class Wish(NamedTuple):
    """A wish of a seat: "pause", "undo", "leave", or about an absent player "wait", "bot", "stop".

    `about` tells one absence from another (`agreements.absence_key`): "" elsewhere.
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
    """A bot of this `level` plays for the person at `seat` since `round`; so far it acted `times`."""

    seat: Seat
    round: int
    times: int = 0
    level: str = ""


class ReplacedPlayer(NamedTuple):
    """The player (id) to whom the club gave `seat` while the match ran."""

    seat: Seat
    player: int


class Seal(NamedTuple):
    """The commitment of deal number `deal`, shown before it is dealt, and the `cuts` that players have added since.
    `renewed`: another one was shown for this deal before."""

    deal: int
    commitment: str
    cuts: Cuts = ()
    renewed: bool = False

    def has_cut(self, seat: Seat) -> bool:
        """Whether that seat has cut."""
        return any(number == seat for number, _word in self.cuts)


class UnaskedDeal(NamedTuple):
    """The only person at a table, at `seat`, is not asked in deal `deal` in windows it may decline."""

    seat: Seat
    deal: int


class DirectorCall(NamedTuple):
    """A call for the director by `seat` with its reason, open until there is an `answer`.

    `stopped` says that play has been stopped by it since `at`. `round` is the one in which it was made (0 in logs of
    older releases); the answer is shown until the one of the answer is closed. `about` is what it is about, a key of
    `club.SUBJECTS` or "", `seq` its entry in the log. `arbiter` says that it was left to an arbiter, who decides once
    that round is written, `gone` that the club gave the caller's seat to another since.
    """

    seat: Seat
    why: str
    at: datetime
    stopped: bool = False
    answer: str = ""
    round: int = 0
    about: str = ""
    seq: int = 0
    arbiter: bool = False
    gone: bool = False

    @property
    def is_open(self) -> bool:
        """Whether nobody has answered it."""
        return not self.answer


class Written(NamedTuple):
    """A round of a sheet on paper as somebody at `seat` typed it; None: the club typed it for them."""

    number: int
    seat: Seat | None
    typed: Data


class Totals(NamedTuple):
    """A whole sheet on paper as its last line: the `points` of all rounds together, after `rounds` rounds of cards.

    `seat` as in `Written`; `sides` is the side of each seat. `points` are per seat, those of a side at each of its
    seats, and so are the `tallies` by the game's keys, of which those nobody typed are left out.
    """

    seat: Seat | None
    rounds: int
    sides: tuple[int, ...]
    points: tuple[int, ...]
    tallies: tuple[tuple[str, tuple[int, ...]], ...] = ()


class RulingEffect(NamedTuple):
    """The effect of ruling number `ruling` on a round: `points` to its score, per seat; `seats` to single
    players beside that, per seat (empty: nobody). `void` leaves the round out or takes it in again.
    `tallies` is what it adds to each tally of the game, per seat, those without a change left out.
    """

    ruling: int
    points: tuple[int, ...]
    seats: tuple[int, ...] = ()
    void: bool | None = None
    tallies: Mapping[str, tuple[int, ...]] = {}


class RoundRulings(NamedTuple):
    """The cases and rulings of a closed round: how many `cases` are open, and the rulings in order."""

    round: int
    cases: int = 0
    rulings: tuple[RulingEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class Sitter:
    """The player at a seat; `kind` is person, guest or bot. `level` is how well a bot plays, "" where nobody chose.
    `animal` is the one the player chose, "" for the one of the name."""

    number: Seat
    player: int
    name: str
    kind: str
    level: str = ""
    animal: str = ""

    @property
    def face(self) -> str:
        """The drawing at the seat, by its name in static/img/faces."""
        if self.is_bot:
            return bot_face(self.name)
        return animal_of(self.name, self.animal).value

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    @property
    def short_name(self) -> str:
        """The name for screens that mark bots by a sign of their own."""
        return without_bot_mark(self.name) if self.is_bot else self.name


class ClaimsDone(NamedTuple):
    """The seats that have said that they have nothing to claim in this window, which ends with the next card led. Those
    of an earlier window say nothing any more."""

    window: str = ""
    seats: frozenset[Seat] = frozenset()


NO_CLAIMS_DONE: Final = ClaimsDone()


@dataclass(frozen=True)
class TableState:
    """A table after its log. `game_state` is None before the start, `moved_at` is when the game last moved on.

    Without slots, because every move copies it (`replace_fields`).

    `ready` are the seats that want to go on from what the house is waiting with; `claims_done` the seats that have
    nothing (more) to claim while nobody waits for the house; `answered` the newest answers.
    `clocks` is None where the pace knows no clock; `by_clock` are the seats whose last answer the clock gave.
    `undo_asked_at` is when somebody wished to take a card back, `paused_at` and `stopped` say that nobody plays now.
    `director_call` is the newest call for the director, None where it was withdrawn.
    `ended` is why the club ended the match for good, "" where it did not; ABSENT where it ended for good because the
    player at seat `absent` of a table by the day did not come. `replaced` are the seats it gave to others.
    `written` are the rounds of a sheet on paper in order, or `totals` is all that was typed of it; `objected` is the
    seat that says it is not right, `confirmed` says that the other side, or the club, found it right.
    `reviews` are the closed rounds that somebody has asked about. `rematch_by` is the seat that opened the next match.
    `unasked` is set only where one person plays with bots. `seal` is that of the next deal while the deck can be cut,
    `cuts` are those of the newest deal, `never_cut` the seats that wish not to be asked for one in this match.
    """

    seq: int = 0
    game_state: Any = None
    moved_at: datetime | None = None
    ready: frozenset[Seat] = frozenset()
    claims_done: ClaimsDone = NO_CLAIMS_DONE
    answered: tuple[WindowAnswer, ...] = ()
    clocks: Thinking | None = None
    by_clock: frozenset[Seat] = frozenset()
    wishes: tuple[Wish, ...] = ()
    undo_asked_at: datetime | None = None
    last: LastMove | None = None
    stand_ins: tuple[StandIn, ...] = ()
    paused_at: datetime | None = None
    stopped: bool = False
    ended: str = ""
    absent: Seat | None = None
    director_call: DirectorCall | None = None
    replaced: tuple[ReplacedPlayer, ...] = ()
    written: tuple[Written, ...] = ()
    totals: Totals | None = None
    objected: Seat | None = None
    confirmed: bool = False
    reviews: tuple[RoundRulings, ...] = ()
    rematch_by: Seat | None = None
    unasked: UnaskedDeal | None = None
    seal: Seal | None = None
    cuts: Cuts = ()
    never_cut: frozenset[Seat] = frozenset()

    def has_answered(self, seat: Seat, window: str, data: Data) -> bool:
        """Whether this same answer is among the recent log entries."""
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


def after_start(
    game: Game[Any], state: TableState, game_state: Any, *, pace: str, at: datetime
) -> TableState:
    """The table after its start: the game before its first deal."""
    clocks = time_to_think.clocks_at_start(pace)
    if clocks is not None:
        clocks = time_to_think.start_clocks(clocks, game.pending(game_state), at)
    return replace_fields(state, seq=state.seq + 1, game_state=game_state, moved_at=at, clocks=clocks)


def _is_still_asked(clocks: Thinking, seat: Seat, pending: Mapping[Actor, Pending]) -> bool:
    """Whether what the seat did was said beside the decision it is asked for, which runs on."""
    asked, now = clocks.asked.get(seat), pending.get(seat)
    return asked is not None and now is not None and now.window == asked.window


def after_moves(
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

    The house's action resets `ready`, `claims_done` and wishes for a pause; every move resets the wish to take a card
    back (`undo_asked_at`) and replaces `last`, the move that can be taken back. Everything else stays.
    """
    seq = state.seq + len(entries)
    by_house = any(entry.by == HOUSE for entry in entries)
    answered, last, clocks, by_clock = state.answered, None, state.clocks, state.by_clock
    stand_ins, wishes, seal, cuts = state.stand_ins, state.wishes, state.seal, state.cuts
    if by_house and seal is not None:  # the first thing the house does after a seal is to deal
        cuts, seal = seal.cuts, None
    first = entries[0]
    if first.by != HOUSE:
        seat = int(first.by)
        if window is not None:
            answered += (WindowAnswer(state.seq + 1, seat, window, first.data),)
        if not by_house:
            last = LastMove(seq, seat, state.game_state)
        if clocks is not None and not _is_still_asked(clocks, seat, game.pending(game_state)):
            clocks = time_to_think.after_answer(clocks, seat, at)
        if stand_ins:
            stand_ins = tuple(
                one._replace(times=one.times + 1) if one.seat == seat else one for one in stand_ins
            )
        if automatic != (seat in by_clock):
            by_clock = by_clock ^ {seat}
    if clocks is not None:
        clocks = time_to_think.start_clocks(clocks, game.pending(game_state), at)
    if wishes:
        gone = ("undo", "pause") if by_house else ("undo",)
        wishes = tuple(wish for wish in wishes if wish.what not in gone)
    return replace_fields(
        state,
        seq=seq,
        game_state=game_state,
        moved_at=at,
        ready=frozenset() if by_house else state.ready,
        claims_done=NO_CLAIMS_DONE if by_house else state.claims_done,
        answered=recent_answers(answered, seq),
        clocks=clocks,
        by_clock=by_clock,
        wishes=wishes,
        undo_asked_at=None,
        last=last,
        stand_ins=stand_ins,
        seal=seal,
        cuts=cuts,
    )


def after_entry(state: TableState, **changes: Any) -> TableState:
    """Copy the state with the next log number, the last answers and `changes`."""
    seq = state.seq + 1
    return replace_fields(state, seq=seq, **{"answered": recent_answers(state.answered, seq), **changes})


def recent_answers(answered: tuple[WindowAnswer, ...], seq: int) -> tuple[WindowAnswer, ...]:
    """The answers among the last entries of a log that is `seq` long; they are in order."""
    first = 0
    while first < len(answered) and answered[first].seq <= seq - RECENT_ENTRIES:
        first += 1
    return answered[first:]


# Apply table entries (pause, undo, stand-ins, replacements) to the table state; the game state changes by undo only.


def after_commitment(state: TableState, seal: Seal, at: datetime) -> TableState:
    """After the commitment of the next deal was shown. One that takes the place of another takes the cuts with it, so
    everybody has the time to cut again."""
    if state.seal is None:
        return after_entry(state, seal=seal)
    return after_entry(state, seal=seal._replace(renewed=True), moved_at=at, ready=frozenset())


def after_cut(state: TableState, seal: Seal, seat: Seat, word: str) -> TableState:
    """After a seat added a word to the shuffle of the sealed deal."""
    return after_entry(state, seal=seal._replace(cuts=tuple(sorted([*seal.cuts, (seat, word)]))))


def after_ready(game: Game[Any], state: TableState, seat: Seat) -> TableState:
    """After a seat pressed "ready": to what the house waits with, else to the window in which it may claim."""
    waiting = game.pending(state.game_state)
    if HOUSE in waiting or seat not in waiting:
        return after_entry(state, ready=state.ready | {seat})
    window, before = waiting[seat].window, state.claims_done
    seats = before.seats if before.window == window else frozenset()
    return after_entry(state, claims_done=ClaimsDone(window, seats | {seat}))


def after_outage(state: TableState, lost: timedelta, at: datetime) -> TableState:
    """After an outage of `lost` time: all times are moved that much later, those of a pause too."""
    paused_at = state.paused_at and state.paused_at + lost
    return _later(state, lost, grace_until=at + time_to_think.GRACE, paused_at=paused_at)


def after_wish(state: TableState, wish: Wish, at: datetime) -> TableState:
    """After a seat's wish; about one absence a seat has one wish at a time."""
    kept = tuple(
        one
        for one in state.wishes
        if one.seat != wish.seat or (one.what, one.about) != (wish.what, wish.about)
    )
    if wish.about:
        kept = tuple(one for one in kept if one.seat != wish.seat or one.about != wish.about)
    asked_at = state.undo_asked_at or at if wish.what == "undo" else state.undo_asked_at
    return after_entry(state, wishes=(*kept, wish), undo_asked_at=asked_at)


def after_refusal(state: TableState, what: str) -> TableState:
    """After somebody said no to a pause or an undo."""
    kept = tuple(one for one in state.wishes if one.what != what)
    return after_entry(state, wishes=kept, undo_asked_at=None if what == "undo" else state.undo_asked_at)


def after_pause(state: TableState, at: datetime) -> TableState:
    """After everybody agreed to a pause."""
    kept = tuple(one for one in state.wishes if one.what != "pause")
    return after_entry(state, wishes=kept, paused_at=at)


def after_resumption(state: TableState, at: datetime) -> TableState:
    """After the end of a pause: it took nobody's time. A call for the director does not stop play any more."""
    call = state.director_call and state.director_call._replace(stopped=False)
    return _later(state, at - (state.paused_at or at), paused_at=None, director_call=call)


def after_call(state: TableState, call: DirectorCall) -> TableState:
    """After a seat called the director; a call that stops play pauses the table."""
    return after_entry(state, director_call=call, paused_at=call.at if call.stopped else state.paused_at)


def after_call_ended(
    state: TableState,
    call: DirectorCall,
    at: datetime,
    *,
    answer: str = "",
    until: int = 0,
    arbiter: bool = False,
) -> TableState:
    """After the answer to a call, or without one after the caller withdrew it. Time stopped by the call runs again.

    The answer is shown until round `until` is closed; `arbiter` leaves that round to an arbiter.
    """
    kept = call._replace(answer=answer, round=until, stopped=False, arbiter=arbiter) if answer else None
    if call.stopped and state.paused_at is not None:
        return _later(state, at - state.paused_at, paused_at=None, director_call=kept)
    return after_entry(state, director_call=kept)


def after_stand_in(game: Game[Any], state: TableState, seat: Seat, level: str) -> TableState:
    """After a bot of that level took the cards of a seat."""
    stand_in = StandIn(seat, game.progress(state.game_state).round, level=level)
    kept = tuple(one for one in state.wishes if one.seat != seat and not _about(one, seat))
    others = tuple(one for one in state.stand_ins if one.seat != seat)
    return after_entry(state, stand_ins=(*others, stand_in), wishes=kept)


def after_return(state: TableState, seat: Seat, at: datetime) -> TableState:
    """After a player took the seat back from a stand-in; its open decision is timed from now on, or from the end of a
    pause that runs."""
    clocks = state.clocks and time_to_think.restart_clock(state.clocks, seat, state.paused_at or at)
    others = tuple(one for one in state.stand_ins if one.seat != seat)
    return after_entry(state, stand_ins=others, clocks=clocks, by_clock=state.by_clock - {seat})


def after_stop(state: TableState, at: datetime, *, ended: str = "", absent: Seat | None = None) -> TableState:
    """After the match was stopped, by the club for good where `ended` says why, or for good because the table by the
    day had agreed so about a player who is `absent`. A running pause keeps its beginning, and what was left to an
    arbiter is still theirs when the round is written.
    """
    paused_at, call = state.paused_at or at, state.director_call
    return after_entry(
        state,
        stopped=True,
        ended=ended or ("" if absent is None else ABSENT),
        absent=absent,
        wishes=(),
        undo_asked_at=None,
        paused_at=paused_at,
        director_call=call if call is not None and call.arbiter else None,
    )


def after_replacement(state: TableState, change: ReplacedPlayer, at: datetime) -> TableState:
    """After the club gave a seat to another player: what the seat is asked it is asked from now on, or from the end of
    a pause that runs."""
    seat = change.seat
    clocks = state.clocks and time_to_think.restart_clock(state.clocks, seat, state.paused_at or at)
    call = state.director_call
    return after_entry(
        state,
        replaced=(*state.replaced, change),
        director_call=call._replace(gone=True) if call is not None and call.seat == seat else call,
        clocks=clocks,
        by_clock=state.by_clock - {seat},
        ready=state.ready - {seat},
        claims_done=state.claims_done._replace(seats=state.claims_done.seats - {seat}),
        unasked=None,
        never_cut=state.never_cut - {seat},
        stand_ins=tuple(one for one in state.stand_ins if one.seat != seat),
        wishes=tuple(one for one in state.wishes if one.seat != seat and not _about(one, seat)),
        answered=tuple(one for one in recent_answers(state.answered, state.seq + 1) if one.seat != seat),
        last=None if state.last is not None and state.last.seat == seat else state.last,
    )


def after_taking_up(state: TableState, at: datetime) -> TableState:
    """After a stopped match was taken up again: the time between counts for nobody, and `moved_at` is set to
    now, because a table idle for a day would be closed again at once.
    """
    later = _later(state, at - (state.paused_at or at), stopped=False, paused_at=None)
    return replace_fields(later, moved_at=at)


def after_rematch(state: TableState, seat: Seat) -> TableState:
    """After a seat opened the next match of these people; this one is over or stopped."""
    return after_entry(state, rematch_by=seat)


def after_undo(game: Game[Any], state: TableState, last: LastMove, at: datetime) -> TableState:
    """After the last move was taken back: the game before it; the time it took stays spent."""
    clocks = state.clocks
    if clocks is not None:
        clocks = time_to_think.start_clocks(clocks, game.pending(last.before), at)
    kept = tuple(answer for answer in state.answered if answer.seq != last.seq)
    return after_entry(
        state,
        game_state=last.before,
        moved_at=at,
        answered=recent_answers(kept, state.seq + 1),
        clocks=clocks,
        wishes=tuple(one for one in state.wishes if one.what != "undo"),
        undo_asked_at=None,
        last=None,
        claims_done=NO_CLAIMS_DONE,  # the same window may open again with other cards
    )


def _about(wish: Wish, seat: Seat) -> bool:
    return wish.about.partition("@")[0] == str(seat)


def _later(
    state: TableState, lost: timedelta, *, grace_until: datetime | None = None, **changes: Any
) -> TableState:
    clocks = state.clocks and time_to_think.shift(state.clocks, lost, grace_until=grace_until)
    moved_at = state.moved_at and state.moved_at + lost
    asked_at = state.undo_asked_at and state.undo_asked_at + lost
    return after_entry(state, moved_at=moved_at, undo_asked_at=asked_at, clocks=clocks, **changes)
