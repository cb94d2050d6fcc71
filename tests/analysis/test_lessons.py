"""Lessons: every answer is allowed, a strong player gives the right one, and the pages play it out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bots.kan import player as kan_player
from games.bots.kan.search import STRONG as KAN_EFFORT
from games.bots.kraken.lookback import PLAYERS as EFFORT
from games.bots.kraken.lookback import SEED
from games.bots.kraken.player import make_player
from games.bots.lessons import Lesson, asked_state, play_out
from games.bots.registry import BOTS, LESSONS
from games.bots.rosbiratschka.player import make_player as strong_player
from games.bots.rosbiratschka.search import STRONG as STRONG_EFFORT
from games.engine import registry
from games.engine.cards import face
from games.engine.seats import HOUSE

EVERY = [(key, lesson) for key, lessons in LESSONS.items() for lesson in lessons]
STRONG = {
    "kraken": make_player(EFFORT, SEED),
    "rosbiratschka": strong_player(STRONG_EFFORT, 1),
    "kan": kan_player.make_player(KAN_EFFORT, 1),
    "kalooki": BOTS["kalooki"].decide,
}
"""By game the player that must agree with its lessons."""
CARD = re.compile(r'class="card ([SHDC][2-9TJQKA]|XX)"')
every_lesson = pytest.mark.parametrize(
    ("key", "lesson"), EVERY, ids=[f"{key} {lesson.key}" for key, lesson in EVERY]
)


def test_the_first_game_has_eight_lessons() -> None:
    assert len(LESSONS[registry.GAMES[0].key]) == 8
    assert {len(lessons) for key, lessons in LESSONS.items() if key != registry.GAMES[0].key} == {4}
    for lessons in LESSONS.values():
        assert len({lesson.key for lesson in lessons}) == len(lessons)
        assert len({lesson.title for lesson in lessons}) == len(lessons)


@every_lesson
def test_every_answer_is_allowed_and_each_is_another(key: str, lesson: Lesson) -> None:
    game = registry.game(key)
    state = asked_state(game, lesson)
    assert game.pending(state)[lesson.seat].must
    answers = [dict(one.data) for one in lesson.answers]
    for data in answers:
        game.check(state, lesson.seat, game.parse(data))
        assert data in [dict(choice.data) for choice in game.choices(state, lesson.seat)]
    assert len({str(sorted(data.items())) for data in answers}) == len(answers) >= 2
    assert len({one.why for one in lesson.answers}) == len(answers)


@every_lesson
def test_a_strong_player_gives_the_right_answer(key: str, lesson: Lesson) -> None:
    game = registry.game(key)
    state = asked_state(game, lesson)
    view, choices = game.view(state, lesson.seat), game.choices(state, lesson.seat)
    decided = STRONG[key](view, choices)
    assert [dict(one or {}) for one in decided.answers] == [dict(lesson.answers[lesson.right].data)]


@every_lesson
def test_the_answer_is_played_to_the_end_of_the_deal_the_same_each_time(key: str, lesson: Lesson) -> None:
    game = registry.game(key)
    right = lesson.answers[lesson.right].data
    told = play_out(game, lesson, right, BOTS[key].decide)
    assert told[0].data == right
    assert told == play_out(game, lesson, right, BOTS[key].decide)
    state: Any = asked_state(game, lesson)
    for entry in told:
        state = game.apply(state, entry.by, game.parse(entry.data))
    assert len(game.results(state)) == 1 or game.pending(state)[HOUSE].kind == "deal"


@pytest.mark.parametrize("language", ["en", "nl"])
@every_lesson
def test_the_question_shows_no_card_that_its_seat_does_not_see(
    client: Client, key: str, lesson: Lesson, language: str
) -> None:
    page = client.get(
        reverse("analysis:lesson", args=[key, lesson.key]), headers={"accept-language": language}
    )
    assert page.status_code == 200
    game = registry.game(key)
    state = asked_state(game, lesson)
    view = game.view(state, lesson.seat)
    own = {face(held.card) for held in view.hand}
    known = own | {face(entry.data["card"]) for entry in lesson.entries if "card" in entry.data}
    known |= {face(lying.card) for meld in view.melds for lying in meld.cards}
    known |= {face(card) for card in view.discard.cards} if view.discard else set()
    shown = set(CARD.findall(page.content.decode().partition("<main")[2]))
    assert own <= shown
    assert shown <= known


@every_lesson
def test_each_answer_gets_its_sentence_and_the_right_one_is_played_out(
    client: Client, key: str, lesson: Lesson
) -> None:
    address = reverse("analysis:lesson", args=[key, lesson.key])
    for number, answer in enumerate(lesson.answers):
        page = client.get(address, {"answer": number}, headers={"accept-language": "en"}).content.decode()
        text = page.replace("&#x27;", "'")
        assert answer.why in text
        assert lesson.idea in text
        assert ("Right." in text) == (number == lesson.right)
        assert lesson.answers[lesson.right].why in text
        assert 'id="moments"' in text
    last = max(map(int, re.findall(r'<article id="card-(\d+)"', page)))
    assert client.get(address, {"card": last}).status_code == 200
    assert client.get(address, {"card": last + 1}).status_code == 404
    assert client.get(address, {"answer": len(lesson.answers)}).status_code == 404
    assert client.get(address, {"answer": "x"}).status_code == 404


@pytest.mark.django_db
def test_the_lessons_are_found_from_the_first_page_and_the_rules(client: Client) -> None:
    key = registry.GAMES[0].key
    address = reverse("analysis:lessons", args=[key])
    assert f'href="{address}"' in client.get("/").content.decode()
    assert f'href="{address}"' in client.get(reverse("table:rules", args=[key])).content.decode()
    page = client.get(address).content.decode()
    for lesson in LESSONS[key]:
        assert reverse("analysis:lesson", args=[key, lesson.key]) in page


def test_there_is_no_page_for_what_has_no_lesson(client: Client) -> None:
    key = registry.GAMES[0].key
    assert client.get(reverse("analysis:lessons", args=["bridge"])).status_code == 404
    assert client.get(reverse("analysis:lesson", args=[key, "nothing"])).status_code == 404
