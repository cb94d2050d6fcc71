"""The days of the deal of the day, in the time zone of the site. A day has 23 or 25 hours where the clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.utils import timezone

GRACE: Final = timedelta(hours=1)
"""Time after midnight in which a match begun before it can still be finished."""
A_DAY: Final = timedelta(days=1)


def day_at(now: datetime) -> date:
    """The day it is at that time."""
    return timezone.localdate(now, timezone.get_default_timezone())


def ends_at(day: date) -> datetime:
    """Midnight at the end of the day: no match of it begins from then on."""
    midnight = datetime.combine(day + A_DAY, time.min, tzinfo=timezone.get_default_timezone())
    return midnight.astimezone(UTC)


def closes_at(day: date) -> datetime:
    """When the deals of the day are open to everybody, and what is not finished counts no more."""
    return ends_at(day) + GRACE


def week_of(day: date) -> tuple[date, date]:
    """Monday and Sunday of the week of that day."""
    monday = day - day.weekday() * A_DAY
    return monday, monday + 6 * A_DAY


def month_of(day: date) -> tuple[date, date]:
    """The first and the last day of the month of that day."""
    first = day.replace(day=1)
    next_first = (first + 31 * A_DAY).replace(day=1)
    return first, next_first - A_DAY
