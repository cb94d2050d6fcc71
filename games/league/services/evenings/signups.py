"""Sign-ups for an evening, by the players themselves or by the secretary for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Entrant, Evening, PlayerSignUp, SignUp
from games.league.services.locking import announce_change, locked_evening


def sign(
    *,
    evening_id: int,
    entrant: Entrant,
    comes: bool,
    player: Player,
    now: datetime,
    for_club: bool = False,
    signed_off: bool = True,
) -> SignUp:
    """`player` signs `entrant` up or off. Saying the same again keeps the time it was said first.

    Each player of a pair or team speaks for themselves, and the pair comes unless one of them cannot: the yes of one
    never takes back the no of the other. The secretary (`for_club`, or a player of another entrant) speaks for all of
    them, and what they said before is forgotten.

    The secretary's no means signed off, or with `signed_off` false that they did not come, at whatever hour. What a
    player says after the deadline is noted as late; a late sign-up gets a seat when the rest is drawn again.
    The evening's row is locked, so nobody signs up between the draw's look and its writing.
    Refuses not_entered, evening_closed.
    """
    with transaction.atomic():
        evening = locked_evening(evening_id)
        if entrant.competition_id != evening.competition_id or entrant.withdrawn_at is not None:
            raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
        announce_change(evening)
        if for_club or not entrant.members.filter(player=player).exists():
            PlayerSignUp.objects.filter(evening=evening, entrant=entrant).delete()
        elif evening.competition.size > 1:
            comes = _noted(evening, entrant, player, comes, now)
        known = SignUp.objects.filter(evening=evening, entrant=entrant).first()
        in_time = signed_off if for_club and not comes else now < evening.deadline
        if known is not None and known.comes == comes and (comes or not for_club or known.in_time == in_time):
            return known
        said, _made = SignUp.objects.update_or_create(
            evening=evening,
            entrant=entrant,
            defaults={"comes": comes, "in_time": in_time, "said_by": player, "at": now},
        )
    return said


def sign_season(
    *,
    entrants: Mapping[int, Entrant],
    comes: Mapping[int, bool],
    player: Player,
    now: datetime,
    for_club: bool,
) -> None:
    """One form for many evenings: `comes` by evening (a key), each for its entrant; all are written or none.

    Evenings are locked in the order of their keys. Refuses what `sign` refuses.
    """
    with transaction.atomic():
        for evening in sorted(comes):
            sign(
                evening_id=evening,
                entrant=entrants[evening],
                comes=comes[evening],
                player=player,
                now=now,
                for_club=for_club,
            )


def _noted(evening: Evening, entrant: Entrant, player: Player, comes: bool, now: datetime) -> bool:
    """Write down what a player says for themselves; whether all players of the entrant who said something come."""
    PlayerSignUp.objects.update_or_create(
        evening=evening, player=player, defaults={"entrant": entrant, "comes": comes, "at": now}
    )
    said = PlayerSignUp.objects.filter(
        evening=evening, entrant=entrant, player__in=entrant.members.values("player")
    )
    return not said.filter(comes=False).exists()
