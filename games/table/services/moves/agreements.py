"""What players agree on around the game: pause, undo, leaving, a bot in a seat and its level, a cut of the deck, calls
for the director."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django.db import transaction

from accounts.models import Player
from accounts.names import in_one_line
from games.bots.bot import Level
from games.bots.registry import has_levels, level_unchosen
from games.engine.seats import Seat
from games.table import signals
from games.table.log import awaited, due_times, states
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.log.states import Data, DirectorCall, TableState, Wish
from games.table.services.moves.writing import NewRow, Outcome, append, judge_on_newest

# The levels bots get: when a match starts, and when one takes the seat of a person.


def level_of_stand_in(table: Table, seat: Seat) -> str:
    """The level of a bot that plays for the person of `seat`; "" where the game has one level.

    As at the start, the partner of a person is strong. Others have the level chosen for the table, and are strong where
    none was chosen: what a stand-in plays counts for somebody who sat down among people.
    """
    if not has_levels(table.game.key):
        return ""
    sides = table.game.progress(table.state.game_state).sides
    partners = [one for one in table.sitters if one.number != seat and sides[one.number] == sides[seat]]
    if any(not one.is_bot for one in partners):
        return Level.STRONG
    return table.bot_level or Level.STRONG


def levels_at_start(table: Table) -> dict[Seat, str]:
    """The level of each bot of a match that starts now; "" where the game has one level.

    The partner of a person is a strong one, others have the level they were seated with.
    """
    if not has_levels(table.game.key):
        return {one.number: "" for one in table.sitters if one.is_bot}
    sides = table.at_start.sides
    of_people = {sides[one.number] for one in table.sitters if not one.is_bot}
    unchosen = level_unchosen(table.game.key)
    return {
        one.number: Level.STRONG if sides[one.number] in of_people else one.level or unchosen
        for one in table.sitters
        if one.is_bot
    }


# A bot takes the seat of a person: what is written to the log.


def stand_in_steps(
    table: Table, state: TableState, gone: Seat, now: datetime
) -> list[tuple[Data, TableState]]:
    """The entries by which a bot plays for the person of a seat, each with the state after it, beginning at `state`.

    What all other people wish happens then, because it waited for this one only: a card is taken back, a pause begins.
    """
    level = level_of_stand_in(table, gone)
    taken = states.after_stand_in(table.game, state, gone, level)
    entry = {"do": "stand_in", "seat": str(gone), "round": str(table.open_round)}
    steps: list[tuple[Data, TableState]] = [(entry | ({"level": level} if level else {}), taken)]
    left = awaited.people(table) - {gone}
    if not left or taken.paused_at is not None:
        return steps
    last = taken.last
    if last is not None and left | {last.seat} <= taken.wishing("undo"):
        taken = states.after_undo(table.game, taken, last, now)
        steps.append(({"do": "undo"}, taken))
    if left <= taken.wishing("pause"):
        steps.append(({"do": "pause"}, states.after_pause(taken, now)))
    return steps


# A player leaves a match that runs: a bot takes the seat, and a match without people is stopped.


def leave_match(*, match_id: int, player: Player, now: datetime) -> Outcome:
    """Leave a running match. The player can take the seat back as long as it runs.

    The last person to leave stops the match, which can be taken up again; so a practice match is left at any moment.
    The entries are those of an absence on which the others decide. Leaving twice changes nothing.
    Refuses not_running, not_seated, and no_stand_in where others play on and the club lets no bot play.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        seat = table.seat_of(player.pk)
        if seat is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        if not table.running:
            raise TableRefused(TableRefusal.NOT_RUNNING)
        if table.state.stand_in(seat) is not None:
            return Outcome(table.state.seq, done_before=True)
        left = awaited.people(table) - {seat}
        if left and not table.bots_stand_in:
            raise TableRefused(TableRefusal.NO_STAND_IN)
        wished = states.after_wish(table.state, Wish(seat, "leave"), now)
        entries = [{"do": "wish", "what": "leave"}]
        status = table.status
        if left:
            steps = stand_in_steps(table, wished, seat, now)
            entries += [entry for entry, _state in steps]
            state = steps[-1][1]
        else:
            state, status = states.after_stop(wished, now), Match.Status.STOPPED
            entries.append({"do": "stop", "seat": str(seat)})
        rows = [NewRow(seat, player.pk, TABLE, entries[0])]
        rows += [NewRow(None, None, TABLE, entry) for entry in entries[1:]]
        with transaction.atomic():
            append(table, replace(table, state=state, status=status), rows, now=now, part_of_more=True)
        return Outcome(state.seq)

    return judge_on_newest(match_id, judge, now=now)


