"""What goes on around the game, as the zone `around` shows it: a pause, somebody away, a bot in somebody's place."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from games.engine.seats import Seat
from games.table.log import due_times
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import StandIn
from games.table.services.moves.agreeing import AWAY_LONGEST, absence_key


class Absence(NamedTuple):
    """Somebody whose last screen has closed; the others may choose from `choose_at` (ms since 1970) on.

    `wishes` are (seat, "wait", "bot" or "stop") in the order they were said.
    """

    seat: Seat
    choose_at: int
    wishes: tuple[tuple[Seat, str], ...]


class Around(NamedTuple):
    """All of it at one moment. `ended` is why the club stopped the match for good.

    `paused_until` is in ms since 1970, 0 without a pause. `pause_wished` and `undo_wished`
    are the seats that asked or agreed, the one who asked first. `rematch_by` sits at the next table.
    """

    paused_until: int = 0
    stopped: bool = False
    ended: str = ""
    pause_wished: tuple[Seat, ...] = ()
    undo_wished: tuple[Seat, ...] = ()
    absence: Absence | None = None
    rematch_by: Seat | None = None
    stand_ins: tuple[StandIn, ...] = ()

    def stand_in(self, seat: Seat | None) -> StandIn | None:
        """The bot in somebody's place."""
        return next((one for one in self.stand_ins if one.seat == seat), None)


NOTHING: Final = Around()


def around_of(table: Table, away: Mapping[Seat, datetime]) -> Around:
    """What goes on around the game; `away` as the register has it."""
    state = table.state
    running = table.running
    if running and not (away or state.wishes or state.stand_ins or state.paused_at):
        return NOTHING
    paused = running and state.paused_at is not None
    return Around(
        paused_until=milliseconds(state.paused_at + due_times.PAUSE_LONGEST)
        if running and state.paused_at
        else 0,
        stopped=table.status == Match.Status.STOPPED,
        ended=state.ended,
        pause_wished=tuple(wish.seat for wish in state.wishes if wish.what == "pause"),
        undo_wished=tuple(wish.seat for wish in state.wishes if wish.what == "undo"),
        absence=_absence(table, away) if running and away and not paused else None,
        rematch_by=state.rematch_by,
        stand_ins=state.stand_ins if running else (),
    )


def _absence(table: Table, away: Mapping[Seat, datetime]) -> Absence | None:
    """The longest of the absences somebody could do something about."""
    people = due_times.people(table)
    gone = sorted((since, seat) for seat, since in away.items() if seat in people)
    if not gone or len(people) < 2:
        return None
    since, seat = gone[0]
    key = absence_key(seat, since)
    wishes = tuple((wish.seat, wish.what) for wish in table.state.wishes if wish.about == key)
    return Absence(seat, milliseconds(since + AWAY_LONGEST), wishes)


def milliseconds(moment: datetime) -> int:
    """A moment as browsers count."""
    return int(moment.timestamp() * 1000)
