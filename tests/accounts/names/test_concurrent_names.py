"""A name taken between the check and the write is refused on its field, and nothing is stored."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _name_taken_after_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the check find the name free although it is taken."""
    for name, check in (("nickname", "clean_nickname"), ("username", "clean_username")):
        for where in ("accounts.forms", "accounts.services"):
            monkeypatch.setattr(f"{where}.{check}", lambda name=name, **given: given[name])


def test_a_nickname_taken_meanwhile_is_refused_on_its_field(players: list[Player], client: Client) -> None:
    client.force_login(players[1])
    page = client.get("/me/")
    nickname, preferences = page.context["nickname"], page.context["preferences"]
    posted = {**preferences.initial, "nickname": "Anna", "theme": "dark"}
    answer = client.post("/me/", {name: value for name, value in posted.items() if value is not None})
    assert answer.status_code == 422
    assert "Somebody is called" in str(answer.context["nickname"].errors["nickname"])
    assert answer.context["user"].nickname == nickname.initial["nickname"] == "Bram"
    assert Player.objects.get(pk=players[1].pk).theme == players[1].theme != "dark"


def test_a_guests_name_taken_meanwhile_is_refused_on_its_field(players: list[Player], client: Client) -> None:
    answer = client.post("/guest/", {"nickname": "Anna"})
    assert answer.status_code == 422
    assert "Somebody is called" in str(answer.context["form"].errors["nickname"])
    assert "sessionid" not in client.cookies


def test_a_user_name_taken_meanwhile_is_refused_on_its_field(
    players: list[Player], guest: Player, client: Client
) -> None:
    client.force_login(guest)
    answer = client.post("/me/register/", {"username": "anna", "password": "zeven-koeien-9"})
    assert answer.status_code == 422
    assert "username" in answer.context["form"].errors
    assert answer.context["user"].is_guest
    assert Player.objects.get(pk=guest.pk).is_guest
