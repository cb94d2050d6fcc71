"""Who comes to an evening: said by the players themselves, or by the secretary for them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Entrant, SignUp
from games.league.services.locking import locked_evening


def sign(*, evening_id: int, entrant: Entrant, comes: bool, player: Player, now: datetime) -> SignUp:
    """`entrant` comes, or does not. Saying the same again keeps the time it was said first.

    After the deadline it is noted as late; who comes late sits down when the rest is drawn anew.
    The evening's row is locked, so nobody signs up between the draw's look and its writing.
    Refuses not_entered, evening_closed.
    """
    with transaction.atomic():
        evening = locked_evening(evening_id)
        if entrant.competition_id != evening.competition_id or entrant.withdrawn_at is not None:
            raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
        known = SignUp.objects.filter(evening=evening, entrant=entrant).first()
        if known is not None and known.comes == comes:
            return known
        said, _made = SignUp.objects.update_or_create(
            evening=evening,
            entrant=entrant,
            defaults={"comes": comes, "in_time": now < evening.deadline, "said_by": player, "at": now},
        )
    return said
