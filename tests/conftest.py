"""What every test may use: players of each kind, a club, a clock that only moves when told."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.core.cache import cache
from django.db.backends.sqlite3.operations import DatabaseOperations
from django.utils import translation

from accounts import services
from accounts.models import Club, Player, Role

PASSWORD = "tulip-harbour-9"


def pytest_configure(config: pytest.Config) -> None:
    """Run against a database file of this process's own, static sources, and a quick password hash.

    A file, not memory: threads of a test then meet the same locks as threads of the server.
    """
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        folder = tempfile.TemporaryDirectory(prefix="club-tests-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(Path(folder.name) / "club.sqlite3")
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def _written_once_ends_with_the_test() -> Iterator[None]:
    """Emptying the database after a test deletes what is written once too: its triggers wait outside meanwhile."""
    emptied = DatabaseOperations.execute_sql_flush

    def without_triggers(self: DatabaseOperations, sql_list: list[str]) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _sql in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            emptied(self, sql_list)
            for _name, sql in triggers:
                cursor.execute(sql)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DatabaseOperations, "execute_sql_flush", without_triggers)
        yield


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


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Rate limits and caches of one test are not those of the next."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _nobodys_language() -> Iterator[None]:
    """A page asked for in Dutch leaves its thread speaking Dutch."""
    yield
    translation.deactivate()


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
    """Somebody who gave only a name."""
    return services.create_guest(nickname="Visitor Kim")


def with_second_step(player: Player) -> Player:
    """The player, with an authenticator app: staff come no further without one."""
    TOTP.activate(player, generate_totp_secret())
    return player


@pytest.fixture
def staff(db: None) -> Player:
    """Somebody who may open the admin, an authenticator app set up."""
    keeper = Player.objects.create_superuser(username="keeper", password=PASSWORD, nickname="Keeper")
    return with_second_step(keeper)


@pytest.fixture
def club(players: list[Player], clock: Clock) -> Club:
    """A club that Anna founded and Bram belongs to."""
    made = services.found_club(name="De Roem", slug="de-roem", owner=players[0], at=clock.now)
    services.add_member(club=made, player=players[1], role=Role.MEMBER, at=clock.now)
    return made
