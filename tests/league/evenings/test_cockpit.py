"""The cockpit's socket: open to the director only, told of every round, one push for several words."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games.league.evenings import consumers
from games.league.evenings.cockpit import cockpit_html
from games.league.evenings.cockpit_tables import rounds_of
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.routing import websocket_urlpatterns
from games.table import live
from games.table.log import loading
from games.table.log.models import Match, Seat
from games.table.sockets.club_consumer import CLOSE_NOT_FOUND
from tests.league.conftest import draw_evening, open_round, plan_and_draw, plan_evening, sign_up
from tests.league.playing import play_rounds
from tests.sockets import Socket, wait_until_idle
from tests.table.sockets.events import record_events

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tables(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> list[LeagueTable]:
    """Four tables of one evening, started."""
    evening = plan_and_draw(competition, entrants[:16], secretary, clock())
    return open_round(evening, secretary, clock())


def cockpit_of(evening_id: int, player: Player) -> Socket:
    socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/e/{evening_id}/")
    socket.scope["user"] = player
    return socket


async def test_rounds_written_down_are_seen_in_one_push(
    tables: list[LeagueTable], secretary: Player, clock: Callable[[], datetime]
) -> None:
    sums = []
    for table in tables:
        (points,) = await sync_to_async(play_rounds)(table, 1, clock())
        sums.append(f"<b>{points[0]} : {points[1]}</b>")
    socket = cockpit_of(tables[0].evening_id, secretary)
    assert (await socket.connect())[0]
    await wait_until_idle()
    socket.sent()
    for table in tables:
        await sync_to_async(live.send_table_changed)(table.match_id, 1000)
    await wait_until_idle()
    (push,) = socket.sent()
    for each in sums:
        assert push.count(each) >= sums.count(each)
    assert 'id="cockpit-tables"' in push
    await socket.disconnect()


def play_elsewhere(table: LeagueTable, known: loading.Table, now: datetime) -> list[tuple[int, ...]]:
    """Play a round of which this process hears nothing: it knows the table as before."""
    with record_events():
        points = play_rounds(table, 1, now)
    loading.forget(table.match_id)
    loading.keep(known)
    return points


async def test_a_round_closed_by_another_process_is_seen_where_the_table_was_known_before(
    tables: list[LeagueTable], secretary: Player, clock: Callable[[], datetime]
) -> None:
    table = tables[0]
    known = await sync_to_async(loading.newest_table)(table.match_id)
    socket = cockpit_of(table.evening_id, secretary)
    assert (await socket.connect())[0]
    await socket.send_to("look")
    assert 'id="cockpit-tables"' in await socket.receive_from()
    await wait_until_idle()
    await sync_to_async(live.send_table_changed)(table.match_id, known.state.seq)
    await wait_until_idle()
    assert socket.sent() == []
    (points,) = await sync_to_async(play_elsewhere)(table, known, clock())
    await sync_to_async(live.send_table_changed)(table.match_id, known.state.seq + 1)
    assert f"<b>{points[0]} : {points[1]}</b>" in await socket.receive_from()
    await socket.disconnect()


async def test_a_cockpit_that_could_not_be_drawn_is_drawn_once_the_database_is_back(
    tables: list[LeagueTable], secretary: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([OperationalError(), OperationalError(), "drawn"])

    def cockpit_then(*_given: object) -> str:
        answer = next(answers)
        if isinstance(answer, OperationalError):
            raise answer
        return answer

    monkeypatch.setattr(consumers, "RETRY_DELAY", 0)
    monkeypatch.setattr(consumers, "cockpit_html", cockpit_then)
    socket = cockpit_of(tables[0].evening_id, secretary)
    assert (await socket.connect())[0]
    await socket.send_to("look")
    assert await socket.receive_from() == "drawn"
    await socket.disconnect()


async def test_a_cockpit_is_not_for_its_players(
    tables: list[LeagueTable], members: list[Player], secretary: Player
) -> None:
    for evening_id, player in ((tables[0].evening_id, members[0]), (999_999, secretary)):
        socket = cockpit_of(evening_id, player)
        assert (await socket.connect())[0]
        assert await socket.receive_output() == {"type": "websocket.close", "code": CLOSE_NOT_FOUND}


def test_an_evening_of_four_tables_asks_no_more_queries_than_one_of_one(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
    client,
) -> None:
    client.force_login(secretary)
    asked = []
    for many in (4, 16):
        evening: Evening = plan_evening(competition, clock())
        sign_up(evening, entrants[:many], secretary, clock())
        draw_evening(evening)
        open_round(evening, secretary, clock())
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(f"/e/{evening.pk}/cockpit/tables/", headers={"HX-Request": "true"})
        assert answer.status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_who_looks_through_another_server_is_here_in_the_cockpit(
    tables: list[LeagueTable], clock: Callable[[], datetime], settings
) -> None:
    """The dot says the same at both servers: an absence is written down for every process."""
    settings.REDIS_URL = "redis://elsewhere"
    evening, there = tables[0].evening, tables[0]

    def here() -> set[tuple[int, str]]:
        shown = [table for each in rounds_of(evening, {}) for table in each.tables]
        return {(table.pk, sitter.name) for table in shown for sitter in table.sitters if sitter.here}

    assert here() == set(), "nobody has come since the start"
    Seat.objects.filter(match=there.match_id, number=2).update(away_since=None)
    assert here() == {(there.pk, there.seats.get(number=2).player.nickname)}
    Seat.objects.filter(match=there.match_id, number=2).update(away_since=clock())
    assert here() == set()
    Seat.objects.filter(match=there.match_id).update(away_since=None)
    Match.objects.filter(pk=there.match_id).update(status=Match.Status.FINISHED)
    assert here() == set(), "what is over is looked at by nobody"


@pytest.mark.slow
@pytest.mark.parametrize("status", Evening.Status)
def test_everything_its_socket_sends_has_a_place_on_the_page(
    tables: list[LeagueTable], desk: Client, status: Evening.Status
) -> None:
    """A part without one is an error in the browser: who comes is on the page until the evening is closed."""
    evening = tables[0].evening
    Evening.objects.filter(pk=evening.pk).update(status=status)
    page = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    sent = re.findall(r'<\w+ id="([\w-]+)"[^>]*hx-swap-oob', cockpit_html(evening.pk, "en"))
    assert "cockpit-tables" in sent
    assert [part for part in sent if f'id="{part}"' not in page] == []
