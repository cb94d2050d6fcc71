"""A decision of a bot that searches is asked for, and nobody waits longer than two seconds for the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from threading import Thread
from time import monotonic
from typing import Any

import pytest

from accounts.models import Player
from games import metrics
from games.bots import player as deciding
from games.bots.bot import Level
from games.bots.registry import BOTS, easy_decision
from games.engine.view import Choice, View
from games.table import services
from games.table.log import due_times
from games.table.log.due_times import Due
from games.table.log.models import Match
from games.table.think_worker import Answer, ThinkRequest
from games.table.think_worker import answer as search
from games.table.thinking import MAX_OPEN_QUESTIONS, thinkers
from tests.conftest import Clock
from tests.patience import PATIENCE
from tests.table.play import log_of, play_until, step, table_of
from tests.table.thinking.conftest import HeldWorker, match_with_bots

pytestmark = pytest.mark.django_db
Tick = Callable[[datetime], int]
SECOND = timedelta(seconds=1)


def easy_answer(match: Match, due: Due) -> dict[str, str]:
    """The first answer of the easy level."""
    table = table_of(match)
    state = table.state.game_state
    view, choices = table.game.view(state, due.seat), table.game.choices(state, due.seat)
    (answer, *_equals) = easy_decision(table.game, view, choices).answers
    assert answer is not None
    return dict(answer)


def test_the_answer_of_a_worker_is_written_when_it_comes(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    match, due = searching_match
    before = log_of(match)
    tick(due.at)
    assert (log_of(match), len(worker.held)) == (before, 1)
    answer = worker.answer()
    tick(due.at + SECOND / 10)
    assert log_of(match)[len(before)][1:] == (due.seat, "game", answer.data)


def test_a_level_that_does_not_search_answers_every_window_itself(
    players: list[Player], clock: Clock, worker: HeldWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the calls of Kalooki, which nobody has to answer; no worker is asked."""
    offered: set[str] = set()
    kalooki = BOTS["kalooki"]
    strong = kalooki.levels[Level.STRONG]

    def recording(seed: int) -> deciding.Player:
        def decide(view: View, choices: Sequence[Choice]) -> deciding.Decision:
            offered.update(choice.data["do"] for choice in choices)
            return strong(seed)(view, choices)

        return decide

    monkeypatch.setitem(BOTS, "kalooki", kalooki._replace(levels={Level.STRONG: recording}))
    match = match_with_bots(players[0], "strong", clock.now, game="kalooki")
    play_until(match, players[:1], clock.now, lambda table: bool(table.game.results(table.state.game_state)))
    assert {"stock", "call", "discard"} <= offered
    assert not worker.held


