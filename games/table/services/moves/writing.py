"""Writing of a move in raw SQL: compare-and-set of `Match.seq`, insert of log rows. Raw because it is the hot
path.

On PostgreSQL both are one statement, so that a plain move is one round trip; on SQLite they are two. A plain move
bypasses Django's cursors and `atomic`, which take longer than the database.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Final

from django.db import IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.engine.seats import Seat
from games.engine.shuffle import Randomness, commitment
from games.engine.view import RoundResult
from games.kit.prepared import executed
from games.table.broadcast import live
from games.table.broadcast.open_entries import open_entries
from games.table.broadcast.steward_wakeup import steward_wakeup
from games.table.log import due_times, loading, result_rows, sealing
from games.table.log.folding import LogRow
from games.table.log.loading import Table
from games.table.log.models import Deal, Match, Round
from games.table.log.states import Data

AT_ONCE: Final = """
WITH moved AS (UPDATE games_match SET seq = %s, wake_at = %s WHERE id = %s AND seq = %s RETURNING id)
INSERT INTO games_action (match_id, seq, seat, player_id, kind, data, automatic, at)
SELECT moved.id, entry.seq, entry.seat, entry.player_id, entry.kind, entry.data, entry.automatic, %s
FROM moved, (VALUES {}) AS entry (seq, seat, player_id, kind, data, automatic)
"""
ENTRY: Final = "(%s::integer, %s::smallint, %s::bigint, %s, %s::jsonb, %s::boolean)"
SET_SEQ: Final = "UPDATE games_match SET seq = %s, wake_at = %s WHERE id = %s AND seq = %s"
INSERT: Final = "INSERT INTO games_action (match_id, seq, seat, player_id, kind, data, automatic, at) VALUES "
ROW: Final = "(%s, %s, %s, %s, %s, %s, %s, %s)"
to_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Overtaken(Exception):  # noqa: N818  nothing is wrong
    """Another move was written at this table first; judge again on the new state."""


@dataclass(frozen=True, slots=True)
class NewRow:
    """A log row to be: `seat` and `player` (id) are None for the house."""

    seat: Seat | None
    player: int | None
    kind: str
    data: Data
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class NewDeal:
    """A deal made with this move: number `number` of the match, in round `round`; `begins`: it is the first of that."""

    number: int
    round: int
    begins: bool
    context: str
    randomness: Randomness

    @property
    def commitment(self) -> str:
        return commitment(seed=self.randomness.seed, context=self.context)


def append(
    before: Table,
    after: Table,
    rows: Sequence[NewRow],
    *,
    now: datetime,
    dealt: NewDeal | None = None,
    closed: Sequence[RoundResult] = (),
    part_of_more: bool = False,
) -> None:
    """Write `rows`, which lead from `before` to `after`, in one transaction; then remember `after` and announce it.

    `part_of_more`: the caller's transaction may still fail, so nothing is remembered. Assumes nothing about others:
    raises Overtaken when the log is longer than `before` knew, and writes nothing then.
    """
    database = transaction.get_connection()  # once: each use of `connection` looks it up by thread
    wake_at = due_times.wake_at(after)
    log = [
        LogRow(seq, row.seat, row.kind, row.data, now, row.automatic)
        for seq, row in enumerate(rows, before.state.seq + 1)
    ]
    void = _newly_void(before, after)
    more = dealt is not None or bool(closed) or bool(void) or after.status != before.status
    entries = () if more or part_of_more else open_entries(before.game, log)
    alone = not more and (not _in_two(database) or not database.in_atomic_block)
    try:
        with contextlib.nullcontext() if alone else transaction.atomic():
            _write(database, before, after, rows, wake_at=wake_at, now=now, alone=alone)
            if dealt is not None:
                _add_deal(before.match_id, dealt, now)
            if void:
                Deal.objects.filter(match=before.match_id, number__in=void).update(void=True)
            for result in closed:
                _close_round(before, result, now)
            if after.status != before.status:
                _set_status(before, after, now)
    except IntegrityError as error:
        if not _is_race(error):
            raise
        raise Overtaken from error
    database.on_commit(partial(live.announce, after.match_id, after.state.seq, entries), robust=True)
    if part_of_more:
        loading.forget(after.match_id)
        transaction.on_commit(partial(loading.forget, after.match_id), robust=True)
    else:
        loading.keep(after)
    if wake_at is not None:
        steward_wakeup.wake(wake_at)


def _is_race(error: IntegrityError) -> bool:
    """Whether the log has an entry of that number already: any other broken constraint is a fault, not a race."""
    diagnostics = getattr(error.__cause__, "diag", None)
    if diagnostics is not None:
        return bool(diagnostics.constraint_name == "one_entry_a_number")
    return str(error).endswith("games_action.match_id, games_action.seq")


def _newly_void(before: Table, after: Table) -> tuple[int, ...]:
    """The numbers of the deals that are void after this move and were not before."""
    if before.state.game_state is None or after.state.game_state is before.state.game_state:
        return ()
    void = after.game.progress(after.state.game_state).void_deals
    if not void:
        return ()
    were = before.game.progress(before.state.game_state).void_deals
    return tuple(number for number in void if number not in were)


def _in_two(database: BaseDatabaseWrapper) -> bool:
    """Whether the database needs two separate statements."""
    return database.vendor != "postgresql"


def _write(
    database: BaseDatabaseWrapper,
    before: Table,
    after: Table,
    rows: Sequence[NewRow],
    *,
    wake_at: datetime | None,
    now: datetime,
    alone: bool,
) -> None:
    """Write the log rows and nothing else; `alone`: no transaction is open. Raises Overtaken, IntegrityError."""
    moved = (after.state.seq, moment(wake_at, database), before.match_id, before.state.seq)
    if _in_two(database):
        _write_in_two(database, before, rows, moved, moment(now, database), alone=alone)
        return
    values: list[object] = [*moved, now]
    for seq, row in enumerate(rows, before.state.seq + 1):
        values += (seq, row.seat, row.player, row.kind, to_json(row.data), row.automatic)
    with executed(database, _at_once(len(rows)), values) as cursor:
        written = cursor.rowcount
    if written != len(rows):
        raise Overtaken


def _write_in_two(
    database: BaseDatabaseWrapper,
    before: Table,
    rows: Sequence[NewRow],
    moved: tuple[object, ...],
    at: object,
    *,
    alone: bool,
) -> None:
    values: list[object] = []
    for seq, row in enumerate(rows, before.state.seq + 1):
        values += (before.match_id, seq, row.seat, row.player, row.kind)
        values += (to_json(row.data), row.automatic, at)
    insert = _insert(len(rows))
    if not alone:
        with database.cursor() as cursor:
            cursor.execute(SET_SEQ, moved)
            if cursor.rowcount != 1:
                raise Overtaken
            cursor.execute(insert, values)
        return
    database.ensure_connection()
    sqlite = database.connection
    with database.wrap_database_errors, sqlite:  # commits, or rolls back after an error
        sqlite.execute("BEGIN IMMEDIATE")
        if sqlite.execute(_in_sqlite(SET_SEQ), moved).rowcount != 1:
            raise Overtaken
        sqlite.execute(_in_sqlite(insert), values)


def moment(at: datetime | None, database: BaseDatabaseWrapper) -> object:
    """A time as a parameter of raw SQL for this database."""
    return database.ops.adapt_datetimefield_value(at)


@lru_cache
def _at_once(rows: int) -> str:
    return AT_ONCE.format(", ".join([ENTRY] * rows))


@lru_cache
def _insert(rows: int) -> str:
    return INSERT + ", ".join([ROW] * rows)


@lru_cache
def _in_sqlite(statement: str) -> str:
    """A statement with the placeholders of SQLite's own driver."""
    return statement.replace("%s", "?")


