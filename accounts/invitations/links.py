"""Signed links into a club: one that anybody may use for a month, one for the join code, one per mailed invitation.

The first kind holds the number of the club's link and ends when the club raises it; the other two are valid as long as
the code or the invitation is.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.core import signing
from django.db import transaction

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.invitations.invitation_models import JoinCode, MailedInvitation
from accounts.message_models.queue import QueuedMessage
from accounts.models import Club, Membership, Player, Role
from accounts.services import add_member

SALT: Final = "club-invitation"
VALID_FOR: Final = timedelta(days=30)
"""Validity of a link, a code and a mailed invitation."""
What = MemberChange.What


def invitation_to(club: Club) -> str:
    """The token of the link into `club` that anybody may use, valid while the club's link is on and this one."""
    return signing.dumps([What.BY_LINK, club.pk, club.link_number], salt=SALT)


def renew_link(*, club: Club, actor: Player, instead_of: int, now: datetime) -> None:
    """Make a new open link and end the old one, unless another was made since `instead_of`. Locks the club's row."""
    with transaction.atomic():
        standing = Club.objects.select_for_update().get(pk=club.pk)
        if standing.link_is_on and standing.link_number != instead_of:
            return
        _raise_link_number(standing, is_on=True)
        member_log.add_entry(club=club, player=actor, actor=actor, what=What.LINK_MADE, now=now)


def switch_link_off(*, club: Club, actor: Player, now: datetime) -> None:
    """End the open link until a new one is made; without one nothing changes. Locks the club's row."""
    with transaction.atomic():
        standing = Club.objects.select_for_update().get(pk=club.pk)
        if standing.link_is_on:
            _raise_link_number(standing, is_on=False)
            member_log.add_entry(club=club, player=actor, actor=actor, what=What.LINK_OFF, now=now)


def _raise_link_number(club: Club, *, is_on: bool) -> None:
    club.link_is_on, club.link_number = is_on, club.link_number + 1
    club.save(update_fields=["link_is_on", "link_number"])


def invitation_of(way: JoinCode | MailedInvitation) -> str:
    """The token of the link for a code or a mailed invitation."""
    content = [What.BY_CODE, way.code] if isinstance(way, JoinCode) else [What.BY_MAIL, way.pk]
    return signing.dumps(content, salt=SALT)


def invites_to(token: str, club: Club, *, now: datetime) -> bool:
    """Whether the token is valid for this club now."""
    return _resolve(token, club, now) is not None


def join_by(*, token: str, club: Club, player: Player, now: datetime) -> Membership:
    """Return the membership of `player`, created and logged with the kind of invitation; a mailed one is closed.

    The row of a mailed invitation is locked, so it can be used once. Refuses invitation-over, needs-account.
    """
    with transaction.atomic():
        resolved = _resolve(token, club, now, lock=True)
        if resolved is None:
            raise refuse(Refusal.INVITATION_OVER)
        what, invitation = resolved
        member_before = Membership.objects.filter(club=club, player=player).exists()
        membership = join(club=club, player=player, at=now)
        if invitation is not None:
            close(invitation, MailedInvitation.Outcome.USED, now=now, used_by=player)
        if not member_before:
            member_log.add_entry(club=club, player=player, actor=player, what=what, now=now)
        return membership


def join(*, club: Club, player: Player, at: datetime) -> Membership:
    """Return the membership of `player`, with the role guest for a guest of the site."""
    return add_member(club=club, player=player, role=Role.GUEST if player.is_guest else Role.MEMBER, at=at)


def close(
    invitation: MailedInvitation,
    outcome: MailedInvitation.Outcome,
    *,
    now: datetime,
    used_by: Player | None = None,
) -> None:
    """Close the invitation, delete its waiting mail and clear its recipient. Inside a transaction."""
    invitation.address = invitation.name = invitation.greeting = ""
    invitation.closed_at, invitation.outcome, invitation.used_by = now, outcome, used_by
    invitation.save(update_fields=["address", "name", "greeting", "closed_at", "outcome", "used_by"])
    QueuedMessage.objects.filter(invitation=invitation).delete()


def _resolve(
    token: str, club: Club, now: datetime, *, lock: bool = False
) -> tuple[MemberChange.What, MailedInvitation | None] | None:
    """The kind of a token that is valid for this club, with its mailed invitation if any; else None."""
    try:
        content = signing.loads(token, salt=SALT, max_age=VALID_FOR)
    except signing.BadSignature:
        return None
    match content:
        case int() | [What.BY_LINK, _, _]:
            return (What.BY_LINK, None) if _is_open_link(content, club, lock=lock) else None
        case [What.BY_CODE, code]:
            stands = JoinCode.objects.filter(club=club, code=code, until__gt=now).exists()
            return (What.BY_CODE, None) if stands else None
        case [What.BY_MAIL, key]:
            open_ones = MailedInvitation.objects.filter(pk=key, club=club, closed_at=None, until__gt=now)
            invitation = (open_ones.select_for_update() if lock else open_ones).first()
            return (What.BY_MAIL, invitation) if invitation else None
    return None


def _is_open_link(content: Any, club: Club, *, lock: bool) -> bool:
    """Whether the content of a token is the club's open link. Its number alone, as it was once, is that of number 0."""
    clubs = Club.objects.select_for_update() if lock else Club.objects
    standing = clubs.get(pk=club.pk)
    known = [[What.BY_LINK, club.pk, standing.link_number], *([club.pk] if standing.link_number == 0 else [])]
    return standing.link_is_on and content in known
