"""The look back on the review page, and a round played on: for those who see the review, if they want it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games.analysis import views
from games.analysis.display import par_line
from games.analysis.services import analyse_next
from games.bots.analysis import RoundAnalysis
from games.table.log.models import Action, Match
from tests.analysis.conftest import MISTAKE, UNLUCKY
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import in_second_round, play_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def analysed_match(players: list[Player], clock: Clock) -> Match:
    """A match of one round, over and analysed."""
    match = play_table(players, clock.now)
    analyse_next(now=clock.now)
    return match


def page_of(match: Match, player: Player) -> str:
    return client_of(player).get(f"/t/{match.code}/round/1/").content.decode()


def cards_of(match: Match) -> list[str]:
    entries = Action.objects.filter(match=match, kind="game", data__do="play").order_by("seq")
    return [entry.data["card"] for entry in entries]


def test_the_fold_is_closed_and_tells_mistakes_from_bad_luck(analysed_match: Match, players: list[Player]):
    page = page_of(analysed_match, players[0])
    fold = page.partition('id="look-back"')[2].partition("</details>")[0]

    assert '<details class="fold look-back" id="look-back">' in page
    could, could_not = fold.split('id="could-not-know"')
    assert "Drawing trumps first promised 24 points more." in could
    assert f'data-card="{MISTAKE}"' in could
    assert "would have brought 31 points more" in could_not
    assert f'data-card="{UNLUCKY}"' in could_not
    assert "Kraken was not said; it promised 40 points more than silence." in fold
    assert re.findall(r'<td class="num">(\d+)</td>', fold)[-2:] == ["100", "62"]


def test_somebody_who_wants_no_lesson_gets_none(analysed_match: Match, players: list[Player]):
    player = players[0]
    player.look_back = False
    player.save()

    assert 'id="look-back"' not in page_of(analysed_match, player)
    assert 'id="look-back"' in page_of(analysed_match, players[1])


def test_a_round_that_nobody_has_analysed_has_no_fold(players: list[Player], clock: Clock):
    assert 'id="look-back"' not in page_of(play_table(players, clock.now), players[0])


def test_the_line_is_drawn_from_the_readers_side(analysed_match: Match, players: list[Player]):
    ours, theirs = (
        re.search(
            r"from your side: (\S+) before the first card, (\S+) at the end", page_of(analysed_match, player)
        )
        for player in players[:2]
    )
    points = analysed_match.rounds.get(number=1).points
    ahead = str(points[0] - points[1]).replace("-", "−")
    behind = str(points[1] - points[0]).replace("-", "−")
    assert (ours[2], theirs[2]) == (ahead, behind)


def test_a_line_has_a_point_before_the_first_card_and_after_each():
    analysis = RoundAnalysis((10, -20, 40), (), (), (), (), (0, 0, 0, 0))
    straight, turned = (par_line(analysis, turned=turned, seats=4) for turned in (False, True))

    assert straight.pieces == ("10,60 160,110 310,10",)
    assert (straight.highest, straight.lowest, straight.first, straight.last) == (40, -20, 10, 40)
    assert turned.pieces == ("10,60 160,10 310,110",)
    assert turned.zero == 43


def test_a_line_is_in_pieces_where_a_value_was_not_worked_out():
    line = par_line(RoundAnalysis((None, 0, 2, None, 4, None), (), (), (), (), ()), turned=False, seats=4)

    assert line.pieces == ("70,110 130,60", "250,10")
    assert (line.first, line.last) == (0, 4)
    assert par_line(RoundAnalysis((None, None), (), (), (), (), ()), turned=False, seats=4) is None


def test_tricks_have_as_many_cards_as_there_are_seats():
    """Five seats, two tricks: a mark at the first card, at the sixth, and at the end."""
    analysis = RoundAnalysis((0,) * 11, (), (), (), (), (0,) * 5)

    assert par_line(analysis, turned=False, seats=5).tricks == (10, 160, 310)


def test_a_round_is_played_on_with_the_other_card(analysed_match: Match, players: list[Player]):
    client = client_of(players[0])
    fold = page_of(analysed_match, players[0])
    link = re.search(
        rf'href="(/t/{analysed_match.code}/round/1/on/\?card={MISTAKE}&amp;instead=\w\w)"', fold
    )[1]
    page = client.get(link.replace("&amp;", "&"))

    assert page.status_code == 200
    text = page.content.decode()
    assert text.count('class="is-changed"') == 1
    assert len(re.findall(r'class="card [SHDC]\w', text)) == 32 - 4
    assert page.headers["Cache-Control"] == "no-store, private"


@pytest.mark.parametrize(
    "query",
    ["", "card=5", "card=0&instead=HJ", "card=33&instead=HJ", "card=x&instead=HJ", "card=5&instead=zz"],
)
def test_playing_on_with_a_card_that_was_not_possible_is_refused(
    analysed_match: Match, players: list[Player], query: str
):
    response = client_of(players[0]).get(f"/t/{analysed_match.code}/round/1/on/?{query}")

    assert (response.status_code, response.headers["Refusal-Code"]) == (404, "no_such_card")


def test_a_card_of_another_hand_is_not_played(analysed_match: Match, players: list[Player]):
    [fifth, *later] = cards_of(analysed_match)[4:]
    answers = {
        client_of(players[0]).get(f"/t/{analysed_match.code}/round/1/on/?card=5&instead={card}").status_code
        for card in (cards_of(analysed_match)[0], *later[:1])
    }

    assert 404 in answers
    assert fifth


def test_a_running_round_is_not_played_on(players: list[Player], clock: Clock):
    match = in_second_round(players, clock.now)
    response = client_of(players[0]).get(f"/t/{match.code}/round/2/on/?card=1&instead=HJ")

    assert (response.status_code, response.headers["Refusal-Code"]) == (404, "no_such_round")


def test_only_who_played_it_may_play_it_on(analysed_match: Match, make_player: Callable[..., Player]):
    address = f"/t/{analysed_match.code}/round/1/on/?card=5&instead=HJ"

    assert Client().get(address).status_code == 302
    stranger = client_of(make_player("Stranger")).get(address)
    assert (stranger.status_code, stranger.headers["Refusal-Code"]) == (403, "not_seated")


def test_rounds_are_played_on_now_and_then_not_all_the_time(
    analysed_match: Match, players: list[Player], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(views, "monotonic", lambda: 100.0)
    client = client_of(players[0])
    codes = [
        client.get(f"/t/{analysed_match.code}/round/1/on/?card=40&instead=HJ").headers["Refusal-Code"]
        for _ in range(8)
    ]

    assert codes == ["no_such_card"] * 6 + ["too_fast"] * 2
