"""Two servers whose Redis dies and comes back: moves go on by posts, and the sockets heal."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from asgiref.sync import sync_to_async

from games.table.log.models import Match
from games.table.sockets.club_consumer import CLOSE_RESTART
from tests.patience import PATIENCE
from tests.pressure.phones import Phone
from tests.served.backends import Redis
from tests.served.processes import Server, serving, until
from tests.table.play import good_answer, next_to_act

pytestmark = pytest.mark.slow


async def move(match: Match, phones: list[Phone], server: Server) -> None:
    """Whoever's turn it is posts a move to that server, which is answered with the table after it."""
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    answer = await asyncio.to_thread(phones[seat].post, server.port, "", **data, window=window)
    assert answer.status == 200
    before = match.seq
    await match.arefresh_from_db()
    assert match.seq > before


async def come_back(phones: list[Phone], servers: tuple[Server, ...], seq: int) -> None:
    """Open closed screens again and again, as pages do, until all of them show that entry."""
    async with asyncio.timeout(PATIENCE):
        while any(phone.closed or phone.seq < seq for phone in phones):
            for phone, server in zip(phones, servers * 2, strict=True):
                if phone.closed:
                    with suppress(ConnectionError):
                        await phone.open(server.port)
            await asyncio.sleep(0.05)


async def test_moves_are_posted_while_it_is_away_and_every_screen_is_right_afterwards(
    match: Match, phones: list[Phone], on_redis: dict[str, str], redis: Redis
) -> None:
    with serving(on_redis, "--no-steward") as one, serving(on_redis, "--no-steward") as other:
        servers = (one, other)
        for phone, server in zip(phones, servers * 2, strict=True):
            await phone.open(server.port)
        await until(lambda: all(phone.frames for phone in phones), what="all four see the table")
        await move(match, phones, one)
        await until(lambda: {phone.seq for phone in phones} == {match.seq}, what="all four are told")
        redis.kill()
        for server in (one, other, other, one):
            await move(match, phones, server)
        await until(lambda: all(phone.closed for phone in phones), what="screens left behind are closed")
        assert {phone.close_code for phone in phones} == {CLOSE_RESTART}
        redis.start()
        await come_back(phones, servers, match.seq)
        for server in servers:
            await move(match, phones, server)
            await come_back(phones, servers, match.seq)
        for phone in phones:
            phone.close()
    assert await match.actions.acount() == match.seq
