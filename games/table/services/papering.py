"""A match with real cards: one side types its sheet round by round, the other finds it right, and then it counts.

The log holds what was typed; its rows of `Round` are the engine's own settlement of it. Nothing of such a match is
live: no clock runs and nobody looks at it through a socket.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.engine import registry
from games.engine.errors import MalformedAction, Refusal, Refused
from games.engine.seats import Seat
from games.engine.view import RoundResult
from games.table.log import result_rows, sheets
from games.table.log.errors import TableRefusal, TableRefused, refused_by_engine
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Match, Round
from games.table.log.states import TableState
from games.table.services.moves.judging import Outcome, judged
from games.table.services.moves.writing import NewRow, append


def put_on_paper(*, match_id: int, on_paper: bool = True) -> None:
    """The match will be played with real cards, or not after all. Its row is locked.

    Refuses no_such_table, not_open (it has begun), not_on_paper (a game without a sheet to type).
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise TableRefused(TableRefusal.NO_SUCH_TABLE)
        if match.status != Match.Status.OPEN:
            raise TableRefused(TableRefusal.NOT_OPEN)
        expect_sheet(match.game, on_paper=on_paper)
        match.on_paper = on_paper
        match.save(update_fields=["on_paper"])


def expect_sheet(game: str, *, on_paper: bool) -> None:
    """Nothing, when a game can be played like that. Refuses not_on_paper."""
    if on_paper and not registry.game(game).sheet:
        raise refused_by_engine(MalformedAction(Refusal.NOT_ON_PAPER))


def write_on_paper(
    *, match_id: int, player: Player, number: int, typed: Mapping[str, str], now: datetime
) -> Outcome:
    """Write round `number` of the sheet, the next one or one written before, until it is confirmed.

    Whoever writes first sits on the side that writes. Concurrency as in `submit_action`. Refuses not_seated,
    not_open (nothing can be written any more), other_side_writes, no_such_round and every code of the engine.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        seat = _seat_at_open_sheet(table, player)
        rounds = len(table.state.written)
        if _other_side(table, seat):
            raise TableRefused(TableRefusal.OTHER_SIDE_WRITES)
        if not 1 <= number <= min(rounds + 1, _rounds(table) or rounds + 1):
            raise TableRefused(TableRefusal.NO_SUCH_ROUND)
        kept = {name: typed[name].strip() for name in table.game.sheet if typed.get(name, "").strip()}
        try:
            result = table.game.on_paper(table.options, kept, number=number)
        except Refused as refused:
            raise refused_by_engine(refused) from refused
        state = sheets.written(table.state, seat, sheets.entry_of(number, kept))
        after = replace(table, state=state, status=Match.Status.RUNNING)
        with transaction.atomic():
            row = NewRow(seat, player.pk, TABLE, sheets.entry_of(number, kept))
            append(table, after, [row], now=now, part_of_more=True)
            _write_round(table, result, now)
        return Outcome(state.seq)

    return judged(match_id, judge, now=now)


def confirm_on_paper(*, match_id: int, player: Player, rounds: int, now: datetime) -> Outcome:
    """The other side finds the sheet right as it is after `rounds` rounds: they are closed and the match is over.

    Concurrency as in `submit_action`. Refuses not_seated, not_open, other_side_confirms, sheet_incomplete, and
    stale_window when the sheet has another length than was looked at.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        seat = _seat_at_open_sheet(table, player)
        if not _other_side(table, seat):
            raise TableRefused(TableRefusal.OTHER_SIDE_CONFIRMS)
        if rounds != len(table.state.written):
            raise TableRefused(TableRefusal.STALE_WINDOW)
        if rounds < (_rounds(table) or rounds):
            raise TableRefused(TableRefusal.SHEET_INCOMPLETE)
        state: TableState = sheets.confirmed(table.state)
        after = replace(table, state=state, status=Match.Status.FINISHED)
        with transaction.atomic():
            row = NewRow(seat, player.pk, TABLE, {"do": "confirmed", "rounds": str(rounds)})
            append(table, after, [row], now=now, part_of_more=True)
            Round.objects.filter(match=table.match_id).update(status=Round.Status.CLOSED, closed_at=now)
        return Outcome(state.seq)

    return judged(match_id, judge, now=now)


def _seat_at_open_sheet(table: Table, player: Player) -> Seat:
    seat = table.seat_of(player.pk)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    if not table.on_paper or table.status not in (Match.Status.OPEN, Match.Status.RUNNING):
        raise TableRefused(TableRefusal.NOT_OPEN)
    return seat


def _other_side(table: Table, seat: Seat) -> bool:
    """Whether the sheet is written by another side than that of `seat`."""
    writing = sheets.typing_seat(table.state)
    if writing is None:
        return False
    sides = table.game.progress(table.game.start(table.options, len(table.sitters))).sides
    return sides[writing] != sides[seat]


def _rounds(table: Table) -> int | None:
    """How many rounds the match has; None where its points end it."""
    return table.game.planned_rounds(table.options, len(table.sitters))


def _write_round(table: Table, result: RoundResult, now: datetime) -> None:
    Round.objects.update_or_create(
        match_id=table.match_id,
        number=result.number,
        defaults=result_rows.as_row(result),
        create_defaults={
            **result_rows.as_row(result),
            "started_at": now,
        },
    )
