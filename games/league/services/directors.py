"""Directors of an evening: members who lead it without another right in the club."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Membership, Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import EveningDirector
from games.league.services.corrections import add_correction
from games.league.services.locking import locked_evening


def name_director(
    *, evening_id: int, director: Player, actor: Player, now: datetime, leads: bool = True
) -> None:
    """Let a member lead the evening, or no longer (`leads` false). The trail says who named them; they are told.

    Saying the same again changes nothing. The evening's row is locked. Refuses evening_closed, season_archived,
    not_a_member.
    """
    with transaction.atomic():
        evening = locked_evening(evening_id)
        club = evening.competition.season.club_id
        if leads and not Membership.objects.filter(club=club, player=director).exists():
            raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
        known = EveningDirector.objects.filter(evening=evening, player=director)
        if known.exists() == leads:
            return
        if leads:
            EveningDirector.objects.create(evening=evening, player=director, at=now)
            notices.of_director(evening, director=director, now=now)
        else:
            known.delete()
        what = "director" if leads else "no_director"
        add_correction(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what=what,
            after=director,
            now=now,
        )
