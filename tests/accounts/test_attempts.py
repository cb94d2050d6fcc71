"""Wrong passwords lock out the guessing address, not the owner of the account."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from accounts.people.attempts import COOKIE, OF_A_DEVICE, OF_A_PAIR, OF_AN_ACCOUNT, OF_AN_ADDRESS
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
STRANGER, HOME = "192.0.2.66", "192.0.2.1"


def tried(client: Client, password: str, *, address: str, login: str = "anna") -> bool:
    """Try a password and return whether it signed in; the session is ended again."""
    client.post("/accounts/login/", {"login": login, "password": password}, REMOTE_ADDR=address)
    came_in = "_auth_user_id" in client.session
    if came_in:
        client.post("/accounts/logout/", REMOTE_ADDR=address)
    return came_in


def seven_wrong(address: str = STRANGER) -> None:
    for _time in range(7):
        assert not tried(Client(), "guessed", address=address)


def test_seven_wrong_passwords_lock_out_only_their_address(players: list[Player]) -> None:
    seven_wrong()
    assert not tried(Client(), PASSWORD, address=STRANGER)
    assert tried(Client(), PASSWORD, address=HOME)
    assert tried(Client(), PASSWORD, address=STRANGER, login="bram")


def test_a_known_device_can_sign_in_at_the_locked_address(players: list[Player]) -> None:
    phone = Client()
    assert tried(phone, PASSWORD, address=HOME)
    seven_wrong()
    assert tried(phone, PASSWORD, address=STRANGER)


def test_a_known_device_has_a_limit_of_its_own(players: list[Player]) -> None:
    phone = Client()
    assert tried(phone, PASSWORD, address=HOME)
    for _time in range(OF_A_DEVICE.most):
        assert not tried(phone, "guessed", address=HOME)
    assert not tried(phone, PASSWORD, address=HOME)


def test_a_device_is_known_only_for_its_accounts_and_with_a_valid_signature(players: list[Player]) -> None:
    phone = Client()
    assert tried(phone, PASSWORD, address=HOME, login="bram")
    forged = Client()
    forged.cookies[COOKIE] = "WyJ4IixbMV1d:forged"
    seven_wrong()
    assert not tried(phone, PASSWORD, address=STRANGER)
    assert not tried(forged, PASSWORD, address=STRANGER)


@pytest.mark.slow
def test_guessing_from_many_addresses_is_limited_and_the_owner_can_sign_in(players: list[Player]) -> None:
    phone = Client()
    assert tried(phone, PASSWORD, address=HOME)
    for number in range(OF_AN_ACCOUNT.most // OF_A_PAIR.most):
        for _time in range(OF_A_PAIR.most):
            assert not tried(Client(), "guessed", address=f"198.51.100.{number}")
    assert not tried(Client(), PASSWORD, address="203.0.113.9")
    assert tried(phone, PASSWORD, address=HOME)


def test_one_address_is_limited_over_all_accounts(players: list[Player]) -> None:
    for number in range(OF_AN_ADDRESS.most):
        assert not tried(Client(), "guessed", address=STRANGER, login=f"somebody{number}")
    assert not tried(Client(), PASSWORD, address=STRANGER, login="bram")
