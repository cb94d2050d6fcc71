"""The animal a player is shown as: by the name, until the player chooses one."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.conf import settings
from django.test import Client

from accounts.animals import Animal, animal_of
from accounts.models import BOT_NAMES, Player, bot_face, name_or_animal_changed

FACES = settings.BASE_DIR / "static" / "img" / "faces"


@pytest.mark.parametrize(
    ("nickname", "animal"),
    [
        ("Brave Heron", Animal.HERON),
        ("Dappere Reiger 4711", Animal.HERON),
        ("vlugge ekster", Animal.MAGPIE),
        ("Sunny Otter", Animal.OTTER),
    ],
)
def test_a_name_with_an_animal_has_its_face(nickname: str, animal: Animal) -> None:
    assert animal_of(nickname) is animal


def test_other_names_have_a_face_of_their_own_that_stays() -> None:
    names = [f"Player {number}" for number in range(400)]
    shown = [animal_of(name) for name in names]
    assert set(shown) == set(Animal)
    assert shown == [animal_of(name.upper()) for name in names]


def test_every_face_is_drawn_and_has_its_rule() -> None:
    rules = (settings.BASE_DIR / "static/css/club/parts/faces.css").read_text()
    in_css = set(re.findall(r"\.face--([a-z-]+) \{\n    background-image: url\(.*/\1\.svg", rules))
    drawn = {path.stem for path in FACES.glob("*.svg")}
    assert drawn == in_css == {*Animal.values, *(bot_face(name) for name in BOT_NAMES)}


def test_each_bot_has_a_face_of_its_own() -> None:
    assert bot_face("Ada (bot)") == bot_face("Ada (bot) 3") == "bot-ada"
    assert len({bot_face(f"{name} (bot)") for name in BOT_NAMES}) == len(BOT_NAMES)
    assert bot_face("Ceciel") in {bot_face(name) for name in BOT_NAMES}


def test_a_player_chooses_an_animal_and_tables_are_told(
    client: Client,
    players: list[Player],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager],
) -> None:
    player = players[0]
    client.force_login(player)
    by_name = player.face
    wanted = next(one for one in Animal if one.value != by_name)
    page = client.get("/me/").content.decode()
    assert f'value="{wanted}"' in page

    shown = client.get("/me/").context
    data = {}
    for each in (shown["nickname"], shown["preferences"]):
        for name in each.fields:
            value = each[name].value()
            if value is True:
                data[name] = "on"
            elif value not in (None, False):
                data[name] = value
    told = []

    def note(players: set[int], **_sent: object) -> None:
        told.append(players)

    name_or_animal_changed.connect(note)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post("/me/", {**data, "animal": wanted}).status_code == 302
    finally:
        name_or_animal_changed.disconnect(note)

    assert Player.objects.get(pk=player.pk).face == wanted
    assert told == [{player.pk}]
