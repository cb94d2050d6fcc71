"""Actions of the club on a match of its evening: end it, remove an unopened table, replace a player.

Each call is usually part of the evening's transaction. Concurrency as in `playing.submit_action`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.engine.seats import Seat
from games.table.log import agreements, loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Match, Round
from games.table.log.models import Seat as SeatRow
from games.table.log.states import Replaced, Sitter
from games.table.services.attending import keep_absences
from games.table.services.moves import bot_levels
from games.table.services.moves.judging import Outcome, judged
from games.table.services.moves.writing import NewRow, append


def end_match(*, match_id: int, by: Player, reason: str, now: datetime) -> Outcome:
    """End a match that has begun, for good: closed rounds stand, it cannot be resumed, every screen shows
    why.

    A sheet on paper stands as it is written. Ending it twice changes nothing. Refuses not_running (it is open or
    over).
    """

    def judge(table: Table, now: datetime) -> Outcome:
        if table.state.ended:
            return Outcome(table.state.seq, done_before=True)
        if table.status not in (Match.Status.RUNNING, Match.Status.STOPPED):
            raise TableRefused(TableRefusal.NOT_RUNNING)
        state = agreements.stopped(table.state, now, ended=reason)
        row = NewRow(None, by.pk, TABLE, {"do": "stop", "why": reason})
        after = replace(table, state=state, status=Match.Status.STOPPED, randomness=None)
        with transaction.atomic():
            append(table, after, [row], now=now, part_of_more=True)
            if table.on_paper:
                written = Round.objects.filter(match=match_id, status=Round.Status.RUNNING)
                written.update(status=Round.Status.CLOSED, closed_at=now)
        return Outcome(state.seq)

    return judged(match_id, judge, now=now)


def remove_table(*, match_id: int) -> None:
    """Take away a table that has not started, with its seats. The match row is locked. Refuses not_open."""
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None or match.status != Match.Status.OPEN or match.seq:
            raise TableRefused(TableRefusal.NOT_OPEN)
        match.delete()


def replace_player(*, match_id: int, seat: Seat, player: Player, by: Player, now: datetime) -> Outcome:
    """Give `seat` of a running match to `player`: hand, clock and rights from this entry on.

    The replaced player has no seat any more: the next answer is refused, and an open screen becomes a
    spectator's. Refuses not_running, no_such_seat, already_seated.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        if not table.running:
            raise TableRefused(TableRefusal.NOT_RUNNING)
        if all(sitter.number != seat for sitter in table.sitters):
            raise TableRefused(TableRefusal.NO_SUCH_SEAT)
        if table.seat_of(player.pk) is not None:
            raise TableRefused(TableRefusal.ALREADY_SEATED)
        state = agreements.replaced(table.state, Replaced(seat, player.pk), now)
        level = bot_levels.level_of_stand_in(table, seat) if player.is_bot else ""
        newcomer = Sitter(seat, player.pk, player.nickname, player.kind, level, player.animal)
        sitters = tuple(newcomer if one.number == seat else one for one in table.sitters)
        before = next(sitter.player for sitter in table.sitters if sitter.number == seat)
        entry = {"do": "replaced", "seat": str(seat), "player": str(player.pk), "before": str(before)}
        entry |= {"round": str(table.open_round)} | ({"level": level} if level else {})
        row = NewRow(None, by.pk, TABLE, entry)
        with transaction.atomic():
            append(table, replace(table, state=state, sitters=sitters), [row], now=now, part_of_more=True)
            row_of_seat = SeatRow.objects.filter(match=match_id, number=seat)
            keep_absences(row_of_seat, now=now)
            row_of_seat.update(
                player=player, level=level, away_since=None if player.is_bot else now, own_deal={}
            )
        return Outcome(state.seq)

    return judged(match_id, judge, now=now)


def round_from_now(*, match_id: int) -> int:
    """The number of the first round that is not closed yet: where a newcomer's points begin."""
    return loading.table(match_id).open_round
