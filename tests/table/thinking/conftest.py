"""Fixtures for the tests of think workers: workers in the test's own process, asked by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

import pytest

from accounts.models import Player
from games.engine.bots.levels import Level
from games.table import services, steward
from games.table.log import due_times
from games.table.log.due_times import Due
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.thinking.answering import answered
from games.table.thinking.open_questions import thinkers
from games.table.thinking.questions import read_question
from tests.conftest import Clock
from tests.table.play import play_until, table_of


@dataclass
class Workers:
    """Workers that hold the questions until the test lets them answer."""

    lines: list[bytes] = field(default_factory=list)

    def levels(self) -> list[Level]:
        """The level asked for in each question."""
        return [read_question(line).level for line in self.lines]

    def answer(self, *, waited: float = 0.0) -> bytes:
        """Answer the oldest question; gives the line of the answer."""
        line = answered(self.lines.pop(0), waited=waited)
        assert line is not None
        thinkers.hear(line)
        return line


@pytest.fixture
def workers() -> Iterator[Workers]:
    """Workers within reach of this process."""
    held = Workers()
    thinkers.connect(held.lines.append)
    yield held
    thinkers.connect(None)


def searched_now(table: Table) -> Due | None:
    """The decision of a bot that searches, where one with several choices is the next thing due."""
    due = due_times.dues(table)[0]
    if due.why != "bot" or due.seat is None:
        return None
    pending = table.game.pending(table.state.game_state)[due.seat]
    several = len(table.game.choices(table.state.game_state, due.seat)) > 1
    return due if several and due_times.is_searched(table, due.seat, pending) else None


@pytest.fixture
def searching(players: list[Player], clock: Clock) -> tuple[Match, Due]:
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
