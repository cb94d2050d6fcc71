"""Codes of tables and of screens in the middle cannot be guessed fast; those who know theirs are not disturbed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.test import Client

from accounts.models import Player
from games.routing import websocket_urlpatterns
from games.table import services
from games.table.log.models import Match
from games.table.sockets.club_consumer import CLOSE_NOT_FOUND, CLOSE_WITHDRAWN
from tests.clients import client_of
from tests.conftest import Clock
from tests.sockets import Socket
from tests.table.sockets.screens import close_code_of, connect_screen, screen
from tests.table.tables import open_table, start_table

pytestmark = pytest.mark.django_db
MANY = 60
HOME, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def match(players: list[Player], clock: Clock) -> Match:
    return start_table(players, clock.now)


def guess(path: str, client: Client | None = None, address: str = HOME) -> None:
    """Try a wrong code as often as a household may."""
    for _time in range(MANY):
        answer = (client or Client()).get(path.format("QQQQQQ"), REMOTE_ADDR=address)
        assert answer.status_code in (404, 422)


def status(path: str, client: Client | None = None, address: str = HOME) -> int:
    return (client or Client()).get(path, REMOTE_ADDR=address).status_code


@pytest.mark.parametrize(
    "way", ["/t/{}/", "/t/join/?code={}", "/screen/{}/", "/t/{}/rules/", "/t/{}/seats/", "/t/{}/invite/"]
)
def test_after_many_wrong_codes_a_right_one_is_not_told_from_them(match: Match, way: str) -> None:
    guess("/t/{}/rules/" if "invite" in way else way)
    for code in (match.code, "QQQQQZ"):
        answer = Client().get(way.format(code), REMOTE_ADDR=HOME)
        assert answer.status_code == 429
        assert "Too many wrong codes were tried from this network." in answer.content.decode()
    assert status(f"/t/{match.code}/", address=ELSEWHERE) == 200


async def test_a_socket_of_what_cannot_be_a_code_finds_nothing(match: Match, players: list[Player]) -> None:
    for address in ("/ws/t/{}/", "/ws/t/{}/seats/", "/ws/t/{}/round/1/", "/ws/screen/{}/"):
        opened = Socket(URLRouter(websocket_urlpatterns), "/")
        opened.scope |= {"path": address.format("A\0BCDE"), "user": players[0], "headers": []}
        assert (await opened.connect())[0]
        assert await close_code_of(opened) in (CLOSE_NOT_FOUND, CLOSE_WITHDRAWN)


def test_a_household_of_many_addresses_is_one(match: Match) -> None:
    for number in range(MANY):
        assert status("/t/QQQQQQ/", address=f"2001:db8:1:1::{number:x}") == 404
    assert status(f"/t/{match.code}/", address="2001:db8:1:1::ffff") == 429
    assert status(f"/t/{match.code}/", address="2001:db8:1:2::1") == 200


def test_the_screen_in_the_middle_stays_open_beside_somebody_who_guesses(
    match: Match, players: list[Player]
) -> None:
    code = services.open_shared_screen(match_id=match.pk, player=players[0])
    assert status(f"/screen/{code}/") == 200
    guess("/screen/{}/")
    assert status(f"/screen/{code}/") == 200
    assert status(f"/t/{match.code}/") == 429


def test_who_sits_at_the_table_and_who_has_an_account_are_not_disturbed(
    players: list[Player], guest: Player, clock: Clock
) -> None:
    match = open_table([players[0], guest], clock.now, seated=2)
    guess("/t/{}/")
    assert status(f"/t/{match.code}/") == 429
    assert status(f"/t/{match.code}/", client_of(guest)) == 200
    assert status(f"/t/{match.code}/", client_of(players[2])) == 200


def test_an_account_may_guess_no_more_than_a_household(
    match: Match, make_player: Callable[..., Player]
) -> None:
    stranger = make_player("Eva")
    guess("/t/{}/", client_of(stranger))
    assert status(f"/t/{match.code}/", client_of(stranger), ELSEWHERE) == 429
    assert status(f"/t/{match.code}/") == 200


@pytest.mark.django_db(transaction=True)
async def test_sockets_count_wrong_codes_too(match: Match, players: list[Player]) -> None:
    for _time in range(MANY + 1):
        wrong = screen(Match(code="QQQQQQ"), None)
        assert (await wrong.connect())[0]
        assert await wrong.receive_output() == {"type": "websocket.close", "code": CLOSE_NOT_FOUND}
    right = screen(match, None)
    assert (await right.connect())[0]
    assert await right.receive_output() == {"type": "websocket.close", "code": CLOSE_NOT_FOUND}
    seated, first = await connect_screen(match, await sync_to_async(lambda: players[1])())
    assert 'id="table"' in first
    await seated.disconnect()
