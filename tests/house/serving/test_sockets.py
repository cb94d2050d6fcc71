"""Limits on the number of open sockets, and how soon a socket is closed after its rights ended."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import Club, Player, Role
from accounts.people.client_address import address_of
from accounts.services import add_member
from games.table.broadcast.executor import table_executor
from kraken_site.asgi import sockets
from kraken_site.serving.connection_rate import LONGEST_WAIT
from kraken_site.serving.sockets import openings, registry
from kraken_site.serving.sockets.close_codes import POLICY_VIOLATION, RIGHTS_ENDED, SERVICE_RESTART
from kraken_site.serving.sockets.open_socket import OpenSocket
from kraken_site.serving.sockets.registry import (
    BLOCKED_FOR,
    MOST_OF_ONE,
    RIGHTS_CHECKED_EVERY,
    SocketRegistry,
)
from kraken_site.serving.sockets.socket_limit import SocketLimit
from tests.sockets import Socket

PROMISED = 2.0
"""Seconds within which a socket is closed after its rights ended."""


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    table_executor.close()


class Wire:
    """An ASGI send that records its events."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []

    async def __call__(self, event: dict[str, object]) -> None:
        self.sent.append(event)

    @property
    def codes(self) -> list[object]:
        """The codes of the close events, None for a refused handshake."""
        return [event.get("code") for event in self.sent if event["type"] == "websocket.close"]


def visitor(address: str) -> OpenSocket:
    return OpenSocket(send=Wire(), address=address, player=None, session=None, password=None)


def signed_in(player: Player) -> OpenSocket:
    session = SessionStore()
    session.create()
    return OpenSocket(Wire(), "192.0.2.1", player.pk, session.session_key, player.password)


@pytest.mark.parametrize(
    ("client", "forwarded", "trusted", "address"),
    [
        ("192.0.2.7", [], False, "192.0.2.7"),
        ("192.0.2.7", ["203.0.113.9"], False, "192.0.2.7"),
        ("10.0.0.2", ["203.0.113.9"], True, "203.0.113.9"),
        ("10.0.0.2", ["198.51.100.1, 203.0.113.9"], True, "203.0.113.9"),
        ("10.0.0.2", ["198.51.100.1", "203.0.113.9"], True, "203.0.113.9"),
        ("10.0.0.2", ["nonsense"], True, ""),
        ("10.0.0.2", [], True, "10.0.0.2"),
        ("2001:db8:1:2:3:4:5:6", [], False, "2001:db8:1:2::"),
        ("2001:db8:1:2:aaaa::1", [], False, "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", [], False, "192.0.2.7"),
        ("10.0.0.2", ["203.0.113.9:5671"], True, "203.0.113.9"),
        ("10.0.0.2", ["[2001:db8:1:2:3::4]:5671"], True, "2001:db8:1:2::"),
        ("10.0.0.2", ["[2001:db8:1:2:3::4]"], True, "2001:db8:1:2::"),
        ("10.0.0.2", ["203.0.113.9:nonsense"], True, ""),
    ],
)
def test_an_address_cannot_be_made_up_by_the_client(
    settings, client: str, forwarded: list[str], trusted: bool, address: str
) -> None:
    settings.TRUST_PROXY = trusted
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    assert address_of({"client": [client, 4711], "headers": headers}) == address


def test_an_owner_has_at_most_twenty_sockets() -> None:
    known = SocketRegistry()
    many = [visitor("192.0.2.1") for _ in range(MOST_OF_ONE)]
    for one in many:
        assert known.may_open(one)
        known.add(one)
    assert not known.may_open(visitor("192.0.2.1"))
    assert known.may_open(visitor("192.0.2.2"))
    for _ in range(2):
        known.remove(many[0])
    known.add(visitor("192.0.2.1"))
    assert not known.may_open(visitor("192.0.2.1")), "removing a socket twice frees one place"


def test_a_player_is_counted_as_a_player_wherever_they_are(players: list[Player]) -> None:
    known = SocketRegistry()
    for _ in range(MOST_OF_ONE):
        known.add(signed_in(players[0]))
    assert not known.may_open(signed_in(players[0]))
    assert known.may_open(signed_in(players[1]))
    assert known.may_open(visitor("192.0.2.1"))


def sign_out(player: Player, one: OpenSocket) -> None:
    SessionStore(one.session).delete()


def change_password(player: Player, one: OpenSocket) -> None:
    player.set_password("another-tulip-7")
    player.save()


def ban(player: Player, one: OpenSocket) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", [sign_out, change_password, ban])
async def test_one_check_finds_ended_rights_and_two_checks_fit_into_the_time_promised(
    players: list[Player], end
) -> None:
    known = SocketRegistry()
    one, other = [await sync_to_async(signed_in)(player) for player in players[:2]]
    known.add(one)
    known.add(other)
    await known.close_ended()
    assert one.send.codes == []
    await sync_to_async(end)(players[0], one)
    await known.close_ended()
    assert one.send.codes == [RIGHTS_ENDED]
    assert other.send.codes == []
    assert 2 * RIGHTS_CHECKED_EVERY <= PROMISED