# Calls for the director: a player calls with a reason, and withdraws the call or gets an answer.
#
# Where the club says so the call stops play like a pause, for ten minutes at most. Concurrency as of agreements.

MAX_REASON_LENGTH: Final = 200
"""The most letters of a reason or an answer."""


def answer_director_call(
    *, match_id: int, director: Player, text: str, now: datetime, arbiter: bool = False
) -> Outcome:
    """Answer the open call of a table; everybody there reads the answer, and play goes on. With `arbiter` the call is
    left to an arbiter: it becomes a case once its round is written (`call_to_file`).

    Refuses nothing_said, too_long, not_running, not_called.
    """
    answer = _single_line(text)

    def judge(table: Table, now: datetime) -> Outcome:
        call = _open_call(table)
        number = table.open_round
        is_written = call.round < number
        left = arbiter and not is_written
        entry = {
            "do": "director_answer",
            "text": answer,
            "round": str(number),
            **({"arbiter": "yes"} if left else {}),
        }
        state = states.after_call_ended(table.state, call, now, answer=answer, until=number, arbiter=left)
        with transaction.atomic():
            outcome = _write_call(
                table, state, NewRow(None, director.pk, TABLE, entry), called_at=None, now=now
            )
            if arbiter and is_written:
                about = call._replace(answer=answer, arbiter=True)
                signals.call_to_file.send(None, match_id=match_id, call=about, now=now)
        return outcome

    return judge_on_newest(match_id, judge, now=now)


