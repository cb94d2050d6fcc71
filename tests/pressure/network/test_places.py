"""Pages of a real server hold up no others: slow ones, and the sockets of many pages of one player."""

from __future__ import annotations

from pathlib import Path

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.league.models import LeagueTable
from tests.league.conftest import NOW
from tests.league.playing import play_rounds
from tests.pressure.phones import WHOLE, Phone, status
from tests.pressure.sockets import connect
from tests.served.processes import serving, until
from tests.served.sessions import cookie_of
from tests.served.slow_pages import burst, slow_pages

pytestmark = pytest.mark.slow


async def test_after_a_burst_six_slow_pages_are_made_at_once_and_healthz_answers_meanwhile(
    environment: dict[str, str],
) -> None:
    """The slow pages are held until `/healthz` has answered, so it cannot have waited for one of them."""
    with serving(environment, "--no-steward") as server:
        await burst(server.port)
        async with slow_pages(server.port, Path(environment["VAR_DIR"])) as pages:
            assert await status(server.port, "/healthz") == 200
            assert not any(page.done() for page in pages)


async def test_two_cockpits_and_two_look_backs_keep_no_table_from_opening(
    environment: dict[str, str], led_table: LeagueTable, players: list[Player]
) -> None:
    """Anna leads the evening and plays in it. All five of her pages stay open, and she is shown her hand."""
    await sync_to_async(play_rounds)(led_table, 1, NOW)
    anna = await sync_to_async(cookie_of)(players[0], environment["SECRET_KEY"])
    code, told = led_table.match.code, {}
    cockpit, look_back = f"/ws/e/{led_table.evening_id}/", f"/ws/t/{code}/round/1/"
    with serving(environment, "--no-steward") as server:
        others = [
            await connect(
                port=server.port,
                path=path,
                cookie=anna,
                on_text=told.setdefault,
            )
            for path in (cockpit, cockpit, look_back, look_back)
        ]
        phone = Phone(code, anna)
        await phone.open(server.port)
        await until(lambda: phone.frames, what="she is shown the table")
        assert WHOLE.search(phone.frames[0])
        assert 'id="hand"' in phone.frames[0]
        for cockpit_socket in others[:2]:
            cockpit_socket.send("{}")
        others[2].send('{"card": 3}')
        await until(lambda: {*others[:2], others[3]} <= told.keys(), what="cockpits and look back are told")
        assert not any(socket.closed for socket in (*others, phone.socket))
        for socket in (*others, phone):
            socket.close()
