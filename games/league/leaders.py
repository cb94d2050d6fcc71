"""The people who lead an evening: those who run the club's evenings, and the directors of this one."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.members import Right, holders, may
from accounts.models import Player
from games.league.models import Evening, EveningDirector


def leads(evening: Evening, player: Player | AnonymousUser) -> bool:
    """Whether `player` leads the evening: cockpit, tables, sheets. A director who has left the club does not."""
    club = evening.competition.season.club
    if may(player=player, club=club, right=Right.RUN_EVENING):
        return True
    if not may(player=player, club=club, right=Right.PLAY):
        return False
    return EveningDirector.objects.filter(evening=evening, player=player.pk).exists()


def leaders_of(evening: Evening) -> list[int]:
    """The keys of everybody who leads the evening."""
    club = evening.competition.season.club
    players = holders(club=club, right=Right.PLAY)
    named = EveningDirector.objects.filter(evening=evening, player__in=players)
    keys = {*holders(club=club, right=Right.RUN_EVENING), *named.values_list("player", flat=True)}
    return sorted(keys)
