"""Tips of the strong player: the card, the reason and how sure it is, from a worker; else those of the easy level."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import timedelta
from threading import Event

import pytest
from asgiref.sync import sync_to_async
from django.http import HttpResponse

from accounts.models import Player
from games.bots.bot import Level
from games.bots.estimates import SENTENCES, Sure
from games.bots.registry import BOTS
from games.engine.game import replace_fields
from games.engine.kraken.words import WORDS
from games.engine.words import text
from games.table import services
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.services.moves import advice
from games.table.services.moves.advice import advice_for, await_advice, searched_advice_for
from games.table.sockets.consumers import TableConsumer
from games.table.think_worker import Answer, Question, ThinkRequest
from games.table.thinking import search_worker, thinkers
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import play_until, start_match, table_of, window_of
from tests.table.screen.advised import MARKED, plays_next, pointed_at
from tests.table.sockets.screens import connect_screen, screen, send_form
from tests.table.thinking.conftest import HeldWorker

pytestmark = pytest.mark.django_db


def has_a_choice(table: Table) -> bool:
    """Whether seat 0 has several cards to choose from, and nothing to claim."""
    if not plays_next(table):
        return False
    choices = table.game.choices(table.state.game_state, 0)
    return len(choices) > 2 and all(choice.data["do"] == "play" for choice in choices)


@pytest.fixture
def practice(players: list[Player], clock: Clock) -> Match:
    """Anna against three bots, with several cards to choose from."""
    match = start_match(players=players[:1], now=clock.now)
    play_until(match, players[:1], clock.now, has_a_choice)
    return match


def ask_for_tip(match: Match, player: Player) -> HttpResponse:
    return client_of(player).post(f"/t/{match.code}/act/", {"do": "advice", "window": window_of(match, 0)})


def other_card(match: Match) -> str:
    """A card the easy level does not advise."""
    table = table_of(match)
    easy = advice_for(table, 0)
    assert easy is not None
    assert easy.data is not None
    hand = table.game.view(table.state.game_state, 0).hand
    return next(held.card for held in hand if held.playable and held.card != easy.data["card"])


def sure_of(card: str) -> Answer:
    """The answer of a worker that advises this card, and is sure."""
    return Answer({"do": "play", "card": card}, text("why_sure_trick"), text(Sure.CLEARLY))


@pytest.fixture
def answer_at_once(worker: HeldWorker, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that lets the worker advise that card at once."""

    def arm(card: str) -> None:
        def submit(work: object, question: Question, sent_at: float) -> Future[Answer]:
            assert (question.level, question.asked.tip) == (Level.STRONG, True)
            coming: Future[Answer] = Future()
            coming.set_result(sure_of(card))
            return coming

        monkeypatch.setattr(worker, "submit", submit)

    return arm


def test_the_tip_is_that_of_the_worker_with_its_reason_and_how_sure_it_is(
    practice: Match, players: list[Player], answer_at_once: Callable[[str], None]
) -> None:
    card = other_card(practice)
    answer_at_once(card)
    marked, words = pointed_at(ask_for_tip(practice, players[0]).content.decode())
    assert set(marked) == {card}
    assert words.endswith(f"a sure trick. {SENTENCES[Sure.CLEARLY]}")


def test_without_a_worker_the_tip_is_that_of_the_easy_level(practice: Match, players: list[Player]) -> None:
    _, words = pointed_at(ask_for_tip(practice, players[0]).content.decode())
    assert not any(sentence in words for sentence in SENTENCES.values())


def test_a_tip_that_comes_too_late_changes_nothing_that_was_shown(
    practice: Match, players: list[Player], worker: HeldWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "TIP_TIMEOUT", 0)
    first = pointed_at(ask_for_tip(practice, players[0]).content.decode())
    worker.answer(sure_of(other_card(practice)))
    assert pointed_at(ask_for_tip(practice, players[0]).content.decode()) == first
    assert worker.held == []


def test_a_tip_stays_while_others_act_out_of_turn(
    practice: Match, players: list[Player], answer_at_once: Callable[[str], None]
) -> None:
    """The game moves on, and the position is still the same."""
    answer_at_once(other_card(practice))
    ask_for_tip(practice, players[0])
    table, window = table_of(practice), window_of(practice, 0)
    told = searched_advice_for(table, 0, window)
    assert told
    later = replace_fields(table.state, moved_at=table.state.moved_at + timedelta(seconds=1))
    assert searched_advice_for(replace(table, state=later), 0, window) == told


