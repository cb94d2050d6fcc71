"""Contributions of a season, ticked off by the secretary, and taken back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Membership, Player, Role
from games.kit import trail
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Contribution, Season


def tick_contribution(*, season: Season, player: Player, paid: bool, actor: Player, now: datetime) -> None:
    """Note that a member has paid for the season, or has not after all; a line in the audit trail says who did it.

    Saying the same twice changes nothing. The season's row is locked. Refuses not_a_member, season_archived.
    """
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season.pk)
        if season.archived_at is not None:
            raise LeagueRefused(LeagueRefusal.SEASON_ARCHIVED)
        members = Membership.objects.filter(club=season.club_id, player=player).exclude(role=Role.GUEST)
        if not members.exists():
            raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
        ticked = Contribution.objects.filter(season=season, player=player)
        if ticked.exists() == paid:
            return
        if paid:
            Contribution.objects.create(season=season, player=player, by=actor, at=now)
        else:
            ticked.delete()
        trail.add_entry(
            what="contribution_paid" if paid else "contribution_open",
            actor=actor.pk,
            now=now,
            after=[f"{season.name}: ", player],
            club=season.club_id,
        )
