"""A move is judged on the cached state and written in one transaction; where another was written first, it is judged
again on the newer state."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import IntegrityError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.engine.seats import Seat
from games.engine.shuffle import Randomness, commitment
from games.engine.view import RoundResult
from games.table import live, shared_deals, signals
from games.table.log import due_times, loading, rulings, seeds
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import LogRow
from games.table.log.loading import Table
from games.table.log.models import Deal, Match, Round, digest_of_entry
from games.table.log.open_entries import open_entries
from games.table.log.states import Data
from games.table.steward_wakeup import steward_wakeup

MAX_TRIES: Final = 50
"""Most attempts at a move overtaken by others; more than one table can cause."""


class Overtaken(Exception):  # noqa: N818  nothing is wrong
    """Another move was written at this table first; judge again on the new state."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An accepted move: its log number, and whether it had been written before this call."""

    seq: int
    done_before: bool = False


def judge_on_newest(match_id: int, judge: Callable[[Table, datetime], Outcome], *, now: datetime) -> Outcome:
    """Judge on the cached state, and again on a newer one when another move was written meanwhile. That costs a read
    only where no announcement has brought the cached state further since.

    `judge` is handed the time as well: `now`, or the time of the table's newest move where that is later, so that a
    clock that was set back writes no entry before the last one. A no is only said by a table that is up to date,
    and "done before" by one whose newest entry is in the log: only then it costs a read.
    """
    table = loading.table(match_id, at_least=0)
    for _ in range(MAX_TRIES):
        try:
            outcome = judge(table, _not_before_the_log(table, now))
            if not outcome.done_before or loading.is_in_log(table):
                return outcome
            table = loading.newest_table(match_id)
        except Overtaken:
            table = loading.table(match_id, at_least=table.state.seq + 1)
        except TableRefused:
            if loading.is_newest(table):
                raise
            table = loading.newest_table(match_id)
    raise TableRefused(TableRefusal.STALE_WINDOW)


def _not_before_the_log(table: Table, now: datetime) -> datetime:
    known = (now, table.state.moved_at, table.state.paused_at, table.state.undo_asked_at)
    return max(at for at in known if at is not None)


# The write itself: compare-and-set of `Match.seq`, insert of log rows, events on commit.
#
# Two statements in one transaction, the same on both databases. SQL instead of the ORM, which takes 0.4 ms more for
# every move. The first returns the digest of the newest entry, with which the digest of the next one begins: that costs
# no statement of its own, and no digest is sent to another process.

SET_SEQ: Final = "UPDATE games_match SET seq = %s, wake_at = %s WHERE id = %s AND seq = %s"
SELECT_DIGEST: Final = "SELECT digest FROM games_action WHERE match_id = %s AND seq = %s"
RETURNING_DIGEST: Final = f" RETURNING ({SELECT_DIGEST})"
INSERT_ROWS: Final = (
    "INSERT INTO games_action (match_id, seq, seat, player_id, kind, data, automatic, at, digest) VALUES "
)
ROW: Final = "(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
to_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


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
    seed_to_come: bytes | None = None,
    part_of_more: bool = False,
) -> None:
    """Write `rows`, which lead from `before` to `after`, in one transaction; then announce it and remember `after`.

    `seed_to_come` is that of the next deal, whose commitment `rows` show; it is kept encrypted. `part_of_more`: the
    caller's transaction may still fail, so nothing is remembered, and signals are sent after it. Assumes nothing about
    others: raises Overtaken when the log is longer than `before` knew, and writes nothing then.
    """
    wake_at = due_times.wake_at(after)
    log = [
        LogRow(seq, row.seat, row.kind, row.data, now, row.automatic)
        for seq, row in enumerate(rows, before.state.seq + 1)
    ]
    void = _newly_void(before, after)
    status_changed = after.status != before.status
    only_log = not (dealt or closed or void or status_changed or seed_to_come is not None or part_of_more)
    entries = open_entries(before.game, log) if only_log else ()
    try:
        with transaction.atomic():
            _write(before, after, rows, wake_at=wake_at, now=now)
            if dealt is not None:
                _add_deal(before.match_id, dealt, now)
            if void:
                Deal.objects.filter(match=before.match_id, number__in=void).update(void=True)
            for result in closed:
                _close_round(before, result, now)
            if seed_to_come is not None:
                Match.objects.filter(pk=before.match_id).update(next_sealed=seeds.seal(seed_to_come))
            if status_changed:
                _set_status(before, after, now)
    except IntegrityError as error:
        if not _is_race(error):
            raise
        raise Overtaken from error
    live.send_table_changed(after.match_id, after.state.seq, entries)
    if wake_at is not None:
        steward_wakeup.wake(wake_at)
    if part_of_more:
        loading.forget(after.match_id)
        transaction.on_commit(partial(loading.forget, after.match_id), robust=True)
        transaction.on_commit(partial(_send_signals, before, after, closed, now), robust=True)
    else:
        loading.keep(after)
        _send_signals(before, after, closed, now)


