"""Invitations to a club: a signed link that whoever has it may use for a month."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core import signing

from accounts.models import Club, Membership, Player, Role
from accounts.services import add_member

SALT: Final = "club-invitation"
LASTS: Final = timedelta(days=30)


def invitation_to(club: Club) -> str:
    """The token of a link into `club`, as a member."""
    return signing.dumps(club.pk, salt=SALT)


def invites_to(token: str, club: Club) -> bool:
    """Whether the token opens this club and is not too old."""
    try:
        return bool(signing.loads(token, salt=SALT, max_age=LASTS) == club.pk)
    except signing.BadSignature:
        return False


def join(*, club: Club, player: Player) -> Membership:
    """Who was invited becomes a member, a guest of the site a guest of the club."""
    return add_member(club=club, player=player, role=Role.GUEST if player.is_guest else Role.MEMBER)
