"""A club on a database that real server processes share with the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Player
from games.table import services
from games.table.log import loading
from games.table.log.models import Match
from tests.pressure.phones import Phone
from tests.served.given import given
from tests.served.processes import environment_of
from tests.served.sessions import cookie_of
from tests.table.play import started_match


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `VAR_DIR` of one club after the other: with one environment all their servers are forked from one process."""
    return tmp_path_factory.mktemp("club")


@pytest.fixture
def environment(folder: Path, transactional_db: None) -> Iterator[dict[str, str]]:
    """The environment of the server processes of this test's club. Afterwards every log must verify."""
    for left in folder.iterdir():
        left.unlink()
    loading.forget_all()
    yield environment_of(folder, **given(connection.settings_dict["NAME"]))
    loading.forget_all()
    assert [services.verify_log(match) for match in Match.objects.all() if services.verify_log(match)] == []


@pytest.fixture
def match(environment: dict[str, str], players: list[Player]) -> Match:
    """A match of four people that has just been dealt."""
    return started_match(players=players, now=timezone.now(), options={"rounds": 16})


@pytest.fixture
def phones(match: Match, players: list[Player], environment: dict[str, str]) -> list[Phone]:
    """A phone for each of the four, by seat, signed in."""
    return [Phone(match.code, cookie_of(player, environment["SECRET_KEY"])) for player in players]