@pytest.mark.django_db(transaction=True)
async def test_a_socket_is_opened_anew_after_a_change_of_role(players: list[Player], club: Club) -> None:
    known = SocketRegistry()
    one, other = [await sync_to_async(signed_in)(player) for player in players[:2]]
    known.add(one)
    known.add(other)
    known.note_roles(one, frozenset({(club.pk, Role.OWNER)}))
    known.note_roles(other, frozenset({(club.pk, Role.MEMBER)}))
    await known.close_ended()
    await club.memberships.filter(player=players[1]).adelete()
    await known.close_ended()
    assert (one.send.codes, other.send.codes) == ([], [SERVICE_RESTART])
    again = await sync_to_async(signed_in)(players[1])
    known.add(again)
    known.note_roles(again, frozenset())
    await known.close_ended()
    await sync_to_async(add_member)(club=club, player=players[1])
    await known.close_ended()
    assert again.send.codes == [SERVICE_RESTART]


@pytest.mark.django_db(transaction=True)
async def test_a_role_taken_while_a_socket_opens_closes_it_at_the_next_check(
    players: list[Player], club: Club
) -> None:
    """The application has judged by the old role already, and no check has seen the socket yet."""
    known, wire = SocketRegistry(), Wire()
    one = await sync_to_async(signed_in)(players[1])

    async def application(scope: object, receive: Any, send: Any) -> None:
        await club.memberships.filter(player=players[1]).aupdate(role=Role.ARBITER)
        await known.close_ended()

    scope = {"user": players[1], "session": one.session, "client": ["192.0.2.7", 1], "headers": []}
    await SocketLimit(application, known)(scope, None, wire)

    assert wire.codes == [SERVICE_RESTART]


def test_a_flood_blocks_its_owner_for_a_moment_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(registry, "monotonic", lambda: now)
    known, rival = SocketRegistry(), visitor("192.0.2.7")
    known.block(rival)
    assert known.blocked_for(visitor("192.0.2.7")) == BLOCKED_FOR
    assert known.blocked_for(visitor("192.0.2.8")) == 0
    now += BLOCKED_FOR
    assert known.blocked_for(rival) == 0


def test_opening_sockets_without_end_blocks_their_owner_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed sockets count: each was sent a whole table. All that may be open may reconnect at once."""
    now = 100.0
    monkeypatch.setattr(registry, "monotonic", lambda: now)
    known, rival = SocketRegistry(), visitor("192.0.2.7")
    assert all(known.may_open(rival) for _ in range(MOST_OF_ONE))
    assert known.blocked_for(rival) == 0
    assert not known.may_open(rival)
    assert known.blocked_for(rival) == BLOCKED_FOR
    assert known.may_open(visitor("192.0.2.8"))
    now += BLOCKED_FOR
    assert [known.may_open(rival) for _ in range(3)] == [True, True, False]


async def test_a_socket_closed_for_flooding_blocks_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application receives the close code; the next socket of the same owner does not reach it."""
    monkeypatch.setattr(registry, "BLOCKED_FOR", 0.01)
    entered = []

    async def application(scope: object, receive: Any, send: Any) -> None:
        entered.append(await receive())

    async def flooded() -> dict[str, object]:
        return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

    wire = Wire()
    scope = {"user": AnonymousUser(), "session": None, "client": ["192.0.2.7", 1], "headers": []}
    limit = SocketLimit(application, SocketRegistry())
    await limit(scope, flooded, wire)
    await limit(scope, flooded, wire)
    assert (len(entered), len(wire.codes)) == (1, 1)


async def test_behind_the_proxy_the_sockets_of_one_address_wait_and_are_refused_and_no_others_are(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three thousand at once of one address: all connections are the proxy's, so the rate goes by the header."""
    settings.TRUST_PROXY = True
    monkeypatch.setattr(openings, "monotonic", lambda: 100.0)
    waited, entered = [], []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(openings, "asyncio", SimpleNamespace(sleep=wait))

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        entered.append(scope["headers"][0][1])

    async def opened() -> dict[str, object]:
        return {"type": "websocket.connect"}

    limit = openings.AddressLimit(application)

    async def from_address(address: bytes) -> list[object]:
        wire = Wire()
        scope = {"client": ["10.0.0.2", 4711], "headers": [(b"x-forwarded-for", address)]}
        await limit(scope, opened, wire)
        return wire.codes

    storm = [await from_address(b"203.0.113.9") for _ in range(3000)]
    assert storm[0] == []
    assert storm[-1] == [None]
    assert len(entered) < 3000
    assert 0 < max(waited) <= LONGEST_WAIT
    assert await from_address(b"203.0.113.10") == []
    assert (entered[-1], waited[-1]) == (b"203.0.113.10", 0)


async def test_a_socket_of_an_unknown_address_is_refused_like_any_other() -> None:
    for path in ("/", "/ws/nothing/", "/ws/t/ABCDEF/more/"):
        socket = Socket(sockets, path)
        connected, _code = await socket.connect()
        assert not connected
