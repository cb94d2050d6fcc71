"""The loop of a worker: questions by their age, and idle time for other work."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

import pytest

from games.engine.bots.levels import Level, player
from games.table import events
from games.table.thinking import answering
from games.table.thinking.questions import Asked, question_of, read_answer, write_question
from games.table.thinking.worker import QUIET, Pipe, Taken, work
from tests.table.play import imagined_table, in_play

WHY_LEVELS = [(0.0, Level.STRONG), (1.0, Level.STRONG), (1.1, Level.GOOD), (2.0, Level.GOOD)]


def a_question(level: Level = Level.EASY, *, tip: bool = False) -> bytes:
    """A question about a card to a trick that has begun."""
    table = imagined_table(("bot",) * 4, in_play)
    seat = next(seat for seat, asked in table.game.pending(table.state.game_state).items() if asked.must)
    window = table.game.pending(table.state.game_state)[seat].window
    return write_question(question_of(table, Asked(7, seat, window, tip), level))


@pytest.mark.parametrize(("waited", "level"), WHY_LEVELS)
def test_a_question_that_waited_more_than_a_second_is_answered_at_the_good_level(
    waited: float, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels: list[Level] = []

    def noted(game: str, level: Level, seed: int) -> object:
        levels.append(level)
        return player(game, Level.EASY, seed)

    monkeypatch.setattr(answering, "player", noted)
    assert answering.answered(a_question(Level.STRONG), waited=waited)
    assert levels == [level]


def test_a_question_that_waited_more_than_two_seconds_is_dropped() -> None:
    assert answering.answered(a_question(), waited=2.1) is None


def test_a_tip_comes_with_its_reason_and_how_sure_it_is() -> None:
    line = answering.answered(a_question(Level.GOOD, tip=True), waited=0.0)
    assert line is not None
    answer = read_answer(line)
    assert answer.why is not None
    assert answer.why.code.startswith("why_")
    assert answer.sure is None or answer.sure.code.startswith("sure_")


def test_a_pipe_hands_over_each_line_and_ends_with_its_input() -> None:
    answers = io.BytesIO()
    question = a_question()
    work(Pipe(io.BytesIO(question + b"no question\n" + question), answers))
    lines = answers.getvalue().splitlines(keepends=True)
    assert len(lines) == 2
    assert read_answer(lines[0]) == read_answer(lines[1])


class Scripted:
    """A source that gives these questions in turn, None for a time without one."""

    def __init__(self, *lines: bytes | None) -> None:
        self.lines = list(lines)
        self.answers: list[bytes] = []
        self.paused: list[float] = []

    def take(self, *, within: float) -> Taken | None:
        self.paused.append(within)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        return None if line is None else Taken(line, 0.0, self.answers.append)

    def is_waiting(self) -> bool:
        return bool(self.lines) and self.lines[0] is not None


@pytest.fixture
def idle_work() -> Iterator[Callable[[Callable[[], int]], None]]:
    """Return a function that connects work for idle workers while the test runs."""
    known = events.thinker_idle.receivers
    events.thinker_idle.receivers = []
    events.thinker_idle.sender_receivers_cache.clear()
    yield events.run_when_idle
    events.thinker_idle.receivers = known


def test_idle_work_is_done_only_while_no_question_waits(
    idle_work: Callable[[Callable[[], int]], None],
) -> None:
    source = Scripted(a_question(), a_question(), None, None)
    seen: list[int] = []

    def some_work() -> int:
        seen.append(len(source.answers))
        return 1

    idle_work(some_work)
    work(source)
    assert set(seen) == {2}


def test_a_question_that_comes_during_idle_work_goes_before_the_next_receiver(
    idle_work: Callable[[Callable[[], int]], None],
) -> None:
    source = Scripted(None, None)
    order: list[str] = []

    def first() -> int:
        order.append("first")
        if len(order) == 1:
            source.lines.insert(0, a_question())
        return 1

    def second() -> int:
        order.append(f"second after {len(source.answers)}")
        return 0

    idle_work(first)
    idle_work(second)
    work(source)
    assert order[:3] == ["first", "first", "second after 1"]


def test_idle_work_that_did_something_is_offered_again_at_once(
    idle_work: Callable[[Callable[[], int]], None],
) -> None:
    left = [3, 2, 0]
    idle_work(lambda: left.pop(0) if left else 0)
    source = Scripted(None, None, None)
    work(source)
    assert source.paused == [QUIET, 0.0, 0.0, QUIET]
