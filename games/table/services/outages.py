"""Outages: every running match writes the lost time to its log, and its due times move by it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.models import F

from games.table import live
from games.table.log.folding import TABLE
from games.table.log.models import Match
from games.table.services.moves.writing import INSERT, ROW, SET_SEQ, moment, to_json

WORD: Final = "outage"


class Standing(NamedTuple):
    """A running match at the time of an outage: its newest log entry, its due time, and the time lost."""

    match_id: int
    seq: int
    wake_at: datetime | None
    lost: timedelta


def note_outage(*, began: datetime, now: datetime) -> int:
    """Write an outage from `began` to `now` to the log of every running match; returns how many.

    One transaction for all of them, in which nobody moves at any of them. A match that went on after `began` notes
    only what came after its newest entry; one that went on after `now` notes nothing.

    No log is folded here: `wake_at` is moved by the lost time, as `agreements.after_outage` does in the fold.
    The grace minute after an outage is in the fold only: a steward that looks before it is over finds nothing
    due yet.
    """
    with transaction.atomic():
        running = Match.objects.filter(status=Match.Status.RUNNING, on_paper=False).order_by("pk")
        locked = list(running.select_for_update().values_list("pk", flat=True))
        went_on = Match.objects.filter(pk__in=locked, actions__seq=F("seq"), actions__at__lt=now)
        found = went_on.values_list("pk", "seq", "wake_at", "actions__at")
        standing = [
            Standing(match_id, seq, wake_at, now - max(began, at)) for match_id, seq, wake_at, at in found
        ]
        if standing:
            _write(standing, now)
    return len(standing)


def _write(standing: list[Standing], now: datetime) -> None:
    moves, entries = [], []
    for match_id, seq, wake_at, lost in standing:
        data = to_json({"do": WORD, "seconds": f"{lost.total_seconds():.6f}"})
        moves.append((seq + 1, moment(wake_at and wake_at + lost, connection), match_id, seq))
        entries.append((match_id, seq + 1, None, None, TABLE, data, False, moment(now, connection)))
        live.send_table_changed(match_id, seq + 1)
    with connection.cursor() as cursor:
        cursor.executemany(SET_SEQ, moves)
        cursor.executemany(INSERT + ROW, entries)
