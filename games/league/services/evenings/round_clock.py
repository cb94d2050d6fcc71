"""The clock of a round for the room: started, paused, extended and taken away by who leads the evening."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.club_clock import milliseconds
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import RoundClock
from games.league.services.locking import lock_evening

MAX_MINUTES: Final = 600
"""The longest round of the clock."""


def start_clock(*, evening_id: int, minutes: int, now: datetime) -> RoundClock:
    """Let the clock run for so many minutes from now, whatever it showed. Refuses unreadable (none, or more than
    `MAX_MINUTES`) and what a closed evening refuses. The evening's row is locked, here and below."""
    if not 0 < minutes <= MAX_MINUTES:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        evening = lock_evening(evening_id)
        clock, _made = RoundClock.objects.update_or_create(
            evening=evening, defaults={"ends_at": now + timedelta(minutes=minutes), "left": 0}
        )
    return clock


def pause_clock(*, evening_id: int, now: datetime) -> None:
    """Stop the clock where it stands. One that is paused or not there stays as it is."""
    with transaction.atomic():
        clock = _clock_of(evening_id)
        if clock is not None and clock.ends_at is not None:
            clock.left = max(0, round((clock.ends_at - now).total_seconds()))
            clock.ends_at = None
            clock.save()


def resume_clock(*, evening_id: int, now: datetime) -> None:
    """Let a paused clock go on. One that runs or is not there stays as it is."""
    with transaction.atomic():
        clock = _clock_of(evening_id)
        if clock is not None and clock.ends_at is None:
            clock.ends_at, clock.left = now + timedelta(seconds=clock.left), 0
            clock.save()


def extend_clock(*, evening_id: int, minutes: int, now: datetime, seen: int | None = None) -> None:
    """Give the round so many minutes more; one that is over gets them from now. `seen` is what the page showed (see
    `clock_end`): a second tap on the same page, when the clock shows another end already, adds nothing.

    Refuses unreadable.
    """
    if not 0 < minutes <= MAX_MINUTES:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        clock = _clock_of(evening_id)
        if clock is None or (seen is not None and seen != clock_end(clock)):
            return
        if clock.ends_at is None:
            clock.left += 60 * minutes
        else:
            clock.ends_at = max(clock.ends_at, now) + timedelta(minutes=minutes)
        clock.save()


def remove_clock(*, evening_id: int) -> None:
    """Take the clock away."""
    with transaction.atomic():
        RoundClock.objects.filter(evening=lock_evening(evening_id)).delete()


def clock_end(clock: RoundClock) -> int:
    """The end of a running round in milliseconds since 1970, or the seconds left of a paused one."""
    return clock.left if clock.ends_at is None else milliseconds(clock.ends_at)


def _clock_of(evening_id: int) -> RoundClock | None:
    return RoundClock.objects.filter(evening=lock_evening(evening_id)).first()
