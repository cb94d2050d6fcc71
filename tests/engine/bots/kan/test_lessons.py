"""Lessons of Kan: played out with the same players, the right answer does better than every other one."""

from __future__ import annotations

import pytest

from games.bots import kan
from games.bots.kan.lessons import LESSONS
from games.bots.lessons import Lesson, LessonAnswer, asked_state, play_out
from games.bots.player import Player
from games.engine.kan import Kan
from games.engine.log import replay

GAME = Kan()


def outcome(lesson: Lesson, answer: LessonAnswer, player: Player) -> tuple[int, int]:
    """What the round counts for the seat that was asked when the deal is over, and by how many scoring cards its side
    took more than the other."""
    asked = asked_state(GAME, lesson)
    after = replay(GAME, asked, play_out(GAME, lesson, answer.data, player))
    result = GAME.view(after, None).so_far or GAME.results(after)[-1]
    side = after.deal.sides[lesson.seat]
    return result.score[lesson.seat], after.deal.points[side] - after.deal.points[1 - side]


@pytest.mark.parametrize("effort", [kan.search.EASY, kan.search.GOOD], ids=["easy", "good"])
@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_the_right_answer_does_better_than_every_other(lesson: Lesson, effort: kan.search.Effort) -> None:
    player = kan.make_player(effort, 1)
    came = [outcome(lesson, answer, player) for answer in lesson.answers]
    best = came.pop(lesson.right)
    assert all(best > other for other in came), (best, came)


def test_the_asked_seat_is_of_the_kan_whose_words_it_may_read() -> None:
    for lesson in LESSONS:
        state = asked_state(GAME, lesson)
        assert lesson.seat in state.deal.kan
