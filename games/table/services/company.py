"""Checks that a player and the people already seated can play together."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from math import ceil

from accounts.friends.known import blocks_among, strangers_among
from accounts.models import Player
from games.table.abandoned_matches import left_lately
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match


def expect_company(match: Match, player: Player, seated: Collection[int], *, now: datetime) -> None:
    """Check that the player can sit down at a table with the players already there (keys).

    Refuses blocked_by_you and another_table where a block stands between them; the second sentence does not say that
    somebody blocked the player. Refuses left_lately during the pause after leaving matches, at a table with strangers
    or one of no club that is open to anybody. Two queries for a player who left no match.
    """
    if seated:
        blocks = blocks_among({player.pk, *seated})
        if any(blocker == player.pk for blocker, _blocked in blocks):
            raise TableRefused(TableRefusal.BLOCKED_BY_YOU)
        if any(blocked == player.pk for _blocker, blocked in blocks):
            raise TableRefused(TableRefusal.ANOTHER_TABLE)
    until = left_lately(player, now).until
    if until is None:
        return
    open_to_anybody = match.visibility == Match.Visibility.LOBBY and match.club_id is None
    if open_to_anybody or strangers_among(player, seated):
        minutes = ceil((until - now).total_seconds() / 60)
        raise TableRefused(TableRefusal.LEFT_LATELY, {"minutes": minutes})
