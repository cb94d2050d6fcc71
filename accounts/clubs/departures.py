"""Leaving a club, by oneself or shown out. What was played stays with everybody else."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.models import Club, Membership, Player, Role


@transaction.atomic
def remove_member(*, club: Club, player: Player, actor: Player, now: datetime) -> None:
    """End a membership; ending it twice changes nothing. A club never loses its last owner, and its book says who went.

    The owners' rows are locked as in `services.set_role`, so two owners cannot both be the last to go.
    """
    owners = list(Membership.objects.select_for_update().filter(club=club, role=Role.OWNER).order_by("pk"))
    if [owner.player_id for owner in owners] == [player.pk]:
        raise refuse(Refusal.LAST_OWNER)
    membership = Membership.objects.filter(club=club, player=player).first()
    if membership is None:
        return
    membership.delete()
    what = MemberChange.What.LEFT if actor.pk == player.pk else MemberChange.What.REMOVED
    member_log.entered(club=club, player=player, actor=actor, what=what, before=membership.role, now=now)
