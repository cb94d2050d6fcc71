"""Fixtures for codes and invitations by mail."""

from __future__ import annotations

from accounts.invitations import invite_by_mail, make_code
from accounts.models import Club, Player
from accounts.models.clubs import JoinCode, MailedInvitation, MemberChange
from tests.conftest import Clock

What = MemberChange.What


def create_code(club: Club, actor: Player, clock: Clock, instead_of: str = "") -> JoinCode:
    return make_code(club=club, actor=actor, instead_of=instead_of, now=clock())


def invite(club: Club, actor: Player, clock: Clock, **given: str) -> MailedInvitation:
    fields = {
        "address": "Kees@Example.org",
        "name": "Kees",
        "greeting": "Donderdag?",
        "language": "en",
        **given,
    }
    return invite_by_mail(club=club, actor=actor, now=clock(), **fields)


def member_log(club: Club) -> list[tuple[int, str]]:
    return list(MemberChange.objects.filter(club=club).order_by("pk").values_list("player", "what"))
