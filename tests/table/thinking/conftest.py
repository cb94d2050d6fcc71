"""Fixtures for the tests of bots that search: a worker in the test's own process, asked by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from time import monotonic

import pytest

from accounts.models import Player
from games.table import services, steward
from games.table.log import awaited, due_times
from games.table.log.due_times import Due
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.think_worker import Answer, Question
from games.table.think_worker import answer as search
from games.table.thinking import search_worker, thinkers
from tests.conftest import Clock
from tests.table.play import play_until, table_of


@dataclass
class HeldWorker:
    """A worker that holds its questions until the test lets it answer. `killed` counts how often it was replaced."""

    held: list[tuple[Question, Future[Answer]]] = field(default_factory=list)
    killed: int = 0

    def submit(self, work: object, question: Question, sent_at: float) -> Future[Answer]:
        """Hold the question."""
        coming: Future[Answer] = Future()
        self.held.append((question, coming))
        return coming

    def replace(self) -> None:
        """Lose what is held, as a process that is killed does."""
        self.killed += 1
        self.die()

    def begin(self) -> None:
        """Begin to search for the answer to the oldest question, so that it cannot be cancelled."""
        self.held[0][1].set_running_or_notify_cancel()

    def answer(self, given: Answer | None = None) -> Answer:
        """Answer the oldest question, as `given` or with what a search comes to."""
        question, coming = self.held.pop(0)
        given = given or search(question, monotonic())
        coming.set_result(given)
        return given

    def die(self) -> None:
        """Die in thought: every question held is lost."""
        while self.held:
            _question, coming = self.held.pop(0)
            if not coming.done():
                coming.set_exception(BrokenProcessPool())


@pytest.fixture
def worker() -> Iterator[HeldWorker]:
    """A worker within reach of this process."""
    held = HeldWorker()
    thinkers.use(held)
    yield held
    thinkers.use(search_worker)


def searched_now(table: Table) -> Due | None:
    """The decision of a bot that searches, where one with several choices is the next thing due."""
    due = due_times.dues(table)[0]
    if due.why != "bot" or due.seat is None:
        return None
    pending = table.game.pending(table.state.game_state)[due.seat]
    several = len(table.game.choices(table.state.game_state, due.seat)) > 1
    return due if several and awaited.is_searched(table, due.seat, pending) else None


@pytest.fixture
def searching_match(players: list[Player], clock: Clock) -> tuple[Match, Due]:
    """A match of Anna and three strong bots in which a bot has a decision to search for, and that decision."""
    match = match_with_bots(players[0], "strong", clock.now)
    play_until(match, players[:1], clock.now, lambda table: searched_now(table) is not None)
    due = searched_now(table_of(match))
    assert due is not None
    return match, due


def match_with_bots(player: Player, level: str, now: datetime, *, game: str = "kraken") -> Match:
    """A match of one person against bots filled in at that level."""
    match = services.open_table(created_by=player, game=game, options={}, now=now)
    services.sit(match_id=match.pk, player=player, seat=0)
    services.fill_with_bots(match_id=match.pk, player=player, level=level)
    services.start_match(match_id=match.pk, player=player, now=now)
    match.refresh_from_db()
    return match


@pytest.fixture
def tick() -> Callable[[datetime], int]:
    """One look of the steward at the given time."""
    return lambda now: steward.tick(now, Random(1))
