"""Wrong passwords lock out the guessing address, not the owner of the account."""

from __future__ import annotations

import hashlib

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import Player
from accounts.sign_in import COOKIE, MANY_ATTEMPTS, OF_A_DEVICE, OF_A_PAIR, OF_A_SLOW_PAIR, OF_AN_ADDRESS
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
STRANGER, HOME = "192.0.2.66", "192.0.2.1"


def try_password(client: Client, password: str, *, address: str, login: str = "anna") -> bool:
    """Try a password and return whether it signed in; the session is ended again."""
    client.post("/accounts/login/", {"login": login, "password": password}, REMOTE_ADDR=address)
    came_in = "_auth_user_id" in client.session
    if came_in:
        client.post("/accounts/logout/", REMOTE_ADDR=address)
    return came_in


def seven_wrong(address: str = STRANGER) -> None:
    for _time in range(7):
        assert not try_password(Client(), "guessed", address=address)


def test_seven_wrong_passwords_lock_out_only_their_address(players: list[Player]) -> None:
    seven_wrong()
    assert not try_password(Client(), PASSWORD, address=STRANGER)
    assert try_password(Client(), PASSWORD, address=HOME)
    assert try_password(Client(), PASSWORD, address=STRANGER, login="bram")


def test_a_whole_club_signs_in_from_one_cafe_within_a_minute(players: list[Player]) -> None:
    for _player in range(60):
        assert try_password(Client(), PASSWORD, address=HOME)


@override_settings(ACCOUNT_RATE_LIMITS={"login": "1/m/ip"})
def test_who_comes_too_often_reads_so_in_their_language() -> None:
    client, given = Client(headers={"Accept-Language": "nl"}), {"login": "anna", "password": "guessed"}
    client.post("/accounts/login/", given)
    refused = client.post("/accounts/login/", given)
    assert refused.status_code == 429
    assert "Wacht even" in refused.content.decode()


def test_a_known_device_can_sign_in_at_the_locked_address(players: list[Player]) -> None:
    phone = Client()
    assert try_password(phone, PASSWORD, address=HOME)
    seven_wrong()
    assert try_password(phone, PASSWORD, address=STRANGER)


def test_a_known_device_has_a_limit_of_its_own(players: list[Player]) -> None:
    phone = Client()
    assert try_password(phone, PASSWORD, address=HOME)
    for _time in range(OF_A_DEVICE.most):
        assert not try_password(phone, "guessed", address=HOME)
    assert not try_password(phone, PASSWORD, address=HOME)


def test_a_device_is_known_only_for_its_accounts_and_with_a_valid_signature(players: list[Player]) -> None:
    phone = Client()
    assert try_password(phone, PASSWORD, address=HOME, login="bram")
    forged = Client()
    forged.cookies[COOKIE] = "WyJ4IixbMV1d:forged"
    seven_wrong()
    assert not try_password(phone, PASSWORD, address=STRANGER)
    assert not try_password(forged, PASSWORD, address=STRANGER)


def test_invented_names_push_out_no_counter(players: list[Player]) -> None:
    """Posts beyond the limit of their address leave nothing in the cache, which holds a bounded number of entries."""
    seven_wrong(HOME)
    for number in range(60):
        try_password(Client(), "guessed", address=STRANGER, login=f"nobody{number}")
    digests = [hashlib.sha256(f"nobody{number}".encode()).hexdigest() for number in range(60)]
    kept = [cache.get(f"attempts:pair:{STRANGER}:{digest}") for digest in digests]
    assert kept == [1] * OF_AN_ADDRESS.most + [None] * (60 - OF_AN_ADDRESS.most)
    assert not try_password(Client(), PASSWORD, address=HOME)


@pytest.fixture
def guesses_from_everywhere(players: list[Player]) -> None:
    """Somebody tried a hundred passwords for Anna, five from each of twenty addresses."""
    for number in range(MANY_ATTEMPTS // OF_A_PAIR.most):
        for _time in range(OF_A_PAIR.most):
            assert not try_password(Client(), "guessed", address=f"198.51.100.{number}")


@pytest.mark.slow
def test_guessing_from_many_addresses_slows_down_and_locks_out_nobody(guesses_from_everywhere: None) -> None:
    for _time in range(OF_A_SLOW_PAIR.most):
        assert not try_password(Client(), "guessed", address=STRANGER)
    assert not try_password(Client(), PASSWORD, address=STRANGER)
    for address in ("203.0.113.9", HOME):
        for _time in range(OF_A_SLOW_PAIR.most + 1):  # a right password uses nothing up
            assert try_password(Client(), PASSWORD, address=address)


@pytest.mark.slow
def test_the_refusal_names_the_ways_that_work(guesses_from_everywhere: None) -> None:
    EmailAddress.objects.create(
        user=Player.objects.get(username="anna"), email="a@example.org", verified=True
    )
    guess = {"login": "anna", "password": "guessed"}
    pages = [Client().post("/accounts/login/", guess, REMOTE_ADDR=STRANGER) for _time in range(3)]
    assert "15 minutes" not in pages[1].content.decode()
    for sentence in ("Wait 15 minutes", "code by mail", "a device on which you signed in before"):
        assert sentence in pages[2].content.decode()
    assert reverse("account_request_login_code") in pages[2].content.decode()
    assert (
        Client().post("/accounts/login/code/", {"email": "a@example.org"}, REMOTE_ADDR=STRANGER).status_code
        == 302
    )


@pytest.mark.parametrize("other", ["2001:db8:1:2:ffff::9", "2001:db8:1:2::1"])
def test_a_household_of_ipv6_addresses_is_one_address(players: list[Player], other: str) -> None:
    seven_wrong("2001:db8:1:2:3:4:5:6")
    assert not try_password(Client(), PASSWORD, address=other)
    assert try_password(Client(), PASSWORD, address="2001:db8:1:3::1")


@pytest.mark.parametrize("written", ["{}", "{}:5671"])
def test_visitors_behind_a_proxy_are_several(players: list[Player], settings: object, written: str) -> None:
    settings.TRUST_PROXY = True
    wrong = {"login": "anna", "password": "guessed"}
    for _time in range(7):
        stranger = f"198.51.100.1, {written.format(STRANGER)}"
        Client().post(
            "/accounts/login/", wrong, REMOTE_ADDR="10.0.0.2", headers={"X-Forwarded-For": stranger}
        )
    for address, comes_in in ((STRANGER, False), (HOME, True)):
        client = Client(headers={"X-Forwarded-For": written.format(address)})
        client.post("/accounts/login/", {"login": "anna", "password": PASSWORD}, REMOTE_ADDR="10.0.0.2")
        assert ("_auth_user_id" in client.session) is comes_in


def test_one_address_is_limited_over_all_accounts(players: list[Player]) -> None:
    for number in range(OF_AN_ADDRESS.most):
        assert not try_password(Client(), "guessed", address=STRANGER, login=f"somebody{number}")
    assert not try_password(Client(), PASSWORD, address=STRANGER, login="bram")
