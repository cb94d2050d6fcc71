"""Presence of players, written to the database for all processes: absences that began and absences that
ended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import TypeAlias

from django.db import models, transaction

from accounts.models import PlayerKind
from games.engine.seats import Seat
from games.table.log.disconnections import BLINK, Disconnection
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow

Attended: TypeAlias = tuple[int, Seat]
"""A match (id) and a seat of it."""


def note_attendance(
    *, here: Collection[Attended], left: Collection[Attended], matches: Collection[int], now: datetime
) -> dict[int, dict[Seat, datetime]]:
    """Write absences of seats in `left`, end those of seats in `here`; both are seats of this process.

    Returns the absent seats at `matches`, and since when.

    A seat with a screen in another process is corrected by that process's next call. An absence that ends is
    written once, however many processes see it end.
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
        with transaction.atomic():
            keep_absences(SeatRow.objects.filter(pk__in=back), now=now)
            SeatRow.objects.filter(pk__in=back).update(away_since=None)
    return away


def keep_absences(seats: models.QuerySet[SeatRow], *, now: datetime) -> None:
    """Write the absences of these seats as ended now, where they were longer than `BLINK`.

    Part of the transaction in which `away_since` changes. After the end of a match nobody is away.
    """
    during = models.Q(match__finished_at=None) | models.Q(away_since__lt=models.F("match__finished_at"))
    lasting = seats.filter(during, away_since__lte=now - BLINK)
    Disconnection.objects.bulk_create(
        (
            Disconnection(match_id=match_id, seat=number, gone_at=since, back_at=now)
            for match_id, number, since in lasting.values_list("match_id", "number", "away_since")
        ),
        ignore_conflicts=True,
    )


def note_everybody_away(*, now: datetime) -> None:
    """At the start of a process, mark every person at a running table absent, because a process that died
    cannot have done so. Open screens correct that at the next look.
    """
    seats = SeatRow.objects.filter(match__status=Match.Status.RUNNING, match__on_paper=False)
    people = seats.exclude(player__kind=PlayerKind.BOT)
    with transaction.atomic():
        keep_absences(people, now=now)
        people.update(away_since=now)


def _rows(seats: Iterable[Attended]) -> models.QuerySet[SeatRow]:
    matching = models.Q(pk__in=())
    for match_id, number in seats:
        matching |= models.Q(match=match_id, number=number)
    return SeatRow.objects.filter(matching)
