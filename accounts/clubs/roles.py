"""The role of a member in a club."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.models import Club, Membership, Player, Role


@transaction.atomic
def set_role(*, club: Club, player: Player, role: str, actor: Player, now: datetime) -> Membership:
    """Change the role of the member `player` and log it. Refuses not-a-member, needs-account, last-owner.

    The owners' rows are locked in the order of their keys; SQLite has one writer anyway.
    """
    owners = list(Membership.objects.select_for_update().filter(club=club, role=Role.OWNER).order_by("pk"))
    membership = Membership.objects.select_for_update().filter(club=club, player=player).first()
    if membership is None:
        raise refuse(Refusal.NOT_A_MEMBER)
    if player.is_guest and role != Role.GUEST:
        raise refuse(Refusal.NEEDS_ACCOUNT)
    if membership.role == Role.OWNER and role != Role.OWNER and len(owners) == 1:
        raise refuse(Refusal.LAST_OWNER)
    if membership.role != role:
        changed = {"before": membership.role, "after": Role(role)}
        member_log.add_entry(
            club=club, player=player, actor=actor, what=MemberChange.What.ROLE, now=now, **changed
        )
    membership.role = Role(role)
    membership.save(update_fields=["role"])
    return membership
