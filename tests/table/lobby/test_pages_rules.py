"""Pages of rules: the rule card of a table, and the rules of every game with all that a club can choose."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import Player
from games.engine.options import options_of
from games.engine.registry import GAMES, game
from games.engine_words import card_name
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import open_table, start_table

pytestmark = pytest.mark.django_db


def test_the_rule_card_tells_house_rules_apart(players: list[Player], clock: Clock, client: Client):
    match = open_table(players, clock.now, options={"play_rules": "rotterdam"})

    card = client.get(f"/t/{match.code}/rules/").content.decode()

    assert card.count("house rule<") == 1
    assert "Rotterdam" in card


def test_the_words_of_the_game_are_explained_beside_its_rules(
    players: list[Player], clock: Clock, client: Client
) -> None:
    match = open_table(players, clock.now)
    shown = client.get(f"/t/{match.code}/rules/").content.decode()
    for word in ("<p>Roem:", "<p>Stuk:", "<p>Nat:", "<p>Pit:"):
        assert shown.count(word) == 1


@pytest.mark.parametrize(
    ("language", "link", "name"),
    [
        ("en", "Rules of this table", "Combinations in the hand"),
        ("nl", "Regels van deze tafel", "Combinaties in de hand"),
    ],
)
def test_the_menu_of_a_table_leads_to_its_rule_card(
    players: list[Player], clock: Clock, language: str, link: str, name: str
) -> None:
    """In the language of the player, while the match is played."""
    match = start_table(players, clock.now)
    Player.objects.filter(pk=players[0].pk).update(language=language)
    mine = client_of(players[0])
    table = mine.get(f"/t/{match.code}/").content.decode()
    [address] = re.findall(rf'<a class="button" href="([^"]+)">{link}</a>', table)
    card = mine.get(address).content.decode()
    assert f'<html lang="{language}"' in card
    assert name in card


def test_the_rule_card_leaves_out_what_cannot_matter_here(
    players: list[Player], clock: Clock, client: Client
):
    usual = open_table(players, clock.now)
    free = open_table(players, clock.now, options={"trump_mode": "free"})

    cards = [client.get(f"/t/{match.code}/rules/").content.decode() for match in (usual, free)]

    assert ["Free choice starts with" in card for card in cards] == [False, True]
    assert not any("Nobody takes the turned suit" in card for card in cards)


@pytest.mark.parametrize(
    ("language", "nat", "half"),
    [
        ("en", "or they are nat and get nothing", "Exactly half</dt>"),
        ("nl", "of is nat en krijgt niets", "Precies de helft</dt>"),
    ],
)
def test_the_rule_card_tells_nat_and_what_exactly_half_is(
    players: list[Player], clock: Clock, client: Client, language: str, nat: str, half: str
) -> None:
    match = open_table(players, clock.now)
    card = client.get(f"/t/{match.code}/rules/", headers={"Accept-Language": language}).content.decode()
    assert nat in card
    assert half in card


def test_the_rule_card_says_what_was_agreed_when_the_table_was_made(players: list[Player]) -> None:
    def agreed(**said: str) -> dict[str, str]:
        client = client_of(players[0])
        table = client.post("/t/new/", {"preset": "kraken_text", "visibility": "link", **said}).url
        page = client.get(f"{table}rules/").content.decode()
        section = page.split("At this table</h2>")[1].split("</section>")[0]
        return dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", section))

    strict = {"pace": "fast"}
    easy = {"pace": "none", "undo_allowed": "on", "look_back": "on", "phrases_on": "on", "chat_on": "on"}
    assert agreed(**strict) == {
        "Time to think": "fast",
        "A card may be taken back": "no",
        "The cards before can be looked at": "no",
        "Fixed phrases": "no",
        "Free chat between rounds": "no",
        "Others may look on": "yes",
        "A bot may stand in for somebody absent": "yes",
    }
    assert set(agreed(**easy).values()) == {"no clock", "yes"}


@pytest.mark.parametrize("key", [one.key for one in GAMES])
def test_the_rules_of_every_game_are_there_and_lead_to_the_others(client: Client, key: str):
    page = client.get(f"/rules/{key}/").content.decode()
    assert all(f'href="/rules/{one.key}/"' in page for one in GAMES)
    assert "Every house rule" in page


@pytest.mark.parametrize("key", [one.key for one in GAMES])
def test_every_option_a_club_can_choose_is_described_with_its_values(client: Client, key: str):
    page = html.unescape(client.get(f"/rules/{key}/").content.decode())
    for option in options_of(game(key).Options):
        for words in (option.label, option.help, *(option.values.values() if not option.several else ())):
            assert words in page
        if not option.values:
            assert f"{option.offered_from or option.lowest} to {option.highest}" in page
    assert all(preset.help in page for preset in game(key).presets if len(game(key).presets) > 1)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_cards_of_kans_examples_are_drawn_and_named(client: Client, language: str):
    page = client.get("/rules/kan/", headers={"Accept-Language": language}).content.decode()
    drawn = re.findall(r'<b class="card (\w\w)">([^<]+)</b>', page)
    assert {"XX", "SA", "H3"} <= {card for card, _name in drawn}
    with translation.override(language):
        assert all(name == card_name(card) for card, name in drawn)


def test_other_rules_are_not_there(client: Client):
    assert client.get("/rules/bridge/").status_code == 404
    assert client.get("/rules/card/").status_code == 404


def test_the_rules_lead_back_to_the_table_they_were_opened_from(
    client: Client, players: list[Player], clock: Clock
) -> None:
    running = start_table(players, clock.now)
    back = f'href="/t/{running.code}/"'
    link = f"/rules/kraken/?table={running.code}"
    assert f'href="{link}"' in client_of(players[0]).get(f"/t/{running.code}/rules/").content.decode()
    rules = client_of(players[0]).get(link).content.decode()
    assert back in rules
    assert f'href="/rules/kan/?table={running.code}"' in rules
    for address in (
        "/rules/kraken/",
        "/rules/kraken/?table=QQQQQQ",
        "/rules/kraken/?table=%00",
        '/rules/kraken/?table="><b>',
    ):
        assert "Back to the table" not in client.get(address).content.decode()
