"""Who is at their table, written down for every process: when the last screen of a seat closed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import TypeAlias

from django.db import models

from accounts.models import PlayerKind
from games.engine.seats import Seat
from games.table.models import Match
from games.table.models import Seat as SeatRow

Attended: TypeAlias = tuple[int, Seat]
"""A match (id) and a seat of it."""


def note_attendance(
    *, here: Collection[Attended], left: Collection[Attended], matches: Collection[int], now: datetime
) -> dict[int, dict[Seat, datetime]]:
    """Who has a screen open in this process, and who had until a moment ago.

    Gives who is away at `matches`, since when.

    A seat that looks at its table through another process is put right again by that process's next call.
    """
    gone = [away for away in left if away not in here]
    if gone:
        _rows(gone).filter(away_since=None).update(away_since=now)
    away: dict[int, dict[Seat, datetime]] = {match_id: {} for match_id in matches}
    back = []
    rows = SeatRow.objects.filter(match__in=matches, away_since__isnull=False)
    for pk, match_id, number, since in rows.values_list("pk", "match_id", "number", "away_since"):
        if (match_id, number) in here:
            back.append(pk)
        elif since is not None:
            away[match_id][number] = since
    if back:
        SeatRow.objects.filter(pk__in=back).update(away_since=None)
    return away


def note_everybody_away(*, now: datetime) -> None:
    """A process begins: whoever looked through one that died is away from now on, unless a screen says otherwise."""
    seats = SeatRow.objects.filter(match__status=Match.Status.RUNNING, match__on_paper=False)
    people = seats.exclude(player__kind=PlayerKind.BOT)
    people.update(away_since=now)


def _rows(seats: Iterable[Attended]) -> models.QuerySet[SeatRow]:
    matching = models.Q(pk__in=())
    for match_id, number in seats:
        matching |= models.Q(match=match_id, number=number)
    return SeatRow.objects.filter(matching)
