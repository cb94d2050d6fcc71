"""Absences from the table in a closed round, and how often clock or bot moved meanwhile.

Shown to arbiters. Computed from opened and closed screens only; no card is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from games.engine.seats import Seat
from games.table.log.disconnections import Disconnection
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.review.evidence import RoundEvidence

TOLD_IN_SECONDS: Final = 120
"""An absence of so many seconds and more is told in minutes."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat without an open screen. `back_at` is None where nobody was back when the round was closed.

    `by_clock` and `by_bot` are how often the clock, or a bot in their place, moved for the seat meanwhile.
    """

    seat: Seat
    gone_at: datetime
    back_at: datetime | None
    by_clock: int
    by_bot: int


def absences_of(match: Match, evidence: RoundEvidence) -> tuple[Absence, ...]:
    """Everybody's absences that touch this round, in the order they began."""
    began, closed = evidence.steps[0].at, evidence.steps[-1].at
    kept = Disconnection.objects.filter(match=match, gone_at__lte=closed, back_at__gte=began)
    found: list[tuple[Seat, datetime, datetime | None]] = []
    for seat, gone_at, back_at in kept.order_by("seat", "gone_at").values_list("seat", "gone_at", "back_at"):
        if found and (found[-1][0], found[-1][2]) == (seat, gone_at):
            found[-1] = (seat, found[-1][1], back_at)
        else:
            found.append((seat, gone_at, back_at))
    gone = SeatRow.objects.filter(match=match, away_since__lte=closed).values_list("number", "away_since")
    for seat, since in gone:
        joined = [one for one in found if (one[0], one[2]) == (seat, since)]
        found = [one for one in found if one not in joined]
        found.append((seat, joined[0][1] if joined else since, None))
    return tuple(
        sorted(
            (_absence(evidence, *one, closed=closed) for one in found),
            key=lambda absence: (absence.gone_at, absence.seat),
        )
    )


def _absence(
    evidence: RoundEvidence, seat: Seat, gone_at: datetime, back_at: datetime | None, *, closed: datetime
) -> Absence:
    back = back_at if back_at is not None and back_at <= closed else None
    moved = [
        step.by
        for step in evidence.steps
        if step.seat == seat and gone_at <= step.at and (back is None or step.at <= back)
    ]
    return Absence(seat, gone_at, back, moved.count("clock"), moved.count("stand_in"))


def absence_told(absence: Absence, name: str) -> str:
    """An absence in a sentence or two."""
    gone = _moment(absence.gone_at)
    if absence.back_at is None:
        told = gettext("{name} was away from {gone} on, and not back when the round was closed.")
        said = [told.format(name=name, gone=gone)]
    else:
        lasted = round((absence.back_at - absence.gone_at).total_seconds())
        told = gettext("{name} was away {gone} – {back} ({lasted}).")
        said = [told.format(name=name, gone=gone, back=_moment(absence.back_at), lasted=_lasted(lasted))]
    if absence.by_clock:
        said.append(gettext("Meanwhile the clock played for {name}.").format(name=name))
    if absence.by_bot:
        said.append(gettext("Meanwhile a bot played for {name}.").format(name=name))
    return " ".join(said)


def _moment(at: datetime) -> str:
    return time_format(timezone.localtime(at), "H:i:s")


def _lasted(seconds: int) -> str:
    if seconds < TOLD_IN_SECONDS:
        return gettext("{seconds} s").format(seconds=seconds)
    minutes, left = divmod(seconds, 60)
    return gettext("{minutes} min {seconds} s").format(minutes=minutes, seconds=left)
