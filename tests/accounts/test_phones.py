"""A phone number stands in the list of a club only where its owner wants that, and only members read the list."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from accounts.errors import AccountRefusal
from accounts.member_imports import import_members
from accounts.members import listed_phones, note_phone
from accounts.models import Club, ClubNews, Player, Role
from accounts.personal_data import data_of, erase_account
from accounts.services import add_member
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
NUMBER = "06 - 1234 5678"


@pytest.fixture
def member(club: Club, players: list[Player], clock: Clock) -> Player:
    add_member(club=club, player=players[2], at=clock.now)
    return players[2]


@pytest.fixture
def entry(club: Club, clock: Clock) -> Player:
    """A member without a login."""
    import_members(club=club, text="Truus,Truus Bakker", now=clock.now)
    return Player.objects.get(nickname="Truus")


def saves(player: Player, **said: str) -> int:
    """Save the settings of a player with these fields; the status of the answer."""
    client = client_of(player)
    shown = client.get(reverse("accounts:profile")).context
    forms = (shown["nickname"], shown["preferences"])
    initial = {name: form[name].value() for form in forms for name in form.fields}
    kept = {name: "on" if value is True else value for name, value in initial.items() if value}
    return client.post(reverse("accounts:profile"), {**kept, **said}).status_code


def page_of_members(player: Player, club: Club) -> str:
    answer = client_of(player).get(reverse("league:club_phones", args=[club.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_member_decides_whether_the_number_is_listed(club: Club, member: Player, owner: Player) -> None:
    assert saves(member, phone=NUMBER) == 302
    assert NUMBER not in page_of_members(owner, club)
    assert saves(member, phone_listed="on") == 302
    html = page_of_members(owner, club)
    assert NUMBER in html
    assert 'href="tel:0612345678"' in html
    assert saves(member, phone="") == 302
    assert not listed_phones(club)


@pytest.mark.parametrize(
    ("copied", "kept"),
    [
        ("\u202a+31 6 12345678\u202c", "+31 6 12345678"),
        ("06\u00a01234\u20115678\u200b", "06 1234-5678"),
        ("\ufeff06\u2013 12345678", "06- 12345678"),
    ],
)
def test_signs_that_a_phone_copies_along_are_dropped(
    club: Club, owner: Player, entry: Player, member: Player, copied: str, kept: str
) -> None:
    assert saves(member, phone=copied, phone_listed="on") == 302
    door = reverse("league:club_member_phone", args=[club.slug, entry.pk])
    assert client_of(owner).post(door, {"phone": copied, "phone_listed": "on"}).status_code == 302
    import_members(club=club, text=f"Naam;Telefoon\nWillem;{copied}", now=timezone.now())
    Player.objects.filter(nickname="Willem").update(phone_listed=True)
    assert [each.player.phone for each in listed_phones(club)] == [kept] * 3


@pytest.mark.parametrize(
    ("written", "dialled"),
    [
        ("+31 (0)6 12345678", "+31612345678"),
        ("0031(0)20-1234567", "0031201234567"),
        ("06-1234 5678", "0612345678"),
        ("+31 6 12345678", "+31612345678"),
    ],
)
def test_a_number_is_dialled_as_it_is_meant(written: str, dialled: str) -> None:
    assert Player(phone=written).dialled_phone == dialled


def test_the_number_goes_from_what_the_club_wrote(club: Club, member: Player, clock: Clock) -> None:
    """However it is written there; other numbers stay."""
    Player.objects.filter(pk=member.pk).update(phone="+31 (0)6 1234 5678", phone_listed=True)
    ways = [
        "06-12345678",
        "0612345678",
        "+31612345678",
        "0031 6 12 34 56 78",
        "(06) 1234.5678",
        "+31 (0)6-1234 5678",
    ]
    other = "06-12345679, 1612345678, 0201234567"
    for way in ways:
        ClubNews.objects.create(club=club, text=f"Sleutel: {way}!", at=clock.now)
    Club.objects.filter(pk=club.pk).update(contact=f"Bel {ways[0]} of {other}")
    erase_account(player=member, now=clock.now)
    club.refresh_from_db()
    name = Player.objects.get(pk=member.pk).nickname
    assert club.contact == f"Bel {name} of {other}"
    assert set(ClubNews.objects.values_list("text", flat=True)) == {f"Sleutel: {name}!"}


@pytest.mark.parametrize("typed", ["call me", "06", "06-12345678901234567890", "+31 6 12x", "٠٦١٢٣٤٥٦"])
def test_what_is_no_phone_number_is_refused(member: Player, typed: str) -> None:
    assert saves(member, phone=typed) == 422
    member.refresh_from_db()
    assert member.phone == ""


def test_only_members_read_the_list_of_a_club_that_everybody_sees(
    club: Club, member: Player, guest: Player, make_player: Callable[..., Player], clock: Clock
) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=True)
    Player.objects.filter(pk=member.pk).update(phone=NUMBER, phone_listed=True)
    add_member(club=club, player=guest, role=Role.GUEST, at=clock.now)
    door = reverse("league:club_phones", args=[club.slug])
    for reader in (guest, make_player("Stranger"), None):
        answer = client_of(reader).get(door)
        assert answer.status_code in (302, 403)
        assert NUMBER not in answer.content.decode()
    assert NUMBER in page_of_members(member, club)
    assert door in client_of(member).get(reverse("league:club_members", args=[club.slug])).content.decode()
    assert door not in client_of(guest).get(reverse("league:club_members", args=[club.slug])).content.decode()


def test_guests_of_the_club_and_ended_accounts_are_not_listed(
    club: Club, member: Player, guest: Player, clock: Clock
) -> None:
    add_member(club=club, player=guest, role=Role.GUEST, at=clock.now)
    Player.objects.filter(pk__in=[member.pk, guest.pk]).update(phone=NUMBER, phone_listed=True)
    assert [each.player for each in listed_phones(club)] == [member]
    Player.objects.filter(pk=member.pk).update(is_active=False)
    assert not listed_phones(club)


def test_the_secretary_notes_the_number_of_a_member_without_a_login(
    club: Club, entry: Player, owner: Player
) -> None:
    desk = client_of(owner)
    page = reverse("league:club_member", args=[club.slug, entry.pk])
    door = reverse("league:club_member_phone", args=[club.slug, entry.pk])
    assert door in desk.get(page).content.decode()
    assert desk.post(door, {"phone": "no number"}).status_code == 422
    assert desk.post(door, {"phone": NUMBER}).status_code == 302
    assert not listed_phones(club)
    assert desk.post(door, {"phone": NUMBER, "phone_listed": "on"}).status_code == 302
    assert [(each.real_name, each.player.phone) for each in listed_phones(club)] == [("Truus Bakker", NUMBER)]
    lines = AuditEntry.objects.filter(what="phone_noted")
    assert [line.actor for line in lines] == [owner, owner]
    assert not any(NUMBER in line.before + line.after for line in lines)


def test_the_number_of_who_signs_in_is_not_the_clubs_to_write(
    club: Club, member: Player, owner: Player, clock: Clock
) -> None:
    with pytest.raises(ValidationError) as refused:
        note_phone(club=club, player=member, phone=NUMBER, listed=True, actor=owner, now=clock.now)
    assert refused.value.code == AccountRefusal.PHONE_IS_THEIRS
    door = reverse("league:club_member_phone", args=[club.slug, member.pk])
    desk = client_of(owner)
    assert door not in desk.get(reverse("league:club_member", args=[club.slug, member.pk])).content.decode()
    desk.post(door, {"phone": NUMBER, "phone_listed": "on"})
    member.refresh_from_db()
    assert (member.phone, member.phone_listed) == ("", False)


def test_the_number_is_in_the_own_data_and_goes_with_the_account(
    club: Club, member: Player, clock: Clock
) -> None:
    Player.objects.filter(pk=member.pk).update(phone=NUMBER, phone_listed=True)
    told = data_of(Player.objects.get(pk=member.pk), now=clock.now)
    assert (told["account"]["phone"], told["settings"]["phone_listed"]) == (NUMBER, True)
    erase_account(player=member, now=clock.now)
    gone = Player.objects.get(pk=member.pk)
    assert (gone.phone, gone.phone_listed) == ("", False)