def test_the_same_position_gets_the_same_tip_at_every_table() -> None:
    assert ThinkRequest(1, 0, "1.card3", tip=True).seed == ThinkRequest(2, 0, "1.card3", tip=True).seed
    assert ThinkRequest(1, 0, "1.card3").seed != ThinkRequest(2, 0, "1.card3").seed


def test_a_tip_is_for_one_decision(
    practice: Match, players: list[Player], clock: Clock, answer_at_once: Callable[[str], None]
) -> None:
    answer_at_once(other_card(practice))
    ask_for_tip(practice, players[0])
    window = window_of(practice, 0)
    assert searched_advice_for(table_of(practice), 0, window)
    thinkers.use(search_worker)
    play_until(
        practice, players[:1], clock.now, lambda table: plays_next(table) and window_of(practice, 0) != window
    )
    assert searched_advice_for(table_of(practice), 0, window_of(practice, 0)) is None


def test_a_game_without_a_strong_player_asks_no_worker(
    players: list[Player], clock: Clock, worker: HeldWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "kan", BOTS["kan"]._replace(levels={}))
    match = start_match(players=players[:1], now=clock.now, game="kan")
    play_until(match, players[:1], clock.now, plays_next)
    assert pointed_at(ask_for_tip(match, players[0]).content.decode())
    assert worker.held == []


@pytest.mark.django_db(transaction=True)
async def test_over_the_socket_the_tip_of_the_worker_comes_too(
    practice: Match, players: list[Player], answer_at_once: Callable[[str], None]
) -> None:
    card = await sync_to_async(other_card)(practice)
    answer_at_once(card)
    mine, _first = await connect_screen(practice, players[0])
    window = await sync_to_async(window_of)(practice, 0)
    marked, words = pointed_at(await send_form(mine, do="advice", window=window))
    assert set(marked) == {card}
    assert words.endswith(SENTENCES[Sure.CLEARLY])
    await mine.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_screen_that_leaves_waits_for_no_advice_asked_for_while_the_first_came(
    practice: Match, players: list[Player], worker: HeldWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first advice comes while its second question is carried out, so that its event is handled after that."""
    mine, _first = await connect_screen(practice, players[0])
    (consumer,) = TableConsumer.open
    ask, loop, came = services.ask_advice, asyncio.get_running_loop(), Event()

    def ask_meanwhile(**facts: object) -> Future[Answer] | None:
        if consumer.awaited_advice is None:
            return ask(**facts)
        loop.call_soon_threadsafe(consumer.awaited_advice.add_done_callback, lambda _task: came.set())
        worker.answer(sure_of(other_card(practice)))
        assert came.wait(10)
        return Future()

    monkeypatch.setattr(services, "ask_advice", ask_meanwhile)
    window = await sync_to_async(window_of)(practice, 0)
    for _time in range(2):
        await mine.send_to(text_data=json.dumps({"do": "advice", "window": window}))
    await mine.receive_from()
    await mine.disconnect()
    await asyncio.sleep(0)
    assert not [task for task in asyncio.all_tasks() if "_wait_for_advice" in task.get_coro().__qualname__]


@pytest.mark.django_db(transaction=True)
async def test_in_a_first_game_the_tip_of_the_worker_comes_by_itself(
    practice: Match, players: list[Player], worker: HeldWorker
) -> None:
    """The note on the question is there before; no other tip is shown, and the card is marked when it has come."""
    card = await sync_to_async(other_card)(practice)
    mine = screen(practice, players[0], page="1&tips=on")
    assert (await mine.connect())[0]
    marked, note = pointed_at(await mine.receive_from())
    assert (marked, note in WORDS.values()) == ([], True)
    await sync_to_async(worker.answer)(sure_of(card))
    assert set(MARKED.findall(await mine.receive_from())[0]) - {""} == {card}
    assert worker.held == []
    await mine.disconnect()


def test_the_page_of_a_first_game_waits_for_the_tip_of_the_worker(
    practice: Match, players: list[Player], answer_at_once: Callable[[str], None]
) -> None:
    card = other_card(practice)
    answer_at_once(card)
    page = client_of(players[0]).get(f"/t/{practice.code}/?tips=on").content.decode()
    marked, note = pointed_at(page)
    assert set(marked) == {card}
    assert note in WORDS.values()


async def test_a_screen_that_leaves_ends_no_search_for_the_others() -> None:
    coming: Future[Answer] = Future()
    leaving = asyncio.create_task(await_advice(coming))
    staying = asyncio.create_task(await_advice(coming))
    await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.wait([leaving])
    assert coming.set_running_or_notify_cancel()
    coming.set_result(sure_of("SA"))
    await staying
