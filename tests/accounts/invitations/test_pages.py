"""Pages for inviting and joining: every wrong code has one answer, and signing in leads back."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.invitations import invitation_of, make_code
from accounts.models import Club, Membership, Player, Role
from accounts.models.clubs import JoinCode, MailedInvitation
from tests.accounts.invitations.conftest import invite
from tests.accounts.mail.sending import send_due
from tests.clients import client_of
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
INVITE = "/c/de-roem/invite/"
WRONG = "That code does not work."


@pytest.fixture
def code(club: Club, players: list[Player]) -> JoinCode:
    return make_code(club=club, actor=players[0], instead_of="", now=timezone.now())


@pytest.fixture
def anna(club: Club, players: list[Player]) -> Client:
    """A client signed in as the owner."""
    return client_of(players[0])


def address_of_code(client: Client, code: str) -> str:
    """The URL to which a typed code leads."""
    answer = client.post("/clubs/join/", {"code": code})
    assert answer.status_code == 302
    return str(answer["Location"])


def test_a_signed_in_player_types_the_code_and_is_a_member(
    club: Club, code: JoinCode, players: list[Player]
) -> None:
    cleo = client_of(players[2])
    address = address_of_code(cleo, code.shown.lower())
    assert "De Roem" in cleo.get(address).content.decode()
    assert cleo.post(address)["Location"] == "/c/de-roem/"
    assert Membership.objects.get(club=club, player=players[2]).role == Role.MEMBER


def test_a_visitor_with_a_code_becomes_a_guest_and_returns_to_the_code(
    club: Club, code: JoinCode, client: Client
) -> None:
    address = address_of_code(client, code.code)
    page = client.get(address).content.decode()
    for way in ("/guest/", "/accounts/login/", "/accounts/signup/"):
        assert f'href="{way}?next={quote(address)}"' in page
    assert client.post("/guest/", {"nickname": "Kees", "next": address})["Location"] == address
    client.post(address)
    assert Membership.objects.get(club=club, player__nickname="Kees").role == Role.GUEST


def test_a_visitor_with_an_account_signs_in_and_returns_to_the_code(
    club: Club, code: JoinCode, players: list[Player], client: Client
) -> None:
    address = address_of_code(client, code.code)
    data = {"login": "cleo", "password": PASSWORD, "next": address}
    assert client.post("/accounts/login/", data)["Location"] == address


def test_every_wrong_code_gets_the_same_answer(
    club: Club, code: JoinCode, players: list[Player], anna: Client, client: Client
) -> None:
    anna.post(f"{INVITE}code/", {"instead_of": code.code})
    gone = code.code
    JoinCode.objects.update(until=timezone.now())
    expired = JoinCode.objects.get().code
    answers = [client.post("/clubs/join/", {"code": each}) for each in (gone, expired, "BCDF-GHJK", "x")]
    assert [answer.status_code for answer in answers] == [422] * 4
    for answer in answers:
        page = answer.content.decode()
        assert page.count(WRONG) == 1
        assert "De Roem" not in page


def test_code_attempts_are_limited_even_for_the_right_code(
    club: Club, code: JoinCode, players: list[Player]
) -> None:
    cleo = client_of(players[2])
    tries = [cleo.post("/clubs/join/", {"code": "BCDFGHJK"}).status_code for _time in range(12)]
    assert tries == [422] * 12
    answer = cleo.post("/clubs/join/", {"code": code.code})
    assert answer.status_code == 429
    assert "Too many codes were tried here." in answer.content.decode()
    assert address_of_code(client_of(players[3]), code.code)


@pytest.mark.slow
def test_code_attempts_of_visitors_are_counted_by_address(club: Club, code: JoinCode) -> None:
    for _time in range(120):
        Client().post("/clubs/join/", {"code": "BCDFGHJK"})
    assert Client().post("/clubs/join/", {"code": code.code}).status_code == 429
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert address_of_code(elsewhere, code.code)


def test_the_code_field_of_the_lobby_accepts_a_clubs_code(club: Club, code: JoinCode, client: Client) -> None:
    answer = client.get("/t/join/", {"code": code.shown})
    assert answer["Location"] == f"/clubs/join/?code={code.code}"
    page = client.get(answer["Location"]).content.decode()
    assert f'value="{code.code}"' in page
    assert client.get("/t/join/", {"code": "BCDFGH"}).status_code == 422


def test_a_secretary_makes_replaces_and_switches_off_the_code(club: Club, anna: Client) -> None:
    assert "Make a code" in anna.get(INVITE).content.decode()
    anna.post(f"{INVITE}code/")
    first = JoinCode.objects.get()
    assert first.shown in anna.get(INVITE).content.decode()
    anna.post(f"{INVITE}code/", {"instead_of": first.code})
    second = JoinCode.objects.get()
    assert second.code != first.code
    anna.post(f"{INVITE}code/", {"instead_of": first.code})
    assert JoinCode.objects.get().code == second.code
    anna.post(f"{INVITE}code/off/")
    assert not JoinCode.objects.exists()


def test_inviting_does_not_reveal_which_addresses_have_accounts(
    club: Club, players: list[Player], anna: Client
) -> None:
    EmailAddress.objects.create(user=players[2], email="cleo@example.org", verified=True)
    pages = []
    for address in ("cleo@example.org", "nobody@example.org"):
        answer = anna.post(INVITE, {"address": address})
        assert (answer.status_code, answer["Location"]) == (302, INVITE)
        page = anna.get(INVITE)
        assert "The invitation is on its way." in page.content.decode()
        pages.append((page.status_code, [str(each) for each in page.context["messages"]]))
        MailedInvitation.objects.all().delete()
    assert pages[0] == pages[1]


def test_an_invalid_address_is_refused_and_the_form_stays_filled(club: Club, anna: Client) -> None:
    answer = anna.post(INVITE, {"address": "kees.example.org", "greeting": "Tot snel"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "That is not a mail address. It looks like name@example.org." in page
    assert 'value="kees.example.org"' in page
    assert 'value="Tot snel"' in page
    assert anna.post(INVITE, {"address": "k@example.org", "greeting": "x" * 201}).status_code == 422
    assert not MailedInvitation.objects.exists()


def test_markup_is_escaped_on_every_page(club: Club, anna: Client) -> None:
    markup = '<img src=x hx-get="/" onerror=alert(1)>'
    wrong = {"address": markup, "name": markup, "greeting": markup}
    assert markup not in anna.post(INVITE, wrong).content.decode()
    anna.post(INVITE, {**wrong, "address": "k@example.org"})
    page = anna.get(INVITE).content.decode()
    assert markup not in page
    assert "&lt;img src=x" in page


def test_one_address_gets_three_invitations_a_day_from_all_senders(
    club: Club, players: list[Player], anna: Client
) -> None:
    for time in range(3):
        anna.post(INVITE, {"address": "k@example.org", "greeting": f"Invitation {time}"})
        MailedInvitation.objects.all().delete()
    answer = anna.post(INVITE, {"address": "K@example.org"})
    assert answer.status_code == 422
    assert "No more mail goes to that address today." in answer.content.decode()


def test_the_list_shows_open_and_used_invitations_and_withdrawing_ends_the_link(
    club: Club, players: list[Player], anna: Client
) -> None:
    for name in ("kees", "jan"):
        anna.post(INVITE, {"address": f"{name}@example.org", "name": name.title()})
    kees, jan = MailedInvitation.objects.order_by("pk")
    page = anna.get(INVITE).content.decode()
    assert "kees@example.org" in page
    assert "invited by Anna" in page
    addresses = [f"/c/de-roem/join/{invitation_of(each)}/" for each in (kees, jan)]
    anna.post(f"{INVITE}{kees.pk}/withdraw/")
    cleo = client_of(players[2])
    assert cleo.get(addresses[0]).status_code == 404
    cleo.post(addresses[1])
    page = anna.get(INVITE).content.decode()
    assert "example.org" not in page.replace("name@example.org", "")
    assert "<b>Cleo</b>" in page
    assert "joined" in page
    assert "withdrawn" in page
    assert cleo.get(addresses[1])["Location"] == "/c/de-roem/"  # a member opened the link again


def test_an_invalid_invitation_page_names_no_club(club: Club, code: JoinCode, client: Client) -> None:
    address = address_of_code(client, code.code)
    JoinCode.objects.all().delete()
    pages = [client.get(each) for each in (address, "/c/de-roem/join/forged/", "/c/no-such/join/forged/")]
    assert [page.status_code for page in pages] == [404] * 3
    for page in pages:
        assert "This invitation does not work any more." in page.content.decode()
        assert "De Roem" not in page.content.decode()


def test_a_plain_member_cannot_invite(club: Club, players: list[Player]) -> None:
    bram = client_of(players[1])
    assert bram.post(INVITE, {"address": "k@example.org"}).status_code == 403
    assert bram.post(f"{INVITE}code/").status_code == 403
    assert INVITE not in bram.get("/c/de-roem/").content.decode()
    assert not MailedInvitation.objects.exists()


def test_the_page_of_invitations_keeps_the_card_letters_of_the_player(club: Club, anna: Client) -> None:
    assert 'data-letters="en"' in anna.get(INVITE).content.decode()


def test_an_invitation_says_what_its_link_does_and_a_name_is_enough_to_join(
    club: Club, players: list[Player], client: Client
) -> None:
    invite(club, players[0], timezone.now)
    send_due(timezone.now())
    (message,) = mail.outbox
    assert "Following the link costs nothing" in message.body
    link = next(line for line in message.body.splitlines() if "/join/" in line)
    address = link[link.index("/c/") :]
    page = client.get(address).content.decode()
    assert "A name is enough to come as a guest; an account can come later." in page
    assert client.post("/guest/", {"nickname": "Kees", "next": address})["Location"] == address
    assert client.post(address).status_code == 302
    assert Membership.objects.get(club=club, player__nickname="Kees").role == Role.GUEST
