"""The second of a couple with one mail address signs in by a personal link, which the secretary sends by hand."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import signing
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.errors import AccountRefusal
from accounts.invitations import (
    SALT,
    VALID_FOR,
    make_personal_link,
    member_of_personal_link,
    personal_link_of,
    remove_member,
)
from accounts.member_imports import import_members
from accounts.members import is_entry, set_role
from accounts.models import Club, Membership, Player, Role
from accounts.services import add_member, create_club, create_guest
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def toos(club: Club, clock: Clock) -> Membership:
    """The second of a couple: the address of the first is hers in the club's list, and signs in only him."""
    import_members(
        club=club, text="Kees,Kees Bakker,bakkers@example.org\nToos,,bakkers@example.org", now=clock.now
    )
    assert Player.objects.get(nickname="Kees").email == "bakkers@example.org"
    return club.memberships.select_related("player").get(player__nickname="Toos")


def link_on(page: str) -> str:
    """The address of the personal link on the page of a member, without the site."""
    return re.search(r"proof-value\">https?://[^/]+(/[^<]+)<", page)[1]


def test_the_second_of_a_couple_signs_in_and_keeps_the_account(
    club: Club, toos: Membership, owner: Player
) -> None:
    desk, page = client_of(owner), reverse("league:club_member", args=[club.slug, toos.player_id])
    desk.post(reverse("league:club_member_link", args=[club.slug, toos.player_id]))
    link = link_on(desk.get(page).content.decode())
    phone = Client()
    assert "Are you Toos?" in phone.get(link).content.decode()
    assert is_entry(toos.player)
    answer = phone.post(link)
    assert answer["Location"].startswith(reverse("accounts:register"))
    assert phone.session["_auth_user_id"] == str(toos.player_id)
    assert "on this device only" in phone.get(reverse("accounts:profile")).content.decode()
    registered = {"username": "toosje", "password": "achttien klaveren", "next": f"/c/{club.slug}/"}
    assert phone.post(reverse("accounts:register"), registered)["Location"] == f"/c/{club.slug}/"
    assert "on this device only" not in phone.get(reverse("accounts:profile")).content.decode()
    other = Client()
    other.post(reverse("account_login"), {"login": "toosje", "password": "achttien klaveren"})
    assert other.session["_auth_user_id"] == str(toos.player_id)
    assert Client().post(link).status_code == 404
    assert "proof-value" not in desk.get(page).content.decode()
    assert [entry.actor.nickname for entry in AuditEntry.objects.filter(what="used_personal_link")] == [
        "Toos"
    ]
    assert AuditEntry.objects.get(what="made_a_personal_link").actor == owner


def test_who_loses_the_session_before_choosing_a_password_comes_back(
    club: Club, toos: Membership, owner: Player
) -> None:
    desk, page = client_of(owner), reverse("league:club_member", args=[club.slug, toos.player_id])
    door = reverse("league:club_member_link", args=[club.slug, toos.player_id])
    desk.post(door)
    link = link_on(desk.get(page).content.decode())
    lost, again = Client(), Client()
    lost.post(link)
    assert door in desk.get(page).content.decode()
    again.post(link)
    assert again.session["_auth_user_id"] == str(toos.player_id)
    assert again.get(link)["Location"].startswith(reverse("accounts:register"))

    make_personal_link(club=club, player=toos.player, actor=owner, now=timezone.now() + timedelta(seconds=1))
    second = link_on(desk.get(page).content.decode())
    assert Client().post(link).status_code == 404
    third = Client()
    third.post(second)
    registered = {"username": "toosje", "password": "achttien klaveren", "next": f"/c/{club.slug}/"}
    third.post(reverse("accounts:register"), registered)
    assert third.get(reverse("accounts:profile")).status_code == 200
    for device in (lost, again):  # signed in before there was a password
        assert device.get(reverse("accounts:profile")).status_code == 302

    assert Client().post(second).status_code == 404
    assert "proof-value" not in desk.get(page).content.decode()


def register_by_link(club: Club, toos: Membership, owner: Player) -> Client:
    """The phone on which Toos came by the link and chose user name and password, without a mail address."""
    make_personal_link(club=club, player=toos.player, actor=owner, now=timezone.now())
    phone = Client()
    phone.post(reverse("league:club_join", args=[club.slug, personal_link_of(toos, now=timezone.now())]))
    phone.post(reverse("accounts:register"), {"username": "toosje", "password": "achttien klaveren"})
    toos.player.refresh_from_db()
    assert toos.player.has_usable_password()
    return phone


