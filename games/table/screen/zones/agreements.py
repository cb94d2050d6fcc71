"""The notice on agreements: a pause, an absence, a stand-in, the end, the next table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from games.engine.seats import Seat
from games.table.log import due_times
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.screen.translations import Speech
from games.table.screen.zones.seats import milliseconds
from games.table.services.moves.agreeing import AWAY_LONGEST, absence_key, undoable

Kind: TypeAlias = Literal["", "ended", "stopped", "rematch", "paused", "stand_in", "undo", "pause", "away"]


class CallNotice(NamedTuple):
    """The call for the director by `name`, open while `answer` is ""; `own` says that the viewer may withdraw it."""

    name: str
    why: str
    answer: str
    own: bool
    stopped: bool


class Agreements(NamedTuple):
    """The one notice on agreements, "" for none; `seated` says that the viewer may answer.

    `name` is the player it is about, `reason` why the club ended the match. `until` is when it is over or
    when the others may choose (ms since 1970). `answered` says that the viewer has agreed already, or waits for
    the player who is away. A bot plays for the viewer (`stood_in`) and has
    acted `times` times since `round`. `seat` is the one that is away and `wishes` what others want: (name,
    "wait", "bot" or "stop"). `bots` says that a bot may take the seat. `call` is shown
    beside all of these while the match runs. `takes_back` says that the viewer may ask to take the last card back.
    """

    language: str
    code: str
    kind: Kind = ""
    seated: bool = False
    name: str = ""
    reason: str = ""
    until: int = 0
    answered: bool = False
    stood_in: bool = False
    round: int = 0
    times: int = 0
    seat: Seat = 0
    wishes: tuple[tuple[str, str], ...] = ()
    bots: bool = True
    call: CallNotice | None = None
    takes_back: bool = False

    @property
    def standstill(self) -> bool:
        """Whether nobody plays now and the viewer can tell by their cards."""
        called = self.call is not None and self.call.stopped
        return called or (self.seated and self.kind in ("stopped", "paused"))

    @property
    def seat_back(self) -> bool:
        """Whether the viewer may take the seat back from the bot."""
        return self.kind == "stand_in" or (self.kind == "paused" and self.stood_in)


def agreements_of(
    table: Table, speech: Speech, away: Mapping[Seat, datetime], you: Seat | None
) -> Agreements:
    """The notice for a seat or a spectator (None); `away` are the seats without a screen and since when."""
    state = table.state
    nothing = Agreements(
        speech.language, table.code, takes_back=you is not None and you == may_take_back(table)
    )
    if is_quiet(table, away):
        return nothing
    if table.running:
        return _while_running(nothing, table, speech, away, you)
    seated = you is not None
    if state.ended:
        return nothing._replace(kind="ended", seated=seated, reason=state.ended)
    if table.status == Match.Status.STOPPED:
        return nothing._replace(kind="stopped", seated=seated)
    if state.rematch_by is not None and state.rematch_by != you:
        return nothing._replace(kind="rematch", seated=seated, name=speech.names[state.rematch_by])
    return nothing


def may_take_back(table: Table) -> Seat | None:
    """The seat that may ask now to take its last card back, None for no seat."""
    if not table.undo_allowed or not table.running or table.state.paused_at is not None:
        return None
    seat = undoable(table)
    return None if seat is None or seat in table.state.wishing("undo") else seat


def is_quiet(table: Table, away: Mapping[Seat, datetime]) -> bool:
    """Whether nothing is said around a running match: nobody is away, wishes anything or has called the director."""
    state = table.state
    said = away or state.wishes or state.stand_ins or state.paused_at or state.director_call
    return table.running and not said


def _while_running(
    nothing: Agreements, table: Table, speech: Speech, away: Mapping[Seat, datetime], you: Seat | None
) -> Agreements:
    state, seated = table.state, you is not None
    nothing = nothing._replace(call=_call(table, speech, you))
    stand_in = state.stand_in(you) if you is not None else None
    stopped = nothing.call is not None and nothing.call.stopped
    if stopped and stand_in is None:
        return nothing
    if state.paused_at is not None and not stopped:
        until = milliseconds(state.paused_at + due_times.PAUSE_LONGEST)
        return nothing._replace(kind="paused", seated=seated, until=until, stood_in=stand_in is not None)
    if stand_in is not None:
        return nothing._replace(kind="stand_in", seated=True, round=stand_in.round, times=stand_in.times)
    for kind in ("undo", "pause"):
        asked = [wish.seat for wish in state.wishes if wish.what == kind]
        if asked:
            name = speech.names[asked[0]]
            return nothing._replace(kind=kind, seated=seated, name=name, answered=you in asked)
    return _absence(nothing, table, speech, away, you)


def _call(table: Table, speech: Speech, you: Seat | None) -> CallNotice | None:
    """The open call for the director, or the answered one until the round is closed; None without."""
    call = table.state.director_call
    if call is None or (
        not call.is_open and table.game.progress(table.state.game_state).closed >= call.round
    ):
        return None
    return CallNotice(speech.names[call.seat], call.why, call.answer, call.seat == you, call.stopped)


def _absence(
    nothing: Agreements, table: Table, speech: Speech, away: Mapping[Seat, datetime], you: Seat | None
) -> Agreements:
    """The notice of the longest absence about which the others can choose."""
    people = due_times.people(table)
    gone = sorted((since, seat) for seat, since in away.items() if seat in people)
    if not gone or len(people) < 2 or gone[0][1] == you:
        return nothing
    since, seat = gone[0]
    key = absence_key(seat, since)
    return nothing._replace(
        kind="away",
        seated=you is not None,
        name=speech.names[seat],
        until=milliseconds(since + AWAY_LONGEST),
        seat=seat,
        bots=table.bots_stand_in,
        answered=any((wish.seat, wish.what, wish.about) == (you, "wait", key) for wish in table.state.wishes),
        wishes=tuple(
            (speech.names[wish.seat], wish.what) for wish in table.state.wishes if wish.about == key
        ),
    )
