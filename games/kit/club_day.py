"""The day of an evening of cards: what is played after midnight belongs to the evening before."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone

NIGHT: Final = timedelta(hours=5)
"""Hours after midnight that belong to the day before."""


def club_day(moment: datetime) -> date:
    """The day of that moment, in the time zone of the site."""
    return timezone.localdate(moment - NIGHT, timezone.get_default_timezone())
