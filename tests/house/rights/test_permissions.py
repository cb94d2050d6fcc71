"""The permission table holds, and has a row for every address there is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Player
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.house.addresses import ADDRESSES, address_of, empty_caches, try_request
from tests.house.rights.dispute_permissions import DISPUTE_ROWS
from tests.house.rights.league_permissions import LEAGUE_ROWS
from tests.house.rights.permissions import ROLES, ROWS
from tests.table.tables import in_second_round

# The admin's one address without a name only redirects old links.
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
def running_match(players: list[Player], clock: Clock) -> Match:
    """A private match in its second round. A match of an earlier test may have had its number."""
    empty_caches()
    return in_second_round(players, clock.now)


def test_every_address_has_a_row() -> None:
    known = {name for name in ADDRESSES if not name.startswith("admin:")}
    assert known == set(ROWS) | set(LEAGUE_ROWS) | set(DISPUTE_ROWS)


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_the_rows_are_what_happens(
    visitors: dict[str, Player | None], running_match: Match, role: str
) -> None:
    """Every door is tried from the same state: what a visit changed is taken back before the next."""
    column = ROLES.index(role)
    client = client_of(visitors[role])
    wanted, got = {}, {}
    for name, (get, post) in ROWS.items():
        address = address_of(name, running_match)
        for method, statuses in (("get", get), ("post", post)):
            wanted[name, method] = statuses[column]
            got[name, method] = try_request(client, method, address).status_code
        if not name.startswith(FRAMEWORK):
            assert try_request(client, "delete", address).status_code in (302, 405), name
    assert got == wanted


@pytest.mark.slow
def test_the_admin_is_for_staff(visitors: dict[str, Player | None], running_match: Match) -> None:
    open_doors = {"admin:login", "admin:logout", "admin:jsi18n"}
    assert len(ADMIN) > 20
    clients = {role: client_of(visitor) for role, visitor in visitors.items() if role != "staff"}
    for name in set(ADMIN) - open_doors:
        address = address_of(name, running_match)
        for role, client in clients.items():
            answer = try_request(client, "get", address)
            assert answer.status_code in (302, 404), (name, role)
            assert answer.status_code == 404 or "/login/" in answer["Location"], (name, role)
    assert client_of(visitors["staff"]).get("/admin/").status_code == 200
