"""Dates as they are written down for good: in corrections, in the trail, in lists."""

from __future__ import annotations

from datetime import datetime

from django.utils.timezone import localtime


def to_the_minute(at: datetime) -> str:
    """As 2026-11-24 19:30, in the club's time."""
    return f"{localtime(at):%Y-%m-%d %H:%M}"
