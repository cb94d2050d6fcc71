"""A club on a home screen: own name, letters and colour, for those who may see the club."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Club, IconColour, Player

pytestmark = pytest.mark.django_db
APP = "/c/troefboer/app/"
MANIFEST = "/c/troefboer/manifest.webmanifest"


def test_the_manifest_has_the_name_and_icon_of_the_club(
    league_club: Club, secretary: Player, client: Client
) -> None:
    client.force_login(secretary)
    assert client.get(MANIFEST).json()["icons"][0]["src"].endswith("icon-192.png")
    chosen = {"icon_letters": "tb", "icon_colour": IconColour.RED}
    assert client.post(APP, chosen).status_code == 302
    manifest = client.get(MANIFEST).json()
    assert (manifest["name"], manifest["short_name"]) == ("De Troefboer", "De Troefboer")
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == (
        "/c/troefboer/",
        "/c/troefboer/",
        "/",
    )
    assert manifest["theme_color"] == IconColour.RED
    icon = client.get(manifest["icons"][0]["src"])
    assert icon["Content-Type"] == "image/svg+xml"
    assert ">TB</text>" in icon.content.decode()
    assert MANIFEST in client.get("/c/troefboer/").content.decode()


@pytest.mark.parametrize("letters", ["<b>", "ABCD", "♠"])
def test_other_signs_are_refused_and_nothing_changes(
    league_club: Club, secretary: Player, client: Client, letters: str
) -> None:
    client.force_login(secretary)
    answer = client.post(APP, {"icon_letters": letters, "icon_colour": IconColour.RED})
    assert answer.status_code == 422
    league_club.refresh_from_db()
    assert (league_club.icon_letters, league_club.icon_colour) == ("", IconColour.GREEN)


def test_a_private_club_shows_its_name_and_icon_to_members_only(
    league_club: Club, make_player, client: Client
) -> None:
    client.force_login(make_player("Stranger"))
    for path in (MANIFEST, "/c/troefboer/icon.svg"):
        assert client.get(path).status_code == 404
