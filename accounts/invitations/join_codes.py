"""The code a club reads out: eight letters and digits that nobody takes for others, typed by whoever wants to join."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.invitations.invitation_models import CODE_LENGTH, JoinCode
from accounts.invitations.links import LASTS
from accounts.models import Club, Player

LETTERS: Final = "BCDFGHJKMNPQRSTVWXZ3479"
"""None that is read for another, no vowel to make a word of: 36 bits a code."""
READ_FOR: Final = str.maketrans("8526O0", "BSZGQQ")
"""What somebody may read instead, and what was meant."""


def standing_code(*, club: Club, now: datetime) -> JoinCode | None:
    """The code that opens the club now."""
    return JoinCode.objects.filter(club=club, until__gt=now).first()


def make_code(*, club: Club, actor: Player, instead_of: str, now: datetime) -> JoinCode:
    """Give the club a new code; the old one stops at once.

    `instead_of` is the code the actor saw, "" for none: where somebody made another meanwhile, that one stays. The
    club's row is locked.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        standing = standing_code(club=club, now=now)
        if standing is not None and standing.code != instead_of:
            return standing
        fresh = {"code": _free_code(), "until": now + LASTS}
        made, _new = JoinCode.objects.update_or_create(club=club, defaults=fresh)
        member_log.add_entry(club=club, player=actor, actor=actor, what=MemberChange.What.CODE_MADE, now=now)
        return made


def switch_code_off(*, club: Club, actor: Player, now: datetime) -> None:
    """No code opens the club any more; doing it twice changes nothing. The club's row is locked."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if JoinCode.objects.filter(club=club).delete()[0]:
            member_log.add_entry(
                club=club, player=actor, actor=actor, what=MemberChange.What.CODE_OFF, now=now
            )


def code_typed(*, typed: str, now: datetime) -> JoinCode:
    """The standing code somebody typed, in whatever case and spacing. Refuses code-unknown, for whatever reason."""
    found = JoinCode.objects.select_related("club").filter(code=as_code(typed), until__gt=now).first()
    if found is None:
        raise refuse(Refusal.CODE_UNKNOWN)
    return found


def as_code(typed: str) -> str:
    """What was typed, as codes are kept."""
    return "".join(letter for letter in typed.upper() if letter.isalnum()).translate(READ_FOR)


def could_be_code(typed: str) -> bool:
    """Whether what was typed has the shape of a club's code."""
    code = as_code(typed)
    return len(code) == CODE_LENGTH and set(code) <= set(LETTERS)


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if not JoinCode.objects.filter(code=code).exists():
            return code
