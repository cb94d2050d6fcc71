"""Agreements between the people at a table: a pause, an undo, a decision about an absent player.

Every word is judged like a move (`judging`): no lock, compare-and-set on `Match.seq`. An agreement is written
to the log as an entry of the house after the wish that completed it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from games.engine.seats import Seat
from games.table.log import agreements, due_times
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.log.states import Data, TableState, Wish
from games.table.services.moves.judging import Outcome, judged
from games.table.services.moves.standing_in import stood_in
from games.table.services.moves.writing import NewRow, append

AWAY_LONGEST: Final = timedelta(seconds=60)
"""After so long away the others may choose what happens."""

Agreement: TypeAlias = Callable[[Table, Seat, int, Mapping[str, str], datetime], Outcome]


def expect_playing(table: Table, seat: Seat) -> None:
    """Nothing, when that seat's person may play now. Raises TableRefused: paused, director_called, stood_in."""
    if table.state.paused_at is not None and table.running:
        raise TableRefused(
            TableRefusal.DIRECTOR_CALLED if _is_stopped_by_call(table) else TableRefusal.PAUSED
        )
    if table.state.stand_in(seat) is not None:
        raise TableRefused(TableRefusal.STOOD_IN)


def end_pause(*, match_id: int, now: datetime) -> Outcome:
    """A pause that has lasted long enough ends by itself. Refuses not_paused."""
    return judged(match_id, lambda table, now: _resumed(table, None, None, now), now=now)


def close_table(*, match_id: int, now: datetime) -> Outcome:
    """A table where nothing happened for a day is stopped, its state kept. Refuses stale_window when it has moved."""

    def judge(table: Table, now: datetime) -> Outcome:
        moved_at = table.state.moved_at
        if not table.running or moved_at is None or now < moved_at + due_times.IDLE_LONGEST:
            raise TableRefused(TableRefusal.STALE_WINDOW)
        return _written(table, [({"do": "stop"}, agreements.stopped(table.state, now))], None, None, now)

    return judged(match_id, judge, now=now)


