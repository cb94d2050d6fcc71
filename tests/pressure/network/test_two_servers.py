"""What one server holds back, two hold back: passwords are counted over both, codes by each, and pages stay open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.league.models import LeagueTable
from games.table.log.models import Match
from tests.league.conftest import NOW
from tests.league.playing import played
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
    await sync_to_async(played)(led_table, 1, NOW)
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