def _add_deal(match_id: int, dealt: NewDeal, now: datetime) -> None:
    """Write the deal with its seed sealed, and its round where it is the first of that."""
    if dealt.begins:
        round_ = Round.objects.create(match_id=match_id, number=dealt.round, started_at=now)
    else:
        round_ = Round.objects.get(match=match_id, number=dealt.round)
    Deal.objects.create(
        match_id=match_id,
        number=dealt.number,
        round=round_,
        sealed=sealing.seal(dealt.randomness.seed),
        commitment=dealt.commitment,
        context=dealt.context,
        started_at=now,
    )


def _close_round(before: Table, result: RoundResult, now: datetime) -> None:
    """Write the result of a round and open the seeds of its deals."""
    Round.objects.filter(match=before.match_id, number=result.number).update(
        status=Round.Status.CLOSED, closed_at=now, **result_rows.as_row(result)
    )
    progress = before.game.progress(before.state.game_state)
    newest, has_void = progress.deal, progress.deal - 1 in progress.void_deals
    if result.deals == (newest,) and not has_void and before.randomness is not None:
        # The only deal of its round: its seed is known here, so there is nothing to read and to decrypt.
        seed = before.randomness.seed.hex()
        Deal.objects.filter(match=before.match_id, number=newest).update(seed=seed, sealed="")
        return
    for deal in Deal.objects.filter(match=before.match_id, round__number=result.number):
        deal.seed, deal.sealed = sealing.opened(deal.sealed).hex(), ""
        deal.save(update_fields=["seed", "sealed"])


def _set_status(before: Table, after: Table, now: datetime) -> None:
    changes: Mapping[str, object] = {"status": after.status}
    if before.status == Match.Status.OPEN:
        changes = {**changes, "started_at": now}
    if after.status == Match.Status.FINISHED:
        changes = {**changes, "finished_at": now}
    Match.objects.filter(pk=after.match_id).update(**changes)
