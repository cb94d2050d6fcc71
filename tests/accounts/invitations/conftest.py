"""Fixtures for codes and invitations by mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core import mail
from django.core.exceptions import ValidationError

from accounts.errors import AccountRefusal
from accounts.invitations import invite_by_mail, make_code
from accounts.models import Club, Player
from accounts.models.clubs import JoinCode, MailedInvitation, MemberChange
from tests.conftest import Clock

What = MemberChange.What


@pytest.fixture(autouse=True)
def _empty_boxes() -> Iterator[None]:
    yield
    mail.outbox.clear()


def refused(code: AccountRefusal, doing: Callable[..., object], **given: object) -> None:
    with pytest.raises(ValidationError) as error:
        doing(**given)
    assert error.value.code == code


def made(club: Club, actor: Player, clock: Clock, instead_of: str = "") -> JoinCode:
    return make_code(club=club, actor=actor, instead_of=instead_of, now=clock())


def invited(club: Club, actor: Player, clock: Clock, **given: str) -> MailedInvitation:
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
