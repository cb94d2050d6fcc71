"""Settings of the look: a player's with the account, a visitor's with the device, both applied by the server."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from tests.clients import client_of

CHOSEN = {
    "theme": "dark",
    "text_size": "largest",
    "high_contrast": "on",
    "left_handed": "on",
    "motion": "none",
    "colours": "two",
    "card_letters": "nl",
    "card_back": "night",
}
ATTRIBUTES = (
    'data-theme="dark"',
    'data-text="largest"',
    'data-hand="left"',
    'data-motion="none"',
    'data-colours="two"',
    'data-letters="nl"',
    'data-back="night"',
)
PLAIN = (
    'data-theme="auto"',
    'data-text="normal"',
    'data-motion="full"',
    'data-colours="four"',
    'data-back="octopus"',
)
CONTRAST = re.compile(r'<link rel="stylesheet" href="/static/css/contrast\.css"(?: media="(.*)")?>')
"""The link of the colours of high contrast, with the devices it is for."""


def root_of(page: str) -> str:
    """The opening tag of the page's root element."""
    return page[: page.index("<head>")]


def has_chosen_look(client: Client) -> bool:
    page = client.get("/").content.decode()
    return all(one in root_of(page) for one in ATTRIBUTES) and CONTRAST.findall(page) == [""]


def has_plain_look(client: Client) -> bool:
    """High contrast is for devices that ask for it."""
    page = client.get("/").content.decode()
    return all(one in root_of(page) for one in PLAIN) and CONTRAST.findall(page) == [
        "(prefers-contrast: more)"
    ]


def test_a_visitor_keeps_the_look_on_the_device(client: Client, db: None) -> None:
    answer = client.post("/look/", {**CHOSEN, "next": "/rules/kraken/"})

    assert (answer.status_code, answer["Location"]) == (302, "/rules/kraken/")
    assert answer.cookies["look"]["httponly"]
    assert has_chosen_look(client)


def test_a_player_keeps_the_look_with_the_account(client: Client, players: list[Player]) -> None:
    client.force_login(players[0])
    client.post("/me/", {"nickname": "Anna", "volume": "normal", **CHOSEN})

    elsewhere = client_of(players[0])
    assert has_chosen_look(elsewhere)


def test_the_page_of_the_look_keeps_a_players_with_the_account_and_leads_back(
    client: Client, players: list[Player]
) -> None:
    client.force_login(players[0])
    assert 'href="/look/?next=/rules/kraken/"' in client.get("/rules/kraken/").content.decode()
    answer = client.post("/look/", {**CHOSEN, "next": "/rules/kraken/"})

    assert (answer.status_code, answer["Location"]) == (302, "/rules/kraken/")
    assert "look" not in answer.cookies
    elsewhere = client_of(players[0])
    assert has_chosen_look(elsewhere)
    player = Player.objects.get(pk=players[0].pk)
    assert (player.nickname, player.sound) == ("Anna", True)


def test_the_account_goes_before_the_device(client: Client, players: list[Player]) -> None:
    client.post("/look/", CHOSEN)
    client.force_login(players[0])

    assert has_plain_look(client)


@pytest.mark.parametrize("way", ["guest", "play_now"])
def test_a_visitor_who_sits_down_takes_the_look_along(client: Client, db: None, way: str) -> None:
    client.post("/look/", CHOSEN)
    if way == "guest":
        client.post("/guest/", {"nickname": "Oma"})
    else:
        client.post("/play/")

    guest = Player.objects.get(kind="guest")
    assert (guest.text_size, guest.high_contrast, guest.left_handed) == ("largest", True, True)
    assert (guest.motion, guest.card_letters, guest.theme) == ("none", "nl", "dark")


@pytest.mark.parametrize(
    "said", ["text_size=huge&theme=%22%3E&high_contrast=1", "x" * 5000, "&&==;", "motion=\x7f"]
)
def test_a_cookie_nobody_wrote_changes_nothing(client: Client, db: None, said: str) -> None:
    client.cookies["look"] = said

    assert has_plain_look(client)


def test_a_look_that_is_not_offered_is_refused(client: Client, db: None) -> None:
    answer = client.post("/look/", {**CHOSEN, "text_size": "huge"})

    assert answer.status_code == 422
    assert "look" not in answer.cookies
