"""A match with real cards: one side types its sheet, the other finds it right, and then it counts.

Who runs the evening may do either for the players (`for_club`): such an entry has no seat. The log holds what was
typed; its rows of `Round` are the engine's own settlement of it, or one row for totals. Nothing of such a match is
live: no clock runs and nobody looks at it through a socket.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Player
from accounts.names import in_one_line
from games.engine.club import fields_asked
from games.engine.errors import Refused
from games.engine.seats import Seat
from games.engine.view import RoundResult
from games.table.log import paper_entries, rulings
from games.table.log.errors import TableRefusal, TableRefused, refusal_by_engine
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Match, Round
from games.table.log.states import Data, TableState
from games.table.services.moves.writing import NewRow, Outcome, append, judge_on_newest
from games.table.services.seats import open_match

MAX_OBJECTION_LENGTH: Final = 200
"""The most letters of the words beside "not right"."""


def put_on_paper(*, match_id: int, on_paper: bool = True) -> None:
    """Set whether the match will be played with real cards. Its row is locked.

    Refuses no_such_table, not_open (it has begun).
    """
    with transaction.atomic():
        match = open_match(match_id)
        match.on_paper = on_paper
        match.save(update_fields=["on_paper"])


def write_on_paper(
    *,
    match_id: int,
    player: Player,
    number: int,
    typed: Mapping[str, str],
    now: datetime,
    for_club: bool = False,
) -> Outcome:
    """Write round `number` of the sheet, the next one or one written before, until it is confirmed.

    The side that writes first is the side that writes, unless the club does. Totals typed before are gone.
    Concurrency as in `submit_action`. Refuses not_seated, not_open (nothing can be written any more),
    other_side_writes, club_writes, no_such_round and every code of the engine.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        seat = writing_seat(table, player, for_club=for_club)
        rounds = len(table.state.written)
        if not 1 <= number <= min(rounds + 1, planned_rounds(table) or rounds + 1):
            raise TableRefused(TableRefusal.NO_SUCH_ROUND)
        players, sides = len(table.sitters), len(table.at_start.columns)
        names = [field.key for field in fields_asked(table.game.sheet, table.options, sides)]
        kept = {name: typed[name].strip() for name in names if typed.get(name, "").strip()}
        try:
            result = table.game.on_paper(table.options, kept, number=number, players=players)
        except Refused as refused:
            raise refusal_by_engine(refused) from refused
        entry = paper_entries.entry_of(number, kept)
        state = paper_entries.after_typed_round(table.state, seat, entry)
        return write_entry_and_row(table, state, entry, seat=seat, player=player, result=result, now=now)

    return judge_on_newest(match_id, judge, now=now)


def object_on_paper(*, match_id: int, player: Player, now: datetime, why: str) -> Outcome:
    """The other side says that the sheet is not right, with a few words or none; it stays so marked until it is typed
    anew or confirmed.

    Saying it twice changes nothing. Concurrency as in `submit_action`. Refuses not_seated, not_open, nothing_written,
    other_side_objects, too_long.
    """
    words = in_one_line(why)
    if len(words) > MAX_OBJECTION_LENGTH:
        raise TableRefused(TableRefusal.TOO_LONG, {"longest": MAX_OBJECTION_LENGTH})

    def judge(table: Table, now: datetime) -> Outcome:
        seat = _seat_at_open_sheet(table, player)
        if not paper_entries.is_typed(table.state):
            raise TableRefused(TableRefusal.NOTHING_WRITTEN)
        if not _may_judge(table, seat):
            raise TableRefused(TableRefusal.OTHER_SIDE_OBJECTS)
        if table.state.objected is not None:
            return Outcome(table.state.seq, done_before=True)
        state = paper_entries.after_objection(table.state, seat)
        row = NewRow(seat, player.pk, TABLE, {"do": "objected", **({"why": words} if words else {})})
        with transaction.atomic():
            append(table, replace(table, state=state), [row], now=now, part_of_more=True)
        return Outcome(state.seq)

    return judge_on_newest(match_id, judge, now=now)


