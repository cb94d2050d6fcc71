"""A table of an evening of another game, played once by the function `play_table` of the module."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytest_django import DjangoDbBlocker

from accounts.models import Player
from games.league.models import LeagueTable
from tests.conftest import Clock
from tests.disputes.games.other_games import arbiter_of
from tests.played_once import made_once


@pytest.fixture(scope="module")
def played_table(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[int]:
    with made_once(django_db_blocker, request.module.play_table) as number:
        yield number


@pytest.fixture
def league_table(db: None, played_table: int) -> LeagueTable:
    return LeagueTable.objects.get(pk=played_table)


@pytest.fixture
def arbiter(make_player: Callable[..., Player], league_table: LeagueTable, clock: Clock) -> Player:
    return arbiter_of(league_table, make_player("Wise Wil"), clock.now)
