"""Rights that end, end at once: the socket closes and the next post is refused.

Only the event that tells of it closes them here: the phones of these tests have no heartbeat. It comes from another
process, except for a sign-out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import Membership, Player, Role
from games.league.models import LeagueTable
from games.league.services import name_director
from games.table.log.models import Match
from games.table.sockets.club_consumer import CLOSE_NOT_FOUND, CLOSE_RESTART, CLOSE_SIGNED_OUT
from tests.pressure.phones import Answer, Phone
from tests.pressure.sockets import Socket, connect
from tests.served.processes import serving, until
from tests.served.sessions import cookie_of
from tests.table.play import good_answer, next_to_act

pytestmark = pytest.mark.slow

End = Callable[[Player, Phone, int], object]


def sign_out(player: Player, phone: Phone, port: int) -> object:
    answer: Answer = phone.post(port, "/accounts/logout/")
    assert answer.status == 302
    return answer


def change_password(player: Player, phone: Phone, port: int) -> object:
    player.set_password("another-tulip-7")
    return player.save()


def ban(player: Player, phone: Phone, port: int) -> object:
    player.is_active = False
    return player.save()


@pytest.mark.parametrize("end", [sign_out, change_password, ban])
async def test_the_socket_closes_and_the_next_post_is_refused(
    match: Match, players: list[Player], phones: list[Phone], on_redis: dict[str, str], end: End
) -> None:
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    with serving(on_redis, "--no-steward") as server:
        for phone in phones:
            await phone.open(server.port)
        await until(lambda: all(phone.frames for phone in phones), what="all four see the table")
        await sync_to_async(end)(players[seat], phones[seat], server.port)
        await until(lambda: phones[seat].closed, what="the socket is closed")
        assert phones[seat].close_code == CLOSE_SIGNED_OUT
        answer = await asyncio.to_thread(phones[seat].post, server.port, "", **data, window=window)
        assert answer.status == 403
        assert not any(phone.closed for phone in phones if phone is not phones[seat])
    await match.arefresh_from_db()
    assert match.seq == await match.actions.acount()
    assert not await match.actions.filter(seat=seat, kind="game").aexists()


@pytest.mark.parametrize("led_by", ["role", "name"])
async def test_a_cockpit_closes_when_its_player_may_lead_the_evening_no_longer(
    led_table: LeagueTable, players: list[Player], on_redis: dict[str, str], led_by: str
) -> None:
    """It is told to come back, and then finds no cockpit; the player's table, and others' cockpits, stay open."""
    cookies = [await sync_to_async(cookie_of)(player, on_redis["SECRET_KEY"]) for player in players[:2]]
    lead = lead_by_role if led_by == "role" else partial(lead_by_name, led_table.evening_id, players[0])
    await sync_to_async(lead)(players[1], leads=True)
    path, shown = f"/ws/e/{led_table.evening_id}/", set()
    with serving(on_redis, "--no-steward") as server:

        async def opened(cookie: str) -> Socket:
            return await connect(
                port=server.port, path=path, cookie=cookie, on_text=lambda socket, _: shown.add(socket)
            )

        mine, theirs = [await opened(cookie) for cookie in cookies]
        phone = Phone(led_table.match.code, cookies[1])
        await phone.open(server.port)
        for cockpit in (mine, theirs):
            cockpit.send("{}")
        await until(lambda: phone.frames and shown == {mine, theirs}, what="all three are shown")
        await sync_to_async(lead)(players[1], leads=False)
        await until(lambda: theirs.closed, what="the cockpit closes")
        assert theirs.close_code == CLOSE_RESTART
        again = await opened(cookies[1])
        await until(lambda: again.closed, what="it finds no cockpit")
        assert again.close_code == CLOSE_NOT_FOUND
        assert not mine.closed
        assert not phone.closed
        for one in (mine, phone):
            one.close()


def lead_by_role(player: Player, *, leads: bool) -> None:
    membership = Membership.objects.get(player=player)
    membership.role = Role.SECRETARY if leads else Role.MEMBER
    membership.save()


def lead_by_name(evening_id: int, actor: Player, director: Player, *, leads: bool) -> None:
    name_director(evening_id=evening_id, director=director, actor=actor, now=timezone.now(), leads=leads)
