"""A seat is played on one screen, the page loaded last; spectators may have as many as they like."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.table.log.models import Match
from games.table.screen import attendance
from games.table.sockets.club_consumer import CLOSE_ELSEWHERE, CLOSE_REPLACED
from tests.table.sockets.screens import close_code_of, connect_screen, quiet, screen, send_form

pytestmark = pytest.mark.django_db(transaction=True)


async def test_the_page_loaded_last_plays_and_the_one_before_is_closed(
    match: Match, players: list[Player]
) -> None:
    desk, _ = await connect_screen(match, players[0], page=1_000)
    partner, _ = await connect_screen(match, players[2], page=1_000)
    phone, _ = await connect_screen(match, players[0], page=2_000)
    assert await close_code_of(desk) == CLOSE_ELSEWHERE
    await desk.disconnect()
    assert attendance.seats_here(match.pk) == {0, 2}
    again = screen(match, players[0], page=1_000)
    assert (await again.connect())[0]
    assert await close_code_of(again) == CLOSE_ELSEWHERE, "it woke by itself"
    assert 'data-seq="2"' in await send_form(phone, do="ping", seq="2"), "who plays here goes on"
    for each in (phone, partner, again):
        await each.disconnect()


@pytest.mark.parametrize("page", ["", "0", "-1", "9" * 40, "x", "%00", "99999999999999"])
async def test_a_page_that_says_nonsense_about_its_time_is_one_of_now(
    page: str, match: Match, players: list[Player]
) -> None:
    early, _ = await connect_screen(match, players[0], page=1_000)
    late = screen(match, players[0], page=page)
    assert (await late.connect())[0]
    closed = late if page == "0" else early
    assert await close_code_of(closed) == CLOSE_ELSEWHERE
    for each in (early, late):
        await each.disconnect()


async def test_spectators_look_from_as_many_screens_as_they_like(match: Match, guest: Player) -> None:
    screens = [(await connect_screen(match, guest))[0] for _ in range(3)]
    for opened in screens:
        assert not await quiet(opened)
        await opened.disconnect()


async def test_the_newest_socket_of_a_page_wins_and_the_page_is_never_told_of_another(
    match: Match, players: list[Player]
) -> None:
    """After a change of network the page connects again while the server still keeps its dead socket; the two may
    arrive in either order.
    """
    dead, _ = await connect_screen(match, players[0], page="1000&number=1")
    living, _ = await connect_screen(match, players[0], page="1000&number=2")
    assert await close_code_of(dead) == CLOSE_REPLACED
    assert 'data-seq="2"' in await send_form(living, do="ping", seq="2")
    late = screen(match, players[0], page="1000&number=1")
    assert (await late.connect())[0]
    assert await close_code_of(late) == CLOSE_REPLACED, "the first attempt arrived last"
    assert 'data-seq="2"' in await send_form(living, do="ping", seq="2")
    for each in (dead, living, late):
        await each.disconnect()