def _call(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Call the director, if wanted about a subject of the game.

    Refuses not_running, no_director, stood_in, unreadable, called_already, nothing_said, too_long.
    """
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    if not table.has_director:
        raise TableRefused(TableRefusal.NO_DIRECTOR)
    if table.state.stand_in(seat) is not None:
        raise TableRefused(TableRefusal.STOOD_IN)
    why, about, known = _single_line(data.get("why", "")), data.get("about", ""), table.state.director_call
    if about and about not in {subject.key for subject in table.call_subjects}:
        raise TableRefused(TableRefusal.UNREADABLE)
    if known is not None and known.is_open:
        if (known.seat, known.why, known.about) == (seat, why, about):
            return Outcome(table.state.seq, done_before=True)
        raise TableRefused(TableRefusal.CALLED_ALREADY)
    stops = table.director == Match.Director.STOPS and table.state.paused_at is None
    call = DirectorCall(seat, why, now, stops, round=table.open_round, about=about, seq=table.state.seq + 1)
    entry: Data = {"do": "call_director", "why": why, "round": str(call.round)}
    entry = {**entry, **({"about": about} if about else {}), **({"stops": "yes"} if stops else {})}
    row = NewRow(seat, player, TABLE, entry)
    with transaction.atomic():
        outcome = _write_call(table, states.after_call(table.state, call), row, called_at=now, now=now)
        signals.director_called.send(None, match_id=table.match_id, player=player, call=call, now=now)
    return outcome


def end_call(*, match_id: int, now: datetime) -> Outcome:
    """Take an unanswered call from a table that plays on, because an arbiter decides about its round; at a table that
    is over it stays in the log alone. Refuses not_called."""

    def judge(table: Table, now: datetime) -> Outcome:
        if not table.running:
            Match.objects.filter(pk=match_id).update(called_at=None)
            return Outcome(table.state.seq)
        state = states.after_call_ended(table.state, _open_call(table), now)
        row = NewRow(None, None, TABLE, {"do": "call_filed"})
        return _write_call(table, state, row, called_at=None, now=now)

    return judge_on_newest(match_id, judge, now=now)


def _withdraw_call(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Withdraw one's own call. Refuses not_running, not_called."""
    call = _open_call(table)
    if call.seat != seat:
        raise TableRefused(TableRefusal.NOT_CALLED)
    state = states.after_call_ended(table.state, call, now)
    row = NewRow(seat, player, TABLE, {"do": "withdraw_call"})
    return _write_call(table, state, row, called_at=None, now=now)


CALLS: Final[Mapping[str, Agreement]] = {"call_director": _call, "withdraw_call": _withdraw_call}
"""The words of a call, by what a form says to `do`."""


def _open_call(table: Table) -> DirectorCall:
    """The open call of a table. Refuses not_running, not_called."""
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    call = table.state.director_call
    if call is None or not call.is_open:
        raise TableRefused(TableRefusal.NOT_CALLED)
    return call


def _single_line(text: str) -> str:
    """The text in one line. Refuses nothing_said, too_long."""
    line = in_one_line(text)
    if not line:
        raise TableRefused(TableRefusal.NOTHING_SAID)
    if len(line) > MAX_REASON_LENGTH:
        raise TableRefused(TableRefusal.TOO_LONG, {"longest": MAX_REASON_LENGTH})
    return line


def _write_call(
    table: Table, state: TableState, row: NewRow, *, called_at: datetime | None, now: datetime
) -> Outcome:
    """Write the entry, and on the match since when a call is open, which the evening's page looks for."""
    with transaction.atomic():
        append(table, replace(table, state=state), [row], now=now, part_of_more=True)
        Match.objects.filter(pk=table.match_id).update(called_at=called_at)
        if called_at is None:
            signals.director_call_ended.send(None, match_id=table.match_id)
    return Outcome(state.seq)


# Agreements between the people at a table: a pause, an undo, a decision about an absent player.
#
# Every word is judged like a move (`writing.judge_on_newest`): no lock, compare-and-set on `Match.seq`. An agreement is
# written to the log as an entry of the house after the wish that completed it.

MAX_AWAY: Final = timedelta(seconds=60)
"""After so long away the others may choose what happens."""

Agreement: TypeAlias = Callable[[Table, Seat, int, Mapping[str, str], datetime], Outcome]


def require_playing(table: Table, seat: Seat) -> None:
    """Raise TableRefused unless the player of this seat may act now: paused, director_called, stood_in."""
    if table.state.paused_at is not None and table.running:
        raise TableRefused(
            TableRefusal.DIRECTOR_CALLED if _is_stopped_by_call(table) else TableRefusal.PAUSED
        )
    if table.state.stand_in(seat) is not None:
        raise TableRefused(TableRefusal.STOOD_IN)


def end_pause(*, match_id: int, now: datetime) -> Outcome:
    """A pause that has lasted long enough ends by itself. Refuses not_paused."""
    return judge_on_newest(match_id, lambda table, now: _resume(table, None, None, now), now=now)


def close_table(*, match_id: int, now: datetime) -> Outcome:
    """A table where nothing happened for a day is stopped, its state kept. Refuses stale_window when it has moved."""

    def judge(table: Table, now: datetime) -> Outcome:
        moved_at = table.state.moved_at
        if not table.running or moved_at is None or now < moved_at + due_times.MAX_IDLE:
            raise TableRefused(TableRefusal.STALE_WINDOW)
        return _write_entries(table, [({"do": "stop"}, states.after_stop(table.state, now))], None, None, now)

    return judge_on_newest(match_id, judge, now=now)


def end_waiting(*, match_id: int, seat: Seat, window: str, now: datetime) -> Outcome:
    """Do what was agreed about a player who has not answered `window` for days at a table by the day: a bot plays for
    them until they take the seat back, or the match ends without a result and cannot be taken up.

    Refuses stale_window when they have answered meanwhile.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        dues = [due for due in due_times.dues(table) if due.why == "absent" and due.at <= now]
        pace = table.by_the_day
        if pace is None or all((due.seat, due.window) != (seat, window) for due in dues):
            raise TableRefused(TableRefusal.STALE_WINDOW)
        if pace.then == "bot":
            return _write_entries(table, stand_in_steps(table, table.state, seat, now), None, None, now)
        entry = {"do": "stop", "absent": str(seat)}
        return _write_entries(
            table, [(entry, states.after_stop(table.state, now, absent=seat))], None, None, now
        )

    return judge_on_newest(match_id, judge, now=now)


MAX_CUT_LENGTH: Final = 20
"""The most letters of a word that is added to a shuffle."""
DRAWN: Final = re.compile(r"[0-9]{4}(-[0-9]{4}){3}")
"""The number that a device draws to cut with (static/js/table/cut.js)."""


def _cut(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Add a word to the shuffle of the next deal. A seat cuts once.

    The word comes from the player or the player's device: the server, which knows the seed, chooses none.
    Everybody may read it afterwards, so where nobody talks freely only a number that a device drew is taken.
    Refuses not_running, paused, stood_in, too_long, unfit_cut, talk_off, and stale_window after the deal.
    """
    _require_running(table)
    require_playing(table, seat)
    seal = table.state.seal
    if seal is None:
        raise TableRefused(TableRefusal.STALE_WINDOW)
    if seal.has_cut(seat):
        return Outcome(table.state.seq, done_before=True)
    word = " ".join(data.get("word", "").split())
    if len(word) > MAX_CUT_LENGTH:
        raise TableRefused(TableRefusal.TOO_LONG, {"longest": MAX_CUT_LENGTH})
    if not word or not all(sign.isalnum() or sign in " -" for sign in word):
        raise TableRefused(TableRefusal.UNFIT_CUT)
    if not table.chat_on and DRAWN.fullmatch(word) is None:
        raise TableRefused(TableRefusal.TALK_OFF)
    step = ({"do": "cut", "word": word}, states.after_cut(table.state, seal, seat, word))
    return _write_entries(table, [step], seat, player, now)


def _never_cut(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Wish not to be asked for a cut in this match. Refuses not_running."""
    _require_running(table)
    if seat in table.state.never_cut:
        return Outcome(table.state.seq, done_before=True)
    after = states.after_entry(table.state, never_cut=table.state.never_cut | {seat})
    return _write_entries(table, [({"do": "never_cut"}, after)], seat, player, now)


def _pause(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Wish a pause, or agree to it; it begins when all people wish it. Refuses not_running, paused, stood_in."""
    _require_running(table)
    require_playing(table, seat)
    if seat in table.state.wishing("pause"):
        return Outcome(table.state.seq, done_before=True)
    wish = _wish_entry(table.state, Wish(seat, "pause"), now)
    steps = [wish]
    if awaited.people(table) <= wish[1].wishing("pause"):
        steps.append(({"do": "pause"}, states.after_pause(wish[1], now)))
    return _write_entries(table, steps, seat, player, now)


def _go_on(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """End a pause, or take up a match that was stopped.

    Refuses not_paused, broken_off, and director_called while an open call stops play.
    """
    if _is_stopped_by_call(table):
        raise TableRefused(TableRefusal.DIRECTOR_CALLED)
    if table.state.ended:
        raise TableRefused(TableRefusal.BROKEN_OFF)
    if not table.state.stopped:
        return _resume(table, seat, player, now)
    state = states.after_taking_up(table.state, now)
    running = replace(table, status=Match.Status.RUNNING)
    append(table, replace(running, state=state), [NewRow(seat, player, TABLE, {"do": "take_up"})], now=now)
    return Outcome(state.seq)


def _undo(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Wish to take back one's own last card, or agree that somebody does; done when all people agree.

    Only a card that is the newest thing of the game, ended no trick and showed nothing else.
    Refuses not_running, undo_off, nothing_to_undo, paused, stood_in.
    """
    _require_running(table)
    require_playing(table, seat)
    if not table.undo_allowed:
        raise TableRefused(TableRefusal.UNDO_OFF)
    askers = table.state.wishing("undo")
    owner = undoable_seat(table)
    if owner is None or (owner != seat and not askers):
        raise TableRefused(TableRefusal.NOTHING_TO_UNDO)
    if seat in askers:
        return Outcome(table.state.seq, done_before=True)
    wish = _wish_entry(table.state, Wish(seat, "undo"), now)
    steps = [wish]
    last = wish[1].last
    if last is not None and awaited.people(table) <= wish[1].wishing("undo"):
        steps.append(({"do": "undo"}, states.after_undo(table.game, wish[1], last, now)))
    return _write_entries(table, steps, seat, player, now)


def undoable_seat(table: Table) -> Seat | None:
    """The seat whose last card may still be taken back under the table's rules, None for no seat."""
    last = table.state.last
    if last is None or not table.undo_allowed:
        return None
    pending = table.game.pending(last.before).get(last.seat)
    before = table.game.view(last.before, None)
    after = table.game.view(table.state.game_state, None)
    if pending is None or pending.kind != "play" or after.trick is None or after.trick.complete:
        return None
    if after.trick == before.trick:  # something was said beside the card
        return None
    return last.seat if before.shown == after.shown else None


def _decline(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Say no to a pause or an undo. Refuses not_running, stood_in, not_asked."""
    _require_running(table)
    if table.state.stand_in(seat) is not None:
        raise TableRefused(TableRefusal.STOOD_IN)
    what = data.get("what", "")
    if what not in ("pause", "undo") or not table.state.wishing(what):
        raise TableRefused(TableRefusal.NOT_ASKED)
    step = ({"do": "decline", "what": what}, states.after_refusal(table.state, what))
    return _write_entries(table, [step], seat, player, now)


def _absent(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Choose what happens about somebody away: "wait", a "bot" for the seat, or "stop" here.

    Done when most of the people who are left choose the same, which the same choice again may find: others may have
    gone since. Refuses not_running, stood_in, not_away, too_soon, and no_stand_in where the club lets no bot play.
    """
    _require_running(table)
    if table.state.stand_in(seat) is not None:
        raise TableRefused(TableRefusal.STOOD_IN)
    about, _colon, choice = data.get("choose", "").partition(":")
    since = _away(table)
    gone = next((number for number in since if str(number) == about and number != seat), None)
    if gone is None or choice not in ("wait", "bot", "stop"):
        raise TableRefused(TableRefusal.NOT_AWAY)
    if choice == "bot" and not table.bots_stand_in:
        raise TableRefused(TableRefusal.NO_STAND_IN)
    if now < since[gone] + MAX_AWAY:
        raise TableRefused(TableRefusal.TOO_SOON)
    absence = absence_key(gone, since[gone])
    wish = _wish_entry(table.state, Wish(seat, choice, absence), now)
    steps = [wish]
    people = awaited.people(table)
    left = {number for number in people if now < since.get(number, now) + MAX_AWAY} | {seat}
    if 2 * len(wish[1].wishing(choice, absence) & left) > len(left):
        if choice == "bot":
            steps += stand_in_steps(table, wish[1], gone, now)
        elif choice == "stop":
            steps.append(({"do": "stop", "seat": str(gone)}, states.after_stop(wish[1], now)))
    if steps == [wish] and seat in table.state.wishing(choice, absence):
        return Outcome(table.state.seq, done_before=True)
    return _write_entries(table, steps, seat, player, now)


def absence_key(seat: Seat, since: datetime) -> str:
    """A key of one absence: the seat and its beginning in seconds, so that the next absence has another key."""
    return f"{seat}@{int(since.timestamp())}"


def _return(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Take one's own seat back from the bot. Refuses not_running, not_stood_in."""
    _require_running(table)
    if table.state.stand_in(seat) is None:
        raise TableRefused(TableRefusal.NOT_STOOD_IN)
    entry = {"do": "return", "round": str(table.open_round)}
    step = (entry, states.after_return(table.state, seat, now))
    return _write_entries(table, [step], seat, player, now)


AGREEMENTS: Final[Mapping[str, Agreement]] = {
    "pause": _pause,
    "go_on": _go_on,
    "undo": _undo,
    "decline": _decline,
    "absent": _absent,
    "return": _return,
    "cut": _cut,
    "never_cut": _never_cut,
}
"""The words around the game, by what a form says to `do`."""


def _resume(table: Table, seat: Seat | None, player: int | None, now: datetime) -> Outcome:
    if table.state.paused_at is None or not table.running:
        raise TableRefused(TableRefusal.NOT_PAUSED)
    return _write_entries(
        table, [({"do": "resume"}, states.after_resumption(table.state, now))], seat, player, now
    )


def _wish_entry(state: TableState, wish: Wish, now: datetime) -> tuple[Data, TableState]:
    data = {"do": "wish", "what": wish.what, **({"about": wish.about} if wish.about else {})}
    return data, states.after_wish(state, wish, now)


def _write_entries(
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


def _require_running(table: Table) -> None:
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)


def _away(table: Table) -> dict[Seat, datetime]:
    """The people who are away and play for themselves, and since when; read from the database. At a table by the day
    nobody is expected to be there.
    """
    if table.by_the_day is not None:
        return {}
    rows = SeatRow.objects.filter(match=table.match_id, away_since__isnull=False).order_by("away_since")
    found = rows.values_list("number", "away_since")
    played = awaited.bots(table)
    return {number: since for number, since in found if since is not None and number not in played}