def _pause(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Wish a pause, or agree to it; it begins when all people wish it. Refuses not_running, paused, stood_in."""
    _expect_running(table)
    expect_playing(table, seat)
    if seat in table.state.wishing("pause"):
        return Outcome(table.state.seq, done_before=True)
    wish = _wished(table.state, Wish(seat, "pause"), now)
    steps = [wish]
    if due_times.people(table) <= wish[1].wishing("pause"):
        steps.append(({"do": "pause"}, agreements.paused(wish[1], now)))
    return _written(table, steps, seat, player, now)


def _go_on(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """End a pause, or take up a match that was stopped.

    Refuses not_paused, broken_off, and director_called while an open call stops play.
    """
    if _is_stopped_by_call(table):
        raise TableRefused(TableRefusal.DIRECTOR_CALLED)
    if table.state.ended:
        raise TableRefused(TableRefusal.BROKEN_OFF)
    if not table.state.stopped:
        return _resumed(table, seat, player, now)
    state = agreements.taken_up(table.state, now)
    running = replace(table, status=Match.Status.RUNNING)
    append(table, replace(running, state=state), [NewRow(seat, player, TABLE, {"do": "take_up"})], now=now)
    return Outcome(state.seq)


def _undo(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Wish to take back one's own last card, or agree that somebody does; done when all people agree.

    Only a card that is the newest thing of the game, ended no trick and showed nothing else.
    Refuses not_running, undo_off, nothing_to_undo, paused, stood_in.
    """
    _expect_running(table)
    expect_playing(table, seat)
    if not table.undo_allowed:
        raise TableRefused(TableRefusal.UNDO_OFF)
    asked = table.state.wishing("undo")
    owner = undoable(table)
    if owner is None or (owner != seat and not asked):
        raise TableRefused(TableRefusal.NOTHING_TO_UNDO)
    if seat in asked:
        return Outcome(table.state.seq, done_before=True)
    wish = _wished(table.state, Wish(seat, "undo"), now)
    steps = [wish]
    last = wish[1].last
    if last is not None and due_times.people(table) <= wish[1].wishing("undo"):
        steps.append(({"do": "undo"}, agreements.undone(table.game, wish[1], last, now)))
    return _written(table, steps, seat, player, now)


def undoable(table: Table) -> Seat | None:
    """The seat whose last card may still be taken back under the table's rules, None for no seat."""
    last = table.state.last
    if last is None or not table.undo_allowed:
        return None
    asked = table.game.pending(last.before).get(last.seat)
    before = table.game.view(last.before, None)
    after = table.game.view(table.state.game_state, None)
    if asked is None or asked.kind != "play" or after.trick is None or after.trick.complete:
        return None
    return last.seat if before.shown == after.shown else None


def _decline(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Say no to a pause or an undo. Refuses not_running, not_asked."""
    _expect_running(table)
    what = data.get("what", "")
    if what not in ("pause", "undo") or not table.state.wishing(what):
        raise TableRefused(TableRefusal.NOT_ASKED)
    step = ({"do": "decline", "what": what}, agreements.declined(table.state, what))
    return _written(table, [step], seat, player, now)


def _absent(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Choose what happens about somebody away: "wait", a "bot" for the seat, or "stop" here.

    Done when most of the people who are left choose the same. Refuses not_running, stood_in, not_away, too_soon, and
    no_stand_in where the club lets no bot play.
    """
    _expect_running(table)
    if table.state.stand_in(seat) is not None:
        raise TableRefused(TableRefusal.STOOD_IN)
    about, _colon, choice = data.get("choose", "").partition(":")
    since = _away(table)
    gone = next((number for number in since if str(number) == about and number != seat), None)
    if gone is None or choice not in ("wait", "bot", "stop"):
        raise TableRefused(TableRefusal.NOT_AWAY)
    if choice == "bot" and not table.bots_stand_in:
        raise TableRefused(TableRefusal.NO_STAND_IN)
    if now < since[gone] + AWAY_LONGEST:
        raise TableRefused(TableRefusal.TOO_SOON)
    absence = absence_key(gone, since[gone])
    if seat in table.state.wishing(choice, absence):
        return Outcome(table.state.seq, done_before=True)
    wish = _wished(table.state, Wish(seat, choice, absence), now)
    steps = [wish]
    people = due_times.people(table)
    left = {number for number in people if now < since.get(number, now) + AWAY_LONGEST} | {seat}
    if 2 * len(wish[1].wishing(choice, absence) & left) > len(left):
        if choice == "bot":
            steps += stood_in(table, wish[1], gone, now)
        elif choice == "stop":
            steps.append(({"do": "stop", "seat": str(gone)}, agreements.stopped(wish[1], now)))
    return _written(table, steps, seat, player, now)


def absence_key(seat: Seat, since: datetime) -> str:
    """A key of one absence: the seat and its beginning in seconds, so that the next absence has another key."""
    return f"{seat}@{int(since.timestamp())}"


def _return(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Take one's own seat back from the bot. Refuses not_running, not_stood_in."""
    _expect_running(table)
    if table.state.stand_in(seat) is None:
        raise TableRefused(TableRefusal.NOT_STOOD_IN)
    entry = {"do": "return", "round": str(table.open_round)}
    step = (entry, agreements.returned(table.state, seat, now))
    return _written(table, [step], seat, player, now)


AGREEMENTS: Final[Mapping[str, Agreement]] = {
    "pause": _pause,
    "go_on": _go_on,
    "undo": _undo,
    "decline": _decline,
    "absent": _absent,
    "return": _return,
}
"""The words around the game, by what a form says to `do`."""


def _resumed(table: Table, seat: Seat | None, player: int | None, now: datetime) -> Outcome:
    if table.state.paused_at is None or not table.running:
        raise TableRefused(TableRefusal.NOT_PAUSED)
    return _written(table, [({"do": "resume"}, agreements.resumed(table.state, now))], seat, player, now)


def _wished(state: TableState, wish: Wish, now: datetime) -> tuple[Data, TableState]:
    data = {"do": "wish", "what": wish.what, **({"about": wish.about} if wish.about else {})}
    return data, agreements.wished(state, wish, now)


def _written(
    table: Table, steps: list[tuple[Data, TableState]], seat: Seat | None, player: int | None, now: datetime
) -> Outcome:
    """Write these entries: the first is the seat's (the house's where `seat` is None), the others are the
    house's.
    """
    rows = [
        NewRow(seat, player, TABLE, data) if at == 0 else NewRow(None, None, TABLE, data)
        for at, (data, _state) in enumerate(steps)
    ]
    state = steps[-1][1]
    status = Match.Status.STOPPED if state.stopped else table.status
    append(table, replace(table, state=state, status=status), rows, now=now)
    return Outcome(state.seq)


def _is_stopped_by_call(table: Table) -> bool:
    call = table.state.director_call
    return call is not None and call.stopped


def _expect_running(table: Table) -> None:
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)


def _away(table: Table) -> dict[Seat, datetime]:
    """The people who are away and play for themselves, and since when; read from the database."""
    rows = SeatRow.objects.filter(match=table.match_id, away_since__isnull=False).order_by("away_since")
    found = rows.values_list("number", "away_since")
    played = due_times.bots(table)
    return {number: since for number, since in found if since is not None and number not in played}
