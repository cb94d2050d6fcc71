"""The notice on agreements: a pause, an absence, a stand-in, the end, the next table; and how long others wait."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from games.club_clock import milliseconds
from games.engine.seats import Seat
from games.table.log import awaited, due_times
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.screen.speech import Speech, labels
from games.table.screen.zones.scene import classes_of
from games.table.services.moves.agreements import MAX_AWAY, absence_key, undoable_seat

Kind: TypeAlias = Literal[
    "", "ended", "absent", "stopped", "rematch", "paused", "stand_in", "undo", "pause", "away"
]


class CallNotice(NamedTuple):
    """The call for the director by `name`, open while `answer` is ""; `own` says that the viewer may withdraw it. `why`
    is for the caller alone, not for who has the caller's seat since: the others read that the director was called."""

    name: str
    why: str
    answer: str
    own: bool
    stopped: bool


class Agreements(NamedTuple):
    """The one notice on agreements, "" for none; `seated` says that the viewer may answer.

    `name` is the player it is about, "" for the viewer; `reason` why the club ended the match. `until` is when it is
    over or when the others may choose (ms since 1970). `answered` says that the viewer has agreed already, or waits
    for the player who is away. A bot plays for the viewer (`stood_in`) and has acted `times` times since `round`.
    `seat` is the one that is away and `wishes` what others want: (name, "wait", "bot" or "stop"). `bots` says that a
    bot may take the seat. `call` is shown beside all of these while the match runs. `takes_back` says that the viewer
    may ask to take the last card back.
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
    of_deal: bool = False
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
    def classes(self) -> str:
        """The classes of the notice."""
        open_call = self.call is not None and not self.call.answer
        return classes_of(
            "agreements",
            {
                "with-standstill": self.standstill,
                "with-card-to-take-back": self.takes_back,
                "with-open-call": open_call or self.kind == "stand_in",
                "with-pause": self.kind in ("paused", "pause", "stand_in"),
            },
        )


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
        return _agreements_while_running(nothing, table, speech, away, you)
    seated = you is not None
    if state.absent is not None:
        return nothing._replace(kind="absent", seated=seated, name=speech.names[state.absent])
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
    seat = undoable_seat(table)
    return None if seat is None or seat in table.state.wishing("undo") else seat


def is_quiet(table: Table, away: Mapping[Seat, datetime]) -> bool:
    """Whether nothing is said around a running match: nobody is away, wishes anything or has called the director."""
    state = table.state
    news = away or state.wishes or state.stand_ins or state.paused_at or state.director_call
    return table.running and not news


def _agreements_while_running(
    nothing: Agreements, table: Table, speech: Speech, away: Mapping[Seat, datetime], you: Seat | None
) -> Agreements:
    state, seated = table.state, you is not None
    nothing = nothing._replace(call=_call(table, speech, you))
    stand_in = state.stand_in(you) if you is not None else None
    stopped = nothing.call is not None and nothing.call.stopped
    if stopped and stand_in is None:
        return nothing
    if state.paused_at is not None and not stopped:
        until = milliseconds(state.paused_at + due_times.MAX_PAUSE)
        return nothing._replace(kind="paused", seated=seated, until=until, stood_in=stand_in is not None)
    if stand_in is not None:
        evening = table.evening_table
        return nothing._replace(
            kind="stand_in",
            seated=True,
            round=stand_in.round + (evening.deals_before if evening is not None else 0),
            times=stand_in.times,
            of_deal=evening is not None,
        )
    for kind in ("undo", "pause"):
        wishers = [wish.seat for wish in state.wishes if wish.what == kind]
        if wishers:
            name = "" if wishers[0] == you else speech.names[wishers[0]]
            return nothing._replace(kind=kind, seated=seated, name=name, answered=you in wishers)
    return _absence(nothing, table, speech, away, you)


def _call(table: Table, speech: Speech, you: Seat | None) -> CallNotice | None:
    """The open call for the director, or the answered one until the round is closed; None without."""
    call = table.state.director_call
    if call is None or (
        not call.is_open and table.game.progress(table.state.game_state).closed >= call.round
    ):
        return None
    own = call.seat == you
    why = call.why if own and not call.gone else ""
    return CallNotice(speech.names[call.seat], why, call.answer, own, call.stopped)


def _absence(
    nothing: Agreements, table: Table, speech: Speech, away: Mapping[Seat, datetime], you: Seat | None
) -> Agreements:
    """The notice of the longest absence about which the others can choose."""
    people = awaited.people(table)
    gone = sorted((since, seat) for seat, since in away.items() if seat in people)
    if not gone or len(people) < 2 or gone[0][1] == you:
        return nothing
    since, seat = gone[0]
    key = absence_key(seat, since)
    return nothing._replace(
        kind="away",
        seated=you is not None,
        name=speech.names[seat],
        until=milliseconds(since + MAX_AWAY),
        seat=seat,
        bots=table.bots_stand_in,
        answered=any((wish.seat, wish.what, wish.about) == (you, "wait", key) for wish in table.state.wishes),
        wishes=tuple(
            (labels(speech.language)("you") if wish.seat == you else speech.names[wish.seat], wish.what)
            for wish in table.state.wishes
            if wish.about == key
        ),
    )


def days_left(table: Table, speech: Speech) -> str:
    """Until when each of those a table by the day waits for can answer, in words; "" elsewhere."""
    waiting = due_times.awaited_seats(table)
    if not waiting:
        return ""
    with translation.override(speech.language):
        line = gettext("{names}: until {day}")
        by_day: dict[str, list[str]] = {}
        for one in waiting:
            day = date_format(localtime(one.until), gettext("D j M, H:i"))
            by_day.setdefault(day, []).append(speech.names[one.seat])
        return "; ".join(line.format(names=", ".join(names), day=day) for day, names in by_day.items())
