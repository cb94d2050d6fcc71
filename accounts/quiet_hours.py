"""The hours in which a player gets no mail and no push message."""

from __future__ import annotations

from datetime import datetime, time

from django.utils import timezone

from accounts.models import Player


def is_quiet_for(player: Player, *, now: datetime) -> bool:
    """Whether `now` is within the quiet hours of the player, in the time zone of the site."""
    return is_quiet(timezone.localtime(now).time(), player.quiet_from, player.quiet_until)


def is_quiet(at: time, start: time | None, end: time | None) -> bool:
    """Whether `at` is within quiet hours from `start` to before `end`, also over midnight. False without both times."""
    if start is None or end is None:
        return False
    return start <= at < end if start <= end else at >= start or at < end
