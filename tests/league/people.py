"""Fixtures for every test: a club with seventeen members, and a competition in which each of them plays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Club, Player
from games.league.models import Competition, Entrant
from tests.league.conftest import enter_all, found_club, individual, members_of


@pytest.fixture
def secretary(make_player: Callable[..., Player]) -> Player:
    return make_player("Secretary Siem")


@pytest.fixture
def league_club(secretary: Player, clock: Callable[[], datetime]) -> Club:
    return found_club(secretary, clock())


@pytest.fixture
def members(league_club: Club, clock: Callable[[], datetime]) -> list[Player]:
    """Seventeen members, M01 to M17."""
    return members_of(league_club, 17, clock())


@pytest.fixture
def competition(league_club: Club, clock: Callable[[], datetime]) -> Competition:
    return individual(league_club, clock())


@pytest.fixture
def entrants(competition: Competition, members: list[Player]) -> list[Entrant]:
    """Each member by themselves."""
    return enter_all(competition, [[player] for player in members])
