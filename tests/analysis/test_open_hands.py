"""The look back at a game whose analysis knows open hands only: a page for its players, and no figures of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from accounts.models import Player
from games.analysis.display import hints
from games.analysis.queries import look_back, without_luck_of
from games.analysis.services import analyse_next
from games.bots.registry import ANALYSERS
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.played_once import made_once
from tests.table.tables import play_table

pytestmark = pytest.mark.django_db
OPEN_ONLY = [key for key, analyser in ANALYSERS.items() if analyser.finish is None]


def play_and_analyse(game: str) -> int:
    """The key of a match of such a game, over and analysed."""
    now = Clock().now
    match = play_table(make_players(["Anna", "Bram", "Cleo", "Daan", "Eva"]), now, game=game)
    while analyse_next(now=now) is not None:
        pass
    return match.pk


@pytest.fixture(scope="module", params=OPEN_ONLY)
def played_match(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[int]:
    with made_once(django_db_blocker, play_and_analyse, request.param) as number:
        yield number


@pytest.fixture
def analysed_match(db: None, played_match: int) -> Match:
    return Match.objects.get(pk=played_match)


@pytest.fixture
def five(analysed_match: Match) -> list[Player]:
    """Anna, Bram, Cleo, Daan and Eva."""
    return list(Player.objects.filter(seats__match=analysed_match).order_by("seats__number"))


def fold_of(match: Match, player: Player, language: str = "en") -> str:
    """The look back on the page of the first round, as that player opens it."""
    page = client_of(player).get(f"/t/{match.code}/round/1/", headers={"accept-language": language})
    assert page.status_code == 200
    return page.content.decode().partition('id="look-back"')[2].partition("</details>")[0]


def test_the_page_says_that_it_knows_all_cards(analysed_match: Match, five: list[Player]) -> None:
    english, dutch = fold_of(analysed_match, five[0]), fold_of(analysed_match, five[1], "nl")

    assert "This look back knows all cards, also those that nobody could see." in english
    assert "Deze terugblik kent alle kaarten" in dutch
    assert "Strong players" not in english
    assert "What other cards were worth" in english
    assert "/on/?card=" not in english


def test_the_page_shows_each_costly_card_at_its_trick(analysed_match: Match, five: list[Player]) -> None:
    analysis = look_back(analysed_match, 1)
    assert analysis is not None
    page, fold = (
        client_of(five[0]).get(f"/t/{analysed_match.code}/round/1/").content.decode(),
        fold_of(analysed_match, five[0]),
    )

    assert re.findall(r'data-card="(\d+)"', fold) == [str(card.number) for card in analysis.unknowable]
    for card in analysis.unknowable:
        [trick] = re.findall(
            rf'id="card-{card.number}-title".*?<span class="muted small">trick (\d+)</span>', page
        )
        assert f'data-card="{card.number}">Trick {trick}, ' in fold
    pieces = re.findall(r'<polyline class="par-line" points="([^"]+)"', fold)
    assert sum(len(piece.split()) for piece in pieces) == sum(value is not None for value in analysis.par)


def test_the_line_is_drawn_from_the_side_the_reader_had_in_that_round(
    analysed_match: Match, five: list[Player]
) -> None:
    sides = analysed_match.rounds.get(number=1).result["sides"]
    lines = {player: re.findall(r'points="([^"]+)"', fold_of(analysed_match, player)) for player in five}
    for player, side in zip(five, sides, strict=True):
        assert lines[player] == lines[five[sides.index(side)]]
    assert lines[five[sides.index(0)]] != lines[five[sides.index(1)]]


def test_nothing_is_counted_for_a_player_and_no_arbiter_gets_a_hint(
    analysed_match: Match, five: list[Player]
) -> None:
    assert without_luck_of({player.pk for player in five}, analysed_match.game) == {}
    assert hints(analysed_match, 1) == {}


def test_no_round_is_played_on(analysed_match: Match, five: list[Player]) -> None:
    response = client_of(five[0]).get(f"/t/{analysed_match.code}/round/1/on/?card=1&instead=SA")

    assert (response.status_code, response.headers["Refusal-Code"]) == (404, "no_such_round")
