"""Lessons of Kalooki: whatever lies in the stock, the right answer leaves fewer points on average than every other."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from games.bots import kalooki
from games.bots.kalooki.lessons import LESSONS
from games.bots.lessons import Lesson, LessonAnswer, asked_state, play_out
from games.engine.kalooki import Kalooki
from games.engine.log import Entry, replay
from games.engine.seats import HOUSE

GAME = Kalooki()
STOCKS = 8
"""Orders of the stock over which an answer is played out."""


def points(lesson: Lesson, answer: LessonAnswer) -> int:
    """What the seat that was asked pays when the deal is over."""
    asked = asked_state(GAME, lesson)
    after = replay(GAME, asked, play_out(GAME, lesson, answer.data, kalooki.decide))
    return GAME.results(after)[-1].score[lesson.seat]


def with_other_stock(lesson: Lesson, number: int) -> Lesson:
    """The same question with what is left of the stock in another order."""
    deal, *moves = lesson.entries
    deck = deal.data["deck"].split()
    left = len(deck) - GAME.view(asked_state(GAME, lesson), None).stock
    stock = deck[left:]
    Random(number).shuffle(stock)
    data = {**deal.data, "deck": " ".join((*deck[:left], *stock))}
    return lesson._replace(key=f"{lesson.key} {number}", entries=(Entry(HOUSE, data), *moves))


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_the_right_answer_leaves_fewer_points_in_the_given_deal(lesson: Lesson) -> None:
    paid = [points(lesson, answer) for answer in lesson.answers]
    least = paid.pop(lesson.right)
    assert all(least < other for other in paid), (least, paid)


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_the_right_answer_leaves_fewer_points_whatever_the_stock(lesson: Lesson) -> None:
    shuffled = [with_other_stock(lesson, number) for number in range(STOCKS)]
    paid = [fmean(points(other, answer) for other in shuffled) for answer in lesson.answers]
    least = paid.pop(lesson.right)
    assert all(least < other for other in paid), (least, paid)
