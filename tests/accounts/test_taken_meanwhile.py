"""A name somebody else takes between the check and the writing is refused beside its field, and nothing is written."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _checked_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is free when it is looked for; somebody has it when it is written."""
    for name, check in (("nickname", "checked_nickname"), ("username", "checked_username")):
        for where in ("accounts.forms", "accounts.services"):
            monkeypatch.setattr(f"{where}.{check}", lambda name=name, **given: given[name])


def test_another_name_at_the_table(players: list[Player], client: Client) -> None:
    client.force_login(players[1])
    page = client.get("/me/")
    nickname, preferences = page.context["forms"]
    posted = {**preferences.initial, "nickname": "Anna", "theme": "dark"}
    answer = client.post("/me/", {name: value for name, value in posted.items() if value is not None})
    assert answer.status_code == 422
    assert "Somebody is called" in str(answer.context["forms"][0].errors["nickname"])
    assert answer.context["user"].nickname == nickname.initial["nickname"] == "Bram"
    assert Player.objects.get(pk=players[1].pk).theme == players[1].theme != "dark"


def test_the_name_of_a_guest(players: list[Player], client: Client) -> None:
    answer = client.post("/guest/", {"nickname": "Anna"})
    assert answer.status_code == 422
    assert "Somebody is called" in str(answer.context["form"].errors["nickname"])
    assert "sessionid" not in client.cookies


def test_the_user_name_of_who_registers(players: list[Player], guest: Player, client: Client) -> None:
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/me/register/", {"username": "anna", "password": "zeven-koeien-9"})
    assert answer.status_code == 422
    assert "username" in answer.context["form"].errors
    assert answer.context["user"].is_guest
    assert Player.objects.get(pk=guest.pk).is_guest