def test_who_lost_phone_or_password_gets_another_link_and_chooses_a_new_password(
    club: Club, toos: Membership, owner: Player
) -> None:
    lost = register_by_link(club, toos, owner)
    desk, page = client_of(owner), reverse("league:club_member", args=[club.slug, toos.player_id])
    later = timezone.now() + timedelta(seconds=1)
    make_personal_link(club=club, player=toos.player, actor=owner, now=later)
    assert toos.player.notices.filter(subject__contains="personal link").exists()
    link = link_on(desk.get(page).content.decode())
    phone = Client()
    assert "other devices end now" in phone.get(link).content.decode()
    choosing = phone.post(link)["Location"]
    assert 'value="toosje"' in phone.get(choosing).content.decode()
    assert lost.get(reverse("accounts:profile")).status_code == 302
    phone.post(choosing, {"username": "toosje", "password": "negentien ruiten"})
    assert Client().post(link).status_code == 404
    toos.player.refresh_from_db()
    assert toos.player.check_password("negentien ruiten")
    assert AuditEntry.objects.filter(what="made_a_personal_link").count() == 2


def test_a_link_ends_when_the_member_chooses_another_password(
    club: Club, toos: Membership, owner: Player
) -> None:
    register_by_link(club, toos, owner)
    make_personal_link(club=club, player=toos.player, actor=owner, now=timezone.now() + timedelta(seconds=1))
    toos.player.set_password("twintig schoppen")
    toos.player.save()
    fresh = Membership.objects.select_related("player").get(pk=toos.pk)
    assert personal_link_of(fresh, now=timezone.now()) == ""


@pytest.mark.parametrize("way", ["address", "mail", "passkey", "staff", "other club", "not by the link"])
def test_no_link_opens_an_account_that_is_more_than_the_clubs(
    club: Club, toos: Membership, owner: Player, players: list[Player], way: str
) -> None:
    register_by_link(club, toos, owner)
    if way == "address":
        EmailAddress.objects.create(user=toos.player, email="toos@example.org", verified=True)
    elif way == "mail":
        Player.objects.filter(pk=toos.player_id).update(email="toos@example.org")
    elif way == "passkey":
        Authenticator.objects.create(user=toos.player, type=Authenticator.Type.WEBAUTHN, data={})
    elif way == "staff":
        Player.objects.filter(pk=toos.player_id).update(is_staff=True)
    elif way == "other club":
        add_member(club=create_club(name="De Stuk", slug="de-stuk", owner=players[2]), player=toos.player)
    else:
        toos.player.member_changes.filter(what="by-own").delete()
    count = AuditEntry.objects.filter(what="made_a_personal_link").count()
    desk = client_of(owner)
    answer = desk.post(reverse("league:club_member_link", args=[club.slug, toos.player_id]), follow=True)
    assert AuditEntry.objects.filter(what="made_a_personal_link").count() == count
    if way != "staff":  # whose page is theirs alone
        assert "makes no personal link for Toos" in answer.content.decode()


def test_a_secretary_makes_no_link_that_gives_more_than_their_own_rights(
    club: Club, toos: Membership, owner: Player, players: list[Player]
) -> None:
    register_by_link(club, toos, owner)
    now = timezone.now() + timedelta(seconds=1)
    bram = players[1]
    set_role(club=club, player=bram, role=Role.SECRETARY, actor=owner, now=now)
    set_role(club=club, player=toos.player, role=Role.ARBITER, actor=owner, now=now)
    with pytest.raises(ValidationError) as refused:
        make_personal_link(club=club, player=toos.player, actor=bram, now=now)
    assert refused.value.code == AccountRefusal.LINK_NEEDS_OWNER
    make_personal_link(club=club, player=toos.player, actor=owner, now=now)


def test_a_guest_of_this_club_alone_comes_back_on_another_phone(
    club: Club, owner: Player, players: list[Player]
) -> None:
    guest = create_guest(nickname="Gast Gerrit")
    membership = add_member(club=club, player=guest, role=Role.GUEST)
    make_personal_link(club=club, player=guest, actor=owner, now=timezone.now())
    link = reverse("league:club_join", args=[club.slug, personal_link_of(membership, now=timezone.now())])
    phone = Client()
    phone.post(link)
    assert phone.session["_auth_user_id"] == str(guest.pk)
    other = create_club(name="De Stuk", slug="de-stuk", owner=players[2])
    add_member(club=other, player=guest, role=Role.GUEST)
    assert Client().post(link).status_code == 404


def test_the_page_for_a_forgotten_password_says_who_helps_without_mail(client: Client) -> None:
    assert "personal link" in client.get(reverse("account_reset_password")).content.decode()


@pytest.mark.parametrize("way", ["address", "passkey", "staff"])
def test_the_link_ends_with_another_way_to_sign_in(
    club: Club, toos: Membership, owner: Player, way: str
) -> None:
    make_personal_link(club=club, player=toos.player, actor=owner, now=timezone.now())
    link = reverse("league:club_join", args=[club.slug, personal_link_of(toos, now=timezone.now())])
    Client().post(link)
    assert Client().get(link).status_code == 200
    if way == "address":
        EmailAddress.objects.create(user=toos.player, email="toos@example.org", verified=True)
    elif way == "passkey":
        Authenticator.objects.create(user=toos.player, type=Authenticator.Type.WEBAUTHN, data={})
    else:
        Player.objects.filter(pk=toos.player_id).update(is_staff=True)
    assert Client().post(link).status_code == 404
    with pytest.raises(ValidationError):
        make_personal_link(club=club, player=toos.player, actor=owner, now=timezone.now())


