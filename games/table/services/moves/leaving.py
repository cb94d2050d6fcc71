"""A player leaves a match that runs: a bot takes the seat, and a match without people is stopped."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.table.log import agreements, due_times
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import Wish
from games.table.services.moves.judging import Outcome, judged
from games.table.services.moves.standing_in import stood_in
from games.table.services.moves.writing import NewRow, append


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
        left = due_times.people(table) - {seat}
        if left and not table.bots_stand_in:
            raise TableRefused(TableRefusal.NO_STAND_IN)
        wished = agreements.wished(table.state, Wish(seat, "leave"), now)
        entries = [{"do": "wish", "what": "leave"}]
        status = table.status
        if left:
            steps = stood_in(table, wished, seat, now)
            entries += [entry for entry, _state in steps]
            state = steps[-1][1]
        else:
            state, status = agreements.stopped(wished, now), Match.Status.STOPPED
            entries.append({"do": "stop", "seat": str(seat)})
        rows = [NewRow(seat, player.pk, TABLE, entries[0])]
        rows += [NewRow(None, None, TABLE, entry) for entry in entries[1:]]
        with transaction.atomic():
            append(table, replace(table, state=state, status=status), rows, now=now, part_of_more=True)
        return Outcome(state.seq)

    return judged(match_id, judge, now=now)