def _send_signals(before: Table, after: Table, closed: Sequence[RoundResult], now: datetime) -> None:
    """Tell other rooms of a move that is written: an error of a receiver is logged and does not make the move look
    refused."""
    if after.status != before.status:
        signals.send_to_each(signals.status_changed, match_id=after.match_id)
    for result in closed:
        if result.accused:
            about = {"number": result.number, "accused": result.accused}
            signals.send_to_each(signals.round_accused, match_id=after.match_id, **about, now=now)
        call = after.state.director_call
        if call is not None and (call.is_open or call.arbiter) and call.round == result.number:
            signals.send_to_each(signals.call_to_file, match_id=after.match_id, call=call, now=now)


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
    void_before = before.game.progress(before.state.game_state).void_deals
    return tuple(number for number in void if number not in void_before)


def _write(
    before: Table, after: Table, rows: Sequence[NewRow], *, wake_at: datetime | None, now: datetime
) -> None:
    """Set `Match.seq` and `wake_at` where nobody moved meanwhile, and insert the log rows, each with its digest.

    Raises Overtaken, IntegrityError.
    """
    match_id, seq = before.match_id, before.state.seq
    with connection.cursor() as cursor:
        cursor.execute(
            SET_SEQ + RETURNING_DIGEST,
            (after.state.seq, time_parameter(wake_at, connection), match_id, seq, match_id, seq),
        )
        newest = cursor.fetchone()
        if newest is None:
            raise Overtaken
        digest = newest[0]
        if digest is None and seq:
            # An entry of an older release; or one that was committed while this statement waited for the row, and
            # that PostgreSQL does not show to it.
            cursor.execute(SELECT_DIGEST, (match_id, seq))
            (digest,) = cursor.fetchone() or (None,)
        digest = digest or before.code
        values: list[object] = []
        for seq, row in enumerate(rows, before.state.seq + 1):
            entry = parameters_of(row, digest=digest, match_id=match_id, seq=seq, now=now)
            values += entry
            digest = entry[-1]
        cursor.execute(INSERT_ROWS + ", ".join([ROW] * len(rows)), values)


def parameters_of(row: NewRow, *, digest: str, match_id: int, seq: int, now: datetime) -> tuple[Any, ...]:
    """The parameters of ROW for an entry that follows on the one with `digest`; the last is its own digest."""
    own = digest_of_entry(
        digest,
        seq=seq,
        seat=row.seat,
        player=row.player,
        kind=row.kind,
        data=row.data,
        automatic=row.automatic,
        at=now,
    )
    at = time_parameter(now, connection)
    return match_id, seq, row.seat, row.player, row.kind, to_json(row.data), row.automatic, at, own


def time_parameter(at: datetime | None, database: BaseDatabaseWrapper) -> object:
    """A time as a parameter of raw SQL for this database."""
    return database.ops.adapt_datetimefield_value(at)


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
        sealed=seeds.seal(dealt.randomness.seed),
        commitment=dealt.commitment,
        context=dealt.context,
        started_at=now,
    )


def _close_round(before: Table, result: RoundResult, now: datetime) -> None:
    """Write the result of a round and open the seeds of its deals, unless other tables of an evening are still to play
    them: `open_played_rounds` opens those. Those of a duel were opened at its first table."""
    Round.objects.filter(match=before.match_id, number=result.number).update(
        status=Round.Status.CLOSED, closed_at=now, **rulings.as_row(result)
    )
    shared = before.shared_deals
    if shared is not None and shared_deals.stay_sealed(shared, number=result.number):
        return
    progress = before.game.progress(before.state.game_state)
    newest, has_void = progress.deal, progress.deal - 1 in progress.void_deals
    if result.deals == (newest,) and not has_void and before.randomness is not None:
        # The only deal of its round: its seed is known here, so there is nothing to read and to decrypt.
        seed = before.randomness.seed.hex()
        Deal.objects.filter(match=before.match_id, number=newest).update(seed=seed, sealed="")
        return
    for deal in Deal.objects.filter(match=before.match_id, round__number=result.number):
        deal.seed, deal.sealed = seeds.open_seed(deal.sealed).hex(), ""
        deal.save(update_fields=["seed", "sealed"])


def _set_status(before: Table, after: Table, now: datetime) -> None:
    changes: Mapping[str, object] = {"status": after.status}
    if before.status == Match.Status.OPEN:
        changes = {**changes, "started_at": now}
    if after.status == Match.Status.FINISHED:
        changes = {**changes, "finished_at": now}
    Match.objects.filter(pk=after.match_id).update(**changes)
