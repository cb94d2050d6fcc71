"""End a membership: leaving a club, or being removed from it. Matches and results are kept."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.models import Club, Membership, Player, Role


@transaction.atomic
def remove_member(*, club: Club, player: Player, actor: Player, now: datetime) -> None:
    """End a membership, and note it in the member log; nothing happens when it has ended. Refuses last-owner.

    The owners' rows are locked as in `roles.set_role`, so two owners cannot both be the last to go.
    """
    owners = list(Membership.objects.select_for_update().filter(club=club, role=Role.OWNER).order_by("pk"))
    if [owner.player_id for owner in owners] == [player.pk]:
        raise refuse(Refusal.LAST_OWNER)
    membership = Membership.objects.filter(club=club, player=player).first()
    if membership is None:
        return
    membership.delete()
    what = MemberChange.What.LEFT if actor.pk == player.pk else MemberChange.What.REMOVED
    member_log.add_entry(club=club, player=player, actor=actor, what=what, before=membership.role, now=now)
