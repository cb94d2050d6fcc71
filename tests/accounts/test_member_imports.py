"""Imported members with an address are told by mail, once, and only where the secretary wants that."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse

from accounts import member_imports
from accounts.member_imports import import_and_welcome
from accounts.models import Club, Player
from accounts.models.messages import QueuedMessage
from accounts.raw_lists import read_text
from tests.accounts.mail.sending import send_due
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
LIST = "Eefje,Eefje de Boer,eefje@example.org\nFopke,Fopke Wit,\nGerda,,gerda@example.org\n"


def test_each_with_an_address_gets_one_mail_from_the_outbox(club: Club, owner: Player, clock: Clock) -> None:
    assert import_and_welcome(club=club, raw=read_text(LIST), actor=owner, now=clock.now) == (3, 2, ())
    assert QueuedMessage.objects.count() == 2
    send_due(clock.now)
    send_due(clock.now)
    assert sorted(each.to for each in mail.outbox) == [["eefje@example.org"], ["gerda@example.org"]]
    (to_eefje,) = [each for each in mail.outbox if each.to == ["eefje@example.org"]]
    assert club.name in to_eefje.subject
    assert "Eefje de Boer" in to_eefje.body
    assert reverse("account_request_login_code") in to_eefje.body


def test_a_fault_tells_nobody(club: Club, owner: Player, clock: Clock) -> None:
    made, told, faults = import_and_welcome(
        club=club, raw=read_text(f"{LIST}Eefje\n"), actor=owner, now=clock.now
    )
    assert (made, told, [fault.line for fault in faults]) == (0, 0, [4])
    assert not QueuedMessage.objects.exists()


def test_an_address_of_another_player_gets_no_mail(
    club: Club, owner: Player, make_player, clock: Clock
) -> None:
    known = make_player("Known")
    Player.objects.filter(pk=known.pk).update(email="eefje@example.org")
    assert import_and_welcome(club=club, raw=read_text(LIST), actor=owner, now=clock.now)[:2] == (3, 1)


def test_a_club_tells_a_limited_number_a_day(
    club: Club, owner: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(member_imports, "MAX_IMPORTED_A_DAY", 3)

    def told(first: int) -> int:
        text = "\n".join(f"N{number},,n{number}@example.org" for number in (first, first + 1))
        return import_and_welcome(club=club, raw=read_text(text), actor=owner, now=clock.now)[1]

    assert [told(1), told(3), told(5)] == [2, 1, 0]
    clock.now += timedelta(days=1, seconds=1)
    assert told(7) == 2


@pytest.mark.parametrize(("tick", "mails"), [({"tell": "on"}, 2), ({}, 0)])
def test_the_page_tells_them_where_its_box_is_ticked(
    club: Club, owner: Player, tick: dict[str, str], mails: int
) -> None:
    door = reverse("league:club_members_import", args=[club.slug])
    desk = client_of(owner)
    assert 'name="tell"' in desk.get(door).content.decode()
    assert desk.post(door, {"pasted": LIST, "confirm": "on", **tick}).status_code == 302
    assert QueuedMessage.objects.count() == mails
