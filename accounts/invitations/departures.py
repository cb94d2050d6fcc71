"""End a membership: leaving a club, or being removed from it. Matches and results are kept."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.invitations.invitation_models import JoinCode, MailedInvitation
from accounts.invitations.links import close
from accounts.models import Club, Membership, Player, Role


@transaction.atomic
def remove_member(*, club: Club, player: Player, actor: Player, now: datetime) -> None:
    """End a membership, and note it in the member log; nothing happens when it has ended. Refuses last-owner.

    Who is removed by another cannot come back by a way known from before: the open link gets another number, the join
    code and open invitations to their addresses end. Who leaves may return by them.

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
    if what == MemberChange.What.REMOVED:
        _end_ways_back(club, player, actor, now)


def _end_ways_back(club: Club, player: Player, actor: Player, now: datetime) -> None:
    """End the ways into the club that a removed member may know."""
    Club.objects.filter(pk=club.pk).update(link_number=F("link_number") + 1)
    if JoinCode.objects.filter(club=club).delete()[0]:
        member_log.add_entry(club=club, player=actor, actor=actor, what=MemberChange.What.CODE_OFF, now=now)
    addresses = {
        each.lower() for each in EmailAddress.objects.filter(user=player).values_list("email", flat=True)
    }
    sent = MailedInvitation.objects.select_for_update().filter(club=club, closed_at=None)
    for invitation in sent.filter(address__in=addresses | {player.email.lower()} - {""}):
        close(invitation, MailedInvitation.Outcome.WITHDRAWN, now=now)
