"""Rights that end, end at once: the socket closes and the next post is refused (P7).

That holds on any machine: `tests/house/serving/test_sockets.py` shows that one look closes it, and two looks fit into
the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Club, Player
from accounts.services import add_member
from games.table.log.models import Match
from kraken_site.serving.sockets.close_codes import RIGHTS_ENDED, SERVICE_RESTART
from kraken_site.serving.sockets.registry import RIGHTS_CHECKED_EVERY
from tests.pressure.phones import Answer, Phone
from tests.served.processes import serving, until
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
    match: Match, players: list[Player], phones: list[Phone], environment: dict[str, str], end: End
) -> None:
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    with serving(environment, "--no-steward") as server:
        for phone in phones:
            await phone.open(server.port)
        await until(lambda: all(phone.frames for phone in phones), what="all four see the table")
        await sync_to_async(end)(players[seat], phones[seat], server.port)
        await until(lambda: phones[seat].closed, what="the socket is closed")
        assert phones[seat].close_code == RIGHTS_ENDED
        answer = await asyncio.to_thread(phones[seat].post, server.port, "", **data, window=window)
        assert answer.status == 403
        assert not any(phone.closed for phone in phones if phone is not phones[seat])
    await match.arefresh_from_db()
    assert match.seq == await match.actions.acount()
    assert not await match.actions.filter(seat=seat, kind="game").aexists()


async def test_a_screen_is_opened_anew_when_its_player_leaves_the_club(
    match: Match, players: list[Player], phones: list[Phone], club: Club, environment: dict[str, str]
) -> None:
    """Bram leaves the club; whatever his screens show is judged afresh, and nobody else's is touched."""
    with serving(environment, "--no-steward") as server:
        for phone in phones:
            await phone.open(server.port)
        await until(lambda: all(phone.frames for phone in phones), what="all four see the table")
        kept = phones[1].socket
        await until_looked_at(players[1], phones[1], club)
        assert phones[1].close_code == SERVICE_RESTART
        assert phones[1].socket is kept
        assert not any(phone.closed for phone in (phones[0], phones[2], phones[3]))


async def until_looked_at(player: Player, phone: Phone, club: Club) -> None:
    """Come and go until the socket closes: the server has to have seen them as a member first."""
    place = club.memberships.filter(player=player)

    def turn() -> None:
        if place.exists():
            place.delete()
        else:
            add_member(club=club, player=player)

    closed = asyncio.create_task(until(lambda: phone.closed, what="the socket is closed"))
    while not closed.done():
        await sync_to_async(turn)()
        await asyncio.wait({closed}, timeout=2 * RIGHTS_CHECKED_EVERY)
    closed.result()
