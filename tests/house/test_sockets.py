"""Who may have how many sockets open, and how soon one is closed whose rights have ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import Club, Player, Role
from accounts.services import add_member
from games.table.broadcast.executor import table_executor
from kraken_site import sockets
from kraken_site.addresses import address_of
from kraken_site.asgi import tables
from kraken_site.sockets import (
    COME_BACK,
    FLOODS,
    KEPT_OUT,
    MOST_OF_ONE,
    RIGHTS_ENDED,
    RIGHTS_LOOKED_AT_EVERY,
    TRY_LATER,
    Doorkeeper,
    OpenSocket,
    SocketGuard,
)
from tests.sockets import Socket

PROMISED = 2.0
"""Seconds after which no socket is open whose rights have ended."""


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    table_executor.close()


class Wire:
    """Keeps what is sent to a screen."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []

    async def __call__(self, event: dict[str, object]) -> None:
        self.sent.append(event)

    @property
    def codes(self) -> list[object]:
        """The codes it was closed with."""
        return [event["code"] for event in self.sent if event["type"] == "websocket.close"]


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
        ("2001:db8:1:2:3:4:5:6", [], False, "2001:db8:1:2::/64"),
        ("2001:db8:1:2:aaaa::1", [], False, "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", [], False, "192.0.2.7"),
    ],
)
def test_an_address_is_what_nobody_can_make_up(
    settings, client: str, forwarded: list[str], trusted: bool, address: str
) -> None:
    settings.TRUST_PROXY = trusted
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    assert address_of({"client": [client, 4711], "headers": headers}) == address


def test_twenty_sockets_each_and_a_place_that_is_left_is_free() -> None:
    door = Doorkeeper()
    many = [visitor("192.0.2.1") for _ in range(MOST_OF_ONE)]
    for one in many:
        assert door.has_room(one)
        door.enter(one)
    assert not door.has_room(visitor("192.0.2.1"))
    assert door.has_room(visitor("192.0.2.2"))
    for _ in range(2):
        door.leave(many[0])
    door.enter(visitor("192.0.2.1"))
    assert not door.has_room(visitor("192.0.2.1")), "who leaves twice leaves one place"


def test_a_player_is_counted_as_a_player_wherever_they_are(players: list[Player]) -> None:
    door = Doorkeeper()
    for _ in range(MOST_OF_ONE):
        door.enter(signed_in(players[0]))
    assert not door.has_room(signed_in(players[0]))
    assert door.has_room(signed_in(players[1]))
    assert door.has_room(visitor("192.0.2.1"))


def sign_out(player: Player, one: OpenSocket) -> None:
    SessionStore(one.session).delete()


def change_password(player: Player, one: OpenSocket) -> None:
    player.set_password("another-tulip-7")
    player.save()


def ban(player: Player, one: OpenSocket) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", [sign_out, change_password, ban])
async def test_one_look_finds_ended_rights_and_two_looks_fit_into_the_time_promised(
    players: list[Player], end
) -> None:
    door = Doorkeeper()
    one, other = [await sync_to_async(signed_in)(player) for player in players[:2]]
    door.enter(one)
    door.enter(other)
    await door.look_at_rights()
    assert one.send.codes == []
    await sync_to_async(end)(players[0], one)
    await door.look_at_rights()
    assert one.send.codes == [RIGHTS_ENDED]
    assert other.send.codes == []
    assert 2 * RIGHTS_LOOKED_AT_EVERY <= PROMISED


@pytest.mark.django_db(transaction=True)
async def test_whose_place_in_a_club_has_changed_comes_back_and_is_judged_anew(
    players: list[Player], club: Club
) -> None:
    door = Doorkeeper()
    one, other = [await sync_to_async(signed_in)(player) for player in players[:2]]
    door.enter(one)
    door.enter(other)
    door.note_roles(one, frozenset({(club.pk, Role.OWNER)}))
    door.note_roles(other, frozenset({(club.pk, Role.MEMBER)}))
    await door.look_at_rights()
    await club.memberships.filter(player=players[1]).adelete()
    await door.look_at_rights()
    assert (one.send.codes, other.send.codes) == ([], [COME_BACK])
    again = await sync_to_async(signed_in)(players[1])
    door.enter(again)
    door.note_roles(again, frozenset())
    await door.look_at_rights()
    await sync_to_async(add_member)(club=club, player=players[1])
    await door.look_at_rights()
    assert again.send.codes == [COME_BACK]


@pytest.mark.django_db(transaction=True)
async def test_a_role_that_is_taken_while_a_socket_opens_closes_it_at_the_next_look(
    players: list[Player], club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The application has judged by the old role already, and no look has seen the socket yet."""
    door, wire = Doorkeeper(), Wire()
    monkeypatch.setattr(sockets, "doorkeeper", door)
    one = await sync_to_async(signed_in)(players[1])

    async def application(scope: object, receive: Any, send: Any) -> None:
        await club.memberships.filter(player=players[1]).aupdate(role=Role.ARBITER)
        await door.look_at_rights()

    scope = {"user": players[1], "session": one.session, "client": ["192.0.2.7", 1], "headers": []}
    await SocketGuard(application)(scope, None, wire)

    assert wire.codes == [COME_BACK]


def test_who_flooded_is_kept_out_for_a_moment_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(sockets, "monotonic", lambda: now)
    keeper, rival = Doorkeeper(), visitor("192.0.2.7")
    keeper.keep_out(rival)
    assert keeper.kept_out_for(visitor("192.0.2.7")) == KEPT_OUT
    assert keeper.kept_out_for(visitor("192.0.2.8")) == 0
    now += KEPT_OUT
    assert keeper.kept_out_for(rival) == 0


def test_who_opens_screens_without_end_is_kept_out_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed ones count: each was shown a whole table. All that may be open may come back at once."""
    now = 100.0
    monkeypatch.setattr(sockets, "monotonic", lambda: now)
    keeper, rival = Doorkeeper(), visitor("192.0.2.7")
    assert all(keeper.lets_in(rival) for _ in range(MOST_OF_ONE))
    assert keeper.kept_out_for(rival) == 0
    assert not keeper.lets_in(rival)
    assert keeper.kept_out_for(rival) == KEPT_OUT
    assert keeper.lets_in(visitor("192.0.2.8"))
    now += KEPT_OUT
    assert [keeper.lets_in(rival) for _ in range(3)] == [True, True, False]


async def test_a_screen_closed_for_flooding_keeps_its_owner_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application reads why it was closed; the next screen of the same owner is not shown to it."""
    monkeypatch.setattr(sockets, "doorkeeper", Doorkeeper())
    monkeypatch.setattr(sockets, "KEPT_OUT", 0.01)
    entered = []

    async def application(scope: object, receive: Any, send: Any) -> None:
        entered.append(await receive())

    async def flooded() -> dict[str, object]:
        return {"type": "websocket.disconnect", "code": FLOODS}

    wire = Wire()
    scope = {"user": AnonymousUser(), "session": None, "client": ["192.0.2.7", 1], "headers": []}
    guard = SocketGuard(application)
    await guard(scope, flooded, wire)
    await guard(scope, flooded, wire)
    assert (len(entered), wire.codes) == (1, [TRY_LATER])


async def test_a_socket_of_an_unknown_address_is_refused_like_any_other() -> None:
    for path in ("/", "/ws/nothing/", "/ws/t/ABCDEF/more/"):
        socket = Socket(tables, path)
        connected, _code = await socket.connect()
        assert not connected
