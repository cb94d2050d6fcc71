"""Invitations to a club: signed links. One anybody may use for a month, one behind the club's code, one a letter.

A link of the first kind is good by itself; the other two are good as long as the code or the letter stands.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.core import signing
from django.db import transaction

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.invitations.invitation_models import JoinCode, MailedInvitation
from accounts.models import Club, Membership, Player, Role
from accounts.outbox_models import Letter
from accounts.services import add_member

SALT: Final = "club-invitation"
LASTS: Final = timedelta(days=30)
"""How long a link, a code and a letter open a club."""
What = MemberChange.What


def invitation_to(club: Club) -> str:
    """The token of a link into `club`, as a member."""
    return signing.dumps(club.pk, salt=SALT)


def invitation_of(way: JoinCode | MailedInvitation) -> str:
    """The token of the link behind a code or in a letter."""
    said = [What.BY_CODE, way.code] if isinstance(way, JoinCode) else [What.BY_MAIL, way.pk]
    return signing.dumps(said, salt=SALT)


def invites_to(token: str, club: Club, *, now: datetime) -> bool:
    """Whether the token opens this club now."""
    return _way(token, club, now) is not None


def join_by(*, token: str, club: Club, player: Player, now: datetime) -> Membership:
    """Who was invited becomes a member, and the club's book says by what; a letter is used up by it.

    A letter's row is locked, so of two who follow one letter one joins. Refuses invitation-over, needs-account.
    """
    with transaction.atomic():
        way = _way(token, club, now, lock=True)
        if way is None:
            raise refuse(Refusal.INVITATION_OVER)
        what, letter = way
        member_before = Membership.objects.filter(club=club, player=player).exists()
        membership = join(club=club, player=player, at=now)
        if letter is not None:
            close(letter, MailedInvitation.Outcome.USED, now=now, used_by=player)
        if not member_before:
            member_log.add_entry(club=club, player=player, actor=player, what=what, now=now)
        return membership


def join(*, club: Club, player: Player, at: datetime) -> Membership:
    """Who was let in becomes a member, a guest of the site a guest of the club."""
    return add_member(club=club, player=player, role=Role.GUEST if player.is_guest else Role.MEMBER, at=at)


def close(
    letter: MailedInvitation,
    outcome: MailedInvitation.Outcome,
    *,
    now: datetime,
    used_by: Player | None = None,
) -> None:
    """The letter opens nothing any more, is not sent, and who it went to is forgotten. Inside a transaction."""
    letter.address = letter.name = letter.greeting = ""
    letter.closed_at, letter.outcome, letter.used_by = now, outcome, used_by
    letter.save(update_fields=["address", "name", "greeting", "closed_at", "outcome", "used_by"])
    Letter.objects.filter(invitation=letter).delete()


def _way(
    token: str, club: Club, now: datetime, *, lock: bool = False
) -> tuple[MemberChange.What, MailedInvitation | None] | None:
    """What the token is of this club that still stands, and its letter."""
    try:
        said = signing.loads(token, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    if said == club.pk:
        return What.BY_LINK, None
    match said:
        case [What.BY_CODE, code]:
            stands = JoinCode.objects.filter(club=club, code=code, until__gt=now).exists()
            return (What.BY_CODE, None) if stands else None
        case [What.BY_MAIL, key]:
            letters = MailedInvitation.objects.filter(pk=key, club=club, closed_at=None, until__gt=now)
            letter = (letters.select_for_update() if lock else letters).first()
            return (What.BY_MAIL, letter) if letter else None
    return None
