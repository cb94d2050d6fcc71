"""The day of the deal of the day turns at midnight of the site, also where the clocks change."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from games.daily import days
from tests.daily.conftest import at


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-03-14T23:59:59+01:00", date(2026, 3, 14)),
        ("2026-03-15T00:00:00+01:00", date(2026, 3, 15)),
        ("2026-03-14T23:00:00+00:00", date(2026, 3, 15)),
        ("2026-03-29T23:59:59+02:00", date(2026, 3, 29)),
        ("2026-03-29T21:59:59+00:00", date(2026, 3, 29)),
        ("2026-10-25T22:59:59+00:00", date(2026, 10, 25)),
        ("2026-10-25T23:00:00+00:00", date(2026, 10, 26)),
    ],
)
def test_the_day_turns_at_midnight_of_the_site(now: str, day: date) -> None:
    assert days.day_at(at(now)) == day


@pytest.mark.parametrize(
    ("day", "ends"),
    [
        (date(2026, 3, 14), "2026-03-14T23:00:00+00:00"),
        (date(2026, 3, 28), "2026-03-28T23:00:00+00:00"),
        (date(2026, 3, 29), "2026-03-29T22:00:00+00:00"),
        (date(2026, 10, 24), "2026-10-24T22:00:00+00:00"),
        (date(2026, 10, 25), "2026-10-25T23:00:00+00:00"),
    ],
)
def test_a_day_ends_at_midnight_and_closes_an_hour_later(day: date, ends: str) -> None:
    """The days of the change have 23 and 25 hours."""
    assert days.ends_at(day) == at(ends)
    assert days.closes_at(day) - days.ends_at(day) == timedelta(hours=1)


def test_the_hour_after_midnight_is_an_hour_where_the_clocks_change_in_it() -> None:
    """In Havana clocks go from midnight to one o'clock: that day begins at one."""
    with override_settings(TIME_ZONE="America/Havana"):
        timezone.get_default_timezone.cache_clear()
        assert days.closes_at(date(2026, 3, 7)) - days.ends_at(date(2026, 3, 7)) == timedelta(hours=1)
        assert days.day_at(days.ends_at(date(2026, 3, 7))) == date(2026, 3, 8)
    timezone.get_default_timezone.cache_clear()


def test_weeks_begin_on_monday_and_months_on_the_first() -> None:
    assert days.week_of(date(2026, 3, 1)) == (date(2026, 2, 23), date(2026, 3, 1))
    assert days.week_of(date(2026, 3, 2)) == (date(2026, 3, 2), date(2026, 3, 8))
    assert days.month_of(date(2026, 2, 14)) == (date(2026, 2, 1), date(2026, 2, 28))
    assert days.month_of(date(2026, 12, 31)) == (date(2026, 12, 1), date(2026, 12, 31))
