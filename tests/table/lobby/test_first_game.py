"""A first game against bots: tips come by themselves until its first round is written down."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import Player
from games.engine.game import Game
from games.engine.kraken.words import WORDS
from games.engine.registry import GAMES
from games.table import services
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.screen.speech import OF_DEAL
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import play_until, start_match, window_of
from tests.table.screen.advised import GIVEN, plays_next, pointed_at
from tests.table.sockets.screens import connect_screen, quiet, send_form
from tests.table.tables import play_table

pytestmark = pytest.mark.django_db


def test_a_first_game_says_what_to_do_by_itself_until_the_first_round_is_written(
    client: Client, clock: Clock
) -> None:
    begun = client.post("/play/", {"tips": "on"})
    assert begun.headers["Location"].endswith("/?tips=on")
    match = Match.objects.get()
    me = match.seats.get(player__kind="guest").player
    rounds: set[int] = set()

    def looked(table: Table) -> bool:
        closed = len(table.game.results(table.state.game_state))
        waiting = table.game.pending(table.state.game_state).get(0)
        if waiting is not None and waiting.must:
            page = client.get(f"/t/{match.code}/?tips=on").content.decode()
            assert "tips=on" in page
            assert bool(GIVEN.search(page)) == (closed == 0)
            rounds.add(closed)
        return len(rounds) == 2

    play_until(match, [me], clock.now, looked)


def test_tips_go_on_after_another_page_until_another_first_game_begins(client: Client, clock: Clock) -> None:
    """The menu of a table leads to pages whose way back is the plain address of the table."""
    client.post("/play/", {"tips": "on"})
    match = Match.objects.get()
    me = match.seats.get(player__kind="guest").player
    plain = f"/t/{match.code}/"
    play_until(match, [me], clock.now, plays_next)
    assert not GIVEN.search(client.get(plain).content.decode())
    assert GIVEN.search(client.get(f"{plain}?tips=on").content.decode())
    client.get(f"{plain}rules/")
    page = client.get(plain).content.decode()
    assert GIVEN.search(page)
    assert "tips=on" in page
    client.post("/play/", {"game": "kraken"})
    other = Match.objects.exclude(pk=match.pk).get()
    assert "tips=on" not in client.get(f"/t/{other.code}/").content.decode()


def test_every_other_game_begins_with_tips_until_a_match_of_it_is_finished(
    players: list[Player], clock: Clock
) -> None:
    home = client_of(players[0])
    assert 'name="first_game" value="kan"' in home.get("/").content.decode()
    begun = home.post("/play/", {"first_game": "kan"})
    assert begun.headers["Location"].endswith("/?tips=on")
    match = Match.objects.get(game="kan")
    assert match.seats.exclude(player__kind="bot").count() == 1
    assert match.seats.filter(player__kind="bot").count() == 4
    play_table(players, clock.now, game="kan")
    again = home.get("/").content.decode()
    assert 'name="game" value="kan"' in again
    assert 'name="first_game" value="rosbiratschka"' in again
    assert home.post("/play/", {"first_game": "bridge"}).status_code == 404


def test_a_game_with_a_short_first_match_offers_the_whole_one_beside_it_before_and_after(
    players: list[Player], clock: Clock
) -> None:
    """Both say how long they take."""
    home = client_of(players[0])
    for _before_and_after in range(2):
        page = home.get("/").content.decode()
        for name in ("first_game", "game"):
            assert f'name="{name}" value="kalooki"' in page
        assert "Deal 1 alone" in page
        assert "All nine deals" in page
        play_table(players, clock.now, game="kalooki")


def test_a_first_round_of_kan_says_what_to_do_in_every_phase(players: list[Player], clock: Clock) -> None:
    """Words before the lead, cards shown, trumps, cards: at each of them the page that asks for tips has one."""
    match = start_match(players=players[:1], now=clock.now, game="kan", options={"round_end": "always_three"})
    client, phases = client_of(players[0]), set[str]()

    def looked(table: Table) -> bool:
        state = table.state.game_state
        waiting = table.game.pending(state).get(0)
        phase = table.game.view(state, 0).phase
        if waiting is not None and waiting.must and phase not in phases and not table.game.results(state):
            phases.add(phase)
            page = client.get(f"/t/{match.code}/?tips=on").content.decode()
            if len(table.game.choices(state, 0)) > 1:
                assert GIVEN.search(page), phase
        return bool(table.game.results(state))

    play_until(match, players[:1], clock.now, looked)
    assert "play" in phases


def test_a_first_deal_of_kalooki_is_one_person_three_bots_and_tips(client: Client) -> None:
    assert 'name="first_game" value="kalooki"' in client.get("/").content.decode()
    begun = client.post("/play/", {"first_game": "kalooki"})
    match = Match.objects.get()
    assert begun.headers["Location"] == f"/t/{match.code}/?tips=on"
    assert (match.game, match.options) == ("kalooki", {"deals": [1]})
    kinds = sorted(match.seats.values_list("player__kind", flat=True))
    assert kinds == ["bot", "bot", "bot", "guest"]


@pytest.mark.parametrize(("game", "seats"), [("kraken", 4), ("kan", 5), ("kalooki", 4)])
def test_against_bots_four_play_unless_the_game_needs_more(client: Client, game: str, seats: int) -> None:
    client.post("/play/", {"game": game})
    match = Match.objects.get()
    assert match.seats.count() == seats
    assert match.options == ({"bonus_mode": "assisted"} if game == "kraken" else {})


def test_the_length_of_a_match_is_said_before_it(players: list[Player], clock: Clock) -> None:
    about = {"created_by": players[0], "game": "kalooki", "options": {}, "now": clock.now}
    match = services.open_table(**about)
    page = client_of(players[0]).get(f"/t/{match.code}/").content.decode()
    assert "about 90 minutes" in page


def test_where_others_play_a_page_that_asks_for_tips_gets_none(match: Match, players: list[Player]) -> None:
    for seat, player in enumerate(players):
        page = client_of(player).get(f"/t/{match.code}/?tips=on").content.decode()
        assert f"you-{seat}" in page
        assert 'id="advice"' not in page


@pytest.mark.django_db(transaction=True)
async def test_a_screen_that_is_taught_is_told_with_every_push(
    practice: Match, players: list[Player]
) -> None:
    taught, first = await connect_screen(practice, players[0], page="1&tips=on")
    marked, words = pointed_at(first)
    window = await sync_to_async(window_of)(practice, 0)
    moved = await send_form(taught, do="play", card=marked[0], window=window)
    assert 'id="advice"' in moved
    assert words not in GIVEN.findall(moved)
    await taught.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_screen_that_is_taught_is_told_on_after_somebody_asked_for_advice(
    practice: Match, players: list[Player], clock: Clock
) -> None:
    taught, first = await connect_screen(practice, players[0], page="1&tips=on")
    [card], _words = pointed_at(first)
    window = await sync_to_async(window_of)(practice, 0)
    assert pointed_at(await send_form(taught, do="advice", window=window))
    await send_form(taught, do="play", card=card, window=window)
    await sync_to_async(play_until)(practice, players[:1], clock.now, plays_next)
    assert GIVEN.findall("".join(await quiet(taught)))
    await taught.disconnect()


def asks_a_card(table: Table) -> bool:
    """Whether seat 0 is asked for a card after the lead."""
    asked = table.game.view(table.state.game_state, 0).prompt
    return plays_next(table) and asked.text.code == "prompt_play"


@pytest.mark.django_db(transaction=True)
async def test_a_note_explains_a_question_once_and_makes_way_for_a_tip_that_is_asked_for(
    players: list[Player], clock: Clock
) -> None:
    match = await sync_to_async(start_match)(players=players[:1], now=clock.now)
    await sync_to_async(play_until)(match, players[:1], clock.now, asks_a_card)
    note = WORDS["note_play"]
    taught, first = await connect_screen(match, players[0], page="1&tips=on")
    [card], words = pointed_at(first)
    assert words == note
    window = await sync_to_async(window_of)(match, 0)
    _marked, words = pointed_at(await send_form(taught, do="advice", window=window))
    assert words != note
    await send_form(taught, do="play", card=card, window=window)

    def asks_again(table: Table) -> bool:
        return asks_a_card(table) and window_of(match, 0) != window

    await sync_to_async(play_until)(match, players[:1], clock.now, asks_again)
    assert note not in GIVEN.findall("".join(await quiet(taught)))
    await taught.disconnect()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_note_belongs_to_a_question_of_its_game(game: Game[Any]) -> None:
    notes = {code for code in game.words if code.startswith("note_")}
    prompts = {code.replace("note_", "prompt_", 1).removesuffix(OF_DEAL) for code in notes}
    assert prompts <= set(game.words)
    assert len(notes) >= 4 or game.key == "toy"
