"""A secretary gives a member without a login an address; the mail to it is the way to take the entry over."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import member_imports
from accounts.errors import AccountRefusal
from accounts.member_imports import give_address, import_and_welcome, import_members
from accounts.members import is_entry
from accounts.models import Club, Player
from accounts.models.messages import AccountMail, QueuedMessage
from accounts.raw_lists import read_text
from accounts.services import add_member, create_club
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
ADDRESS = "truus@example.org"


@pytest.fixture
def truus(club: Club, clock: Clock) -> Player:
    """An entry of the club's list without a login and without mail."""
    import_members(club=club, text="Truus,Truus Bakker", now=clock.now)
    return Player.objects.get(nickname="Truus")


def gives(club: Club, player: Player, owner: Player, clock: Clock, address: str = ADDRESS) -> None:
    give_address(club=club, player=player, address=address, actor=owner, now=clock.now)


def refusal(club: Club, player: Player, owner: Player, clock: Clock, address: str = ADDRESS) -> str | None:
    with pytest.raises(ValidationError) as refused:
        gives(club, player, owner, clock, address)
    return refused.value.code


def signs_in(address: str) -> Client:
    """A device that asked for a code at this address and typed it."""
    device = Client()
    device.post(reverse("account_request_login_code"), {"email": address})
    (code,) = re.findall(r"^([A-Z0-9-]{6,9})$", AccountMail.objects.latest("pk").body, re.MULTILINE)
    device.post(reverse("account_confirm_login_code"), {"code": code})
    return device


def test_the_address_is_invited_and_signs_in_as_the_entry(
    club: Club, truus: Player, owner: Player, clock: Clock
) -> None:
    desk = client_of(owner)
    page = reverse("league:club_member", args=[club.slug, truus.pk])
    door = reverse("league:club_member_mail", args=[club.slug, truus.pk])
    assert door in desk.get(page).content.decode()
    assert desk.post(door, {"address": "nonsense"}).status_code == 422
    assert desk.post(door, {"address": ADDRESS}).status_code == 302
    told = QueuedMessage.objects.get().account_mail
    assert told.to == ADDRESS
    assert reverse("account_request_login_code") in told.body
    after = desk.get(page).content.decode()
    assert door not in after
    assert ADDRESS in after
    assert AuditEntry.objects.get(what="invited_by_mail").actor == owner
    device = signs_in(ADDRESS)
    assert device.session["_auth_user_id"] == str(truus.pk)
    truus.refresh_from_db()
    assert not is_entry(truus)


def test_no_account_is_given_an_address(
    club: Club, players: list[Player], owner: Player, clock: Clock
) -> None:
    """One with a password, one whose code signed them in, and one that another club has too."""
    member = players[2]
    add_member(club=club, player=member, at=clock.now)
    assert refusal(club, member, owner, clock) == AccountRefusal.ADDRESS_IS_THEIRS
    member.set_unusable_password()
    member.last_login = clock.now
    member.save()
    assert refusal(club, member, owner, clock) == AccountRefusal.ADDRESS_IS_THEIRS
    member.last_login = None
    member.save()
    other = create_club(name="Elsewhere", slug="elsewhere", owner=players[3], at=clock.now)
    add_member(club=other, player=member, at=clock.now)
    assert refusal(club, member, owner, clock) == AccountRefusal.ADDRESS_IS_THEIRS
    member.refresh_from_db()
    assert member.email == ""
    assert not QueuedMessage.objects.exists()
    desk = client_of(owner)
    door = reverse("league:club_member_mail", args=[club.slug, member.pk])
    assert desk.post(door, {"address": ADDRESS}, follow=True).status_code == 200
    assert not QueuedMessage.objects.exists()


def test_an_address_is_given_once(club: Club, truus: Player, owner: Player, clock: Clock) -> None:
    """With a second one the club could sign in as somebody who signed in with the first."""
    gives(club, truus, owner, clock)
    assert refusal(club, truus, owner, clock, "other@example.org") == AccountRefusal.ADDRESS_IS_THEIRS
    imported = "Gerda,,gerda@example.org\n"
    import_and_welcome(club=club, raw=read_text(imported), actor=owner, now=clock.now)
    gerda = Player.objects.get(nickname="Gerda")
    assert refusal(club, gerda, owner, clock) == AccountRefusal.ADDRESS_IS_THEIRS


@pytest.mark.parametrize("address", [ADDRESS, "Typo@example.org"])
def test_an_address_of_the_list_that_was_never_mailed_can_be_mended_and_invited(
    club: Club, owner: Player, clock: Clock, address: str
) -> None:
    """The list was taken in without mails, and the address in it may be wrong."""
    raw = read_text("Naam,Mail\nTruus,typo@example.org")
    import_and_welcome(club=club, raw=raw, actor=owner, now=clock.now, tell=False)
    truus = Player.objects.get(nickname="Truus")
    page = client_of(owner).get(reverse("league:club_member", args=[club.slug, truus.pk])).content.decode()
    assert 'value="typo@example.org"' in page
    gives(club, truus, owner, clock, address)
    truus.refresh_from_db()
    assert (truus.email, club.memberships.get(player=truus).listed_mail) == (address, address)
    assert QueuedMessage.objects.get().account_mail.to == address
    assert refusal(club, truus, owner, clock, "third@example.org") == AccountRefusal.ADDRESS_IS_THEIRS


@pytest.mark.parametrize("proved", [True, False])
def test_an_address_of_somebody_else_stays_in_the_list_only(
    club: Club, truus: Player, players: list[Player], owner: Player, clock: Clock, proved: bool
) -> None:
    """The club reads the same as with an address that nobody has."""
    if proved:
        EmailAddress.objects.create(user=players[2], email=ADDRESS, verified=True, primary=True)
    else:
        Player.objects.filter(pk=players[2].pk).update(email=ADDRESS.upper())
    gives(club, truus, owner, clock)
    truus.refresh_from_db()
    assert truus.email == ""
    assert club.memberships.get(player=truus).listed_mail == ADDRESS
    assert not QueuedMessage.objects.exists()
    assert refusal(club, truus, owner, clock, "other@example.org") == AccountRefusal.ADDRESS_IS_THEIRS


def test_only_members_of_the_own_club_and_so_many_a_day(
    club: Club, truus: Player, players: list[Player], owner: Player, clock: Clock, monkeypatch
) -> None:
    assert refusal(club, players[3], owner, clock) == AccountRefusal.NOT_A_MEMBER
    assert refusal(club, truus, owner, clock, "truus@") == AccountRefusal.ADDRESS_WRONG
    monkeypatch.setattr(member_imports, "MAX_IMPORTED_A_DAY", 0)
    assert refusal(club, truus, owner, clock) == AccountRefusal.INVITED_ENOUGH
    assert not QueuedMessage.objects.exists()