def test_another_club_makes_no_link_for_who_came_by_one(
    club: Club, toos: Membership, owner: Player, players: list[Player]
) -> None:
    make_personal_link(club=club, player=toos.player, actor=owner, now=timezone.now())
    link = reverse("league:club_join", args=[club.slug, personal_link_of(toos, now=timezone.now())])
    Client().post(link)
    other = create_club(name="De Stuk", slug="de-stuk", owner=players[2])
    theirs = add_member(club=other, player=Player.objects.get(pk=toos.player_id), role=Role.MEMBER)
    door = reverse("league:club_member_link", args=[other.slug, toos.player_id])
    desk = client_of(players[2])
    page = desk.get(reverse("league:club_member", args=[other.slug, toos.player_id]))
    assert page.status_code == 200
    assert door not in page.content.decode()
    desk.post(door)
    assert personal_link_of(theirs, now=timezone.now()) == ""
    ours = reverse("league:club_member_link", args=[club.slug, toos.player_id])
    assert desk.post(ours).status_code in (403, 404)
    assert AuditEntry.objects.filter(what="made_a_personal_link").count() == 1
    assert Client().get(link).status_code == 200
    set_role(club=other, player=toos.player, role=Role.SECRETARY, actor=players[2], now=timezone.now())
    assert Client().get(link).status_code == 404
    remove_member(club=other, player=toos.player, actor=players[2], now=timezone.now())
    remove_member(club=club, player=toos.player, actor=owner, now=timezone.now())
    again = add_member(club=other, player=Player.objects.get(pk=toos.player_id), role=Role.MEMBER)
    with pytest.raises(ValidationError):
        make_personal_link(club=other, player=toos.player, actor=players[2], now=timezone.now())
    assert personal_link_of(again, now=timezone.now()) == ""


def test_a_link_ends_when_its_maker_no_longer_manages_members(
    club: Club, toos: Membership, owner: Player, players: list[Player]
) -> None:
    bram, now = players[1], timezone.now()
    set_role(club=club, player=bram, role=Role.SECRETARY, actor=owner, now=now)
    make_personal_link(club=club, player=toos.player, actor=bram, now=now)
    link = reverse("league:club_join", args=[club.slug, personal_link_of(toos, now=now)])
    assert Client().get(link).status_code == 200
    set_role(club=club, player=bram, role=Role.MEMBER, actor=owner, now=now)
    assert Client().get(link).status_code == 404
    page = reverse("league:club_member", args=[club.slug, toos.player_id])
    assert "proof-value" not in client_of(owner).get(page).content.decode()


def test_the_token_names_the_player(
    club: Club, toos: Membership, owner: Player, players: list[Player]
) -> None:
    make_personal_link(club=club, player=toos.player, actor=owner, now=timezone.now())
    what, key, player = signing.loads(personal_link_of(toos, now=timezone.now()), salt=SALT)
    assert player == toos.player_id
    for wrong in ([what, key], [what, key, players[1].pk]):
        assert member_of_personal_link(signing.dumps(wrong, salt=SALT), club, now=timezone.now()) is None


def test_a_new_link_ends_the_earlier_and_a_month_or_the_end_of_the_membership_ends_each(
    club: Club, toos: Membership, owner: Player, clock: Clock
) -> None:
    def opens(token: str, after: timedelta = timedelta()) -> bool:
        return member_of_personal_link(token, club, now=clock.now + after) is not None

    make_personal_link(club=club, player=toos.player, actor=owner, now=clock.now)
    first = personal_link_of(toos, now=clock.now)
    make_personal_link(club=club, player=toos.player, actor=owner, now=clock.now)
    second = personal_link_of(toos, now=clock.now)
    assert [opens(first), opens(second), opens(second + "x")] == [False, True, False]
    assert not opens(second, after=VALID_FOR)
    remove_member(club=club, player=toos.player, actor=owner, now=clock.now)
    assert not opens(second)


def test_somebody_signed_in_is_told_and_not_made_the_other(
    club: Club, toos: Membership, owner: Player
) -> None:
    make_personal_link(club=club, player=toos.player, actor=owner, now=timezone.now())
    link = reverse("league:club_join", args=[club.slug, personal_link_of(toos, now=timezone.now())])
    kees = client_of(Player.objects.get(nickname="Kees"))
    for answer in (kees.get(link), kees.post(link)):
        assert "This link is for Toos." in answer.content.decode()
    toos.player.refresh_from_db()
    assert is_entry(toos.player)


def test_who_has_an_address_or_an_account_has_no_personal_link(
    club: Club, toos: Membership, owner: Player
) -> None:
    desk = client_of(owner)
    for player in (Player.objects.get(nickname="Kees"), owner):
        door = reverse("league:club_member_link", args=[club.slug, player.pk])
        assert (
            door not in desk.get(reverse("league:club_member", args=[club.slug, player.pk])).content.decode()
        )
        desk.post(door)
    assert not AuditEntry.objects.filter(what="made_a_personal_link").exists()
