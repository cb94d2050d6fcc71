"""The members of a club and their contributions of a season."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Role
from games.league.models import Contribution, Season


@dataclass(frozen=True, slots=True)
class MemberDue:
    """A member of the club, and who ticked the contribution off and when; None while it is open."""

    player: int
    nickname: str
    real_name: str
    by: str | None
    at: datetime | None


def dues_of(season: Season) -> tuple[MemberDue, ...]:
    """All members of the season's club by name, without its guests. Two queries."""
    ticked = {
        each.player_id: each for each in Contribution.objects.filter(season=season).select_related("by")
    }
    members = season.club.memberships.filter(player__is_active=True).exclude(role=Role.GUEST)
    return tuple(
        MemberDue(
            player=each.player_id,
            nickname=each.player.nickname,
            real_name=each.real_name,
            by=one.by.nickname if (one := ticked.get(each.player_id)) else None,
            at=one.at if one else None,
        )
        for each in members.select_related("player").order_by("player__nickname_sort")
    )
