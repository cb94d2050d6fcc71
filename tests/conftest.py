"""Fixtures for every test: players of each kind, a club, a clock that only moves when told.

Everything runs on a database file and in memory; where `DATABASE_URL` names a PostgreSQL server, on that and on Redis.
"""

from __future__ import annotations

import contextlib
import gc
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from asgiref.sync import SyncToAsync
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, connections
from django.utils import timezone, translation

from accounts import services
from accounts.models import Club, Player, Role
from accounts.names import look_alike_key, sort_key
from games import rate_limit
from games.analysis.views import PLAY_ON_LIMIT
from games.engine import registry
from games.league.api import requests_of_keys, wrong_keys
from games.rate_limit import Bucket
from games.table.log import seeds
from games.table.log.models import Match
from games.table.screen import attendance
from tests import migrated
from tests.large_frame import with_large_frame
from tests.served.backends import own_redis
from tests.toy import TOY, Toy

pytest_plugins = ["tests.league.people", "tests.table.laid_deals"]
PASSWORD = "tulip-harbour-9"
LONG_MODULES = ("tests/browser/", "tests/pressure/")
"""Folders whose modules take a process for up to two minutes."""
DEALS = Random()
"""The deals of the tests of this process."""
ABOVE_LARGE_FRAME = pytest.StashKey[bool]()
"""Whether the tests of this session run above a large frame."""