def test_questions_and_answers_are_counted(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    def counted() -> list[float]:
        names = ("club_think_questions_total", "club_think_answers_total")
        return [metrics.registry.get_sample_value(name) or 0.0 for name in names]

    before = counted()
    _match, due = searching_match
    tick(due.at)
    worker.answer()
    assert counted() == [one + 1 for one in before]
    tick(due.at)


def test_a_decision_is_asked_for_once(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    match, due = searching_match
    tick(due.at)
    Match.objects.filter(pk=match.pk).update(wake_at=due.at)
    tick(due.at + SECOND)
    assert len(worker.held) == 1


def test_a_worker_killed_in_thought_costs_two_seconds(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    """The database holds the time at which the easy level plays, so also the death of the steward costs no more."""
    match, due = searching_match
    before = log_of(match)
    tick(due.at)
    match.refresh_from_db()
    assert match.wake_at == due.at + due_times.MAX_THINKING
    assert due_times.MAX_THINKING == 2 * SECOND
    tick(match.wake_at - SECOND / 1000)
    assert log_of(match) == before
    tick(match.wake_at)
    assert log_of(match)[len(before)][1] == due.seat


def test_after_a_question_without_an_answer_the_easy_level_plays_at_once(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick, players: list[Player]
) -> None:
    """For ten seconds nobody is asked; then one question shows whether somebody answers again."""
    match, due = searching_match
    tick(due.at)
    tick(due.at + 2 * SECOND)
    asked = ThinkRequest(match.pk, due.seat or 0, "later")
    table = table_of(match)
    for seconds, worth in ((3, False), (11, False), (12, True)):
        coming = thinkers.ask(table, asked, Level.STRONG, now=due.at + seconds * SECOND)
        assert (coming is not None) is worth


def test_without_a_worker_the_easy_level_plays_at_once(
    searching_match: tuple[Match, Due], tick: Tick
) -> None:
    match, due = searching_match
    before = log_of(match)
    tick(due.at)
    assert log_of(match)[len(before)][1] == due.seat


def test_a_queue_of_two_seconds_or_many_questions_is_asked_nothing(
    searching_match: tuple[Match, Due], worker: HeldWorker
) -> None:
    match, due = searching_match
    table = table_of(match)

    def asks(window: str, now: datetime) -> bool:
        return (
            thinkers.ask(table, ThinkRequest(match.pk, due.seat or 0, window), Level.STRONG, now=now)
            is not None
        )

    assert all(asks(f"w{number}", due.at) for number in range(MAX_OPEN_QUESTIONS))
    assert not asks("one more", due.at)
    assert not asks("later", due.at + 2 * SECOND)


def test_an_answer_to_a_table_that_moved_on_is_dropped(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    match, due = searching_match
    tick(due.at)
    services.play_for_bot(
        match_id=match.pk, seat=due.seat, window=due.window, data=easy_answer(match, due), now=due.at
    )
    after = log_of(match)
    worker.answer()
    tick(due.at + SECOND / 10)
    assert log_of(match) == after


def test_an_answer_in_a_pause_is_dropped_and_asked_for_again(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick, players: list[Player]
) -> None:
    match, due = searching_match
    tick(due.at)
    services.submit_action(
        match_id=match.pk, player=players[0], window="", data={"do": "pause"}, now=due.at + SECOND / 10
    )
    paused = log_of(match)
    assert paused[-1][3] == {"do": "pause"}
    worker.answer()
    tick(due.at + SECOND)
    assert log_of(match) == paused
    services.submit_action(
        match_id=match.pk, player=players[0], window="", data={"do": "go_on"}, now=due.at + 60 * SECOND
    )
    tick(due.at + 70 * SECOND)
    assert len(log_of(match)) > len(paused) + 1


def test_a_worker_that_died_is_asked_again_after_two_seconds(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    """The move it died over is played by the easy level in time, those until then at once."""
    match, due = searching_match
    before = log_of(match)
    table = table_of(match)
    tick(due.at)
    worker.die()
    tick(due.at + SECOND)
    assert log_of(match) == before
    tick(due.at + 2 * SECOND)
    assert log_of(match)[len(before)][1] == due.seat
    asked = ThinkRequest(match.pk, due.seat or 0, "later")
    assert thinkers.ask(table, asked, Level.STRONG, now=due.at + SECOND) is None
    assert thinkers.ask(table, asked, Level.STRONG, now=due.at + 2 * SECOND) is not None


def test_a_silent_worker_is_replaced_after_five_seconds(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    """A search that has begun cannot be cancelled: it runs on until then, and its answer still counts as a sign."""
    _match, due = searching_match
    tick(due.at)
    worker.begin()
    tick(due.at + 4.9 * SECOND)
    assert (worker.killed, len(worker.held)) == (0, 1)
    tick(due.at + 5 * SECOND)
    assert (worker.killed, len(worker.held)) == (1, 0)


def test_a_waiting_question_is_cancelled_when_its_time_is_over(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    match, due = searching_match
    asked = ThinkRequest(match.pk, due.seat or 0, "waits")
    coming = thinkers.ask(table_of(match), asked, Level.STRONG, now=due.at)
    assert coming is not None
    assert not coming.cancel()
    tick(due.at + 2 * SECOND)
    assert coming.result(timeout=0) is None


def test_a_worker_that_dies_while_it_takes_a_question_holds_nobody_up(
    searching_match: tuple[Match, Due], worker: HeldWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Python 3.12 on a pool that breaks hands back its questions before it takes another one."""
    match, due = searching_match
    table = table_of(match)
    first = thinkers.ask(table, ThinkRequest(match.pk, due.seat or 0, "first"), Level.STRONG, now=due.at)
    submit = worker.submit

    def submit_while_dying(*given: Any) -> Future[Answer]:
        dying = Thread(target=worker.die)
        dying.start()
        dying.join(PATIENCE)
        assert not dying.is_alive()
        return submit(*given)

    monkeypatch.setattr(worker, "submit", submit_while_dying)
    second = thinkers.ask(table, ThinkRequest(match.pk, due.seat or 0, "second"), Level.STRONG, now=due.at)
    assert first is not None
    assert second is not None
    assert first.result(timeout=0) is None
    assert not second.done()


def test_an_answer_the_rules_do_not_allow_is_dropped(
    searching_match: tuple[Match, Due], worker: HeldWorker, tick: Tick
) -> None:
    match, due = searching_match
    before = log_of(match)
    tick(due.at)
    worker.answer(Answer({"do": "fly"}))
    tick(due.at + SECOND / 10)
    assert log_of(match) == before


def test_a_whole_round_is_played_by_answers_and_claims_ask_nobody(
    players: list[Player], clock: Clock, worker: HeldWorker, tick: Tick
) -> None:
    match, answers = match_with_bots(players[0], "strong", clock.now), 0
    now, chance = clock.now, Random(1)
    while not (table := table_of(match)).game.results(table.state.game_state):
        for question, _coming in list(worker.held):
            assert len(question.choices) > 1
            assert question.view.prompt.must
            worker.answer(search(replace(question, level=Level.EASY), monotonic()))
            answers += 1
            tick(max(due.at for due in due_times.dues(table) if due.why == "bot"))
        now = step(match, {0: players[0]}, now, chance)
    assert answers >= 15
