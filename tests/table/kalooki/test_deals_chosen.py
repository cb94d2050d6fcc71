"""The deals of a short match of Kalooki are ticked one by one, or all at once; what is said twice is refused."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse

from accounts.models import Player
from games.engine.kalooki.options import DEALS
from games.league.seasons.forms import RULE, HouseRulesForm
from games.table.log.models import Match
from tests.clients import client_of

pytestmark = pytest.mark.django_db
NAME = "option-deals"


def open_with(player: Player, *ticked: str, preset: str = "classic") -> HttpResponse:
    fields = {"game": "kalooki", "preset": preset, "visibility": "link", NAME: list(ticked)}
    return client_of(player).post("/t/new/", fields)


def test_every_contract_has_a_box_with_its_name_and_all_has_one(players: list[Player]) -> None:
    page = client_of(players[0]).get("/t/new/?game=kalooki").content.decode()
    boxes = re.findall(rf'<input type="checkbox" name="{NAME}" value="(\w+)"', page)
    assert boxes == ["all", *map(str, DEALS)]
    assert all(f"<span>{name}</span>" in page for name in DEALS.values())
    assert not re.search(rf'name="{NAME}"[^>]* checked', page)


@pytest.mark.parametrize(
    ("ticked", "preset", "deals"),
    [
        (("2", "9"), "classic", [2, 9]),
        (("9", "2"), "short", [2, 9]),
        ((), "short", [1, 3, 5]),
        ((), "classic", None),
        (("all",), "short", None),
        (("all", *map(str, DEALS)), "short", None),
    ],
)
def test_those_ticked_are_played(
    players: list[Player], ticked: tuple[str, ...], preset: str, deals: list[int] | None
) -> None:
    """None ticked is as the preset says, all ticked is all nine whatever the preset says."""
    assert open_with(players[0], *ticked, preset=preset).status_code == 302
    assert Match.objects.get().options == ({} if deals is None else {"deals": deals})


@pytest.mark.parametrize("ticked", [("all", "2"), ("10",), ("two",)])
def test_anything_else_is_refused_and_stays_ticked(players: list[Player], ticked: tuple[str, ...]) -> None:
    response = open_with(players[0], *ticked)
    page = response.content.decode()
    assert (response.status_code, Match.objects.count()) == (422, 0)
    if "2" in ticked:
        assert "Tick “all”, or those you want, not both." in page
        assert re.search(rf'name="{NAME}" value="2"[^>]* checked', page)


def test_house_rules_of_a_club_show_what_holds() -> None:
    def boxes(**rules: list[int]) -> set[str]:
        drawn = str(HouseRulesForm(game="kalooki", rules=rules)[f"{RULE}deals"])
        return set(re.findall(r'value="(\w+)"[^>]* checked', drawn))

    assert boxes() == {"all"}
    assert boxes(deals=[1, 3]) == {"1", "3"}
    form = HouseRulesForm({f"{RULE}deals": ["4"], "name": "Short"}, game="kalooki")
    assert form.is_valid(), form.errors
    assert form.cleaned_rules() == {"deals": [4]}
