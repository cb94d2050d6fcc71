"""The join code of a club: eight letters and digits that are hard to confuse."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.invitations.invitation_models import CODE_LENGTH, JoinCode
from accounts.invitations.links import VALID_FOR
from accounts.models import Club, Player

LETTERS: Final = "BCDFGHJKMNPQRSTVWXZ3479"
"""Characters that are not confused with one another, without vowels so that no words arise; 36 bits per code."""
MISREAD: Final = str.maketrans("8526O0", "BSZGQQ")
"""Characters that are not used, and the ones they are misread for."""


def standing_code(*, club: Club, now: datetime) -> JoinCode | None:
    """The valid code of the club, or None."""
    return JoinCode.objects.filter(club=club, until__gt=now).first()


def make_code(*, club: Club, actor: Player, instead_of: str, now: datetime) -> JoinCode:
    """Return a new code for the club; the old one becomes invalid at once.

    `instead_of` is the code the actor saw, "" for none. If another was made since, that one is returned. The club's row
    is locked.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        standing = standing_code(club=club, now=now)
        if standing is not None and standing.code != instead_of:
            return standing
        fresh = {"code": _free_code(), "until": now + VALID_FOR}
        made, _new = JoinCode.objects.update_or_create(club=club, defaults=fresh)
        member_log.add_entry(club=club, player=actor, actor=actor, what=MemberChange.What.CODE_MADE, now=now)
        return made


def switch_code_off(*, club: Club, actor: Player, now: datetime) -> None:
    """Delete the code of the club; without one nothing changes. The club's row is locked."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if JoinCode.objects.filter(club=club).delete()[0]:
            member_log.add_entry(
                club=club, player=actor, actor=actor, what=MemberChange.What.CODE_OFF, now=now
            )


def code_typed(*, typed: str, now: datetime) -> JoinCode:
    """The valid code that was typed, ignoring case and spacing. Refuses code-unknown in all other cases."""
    found = JoinCode.objects.select_related("club").filter(code=as_code(typed), until__gt=now).first()
    if found is None:
        raise refuse(Refusal.CODE_UNKNOWN)
    return found


def as_code(typed: str) -> str:
    """The typed text in the form in which codes are stored."""
    return "".join(letter for letter in typed.upper() if letter.isalnum()).translate(MISREAD)


def could_be_code(typed: str) -> bool:
    """Whether the typed text has the form of a code."""
    code = as_code(typed)
    return len(code) == CODE_LENGTH and set(code) <= set(LETTERS)


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if not JoinCode.objects.filter(code=code).exists():
            return code
