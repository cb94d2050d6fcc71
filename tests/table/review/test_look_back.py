"""A closed round looked back at together: one steers, the others follow, anybody takes over, players only."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from games.routing import websocket_urlpatterns
from games.table.log.models import Match
from games.table.sockets.club_consumer import CLOSE_NOT_FOUND
from tests.conftest import Clock
from tests.sockets import Socket, wait_until_idle
from tests.table.tables import in_second_round

pytestmark = pytest.mark.django_db(transaction=True)


def page(match: Match, player: Player | None, number: int = 1) -> Socket:
    """A page of that round which has not connected yet."""
    socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/t/{match.code}/round/{number}/")
    socket.scope["user"] = player or AnonymousUser()
    return socket


async def join(match: Match, player: Player, number: int = 1) -> Socket:
    """A page that takes part."""
    socket = page(match, player, number)
    assert (await socket.connect())[0]
    await wait_until_idle()
    return socket


async def step(socket: Socket, card: object) -> None:
    """Steer to a position."""
    await socket.send_to(text_data=json.dumps({"card": card}))
    await wait_until_idle()


def steps_told(socket: Socket) -> list[Any]:
    """The steps a page was told since."""
    return [json.loads(text) for text in socket.sent()]


async def test_one_steers_and_anybody_takes_over(players: list[Player], clock: Clock) -> None:
    match = await sync_to_async(in_second_round)(players, clock.now)
    pages = [await join(match, player) for player in players[:3]]
    await step(pages[0], 9)
    assert [steps_told(one) for one in pages] == [
        [],
        [{"card": 9, "name": "Anna"}],
        [{"card": 9, "name": "Anna"}],
    ]
    await step(pages[2], 4)
    assert [steps_told(one) for one in pages] == [
        [{"card": 4, "name": "Cleo"}],
        [{"card": 4, "name": "Cleo"}],
        [],
    ]

    late = await join(match, players[3])
    assert steps_told(late) == [{"card": 4, "name": "Cleo"}]
    assert [steps_told(one) for one in pages[:2]] == [[{"card": 4, "name": "Cleo"}]] * 2
    for one in (*pages, late):
        await one.disconnect()


@pytest.mark.slow
@pytest.mark.parametrize("card", [-1, 1000, True, "9", None, 1.5, [3]])
async def test_what_is_no_moment_is_dropped(players: list[Player], clock: Clock, card: object) -> None:
    match = await sync_to_async(in_second_round)(players, clock.now)
    pages = [await join(match, player) for player in players[:2]]
    await step(pages[0], card)
    await pages[0].send_to(text_data="no JSON")
    await wait_until_idle()
    assert steps_told(pages[1]) == []
    for one in pages:
        await one.disconnect()


async def test_only_players_of_the_table_and_only_closed_rounds(
    players: list[Player], guest: Player, staff: Player, clock: Clock
) -> None:
    match = await sync_to_async(in_second_round)(players, clock.now)
    for viewer, number in ((None, 1), (guest, 1), (staff, 1), (players[0], 2), (players[0], 7)):
        refused = page(match, viewer, number)
        assert (await refused.connect())[0]
        assert await refused.receive_output() == {"type": "websocket.close", "code": CLOSE_NOT_FOUND}