def pytest_configure(config: pytest.Config) -> None:
    """Run against a database of this process's own (`tests/settings.py` says of which kind).

    A file, not memory, so that threads of a test meet the same locks as threads of the server. With
    PostgreSQL there is a Redis of this process's own, because its channels are shared by all its clients: for
    the cache, and for the messages between servers that tests start (`tests/served/given.py`).
    """
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        folder = tempfile.TemporaryDirectory(prefix="club-tests-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(Path(folder.name) / "club.sqlite3")
    else:
        around = contextlib.ExitStack()
        config.add_cleanup(around.close)
        redis = around.enter_context(own_redis()).url
        settings.CACHES["default"] = {"BACKEND": "kraken_site.cache.OptionalRedisCache", "LOCATION": redis}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with browsers, killed servers and slow tests, so that modules of quick ones fill the end of a run."""

    def place(item: pytest.Item) -> int:
        if item.nodeid.startswith(LONG_MODULES):
            return 0
        return 1 if item.get_closest_marker("slow") else 2

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Take what was collected out of sight of the garbage collector, which spent 8 % of a run on walking it."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """Run all tests above a large frame: it saves a fifth of the processor time of a test of pages."""
    if session.stash.setdefault(ABOVE_LARGE_FRAME, False):
        return None  # the loop that was asked for below, of pytest or pytest-xdist
    session.stash[ABOVE_LARGE_FRAME] = True
    return with_large_frame(session.config.hook.pytest_runtestloop)(session=session)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Deal each test the same cards in every run: a result that repeats itself by chance would fail some runs."""
    DEALS.seed(item.nodeid)


@pytest.fixture(scope="session", autouse=True)
def _deals_of_the_test() -> None:
    """Seeds of deals are drawn from `DEALS`, unless a test brings its own."""
    seeds.random_seed = lambda _purpose: DEALS.randbytes(seeds.SEED_BYTES)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The database of this process begins as a copy of a migrated one."""
    name = connection.creation._get_test_db_name()
    if connection.vendor == "sqlite":
        migrated.copy_file(Path(name))
    else:
        migrated.copy_database(os.environ["DATABASE_URL"], name)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """True: the copied database is migrated already."""
    return True


@pytest.fixture(scope="module")
def toy() -> Iterator[Toy]:
    """The toy game, registered while the tests of a module run."""
    registry.add(TOY)
    yield TOY
    registry.remove(TOY)


@dataclass
class Clock:
    """A clock that stands still until `advance` moves it. Passed to what needs the time."""

    now: datetime = field(default_factory=lambda: datetime(2026, 3, 14, 20, 0, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> datetime:
        """Move on by `seconds` and return the new time."""
        self.now += timedelta(seconds=seconds)
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Saturday evening, eight o'clock."""
    return Clock()


@pytest.fixture
def real_time(clock: Clock) -> None:
    """Set the clock to the real time, for tests of pages, which use that. Modules ask for it by `usefixtures`, so that
    other fixtures find the clock set."""
    clock.now = timezone.now()


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Rate limits, caches and who is here of one test are not those of the next, whose players and matches have the
    same keys."""
    cache.clear()
    attendance.forget_all()
    for limit in (
        rate_limit.tables_opened,
        rate_limit.code_guesses,
        requests_of_keys,
        wrong_keys,
        PLAY_ON_LIMIT,
    ):
        limit.forget_all()
    yield
    cache.clear()


@pytest.fixture
def slow_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every frame counts as one sent slowly enough for the limit of its socket."""
    monkeypatch.setattr(Bucket, "take", lambda bucket, now: True)


def number_matches_from_the_first() -> None:
    """Let the next match have the key 1, or the one above the highest there is."""
    begin_again = connection.ops.sequence_reset_sql(no_style(), [Match])
    if not begin_again:  # SQLite begins above the highest key by itself
        of_matches = {"table": Match._meta.db_table, "column": "id"}
        begin_again = connection.ops.sequence_reset_by_name_sql(no_style(), [of_matches])
    with connection.cursor() as cursor:
        for statement in begin_again:
            cursor.execute(statement)


@pytest.fixture(autouse=True)
def _first_match(request: pytest.FixtureRequest) -> None:
    """The matches of a test have the same keys in every run: how long a bot takes hangs on them (`due_times`)."""
    for database in ("transactional_db", "db"):
        if database in request.fixturenames:
            request.getfixturevalue(database)
            break
    else:
        return
    number_matches_from_the_first()


@pytest.fixture(autouse=True)
def _no_connection_left() -> Iterator[None]:
    """The thread of `sync_to_async` outlives the test; a connection left open there would trip the next one."""
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(autouse=True)
def _nobodys_language() -> Iterator[None]:
    """A page asked for in Dutch leaves its thread speaking Dutch."""
    yield
    translation.deactivate()


def make_players(nicknames: Sequence[str]) -> list[Player]:
    """Return new persons with these nicknames, stored by one statement; their password is PASSWORD."""
    password = make_password(PASSWORD)
    Player.objects.bulk_create(
        Player(
            username=nickname.lower(),
            nickname=nickname,
            nickname_key=look_alike_key(nickname),
            nickname_sort=sort_key(nickname),
            password=password,
        )
        for nickname in nicknames
    )
    stored = {player.nickname: player for player in Player.objects.filter(nickname__in=nicknames)}
    return [stored[nickname] for nickname in nicknames]


@pytest.fixture
def make_player(db: None) -> Callable[..., Player]:
    """Return a function that registers a person: `make_player("Anna")`, password PASSWORD."""

    def make(nickname: str, **fields: object) -> Player:
        return Player.objects.create_user(
            username=nickname.lower(), password=PASSWORD, nickname=nickname, **fields
        )

    return make


@pytest.fixture
def players(make_player: Callable[..., Player]) -> list[Player]:
    """Anna, Bram, Cleo and Daan: one for each seat."""
    return [make_player(name) for name in ("Anna", "Bram", "Cleo", "Daan")]


@pytest.fixture
def guest(db: None) -> Player:
    """A guest: a player with a nickname only."""
    return services.create_guest(nickname="Visitor Kim")


def with_second_step(player: Player) -> Player:
    """The player, with an authenticator app: staff come no further without one."""
    TOTP.activate(player, generate_totp_secret())
    return player


@pytest.fixture
def staff(db: None) -> Player:
    """A staff member with an authenticator app, as the admin demands."""
    keeper = Player.objects.create_superuser(username="keeper", password=PASSWORD, nickname="Keeper")
    return with_second_step(keeper)


@pytest.fixture
def club(players: list[Player], clock: Clock) -> Club:
    """A club that Anna founded and Bram belongs to."""
    made = services.create_club(name="De Roem", slug="de-roem", owner=players[0], at=clock.now)
    services.add_member(club=made, player=players[1], role=Role.MEMBER, at=clock.now)
    return made
