"""Promises of the page about fair deals: one sentence first, what is odd is marked, one's own hands are one's own."""

from __future__ import annotations

import re
from math import sqrt

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import Player
from games.engine import registry
from games.engine.game import Game
from games.table.models import BOTS, PEOPLE, DealCount, HandCount
from games.table.review import fairness
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import in_second_round, play_table

pytestmark = pytest.mark.django_db
DEALS = 1204
VARIANCE = DEALS * 0.677
ODD = 'class="luck is-odd"'


def count_hands(whose: str, *, figure: str = "jacks", away: float = 0.0, hands: int = DEALS) -> None:
    """Counts of hands that chance gives one of a figure each, `away` standard deviations from that."""
    DealCount.objects.create(
        game="kraken",
        whose=whose,
        figure=figure,
        hands=hands,
        total=hands + away * sqrt(VARIANCE),
        expected=hands,
        variance=VARIANCE,
    )


def page(language: str = "en") -> str:
    answer: HttpResponse = Client().get("/rules/kraken/deals/", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def test_before_the_first_hundred_deals_there_are_no_figures() -> None:
    told = page()
    assert "begin when a hundred deals" in told
    assert "<table" not in told
    assert "How the cards are shuffled" in told


@pytest.mark.parametrize(
    ("language", "chance", "bots"),
    [
        ("en", "the same kind of chance that banks trust", "A bot sees what you would see in its place"),
        (
            "nl",
            "hetzelfde soort toeval waar banken op vertrouwen",
            "Een bot ziet wat jij op zijn plaats zou zien",
        ),
    ],
)
def test_the_page_promises_how_cards_are_shuffled_and_what_a_bot_sees(
    language: str, chance: str, bots: str
) -> None:
    told = page(language)
    assert chance in told
    assert bots in told


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.key)
def test_every_game_is_judged_over_its_own_hands(game: Game) -> None:
    """Hands of eight, ten and nine cards are counted; the number of hands of eight was told of all."""
    told = Client().get(f"/rules/{game.key}/deals/").content.decode()
    assert "computed exactly, over every hand" in told
    assert "eight cards" not in told


def test_fair_seats_are_told_in_one_sentence() -> None:
    for place in "0123":
        count_hands(place)
    told = page()
    assert "In 1,204 deals every seat got its fair share." in told
    assert "bots and people" not in told.split("How the cards are shuffled")[0]
    assert ODD not in told
    assert told.count('<th scope="row">') == 4


def test_a_figure_as_far_as_luck_goes_stands_at_the_edge_of_the_band() -> None:
    count_hands("0", away=3)
    count_hands("1", away=-3)
    told = page()
    start, width = re.search(r'class="luck-band" x="(\d+)" y="3" width="(\d+)"', told).groups()
    dots = [int(place) for place in re.findall(r'class="luck-dot" cx="(\d+)"', told)]
    assert dots == [int(start) + int(width), int(start)]


@pytest.mark.parametrize(("away", "marked"), [(2.9, 0), (-2.9, 0), (3.1, 1), (-3.1, 1), (40, 1)])
def test_what_lies_beyond_three_standard_deviations_is_marked(away: float, marked: int) -> None:
    count_hands("0", away=away)
    count_hands("1")
    told = page()
    assert told.count(ODD) == marked
    assert ("one of 2 figures lies further from chance" in told) == bool(marked)
    assert ("every seat got its fair share" in told) != bool(marked)


def test_several_odd_figures_are_counted() -> None:
    for place in "012":
        count_hands(place, away=4)
    assert "In 1,204 deals 3 of 3 figures lie further from chance" in page()


def test_bots_with_better_cards_are_named() -> None:
    count_hands("0")
    count_hands(BOTS, away=3.2, hands=800)
    count_hands(PEOPLE, hands=800)
    told = page()
    assert "In 800 deals with bots and people at one table, the two differ" in told
    assert told.count(ODD) == 1


def test_bots_are_compared_with_people_not_with_chance() -> None:
    count_hands("0")
    count_hands(BOTS, away=3.5, hands=800)
    count_hands(PEOPLE, away=3.0, hands=800)
    told = page()
    assert "In 800 deals with bots and people at one table, neither got better cards." in told
    assert ODD not in told


def test_the_page_speaks_dutch() -> None:
    count_hands("0")
    told = page("nl")
    assert "In 1.204 delingen kreeg elke plaats zijn eerlijke deel." in told
    assert "1,00" in told


def test_means_are_rounded_not_cut() -> None:
    HandCount.objects.create(
        player=Player.objects.create_user(username="anna", nickname="Anna"),
        game="kraken",
        figure="jacks",
        hands=48,
        total=44,
        expected=48,
        variance=32,
    )
    [own] = fairness.own_hands(Player.objects.get())
    assert (own.figures[0].mean, own.figures[0].chance) == ("0.92", "1.00")


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.key)
def test_every_seat_of_every_game_has_a_name(game: Game) -> None:
    names = fairness.places(max(game.seats))
    assert len(set(names)) == len(names) == max(game.seats)


def test_a_game_nobody_knows_has_no_page() -> None:
    assert Client().get("/rules/bridge/deals/").status_code == 404


def test_the_page_is_found_where_one_asks(players: list[Player], clock: Clock) -> None:
    running, over = in_second_round(players, clock.now), play_table(players, clock.now)
    link = 'href="/rules/kraken/deals/"'
    asked = ("/rules/kraken/", f"/t/{over.code}/round/1/", f"/t/{running.code}/rules/")
    for path in asked:
        assert link in client_of(players[0]).get(path).content.decode(), path
    assert 'href="/rules/rosbiratschka/deals/"' in Client().get("/rules/rosbiratschka/").content.decode()


def test_ones_own_hands_stand_in_ones_own_settings_only(players: list[Player]) -> None:
    HandCount.objects.create(
        player=players[0],
        game="kraken",
        figure="jacks",
        hands=100,
        total=102,
        expected=100,
        variance=68,
    )
    mine, other = (client_of(player).get("/me/").content.decode() for player in players[:2])
    assert "Kraken, 100 deals. Jacks: 1.02 a hand, chance gives 1.00." in mine
    assert "My hands" not in other
