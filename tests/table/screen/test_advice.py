"""Tips at a practice table: what the bot would do in one's seat and why; at no other table, and of no hidden card."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Final

import pytest
from asgiref.sync import sync_to_async
from django.http import HttpResponse
from django.test import Client

from accounts.models import Club, Player
from games import engine_words
from games.bots.registry import SENTENCES
from games.club_clock import club_clock
from games.engine import registry
from games.refusals import CODE_HEADER
from games.table import services
from games.table.log import seeds
from games.table.log.errors import TableRefusal
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.services.moves.advice import advice_for
from tests.clients import client_of
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.hidden.other_worlds import CHANGING, other_worlds
from tests.table.play import log_of, play_until, start_match, table_of, window_of
from tests.table.screen.advised import GIVEN, plays_next, pointed_at
from tests.table.sockets.screens import connect_screen, quiet, send_form, zones_in
from tests.table.statements import statements_executed

pytestmark = pytest.mark.django_db
GAMES = [game.key for game in registry.GAMES]
BUTTON = 'id="ask-advice"'


def has_to_think(table: Table) -> bool:
    hand = table.game.view(table.state.game_state, 0).hand
    return plays_next(table) and sum(held.playable for held in hand) >= 3


def ask_for_advice(client: Client, match: Match, window: str, **headers: str) -> HttpResponse:
    return client.post(f"/t/{match.code}/act/", {"do": "advice", "window": window}, headers=headers)


def test_a_plain_form_is_answered_with_the_card_marked_and_the_reason(
    practice: Match, players: list[Player]
) -> None:
    client, window = client_of(players[0]), window_of(practice, 0)
    page = client.get(f"/t/{practice.code}/").content.decode()
    assert BUTTON in page
    assert not GIVEN.search(page)

    marked, words = pointed_at(ask_for_advice(client, practice, window).content.decode())

    table = table_of(practice)
    advice = advice_for(table, 0)
    assert advice is not None
    assert marked == [advice.data["card"]]
    card = engine_words.card_name(advice.data["card"])
    reason = engine_words.sentence(advice.why, words=SENTENCES, names=())
    assert words == f"<b>{card}:</b> {reason}"
    assert not GIVEN.search(client.get(f"/t/{practice.code}/").content.decode())


def test_asking_writes_nothing(practice: Match, players: list[Player], clock: Clock) -> None:
    client, window, before = client_of(players[0]), window_of(practice, 0), log_of(practice)
    with statements_executed() as words:
        services.ask_advice(match_id=practice.pk, player=players[0], window=window, now=clock.now)
    assert words in ([], ["SELECT"])
    assert pointed_at(ask_for_advice(client, practice, window).content.decode())
    assert pointed_at(ask_for_advice(client, practice, window).content.decode())
    assert log_of(practice) == before


QUESTIONS: Final = {"rosbiratschka": {"play", "place"}, "kalooki": {"choose", "play"}}
"""The kinds of questions of a game; of those that are not named here all three others."""


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_a_match_can_be_asked(
    players: list[Player], clock: Clock, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deals are given: in those of Kan the player shows cards."""
    monkeypatch.setattr(seeds, "random_seed", lambda purpose: sha256(purpose.split("/")[1].encode()).digest())
    options = {"kraken": {"rounds": 4}, "kan": {"rounds": 30}}.get(game, {})
    match = start_match(players=players[:1], now=clock.now, game=game, options=options)
    wanted = QUESTIONS.get(game, {"choose", "arrange", "play"})
    client, kinds, rng = client_of(players[0]), set(), Random(4)

    def looked(table: Table) -> bool:
        waiting = table.game.pending(table.state.game_state).get(0)
        offered = table.game.choices(table.state.game_state, 0)
        if waiting is not None:
            advice = advice_for(table, 0)
            assert advice is not None
            assert advice.data in [choice.data for choice in offered] or (
                advice.data is None and not waiting.must
            )
            if waiting.kind not in kinds:
                kinds.add(waiting.kind)
                marked, words = pointed_at(ask_for_advice(client, match, waiting.window).content.decode())
                assert words
                prompt, data = table.game.view(table.state.game_state, 0).prompt, advice.data or {}
                button = any(choice.data == data for choice in prompt.choices)
                assert len(marked) == (bool(data) and (prompt.arrange is None or button or "card" in data))
        return kinds >= wanted

    play_until(match, players[:1], clock.now, looked, rng)
    assert kinds >= wanted


def test_two_who_play_get_no_advice(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players[:2], now=clock.now)
    play_until(match, players[:2], clock.now, plays_next)
    assert_none_given(match, players[0])


def test_four_who_play_get_no_advice(match: Match, players: list[Player], clock: Clock) -> None:
    play_until(match, players, clock.now, plays_next)
    assert_none_given(match, players[0])


def test_at_a_table_of_a_club_nobody_gets_advice(players: list[Player], club: Club, clock: Clock) -> None:
    """Tables of a league are tables of its club, also where three bots sit in for others."""
    match = services.open_table(created_by=players[0], game="kraken", options={}, club=club, now=clock.now)
    assert_none_given(begin_match(match, players[0], clock), players[0])


