"""A table of an evening that is over leads its players back to the evening, and asks for no card while nobody plays."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from games.league import services
from games.league.models import Evening, LeagueTable
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.league.conftest import open_round
from tests.league.going_wrong.conftest import fresh, say
from tests.league.playing import play_rounds
from tests.table.play import table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(evening: Evening, secretary: Player, clock: Clock) -> LeagueTable:
    """The first table, started."""
    (table,) = open_round(evening, secretary, clock())
    return LeagueTable.objects.select_related("match").get(pk=table.pk)


def prompt(match: Match, seat: int) -> str:
    """The prompt on the screen of a seat."""
    screen = rendering.whole_table(table_of(match), seat=seat, talk=(), language="en")
    return screen[screen.index('id="prompt"') : screen.index("</section>", screen.index('id="prompt"'))]


def test_a_table_that_was_broken_off_asks_for_nothing_and_leads_to_the_evening(
    table: LeagueTable, secretary: Player, clock: Clock
) -> None:
    before = [prompt(table.match, seat) for seat in range(4)]
    services.break_off(
        table_id=table.pk,
        version=fresh(table.evening).version,
        actor=secretary,
        reason="Fire alarm",
        now=clock(),
    )
    table.match.refresh_from_db()
    for seat in range(4):
        told = prompt(table.match, seat)
        assert told != before[seat]
        assert "Nobody plays now." in told
        assert "<button" not in told
        assert f'href="/t/{table.match.code}/evening/"' in told


def test_while_a_call_stops_play_no_card_is_asked_for(table: LeagueTable, clock: Clock) -> None:
    say(table.match, 1, clock, do="call_director", why="A card fell on the table")
    for seat in range(4):
        told = prompt(table.match, seat)
        assert "Nobody plays now." in told
        assert "way-back" not in told


def test_a_finished_table_leads_to_its_evening_in_place_of_a_rematch(
    table: LeagueTable, evening: Evening, clock: Clock, client: Client
) -> None:
    play_rounds(table, 4, clock())
    table.match.refresh_from_db()
    assert table.match.status == Match.Status.FINISHED
    for seat in range(4):
        told = prompt(table.match, seat)
        assert f'href="/t/{table.match.code}/evening/"' in told
        assert "rematch" not in told
    answer = client.get(f"/t/{table.match.code}/evening/")
    assert (answer.status_code, answer["Location"]) == (302, f"/e/{evening.pk}/")
    assert client.get("/t/ZZZZZZ/evening/")["Location"] == "/"
