"""Presence at a table: seats with an open screen, and for a while seats that play without a socket."""

from __future__ import annotations

from datetime import datetime

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.table.log.models import Match
from games.table.screen import attendance
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import table_of
from tests.table.sockets.screens import connect_screen, quiet
from tests.table.tables import to_act

pytestmark = pytest.mark.django_db(transaction=True)
LASTS = attendance.MAX_VISIT_AGE.total_seconds()


@pytest.fixture
def screens(match: Match) -> None:
    """Screens of seats 0 and 1, open in this process."""
    for seat in range(2):
        attendance.open_screen(match.pk, seat)


async def seats_away(match: Match, clock: Clock) -> dict[int, datetime]:
    """The seats that are away after a look."""
    await attendance.look(clock)
    return dict(attendance.away(match.pk))


async def test_a_look_writes_down_who_came_and_who_went(match: Match, screens: None, clock: Clock) -> None:
    assert set(await seats_away(match, clock)) == {2, 3}
    attendance.close_screen(match.pk, 1)
    began = clock.advance(5)
    assert (await seats_away(match, clock))[1] == began
    clock.advance(5)
    assert (await seats_away(match, clock))[1] == began, "away since then, not since the newest look"
    attendance.open_screen(match.pk, 1)
    assert set(await seats_away(match, clock)) == {2, 3}
    assert await match.seats.filter(away_since=None).acount() == 2


async def test_the_screens_are_told_of_what_a_look_found(
    match: Match, players: list[Player], clock: Clock
) -> None:
    opened, _ = await connect_screen(match, players[0])
    await seats_away(match, clock)
    await quiet(opened)
    attendance.open_screen(match.pk, 2)
    await seats_away(match, clock)
    assert 'id="seat-2"' in "".join(await quiet(opened))
    await seats_away(match, clock)
    assert await quiet(opened) == []
    await opened.disconnect()


async def test_who_plays_by_posts_is_here_for_a_while_after_each(
    match: Match, players: list[Player], screens: None, clock: Clock
) -> None:
    """Seat 2 has no socket, loads two pages within a minute, and then no more."""
    assert 2 in await seats_away(match, clock)
    attendance.note_page(match.pk, 2, now=clock.now)
    assert 2 not in await seats_away(match, clock)
    assert 2 in attendance.present(await sync_to_async(table_of)(match))
    clock.advance(LASTS - 1)
    attendance.note_page(match.pk, 2, now=clock.now)
    clock.advance(LASTS - 1)
    assert 2 not in await seats_away(match, clock)
    gone_at = clock.advance(1)
    assert (await seats_away(match, clock))[2] == gone_at
    assert 2 not in attendance.present(await sync_to_async(table_of)(match))


async def test_a_socket_is_the_better_witness(match: Match, screens: None, clock: Clock) -> None:
    """A player who loaded the page, opened its socket and left is away at once, not a minute after the page."""
    attendance.note_page(match.pk, 2, now=clock.now)
    attendance.open_screen(match.pk, 2)
    assert 2 not in await seats_away(match, clock)
    attendance.close_screen(match.pk, 2)
    gone_at = clock.advance(1)
    assert (await seats_away(match, clock))[2] == gone_at


async def test_a_page_loaded_again_is_no_absence(
    match: Match, players: list[Player], screens: None, clock: Clock
) -> None:
    """The old page's socket closes after the new page was sent and before its socket opens; a look falls between."""
    attendance.open_screen(match.pk, 2)
    assert 2 not in await seats_away(match, clock)
    await sync_to_async(lambda: client_of(players[2]).get(f"/t/{match.code}/"))()
    attendance.close_screen(match.pk, 2)
    assert 2 not in await seats_away(match, clock)
    attendance.open_screen(match.pk, 2)
    attendance.close_screen(match.pk, 2)
    gone_at = clock.advance(1)
    assert (await seats_away(match, clock))[2] == gone_at, "the socket is the better witness again"


async def test_a_socket_at_another_server_is_the_better_witness_too(
    match: Match, screens: None, clock: Clock
) -> None:
    """The page came from here, its socket is elsewhere: nobody is taken for gone then, nor for here when they left."""
    attendance.note_page(match.pk, 2, now=clock.now)
    assert 2 not in await seats_away(match, clock)
    attendance.note_opened(match.pk, 2)
    assert 2 not in await seats_away(match, clock), "they are there"
    clock.advance(LASTS)
    assert 2 not in await seats_away(match, clock), "their visit is over, they are not"
    gone_at = clock.advance(1)
    await sync_to_async(match.seats.filter(number=2).update)(away_since=gone_at)
    assert (await seats_away(match, clock))[2] == gone_at


async def test_whoever_came_and_went_between_two_looks_is_away(
    match: Match, screens: None, clock: Clock
) -> None:
    await sync_to_async(match.seats.update)(away_since=None)
    attendance.open_screen(match.pk, 2)
    attendance.close_screen(match.pk, 2)
    assert (await seats_away(match, clock))[2] == clock.now


async def test_what_is_not_looked_at_any_more_is_not_asked_about(match: Match, clock: Clock) -> None:
    attendance.note_page(match.pk, 0, now=clock.now)
    assert set(await seats_away(match, clock)) == {1, 2, 3}
    clock.advance(LASTS)
    assert set(await seats_away(match, clock)) == {0, 1, 2, 3}
    assert await seats_away(match, clock) == {}


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_page_and_a_post_are_visits_of_a_seat_and_a_spectator_is_nobody(
    match: Match, players: list[Player], headers: dict[str, str]
) -> None:
    client_of(None).get(f"/t/{match.code}/")
    assert attendance.present(table_of(match)) == frozenset()
    client_of(players[3]).get(f"/t/{match.code}/")
    assert attendance.present(table_of(match)) == {3}
    seat, window = to_act(match)
    form = {"do": "trump", "suit": "H", "window": window}
    client_of(players[seat]).post(f"/t/{match.code}/act/", form, headers=headers, follow=True)
    assert attendance.present(table_of(match)) == {3, seat}


@pytest.mark.parametrize("started", [True, False])
def test_the_cockpit_sees_a_seat_without_a_socket(match: Match, players: list[Player], started: bool) -> None:
    """With one server, or before the start, a page or a post is all that tells of a player without a socket."""
    if not started:
        Match.objects.filter(pk=match.pk).update(status=Match.Status.OPEN)
    attendance.open_screen(match.pk, 1)
    client_of(players[3]).get(f"/t/{match.code}/")
    assert attendance.present_at([match.pk]) == {match.pk: {1, 3}}