def test_where_a_round_is_played_again_nobody_gets_advice(players: list[Player], clock: Clock) -> None:
    first = start_match(players=players[:1], now=clock.now, options={"rounds": 1})
    play_until(first, players[:1], clock.now, lambda table: False)
    again = services.open_replay(round_=first.rounds.get(), opened_by=players[0], now=clock.now)
    services.start_match(match_id=again.pk, player=players[0], now=clock.now)
    play_until(again, players[:1], clock.now, plays_next)
    assert_none_given(again, players[0])


def begin_match(match: Match, player: Player, clock: Clock) -> Match:
    services.sit(match_id=match.pk, player=player)
    services.fill_with_bots(match_id=match.pk, player=player)
    services.start_match(match_id=match.pk, player=player, now=clock.now)
    match.refresh_from_db()
    play_until(match, [player], clock.now, plays_next)
    return match


def assert_none_given(match: Match, player: Player) -> None:
    """Neither by the service nor by a door, and the page does not offer it."""
    window, client = window_of(match, 0), client_of(player)
    for headers in ({}, {"HX-Request": "true"}):
        answer = ask_for_advice(client, match, window, **headers)
        assert (answer.status_code, answer.headers[CODE_HEADER]) == (422, TableRefusal.NO_ADVICE)
        assert not GIVEN.search(answer.content.decode())
    about = {"match_id": match.pk, "player": player, "window": window, "now": club_clock.now()}
    assert refusal(lambda: services.ask_advice(**about)) == TableRefusal.NO_ADVICE
    assert BUTTON not in client.get(f"/t/{match.code}/").content.decode()


def test_who_does_not_play_there_is_told_nothing(practice: Match, players: list[Player]) -> None:
    window = window_of(practice, 0)
    for client in (Client(), client_of(players[1])):
        answer = ask_for_advice(client, practice, window)
        assert answer.headers[CODE_HEADER] == TableRefusal.NOT_SEATED
        assert 'id="advice"' not in answer.content.decode()


def test_a_question_that_is_over_is_not_answered(practice: Match, players: list[Player]) -> None:
    answer = ask_for_advice(client_of(players[0]), practice, "1.gone")
    assert (answer.status_code, answer.headers[CODE_HEADER]) == (409, TableRefusal.STALE_WINDOW)


def test_in_a_pause_nobody_is_advised(
    practice: Match, players: list[Player], say: Callable[..., object]
) -> None:
    window = window_of(practice, 0)
    say(practice, 0, "pause")
    assert ask_for_advice(client_of(players[0]), practice, window).headers[CODE_HEADER] == TableRefusal.PAUSED


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_that_change_places_change_no_letter_of_the_advice(
    players: list[Player], clock: Clock, game: str
) -> None:
    match = start_match(players=players[:1], now=clock.now, game=game)
    play_until(match, players[:1], clock.now, has_to_think)
    client, window = client_of(players[0]), window_of(match, 0)

    def answers() -> list[str]:
        return [
            CHANGING.sub("", ask_for_advice(client, match, window, **headers).content.decode())
            for headers in ({}, {"HX-Request": "true"})
        ]

    here, advice = answers(), advice_for(table_of(match), 0)
    assert all(map(GIVEN.search, here))
    worlds = 0
    for _ in other_worlds(match, 0, most=8):
        assert answers() == here
        assert advice_for(table_of(match), 0) == advice
        worlds += 1
    assert worlds >= 4


def test_advice_speaks_the_players_language(practice: Match, players: list[Player]) -> None:
    Player.objects.filter(pk=players[0].pk).update(language="nl")
    _, words = pointed_at(
        ask_for_advice(client_of(players[0]), practice, window_of(practice, 0)).content.decode()
    )
    assert not re.search(r"\b(the|trick|of)\b", words)
    assert re.search(r"\b(schoppen|harten|ruiten|klaver)\w+:</b>", words)


def test_when_the_match_stops_the_advice_goes_and_is_offered_no_more(
    practice: Match, players: list[Player], clock: Clock
) -> None:
    client, window = client_of(players[0]), window_of(practice, 0)
    services.end_match(match_id=practice.pk, by=players[0], reason="late", now=clock.now)
    page = client.get(f"/t/{practice.code}/").content.decode()
    assert BUTTON not in page
    assert '<p id="advice" class="advice with-advice"></p>' in page
    assert ask_for_advice(client, practice, window).headers[CODE_HEADER] == TableRefusal.NOT_RUNNING


@pytest.mark.django_db(transaction=True)
async def test_over_the_socket_only_the_screen_that_asks_gets_it_and_the_next_move_takes_it_away(
    practice: Match, players: list[Player], guest: Player
) -> None:
    mine, first = await connect_screen(practice, players[0])
    other, _ = await connect_screen(practice, guest)
    assert '<p id="advice" class="advice with-advice"></p>' in first
    window = await sync_to_async(window_of)(practice, 0)

    told = [await send_form(mine, do="advice", window=window) for _ in range(2)]
    assert [zones_in(one) for one in told] == [["seq", "hand", "advice"], ["seq", "advice"]]
    marked, _words = pointed_at(told[0])
    assert await quiet(other) == []

    moved = await send_form(mine, do="play", card=marked[0], window=window)
    assert '<p id="advice" class="advice with-advice"></p>' in moved
    assert "advice" not in "".join(await quiet(other))
    for opened in (mine, other):
        await opened.disconnect()
