"""What one server holds back, two hold back: passwords are counted over both, codes by each, a link that ended at one
has ended at the other, no socket opens for another site's page, and pages stay open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import cycle

import pytest
from asgiref.sync import sync_to_async

from accounts.invitations import invitation_to
from accounts.models import Club, Membership, Player
from games.league.models import LeagueTable
from games.table.log.models import Match
from tests.league.conftest import NOW
from tests.league.playing import play_rounds
from tests.pressure.phones import WHOLE, Phone, post, status
from tests.pressure.sockets import connect
from tests.served.processes import Server, serving, until
from tests.served.sessions import cookie_of

pytestmark = pytest.mark.slow
GUESSES = 60
"""Wrong codes that a household may try at each server."""
WRONG = 5
"""Wrong passwords for one account that an address may try."""


@pytest.fixture
def servers(on_redis: dict[str, str]) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, with a Redis between them."""
    with serving(on_redis, "--no-steward") as one, serving(on_redis, "--no-steward") as other:
        yield one, other


async def test_codes_guessed_in_turns_at_both_servers_are_held_back_by_both(
    servers: tuple[Server, Server], match: Match
) -> None:
    for _guess, server in zip(range(2 * GUESSES), cycle(servers), strict=False):
        assert await status(server.port, "/t/QQQQQQ/") == 404
    for server in servers:
        assert await status(server.port, f"/t/{match.code}/") == 429


async def test_passwords_guessed_at_both_servers_are_counted_together(
    servers: tuple[Server, Server], players: list[Player]
) -> None:
    @sync_to_async
    def is_held_back(server: Server, login: str) -> bool:
        guess = {"login": login, "password": "guessed"}
        return "Too many" in post(server.port, "/accounts/login/", cookie="", fields=guess).text

    for _guess, server in zip(range(WRONG), cycle(servers), strict=False):
        assert not await is_held_back(server, "anna")
    for server in servers:
        assert await is_held_back(server, "anna")
        assert not await is_held_back(server, "bram")


async def test_cockpits_and_look_backs_at_both_servers_keep_no_table_from_opening(
    servers: tuple[Server, Server], on_redis: dict[str, str], led_table: LeagueTable, players: list[Player]
) -> None:
    """Anna leads the evening and plays in it, on two devices at each server."""
    await sync_to_async(play_rounds)(led_table, 1, NOW)
    anna = await sync_to_async(cookie_of)(players[0], on_redis["SECRET_KEY"])
    cockpit, look_back = f"/ws/e/{led_table.evening_id}/", f"/ws/t/{led_table.match.code}/round/1/"
    open_pages = [
        await connect(port=server.port, path=path, cookie=anna, on_text=lambda *_: None)
        for server in servers
        for path in (cockpit, cockpit, look_back, look_back)
    ]
    for server in servers:
        phone = Phone(led_table.match.code, anna)
        await phone.open(server.port)
        await until(lambda phone=phone: phone.frames, what="she is shown the table")
        assert WHOLE.search(phone.frames[0])
        assert 'id="hand"' in phone.frames[0]
        phone.close()
    assert not any(page.closed for page in open_pages)
    for page in open_pages:
        page.close()


async def test_a_removed_member_finds_no_way_back_at_the_other_server(
    servers: tuple[Server, Server], on_redis: dict[str, str], led_table: LeagueTable, players: list[Player]
) -> None:
    one, other = servers
    club = await Club.objects.aget(slug="troefboer")
    anna, daan = [
        await sync_to_async(cookie_of)(player, on_redis["SECRET_KEY"]) for player in (players[0], players[3])
    ]
    way_back = f"/c/{club.slug}/join/{invitation_to(club)}/"

    def join(server: Server) -> int:
        return post(server.port, way_back, cookie=daan, fields={}).status

    assert await status(other.port, way_back) == 200
    leave = f"/c/{club.slug}/members/{players[3].pk}/leave/"
    answer = await sync_to_async(post)(one.port, leave, cookie=anna, fields={"sure": "on"})
    assert answer.status < 400
    assert not await Membership.objects.filter(player=players[3]).aexists()
    for server in (other, one):
        assert await sync_to_async(join)(server) >= 400
    assert not await Membership.objects.filter(player=players[3]).aexists()


async def test_no_socket_opens_for_a_page_of_another_site(
    servers: tuple[Server, Server], on_redis: dict[str, str], match: Match, players: list[Player]
) -> None:
    anna = await sync_to_async(cookie_of)(players[0], on_redis["SECRET_KEY"])
    for server in servers:
        here = f"127.0.0.1:{server.port}"
        asked = [
            f"http://{here}",
            "http://evil.example",
            f"http://{here}\\@evil.example",
            f"http://{here}@evil.example",
        ]
        answers = [
            await handshake(server.port, f"/ws/t/{match.code}/", cookie=anna, origin=one) for one in asked
        ]
        assert answers == [101, 403, 403, 403]


async def handshake(port: int, path: str, *, cookie: str, origin: str) -> int:
    """The status with which a socket for a page of this origin is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin}\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        return int((await reader.readline()).split()[1])
    finally:
        writer.close()
