"""One screen that behaves badly, and the others at the same server: every move of theirs is taken and shown.

How much slower they get and what it costs in memory is measured by `make bench PART=others`.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import Player
from games.rate_limit import BURST
from games.table.log.models import Match
from games.table.sockets.club_consumer import CLOSE_FLOOD as CUT_OFF
from tests.patience import PATIENCE
from tests.pressure.people import crowd
from tests.pressure.phones import WHOLE, Phone, status
from tests.served.processes import Server, serving, until
from tests.served.sessions import cookie_of
from tests.served.setting import Seated
from tests.table.play import good_answer, next_to_act, start_match

pytestmark = pytest.mark.slow

FLOOD = 4000
"""Frames sent at once."""


async def all_open(phones: list[Phone], server: Server) -> None:
    for phone in phones:
        await phone.open(server.port)
    await until(lambda: all(phone.frames for phone in phones), what="everybody sees the table")


@pytest.mark.parametrize("where", ["at their own table", "looking on"])
async def test_a_flood_closes_its_sender_and_costs_nobody_else_a_move(
    match: Match, phones: list[Phone], guest: Player, environment: dict[str, str], where: str
) -> None:
    """Over and over again: every time it is cut off it comes back. Four people play all the while."""
    cookie = await sync_to_async(cookie_of)(guest, environment["SECRET_KEY"])
    flooded = match
    if where == "at their own table":
        flooded = await sync_to_async(start_match)(players=[guest], now=timezone.now())
    flooder = Phone(flooded.code, cookie)
    table = Seated(match.code, tuple(phone.cookie for phone in phones))
    with serving(environment) as server:
        async with crowd([table], [server.port]) as people:
            await until(lambda: len(people.posts) > 4, what="they play")
            closed = 0
            until_then = len(people.posts) + 20
            while len(people.posts) < until_then or closed < 3:
                await flooder.open(server.port)
                for number in range(FLOOD):
                    flooder.say(do="play", card="HJ", window=f"{number}")
                await until(lambda: flooder.closed, what="the flooder is cut off")
                closed += 1
                assert flooder.close_code in (CUT_OFF, None)
                told = [frame for frame in flooder.frames if 'id="notice"' in frame]
                assert len(told) < FLOOD / 10, "most of the flood is not even answered"
            people.hold()
            await until(people.still, what="every move is answered")
            answers = {answer.status for post in people.posts for _, answer in post.answers}
            assert answers <= {200, 409}
            assert not any(person.phone.closed for person in people.people)
            acknowledged = {seat: people.acknowledged(seat) for seat in range(4)}
    for seat, moves in acknowledged.items():
        entries = match.actions.filter(seat=seat, kind="game").order_by("seq")
        assert [entry.data async for entry in entries][: len(moves)] == moves


async def test_a_frame_too_large_closes_its_sender_who_may_come_back(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    giant = phones[(seat + 2) % 4]
    with serving(environment, "--no-steward") as server:
        await all_open(phones, server)
        giant.say(do="say", text="x" * 5000)
        await until(lambda: giant.closed, what="the giant frame closes its socket")
        phones[seat].say(**data, window=window)
        await until(
            lambda: all(phone.seq > match.seq for phone in phones if phone is not giant),
            what="the move reaches everybody else",
        )
        await giant.open(server.port)
        await until(lambda: giant.seq > match.seq, what="the giant's sender is back")


async def test_a_flood_by_a_client_that_never_reads_ends_its_connection(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    """The close frame waits behind answers it has not read; the server does not wait for that."""
    move = b'{"do": "play", "card": "HJ", "window": "0"}'
    frame = bytes((0x81, 0x80 | len(move))) + b"\0\0\0\0" + move
    with serving(environment, "--no-steward") as server, socket.socket() as client:
        await open_without_reading(client, match, server, phones[0].cookie)
        client.settimeout(PATIENCE)
        client.sendall(frame * int(BURST))  # each is refused with a drawing of its own
        assert await status(server.port, "/accounts/login/") == 200
        with pytest.raises(ConnectionError):
            await asyncio.to_thread(send_for_ever, client, frame * FLOOD)


def send_for_ever(client: socket.socket, data: bytes) -> None:
    """Send until the connection ends. Raises ConnectionError then, TimeoutError when the server reads no more."""
    while True:
        client.sendall(data)


async def open_without_reading(asleep: socket.socket, match: Match, server: Server, cookie: str = "") -> None:
    """Open a socket, a spectator's without a cookie, and read nothing it is sent."""
    asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    asleep.connect(("127.0.0.1", server.port))
    host = f"127.0.0.1:{server.port}"
    asleep.sendall(
        f"GET /ws/t/{match.code}/ HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    answer = await asyncio.to_thread(asleep.recv, 20)
    assert b" 101 " in answer


async def test_a_thousand_screens_come_back_at_once(
    match: Match,
    phones: list[Phone],
    environment: dict[str, str],
    make_player: Callable[..., Player],
) -> None:
    """All are shown the table, and the four who play meanwhile are answered all the time."""
    fans = [await sync_to_async(make_player)(f"Fan {number}") for number in range(50)]
    cookies = [await sync_to_async(cookie_of)(fan, environment["SECRET_KEY"]) for fan in fans]
    table = Seated(match.code, tuple(phone.cookie for phone in phones))
    with serving(environment) as server:
        async with crowd([table], [server.port]) as people:
            await until(lambda: len(people.posts) > 4, what="they play")
            thousand = [Phone(match.code, cookie) for cookie in cookies for _ in range(20)]
            begun = len(people.posts)
            await asyncio.gather(*(phone.open(server.port) for phone in thousand))
            await until(lambda: all(phone.frames for phone in thousand), what="all see the table")
            await until(lambda: len(people.posts) > begun, what="they play on")
            people.hold()
            await until(people.still, what="every move is answered")
            assert {answer.status for post in people.posts for _, answer in post.answers} <= {200, 409}
            assert all(WHOLE.search(phone.frames[0]) for phone in thousand)
            assert not any(phone.closed for phone in thousand)
            for phone in thousand:
                phone.close()
