"""A club on a database that real server processes share with the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from channels.layers import get_channel_layer
from django.db import connection
from django.utils import timezone

from accounts.models import Player
from accounts.services import add_member, create_club
from games.league import services as league
from games.league.models import LeagueTable
from games.table import services
from games.table.log import loading
from games.table.log.models import Match
from tests.league import conftest as evenings
from tests.pressure.phones import Phone
from tests.served.backends import Redis, own_redis
from tests.served.given import server_environment
from tests.served.processes import environment_of
from tests.served.sessions import cookie_of
from tests.table.play import start_match


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
    yield environment_of(folder, **server_environment(connection.settings_dict["NAME"]))
    loading.forget_all()
    assert [services.verify_log(match) for match in Match.objects.all() if services.verify_log(match)] == []


@pytest.fixture
def match(environment: dict[str, str], players: list[Player]) -> Match:
    """A match of four people that has just been dealt."""
    return start_match(players=players, now=timezone.now(), options={"rounds": 16})


@pytest.fixture
def phones(match: Match, players: list[Player], environment: dict[str, str]) -> list[Phone]:
    """A phone for each of the four, by seat, signed in."""
    return [Phone(match.code, cookie_of(player, environment["SECRET_KEY"])) for player in players]


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A Redis server of this test's own."""
    with own_redis() as running:
        yield running


@pytest.fixture
async def on_redis(environment: dict[str, str], redis: Redis, settings) -> AsyncIterator[dict[str, str]]:
    """The environment of server processes that share a Redis, to which this process sends its events too."""
    layer = {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [redis.url]}}
    settings.CHANNEL_LAYERS = {"default": layer}
    yield {**environment, "REDIS_URL": redis.url, "WEB_PROCESSES": "2"}
    await get_channel_layer().flush()


@pytest.fixture
def led_table(environment: dict[str, str], players: list[Player]) -> LeagueTable:
    """The only table of a running evening; Anna leads it and plays, as do Bram, Cleo and Daan."""
    now = evenings.NOW
    club = create_club(name="De Troefboer", slug="troefboer", owner=players[0], at=now)
    for player in players[1:]:
        add_member(club=club, player=player, at=now)
    competition = league.add_competition(
        season=league.create_season(club=club, name="Autumn", now=now),
        name="Individual",
        game="kraken",
        options={"rounds": 4},
        rounds=1,
    )
    entrants = [league.enter(competition=competition, players=[player]) for player in players]
    evening = evenings.plan_evening(competition, now)
    evenings.sign_up(evening, entrants, players[0], now)
    evenings.draw_evening(evening)
    [table] = evenings.open_round(evening, players[0], now)
    return table