def confirm_on_paper(
    *,
    match_id: int,
    player: Player,
    rounds: int,
    now: datetime,
    for_club: bool = False,
    as_of: int | None = None,
) -> Outcome:
    """Confirm the sheet as it is after `rounds` rounds, by the other side or the club: they are closed and the match is
    over. `as_of` is the log entry after which the sheet was read; None where only the number of rounds was read.

    Concurrency as in `submit_action`. Refuses not_seated, not_open, other_side_confirms, sheet_incomplete, and
    stale_window when the sheet has another length than was looked at, or was typed again since.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        seat = None
        if for_club:
            require_open_sheet(table)
        else:
            seat = _seat_at_open_sheet(table, player)
        typed = paper_entries.rounds_typed(table.state)
        if seat is not None and not (typed and _may_judge(table, seat)):
            raise TableRefused(TableRefusal.OTHER_SIDE_CONFIRMS)
        if rounds != typed or as_of not in (None, table.state.seq):
            raise TableRefused(TableRefusal.STALE_WINDOW)
        if not typed or rounds < (planned_rounds(table) or rounds):
            raise TableRefused(TableRefusal.SHEET_INCOMPLETE)
        state = paper_entries.after_confirmation(table.state)
        after = replace(table, state=state, status=Match.Status.FINISHED)
        with transaction.atomic():
            row = NewRow(seat, player.pk, TABLE, {"do": "confirmed", "rounds": str(rounds)})
            append(table, after, [row], now=now, part_of_more=True)
            Round.objects.filter(match=table.match_id).update(status=Round.Status.CLOSED, closed_at=now)
        return Outcome(state.seq)

    return judge_on_newest(match_id, judge, now=now)


def write_entry_and_row(
    table: Table,
    state: TableState,
    entry: Data,
    *,
    seat: Seat | None,
    player: Player,
    result: RoundResult,
    now: datetime,
) -> Outcome:
    """Append the entry that leads to `state`, and write the `Round` row of `result`; rows the sheet no longer tells of
    are removed."""
    after = replace(table, state=state, status=Match.Status.RUNNING)
    with transaction.atomic():
        append(table, after, [NewRow(seat, player.pk, TABLE, entry)], now=now, part_of_more=True)
        written = Round.objects.filter(match=table.match_id)
        written.exclude(number__in=paper_entries.row_numbers(state)).delete()
        Round.objects.update_or_create(
            match_id=table.match_id,
            number=result.number,
            defaults=rulings.as_row(result),
            create_defaults={**rulings.as_row(result), "started_at": now},
        )
    return Outcome(state.seq)


def writing_seat(table: Table, player: Player, *, for_club: bool, either_side: bool = False) -> Seat | None:
    """The seat that types, None for the club. Refuses not_seated, not_open, and unless `either_side` may type
    other_side_writes and club_writes."""
    if for_club:
        require_open_sheet(table)
        return None
    seat = _seat_at_open_sheet(table, player)
    if not either_side and paper_entries.is_typed(table.state) and _may_judge(table, seat):
        by_club = paper_entries.typing_seat(table.state) is None
        raise TableRefused(TableRefusal.CLUB_WRITES if by_club else TableRefusal.OTHER_SIDE_WRITES)
    return seat


def require_open_sheet(table: Table) -> None:
    """Refuse with not_open once the sheet can be typed no more."""
    if not table.on_paper or table.status not in (Match.Status.OPEN, Match.Status.RUNNING):
        raise TableRefused(TableRefusal.NOT_OPEN)


def planned_rounds(table: Table) -> int | None:
    """How many rounds the match has; None where its points end it."""
    return table.game.planned_rounds(table.options, len(table.sitters))


def _seat_at_open_sheet(table: Table, player: Player) -> Seat:
    seat = table.seat_of(player.pk)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    require_open_sheet(table)
    return seat


def _may_judge(table: Table, seat: Seat) -> bool:
    """Whether the sheet is typed by the club, or by another side than that of `seat`."""
    writing = paper_entries.typing_seat(table.state)
    if writing is None:
        return paper_entries.is_typed(table.state)
    sides = table.at_start.sides
    return sides[writing] != sides[seat]
