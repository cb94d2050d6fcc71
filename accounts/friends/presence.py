"""Presence of players on the site, for their friends: kept in the cache for a few minutes, never in the database.

Several processes share the cache of Redis; one process has its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.cache import cache

from accounts.models import Player

HERE_LASTS: Final = timedelta(minutes=3)
"""Time after a page for which a player counts as being here."""


def note_here(player: Player, *, now: datetime) -> None:
    """Note that the player has a page of the site open at `now`."""
    cache.set(_key(player.pk), now.timestamp(), HERE_LASTS.total_seconds())


def here_since(players: Iterable[int], *, now: datetime) -> dict[int, datetime]:
    """Those of `players` (keys) who are here, with the time of their newest page. One call of the cache, no query.

    Ask about `known.friends_who_show_presence` only.
    """
    keys = {_key(player): player for player in players}
    found = cache.get_many(keys) if keys else {}
    times = {keys[key]: datetime.fromtimestamp(at, UTC) for key, at in found.items()}
    return {player: at for player, at in times.items() if now - HERE_LASTS < at}


def _key(player: int) -> str:
    return f"here:{player}"
