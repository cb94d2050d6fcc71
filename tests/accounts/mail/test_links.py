"""Mail leads to the site itself: to its first origin, or in local play to the address the server printed.

A request names any address of the network in its Host header, and a password reset would lead there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import site_address
from accounts.models import Player
from accounts.models.messages import AccountMail
from tests.conftest import PASSWORD

FORGED = "192.168.66.6:8000"
PRINTED = "http://192.168.1.7:8123"
LINK = re.compile(r"https?://[^/\s]+")


@pytest.fixture(autouse=True)
def _forget_the_printed_address() -> Iterator[None]:
    yield
    site_address.remember_origin("")


@pytest.fixture
def confirmed_address(players: list[Player]) -> str:
    """The confirmed address of a player."""
    EmailAddress.objects.create(user=players[0], email="anna@example.org", verified=True, primary=True)
    Player.objects.filter(pk=players[0].pk).update(email="anna@example.org")
    return "anna@example.org"


def write_every_mail(known: str) -> list[AccountMail]:
    """Ask for each kind of mail about signing in, with a forged Host header."""
    client = Client(headers={"Host": FORGED})
    for address in (known, "nobody@example.org"):
        assert client.post("/accounts/password/reset/", {"email": address}).status_code == 302
    for name, address in (("Known", known), ("New", "new@example.org")):
        given = {"nickname": name, "username": name.lower(), "email": address}
        given |= {"password1": PASSWORD, "password2": PASSWORD}
        assert Client(headers={"Host": FORGED}).post("/accounts/signup/", given).status_code == 302
    assert client.post("/accounts/login/code/", {"email": known}).status_code == 302
    written = list(AccountMail.objects.order_by("pk"))
    assert len(written) == 5
    return written


def test_mail_of_a_public_site_leads_to_its_first_origin(settings, confirmed_address: str) -> None:
    settings.SITE_ORIGINS = ["https://club.example", "https://www.club.example"]
    written = write_every_mail(confirmed_address)
    assert {link for mail in written for link in LINK.findall(mail.body)} == {"https://club.example"}
    assert not any("192.168.66.6" in mail.subject + mail.body for mail in written)
    assert all("[Kraken card club]" in mail.subject for mail in written)
    assert {mail.to: mail.body.splitlines()[0] for mail in written} == {
        confirmed_address: "Hello Anna,",
        "nobody@example.org": "Hello,",
        "new@example.org": "Hello New,",
    }
    assert all(mail.body.endswith("Kraken card club") for mail in written)


def test_mail_of_local_play_leads_to_the_address_the_server_printed(settings, confirmed_address: str) -> None:
    settings.SITE_ORIGINS = []
    site_address.remember_origin(PRINTED)
    written = write_every_mail(confirmed_address)
    assert {link for mail in written for link in LINK.findall(mail.body)} == {PRINTED}
    assert not any("192.168.66.6" in mail.subject + mail.body for mail in written)
    assert not any("192.168.1.7" in LINK.sub("", mail.subject + mail.body) for mail in written)


def test_a_link_to_reset_a_password_works_at_the_printed_address(settings, confirmed_address: str) -> None:
    settings.SITE_ORIGINS = []
    site_address.remember_origin(PRINTED)
    Client(headers={"Host": FORGED}).post("/accounts/password/reset/", {"email": confirmed_address})
    link = re.search(rf"{re.escape(PRINTED)}(/\S+)", AccountMail.objects.get().body)
    assert link is not None
    page = Client(headers={"Host": "192.168.1.7:8123"}).get(link[1], follow=True)
    assert b'name="password1"' in page.content


def test_notices_and_invitations_lead_to_the_printed_address_too(settings) -> None:
    settings.SITE_ORIGINS = []
    assert site_address.absolute_url("/me/") == f"http://localhost:{settings.SERVE_PORT}/me/"
    site_address.remember_origin(PRINTED)
    assert site_address.absolute_url("/me/") == f"{PRINTED}/me/"
