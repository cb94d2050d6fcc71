"""Fixtures of the deal of the day: two rounds, the same cards on every run, strong bots that look at two worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from hashlib import sha256

import pytest

from accounts.models import Player
from games.bots.bot import Level
from games.bots.kraken import player
from games.bots.kraken.search import Effort
from games.bots.registry import BOTS
from games.club_clock import club_clock
from games.daily import services
from games.daily.models import DailyPlay
from games.table.log import seeds
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.services.verification import verify_log
from tests.conftest import Clock
from tests.table.conftest import forget_everything
from tests.table.play import play_until
from tests.table.thinking.conftest import worker as worker

ROUNDS = 2


@pytest.fixture(autouse=True)
def _short_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "random_seed", lambda purpose: sha256(purpose.encode()).digest())
    quick = Effort(worlds=2, endings=1, solved=2, word_worlds=2, nodes=200)
    strong = partial(player.make_player, quick)
    kraken = BOTS["kraken"]
    monkeypatch.setitem(BOTS, "kraken", kraken._replace(levels={**kraken.levels, Level.STRONG: strong}))
    short = services.DAILY._replace(options={**services.DAILY.options, "rounds": ROUNDS})
    monkeypatch.setattr(services, "DAILY", short)


@pytest.fixture(autouse=True)
def _same_clock(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are asked for at the time of the test's clock."""
    monkeypatch.setattr(club_clock, "now", clock)


@pytest.fixture(autouse=True)
def _logs_hold(db: None) -> Iterator[None]:
    """After each test, the rows of every match agree with its log."""
    forget_everything()
    yield
    assert [verify_log(match) for match in Match.objects.all() if verify_log(match)] == []
    forget_everything()


@pytest.fixture
def begin(clock: Clock) -> Callable[[Player], DailyPlay]:
    """Return a function that begins a player's match of the day."""
    return lambda player: services.begin(player=player, now=clock.now)


@pytest.fixture
def play_out(clock: Clock, begin: Callable[[Player], DailyPlay]) -> Callable[..., DailyPlay]:
    """Return a function that plays a player's match of the day, `until` the table is so or to its end, and counts it.
    The clock stays where it is."""

    def played(player: Player, until: Callable[[Table], bool] = lambda table: False) -> DailyPlay:
        play = begin(player)
        play_until(play.match, [player], clock.now, until)
        services.count_finished(now=clock.now)
        play.refresh_from_db()
        return play

    return played


def in_round(number: int) -> Callable[[Table], bool]:
    """For `play_out`: a card was played in that round."""

    def reached(table: Table) -> bool:
        view = table.game.view(table.state.game_state, None)
        return view.round == number and view.trick is not None and bool(view.trick.cards)

    return reached


def at(day: str) -> datetime:
    """A time written with its zone, as 2026-03-28T23:59+01:00."""
    return datetime.fromisoformat(day)
