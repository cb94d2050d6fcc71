"""Calls for the director: a player calls with a reason, and withdraws the call or gets an answer.

Where the club says so the call stops play like a pause, for ten minutes at most. Concurrency as in `agreeing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Player
from games.engine.seats import Seat
from games.table import events
from games.table.log import agreements
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import Data, DirectorCall, TableState
from games.table.services.moves.agreeing import Agreement
from games.table.services.moves.judging import Outcome, judged
from games.table.services.moves.writing import NewRow, append

LONGEST: Final = 200
"""The most letters of a reason or an answer."""


def answer_director_call(*, match_id: int, director: Player, text: str, now: datetime) -> Outcome:
    """Answer the open call of a table; everybody there reads the answer, and play goes on.

    Refuses nothing_said, too_long, not_running, not_called.
    """
    answer = _typed(text)

    def judge(table: Table, now: datetime) -> Outcome:
        call = _open_call(table)
        number = table.open_round
        entry = {"do": "director_answer", "text": answer, "round": str(number)}
        state = agreements.director_answered(table.state, call, now, answer=answer, until=number)
        return _written(table, state, NewRow(None, director.pk, TABLE, entry), called_at=None, now=now)

    return judged(match_id, judge, now=now)


def _call(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Call the director. Refuses not_running, no_director, stood_in, called_already, nothing_said, too_long."""
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    if table.director == Match.Director.NONE:
        raise TableRefused(TableRefusal.NO_DIRECTOR)
    if table.state.stand_in(seat) is not None:
        raise TableRefused(TableRefusal.STOOD_IN)
    why, known = _typed(data.get("why", "")), table.state.director_call
    if known is not None and known.is_open:
        if (known.seat, known.why) == (seat, why):
            return Outcome(table.state.seq, done_before=True)
        raise TableRefused(TableRefusal.CALLED_ALREADY)
    stops = table.director == Match.Director.STOPS and table.state.paused_at is None
    state = agreements.director_called(table.state, DirectorCall(seat, why, now, stops))
    entry: Data = {"do": "call_director", "why": why, **({"stops": "yes"} if stops else {})}
    with transaction.atomic():
        outcome = _written(table, state, NewRow(seat, player, TABLE, entry), called_at=now, now=now)
        events.director_called.send(None, match_id=table.match_id, player=player, why=why, now=now)
    return outcome


def _withdraw_call(table: Table, seat: Seat, player: int, data: Mapping[str, str], now: datetime) -> Outcome:
    """Withdraw one's own call. Refuses not_running, not_called."""
    call = _open_call(table)
    if call.seat != seat:
        raise TableRefused(TableRefusal.NOT_CALLED)
    state = agreements.director_answered(table.state, call, now)
    row = NewRow(seat, player, TABLE, {"do": "withdraw_call"})
    return _written(table, state, row, called_at=None, now=now)


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


def _typed(text: str) -> str:
    """The text in one line. Refuses nothing_said, too_long."""
    line = " ".join(text.split())
    if not line:
        raise TableRefused(TableRefusal.NOTHING_SAID)
    if len(line) > LONGEST:
        raise TableRefused(TableRefusal.TOO_LONG, {"longest": LONGEST})
    return line


def _written(
    table: Table, state: TableState, row: NewRow, *, called_at: datetime | None, now: datetime
) -> Outcome:
    """Write the entry, and on the match since when a call is open, which the evening's page looks for."""
    with transaction.atomic():
        append(table, replace(table, state=state), [row], now=now, part_of_more=True)
        Match.objects.filter(pk=table.match_id).update(called_at=called_at)
        if called_at is None:
            events.director_call_ended.send(None, match_id=table.match_id)
    return Outcome(state.seq)
