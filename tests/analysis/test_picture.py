"""The picture of a finished match: who played, the totals and the reader's costliest card, and nothing that is kept to
some people."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from accounts.models import Player
from accounts.models.players import Audience, Privacy
from games.analysis.services import analyse_next
from games.table.log.models import Action, Match
from tests.analysis.conftest import MISTAKE
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import in_second_round, play_table

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def analysed_match(players: list[Player], clock: Clock) -> Match:
    """A match of one round, over and analysed."""
    match = play_table(players, clock.now)
    analyse_next(now=clock.now)
    return match


def picture_for(match: Match, player: Player) -> str:
    """All words of the picture as this player gets it."""
    response = client_of(player).get(f"/t/{match.code}/picture.svg")
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    assert "no-store" in response["Cache-Control"]
    drawing = ElementTree.fromstring(response.content)  # noqa: S314  made here
    assert not any({"style", "href", "onload"} & set(each.attrib) for each in drawing.iter())
    return "\n".join("".join(each.itertext()) for each in drawing.iter(f"{SVG}text"))


def culprit(match: Match, players: list[Player]) -> Player:
    """The player of the card that the analysis finds fault with."""
    cards = Action.objects.filter(match=match, kind="game", data__do="play").order_by("seq")
    return players[cards[MISTAKE - 1].seat]


def test_a_picture_has_the_names_the_totals_and_the_best_round(
    players: list[Player], analysed_match: Match
) -> None:
    words = picture_for(analysed_match, players[0])
    for player in players:
        assert player.nickname in words
    (closed,) = analysed_match.rounds.all()
    for points in set(closed.points):
        assert str(points) in words
    assert "The best round: 1" in words


def test_the_costliest_card_is_told_to_its_own_player_only(
    players: list[Player], analysed_match: Match
) -> None:
    told = culprit(analysed_match, players)
    for player in players:
        assert ("My costliest card" in picture_for(analysed_match, player)) == (player == told)
    Privacy.objects.create(player=told, figures=Audience.NOBODY, matches=Audience.EVERYBODY)
    assert "My costliest card" not in picture_for(analysed_match, told)


def test_who_keeps_their_matches_to_some_is_not_named_to_others(
    players: list[Player], analysed_match: Match
) -> None:
    Privacy.objects.create(player=players[1], matches=Audience.FRIENDS)
    words = picture_for(analysed_match, players[0])
    assert players[1].nickname not in words
    assert "a player" in words
    assert players[1].nickname in picture_for(analysed_match, players[1])


def test_there_is_no_picture_before_the_end_nor_for_those_who_did_not_play(
    players: list[Player], analysed_match: Match, clock: Clock, guest: Player
) -> None:
    assert client_of(guest).get(f"/t/{analysed_match.code}/picture.svg").status_code == 403
    running = in_second_round(players, clock.now)
    assert client_of(players[0]).get(f"/t/{running.code}/picture.svg").status_code == 403
    sheet = client_of(players[0]).get(f"/t/{analysed_match.code}/").content.decode()
    assert f'href="/t/{analysed_match.code}/picture.svg"' in sheet
    assert "picture.svg" not in client_of(players[0]).get(f"/t/{running.code}/").content.decode()
