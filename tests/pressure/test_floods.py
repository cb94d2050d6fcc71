"""One screen that behaves badly, and the others at the same server who do not notice."""

from __future__ import annotations

import asyncio
import random
import socket

from asgiref.sync import sync_to_async

from games.table.models import Match
from kraken_site.sockets import MOST_OF_ONE_PLAYER
from tests.bench import players as readers
from tests.bench.servers import Process
from tests.bench.sockets import connect
from tests.pressure.phones import SEQ, Phone
from tests.pressure.processes import Server, serving, until
from tests.table.play import good_answer, next_to_act

MEMORY = 50.0
"""Megabytes more that bad behaviour may cost the server."""


async def all_open(phones: list[Phone], server: Server) -> None:
    for phone in phones:
        await phone.open(server.port)
    await until(lambda: all(phone.frames for phone in phones), what="everybody sees the table")


async def asked(phone: Phone) -> float:
    """Seconds until the heartbeat of this phone is answered."""
    known = len(phone.frames)
    phone.say(do="ping", seq="0")
    return await until(lambda: len(phone.frames) > known, what="a heartbeat is answered")


async def test_a_player_has_at_most_twenty_screens(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    with serving(environment, "--no-steward") as server:
        many = [Phone(match.code, phones[0].cookie) for _ in range(MOST_OF_ONE_PLAYER + 10)]
        for phone in many:
            try:
                await phone.open(server.port)
            except ConnectionError as refused:
                assert "403" in str(refused)  # noqa: PT017  some open, some do not
        opened = [phone for phone in many if not phone.closed]
        assert len(opened) == MOST_OF_ONE_PLAYER
        await all_open([phones[1]], server)
        opened[0].close()
        await until(lambda: opened[0].closed, what="one has gone")
        await eventually_opens(Phone(match.code, phones[0].cookie), server)


async def eventually_opens(phone: Phone, server: Server) -> None:
    """Open as a browser does, again and again until there is room."""
    async with asyncio.timeout(20):
        while True:
            try:
                return await phone.open(server.port)
            except ConnectionError:
                await asyncio.sleep(0.05)


async def test_a_flood_and_a_frame_too_large_hurt_only_their_sender(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    flooder, giant = phones[(seat + 1) % 4], phones[(seat + 2) % 4]
    with serving(environment, "--no-steward") as server:
        await all_open(phones, server)
        for number in range(2000):
            flooder.say(do="play", card="HJ", window=f"{number}")
        giant.say(do="say", text="x" * 5000)
        await until(lambda: giant.closed, what="the giant frame closes its socket")
        await asked(phones[seat])
        phones[seat].say(**data, window=window)
        await until(
            lambda: all(phone.seq > match.seq for phone in phones if phone is not giant),
            what="the move reaches everybody else, the flooder too",
        )
        told = [frame for frame in flooder.frames if 'id="notice"' in frame]
        assert len(told) < 100, "most of the flood is not even answered"
        await giant.open(server.port)
        await until(lambda: giant.seq > match.seq, what="the giant's sender is back")


async def test_a_screen_that_never_reads_is_dropped(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    """Four people play on as fast as they can while somebody looks on without ever reading."""
    with serving(environment) as server:
        before = Process(server.port, server.process.pid).megabytes()
        with socket.socket() as onlooker:
            await never_reading(onlooker, match, server)
            await play_until_dropped(match, phones, server, onlooker)
        assert Process(server.port, server.process.pid).megabytes() - before < MEMORY


async def never_reading(asleep: socket.socket, match: Match, server: Server) -> None:
    """A spectator's socket that is opened, and then left alone with all it is sent."""
    asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    asleep.connect(("127.0.0.1", server.port))
    host = f"127.0.0.1:{server.port}"
    asleep.sendall(
        f"GET /ws/t/{match.code}/ HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = await asyncio.to_thread(asleep.recv, 20)
    assert b" 101 " in answer


async def play_until_dropped(
    match: Match, phones: list[Phone], server: Server, onlooker: socket.socket
) -> None:
    table = readers.Table(match.code)
    chance = random.Random(3)
    sockets = []
    for seat, phone in enumerate(phones):
        player = readers.Player(table, seat, chance, lambda send: send())
        sockets.append(
            await connect(
                port=server.port,
                path=f"/ws/t/{match.code}/",
                cookie=phone.cookie,
                on_text=player.on_text,
            )
        )
    try:
        await until(lambda: dropped(onlooker), within=60, what="the one who never reads is dropped")
        assert not any(one.closed for one in sockets)
    finally:
        for one in sockets:
            one.close()


def dropped(onlooker: socket.socket) -> bool:
    """Whether the server has reset this connection; nothing is read for that."""
    return onlooker.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


async def test_a_thousand_screens_come_back_at_once(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    """All are current within fifteen seconds, and somebody who plays meanwhile is answered all the time."""
    with serving(environment, "--no-steward") as server:
        await all_open(phones, server)
        memory = Process(server.port, server.process.pid).megabytes()
        crowd = [Phone(match.code) for _ in range(1000)]
        opening = asyncio.gather(*(phone.open(server.port) for phone in crowd))
        slowest = 0.0
        while not opening.done():
            await asyncio.wait({opening}, timeout=0.2)
            slowest = max(slowest, await asked(phones[0]))
        await opening
        await until(lambda: all(phone.frames for phone in crowd), within=15, what="all thousand are current")
        assert all(SEQ.search("".join(phone.frames)) for phone in crowd)
        print(f"slowest heartbeat meanwhile: {slowest * 1000:.0f} ms")
        print(f"memory: {Process(server.port, server.process.pid).megabytes() - memory:.0f} MB more")
        for phone in crowd:
            phone.close()
