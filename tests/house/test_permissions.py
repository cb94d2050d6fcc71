"""The permission table holds, and has a row for every address there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import Player
from games.table.log.models import Match
from tests.conftest import Clock
from tests.house.dispute_permissions import DISPUTE_ROWS
from tests.house.league_permissions import LEAGUE_ROWS
from tests.house.permissions import ROLES, ROWS
from tests.table.conftest import forget_everything
from tests.table.tables import in_second_round

SIGN_IN = "django.contrib.auth.backends.ModelBackend"


def addresses(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield every address of the site with its full name; one without a name cannot be listed and fails."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(
                pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space
            )
        else:
            yield f"{space}{pattern.name}", pattern


ADDRESSES = dict(addresses(get_resolver().url_patterns))
# The admin's one nameless address only sends old links on.
ADMIN = sorted(name for name in ADDRESSES if name.startswith("admin:") and name != "admin:None")
FRAMEWORK = ("account_", "mfa_", "usersessions_")


@pytest.fixture
def visitors(
    players: list[Player], make_player: Callable[..., Player], guest: Player, staff: Player
) -> dict[str, Player | None]:
    """One of each role."""
    banned = players[1]
    banned.is_active = False
    banned.save()
    people = (None, guest, make_player("Stranger"), players[0], banned, staff)
    return dict(zip(ROLES, people, strict=True))


@pytest.fixture
def running(players: list[Player], clock: Clock) -> Match:
    """A private match in its second round. A match of an earlier test may have had its number."""
    forgotten()
    return in_second_round(players, clock.now)


def address_of(name: str, match: Match) -> str:
    """Return an address of that name, filled with the match's own code, or with something of the right shape."""
    pattern = ADDRESSES[name].pattern
    names = [*pattern.converters, *pattern.regex.groupindex]
    filled = {
        "code": match.code,
        "number": 1,
        "game": "kraken",
        "object_id": "1",
        "app_label": "games",
        "url": "x",
    }
    return reverse(name, kwargs={key: filled.get(key, "1") for key in names})


def client_of(visitor: Player | None) -> Client:
    client = Client()
    if visitor is not None:
        client.force_login(visitor, backend=SIGN_IN)
    return client


def test_every_address_has_a_row() -> None:
    known = {name for name in ADDRESSES if not name.startswith("admin:")}
    assert known == set(ROWS) | set(LEAGUE_ROWS) | set(DISPUTE_ROWS)


@pytest.mark.parametrize("role", ROLES)
def test_the_rows_are_what_happens(visitors: dict[str, Player | None], running: Match, role: str) -> None:
    """Every door is tried from the same state: what a visit changed is taken back before the next."""
    column = ROLES.index(role)
    client = client_of(visitors[role])
    wanted, got = {}, {}
    for name, (get, post) in ROWS.items():
        address = address_of(name, running)
        for method, statuses in (("get", get), ("post", post)):
            wanted[name, method] = statuses[column]
            got[name, method] = answered(client, method, address).status_code
        if not name.startswith(FRAMEWORK):
            assert answered(client, "delete", address).status_code in (302, 405), name
    assert got == wanted


def answered(client: Client, method: str, address: str, **sending: object) -> HttpResponse:
    """The answer; everything is as it was afterwards, and who was signed in still is."""
    before, cookies = transaction.savepoint(), copy(client.cookies)
    try:
        return getattr(client, method)(address, **sending)
    finally:
        transaction.savepoint_rollback(before)
        client.cookies = cookies
        forgotten()


def forgotten() -> None:
    """This process remembers nothing of what was taken back."""
    forget_everything()
    cache.clear()


def test_the_admin_is_for_staff(visitors: dict[str, Player | None], running: Match) -> None:
    open_doors = {"admin:login", "admin:logout", "admin:jsi18n"}
    assert len(ADMIN) > 20
    clients = {role: client_of(visitor) for role, visitor in visitors.items() if role != "staff"}
    for name in set(ADMIN) - open_doors:
        address = address_of(name, running)
        for role, client in clients.items():
            answer = answered(client, "get", address)
            assert answer.status_code in (302, 404), (name, role)
            assert answer.status_code == 404 or "/login/" in answer["Location"], (name, role)
    assert client_of(visitors["staff"]).get("/admin/").status_code == 200
