"""Promises of the home page about a drawn evening: own table, partner and opponents, the way there and the way back."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.club_clock import club_clock
from games.league import services
from games.league.models import Competition, Entrant, Evening, TableSeat
from games.league.queries import OwnSeat, next_evenings
from tests.clients import client_of
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import play, write_sheet

pytestmark = pytest.mark.django_db
WORDS = re.compile(r"<[^>]*>")


@pytest.fixture
def of_five(competition: Competition, entrants: list[Entrant], secretary: Player) -> Evening:
    """A drawn evening of two rounds with five who come: in each round one of them waits."""
    evening = plan_evening(competition, club_clock.now())
    sign_up(evening, entrants[:5], secretary, club_clock.now())
    return draw_evening(evening)


def seats_of(player: Player) -> tuple[OwnSeat, ...]:
    (found,) = next_evenings(player, club_clock.now())
    return found.seats


def evenings_on_home(player: Player) -> str:
    """The words of the part of the home page about evenings."""
    page = client_of(player).get("/").content.decode()
    part = page.partition('id="lobby-evenings"')[2].partition("</section>")[0]
    return " ".join(WORDS.sub(" ", part).split())


def across(seat: TableSeat) -> tuple[str, set[str]]:
    """The name of the partner at a table of four, and those of the opponents."""
    names = dict(seat.table.seats.values_list("number", "player__nickname"))
    partner = names.pop((seat.number + 2) % 4)
    del names[seat.number]
    return partner, set(names.values())


@pytest.mark.slow
def test_each_player_reads_table_partner_and_opponents_of_every_round(
    of_five: Evening, members: list[Player]
) -> None:
    waiting = []
    for player in members[:5]:
        for own in seats_of(player):
            seat = TableSeat.objects.filter(table__evening=of_five, table__round=own.round, player=player)
            if own.table is None:
                waiting.append(own.round)
                assert not seat.exists()
                assert f"Round {own.round}: you wait" in evenings_on_home(player)
                continue
            partner, opponents = across(seat.get())
            assert (own.table, own.partners, set(own.opponents)) == (1, (partner,), opponents)
            said = f"Round {own.round}: table 1 , with {partner}, against {', '.join(own.opponents)}"
            assert said in evenings_on_home(player)
    assert sorted(waiting) == [1, 2]
    assert seats_of(members[7]) == ()


def test_an_open_table_has_its_way_there_and_a_table_that_is_over_is_gone(
    of_five: Evening, members: list[Player], secretary: Player
) -> None:
    table = open_round(of_five, secretary, club_clock.now())[0]
    sitting = table.seats.order_by("number").first().player
    first, *later = seats_of(sitting)
    assert (first.round, first.url) == (1, f"/t/{table.match.code}/")
    assert [own.url for own in later] == [""]
    assert "To the table" in evenings_on_home(sitting)
    play(table, club_clock.now())
    assert [own.round for own in seats_of(sitting)] == [2]


def test_a_table_on_paper_leads_to_its_sheet_and_the_sheet_back_to_the_evening(
    of_five: Evening, secretary: Player
) -> None:
    table = open_round(of_five, secretary, club_clock.now(), on_paper=True)[0]
    sitting = table.seats.order_by("number").first().player
    sheet = f"/e/{of_five.pk}/sheet/{table.pk}/"
    assert seats_of(sitting)[0].url == sheet
    assert "To the sheet" in evenings_on_home(sitting)
    write_sheet(table, (100, 62), now=club_clock.now())
    back = re.search(
        r'<a class="button[^>]*href="([^"]*)">To the evening', client_of(sitting).get(sheet).content.decode()
    )
    assert back is not None
    assert back[1] == f"/e/{of_five.pk}/"


def test_a_table_with_a_date_of_its_own_shows_that_date(of_five: Evening) -> None:
    table = of_five.tables.get(round=1)
    sitting = table.seats.order_by("number")[0].player
    there = "Friday 9 January, 21:15"
    assert there not in evenings_on_home(sitting)
    of_five.tables.filter(pk=table.pk).update(starts_at=datetime(2099, 1, 9, 20, 15, tzinfo=UTC))
    assert there in evenings_on_home(sitting)


def test_after_a_match_the_way_leads_back_to_the_evening(of_five: Evening, secretary: Player) -> None:
    table = open_round(of_five, secretary, club_clock.now())[0]
    play(table, club_clock.now())
    client = client_of(table.seats.order_by("number").first().player)
    page = client.get(f"/t/{table.match.code}/").content.decode()
    back = re.search(r'id="way-back"><a [^>]*href="([^"]*)">To the evening', page)
    assert back is not None
    assert client.get(back[1])["Location"] == f"/e/{of_five.pk}/"


def test_a_substitute_reads_the_seat_and_the_absent_player_does_not(
    of_five: Evening, secretary: Player
) -> None:
    """The substitute does not take part in the competition."""
    away = TableSeat.objects.filter(table__evening=of_five, table__round=1).order_by("number")[0].player
    of_five.refresh_from_db()
    services.substitute(
        evening_id=of_five.pk,
        version=of_five.version,
        absent=away,
        instead=secretary,
        actor=secretary,
        now=club_clock.now(),
    )
    held = TableSeat.objects.filter(table__evening=of_five, player=secretary).order_by("table__round")
    assert [(own.round, own.table) for own in seats_of(secretary)] == [(seat.table.round, 1) for seat in held]
    assert held[0].table.round == 1
    assert "Round 1: table 1" in evenings_on_home(secretary)
    assert "Round 1:" not in evenings_on_home(away)


def test_the_page_shows_the_draw_by_itself(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player
) -> None:
    """The page asks again with the state it shows: nothing new is 204, a draw is."""
    evening = plan_evening(competition, club_clock.now())
    sign_up(evening, entrants[:4], secretary, club_clock.now())
    client = client_of(members[0])
    known = re.search(r'hx-get="/\?(known=\w+)"', client.get("/").content.decode())
    assert known is not None
    assert client.get(f"/?{known[1]}").status_code == 204
    draw_evening(evening)
    fresh = client.get(f"/?{known[1]}")
    assert fresh.status_code == 200
    assert "#lobby-evenings" in fresh.content.decode()
    assert "Round 1: table 1" in fresh.content.decode()


def test_more_tables_and_evenings_cost_no_more_queries(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player
) -> None:
    def queries(many: int) -> int:
        evening = plan_evening(competition, club_clock.now())
        sign_up(evening, entrants[:many], secretary, club_clock.now())
        services.draw(
            evening_id=evening.pk,
            version=Evening.objects.get(pk=evening.pk).version,
            chance=Random(0),
            actor=secretary,
            now=club_clock.now(),
        )
        with CaptureQueriesContext(connection) as asked:
            assert next_evenings(members[0], club_clock.now())[-1].seats
        return len(asked)

    assert queries(4) == queries(16) <= 5


def test_a_table_with_a_date_of_its_own_stays_after_the_day_of_its_evening(
    of_five: Evening, secretary: Player
) -> None:
    """Until it is played; who has no such table reads no more of the evening, nor of a round to wait in."""
    now = club_clock.now()
    table = of_five.tables.get(round=1)
    agreed = now + timedelta(days=5)
    services.set_table_date(
        table_id=table.pk, version=of_five.version, starts_at=agreed, actor=secretary, now=now
    )
    Evening.objects.filter(pk=of_five.pk).update(round=2)
    evening_over = now + timedelta(days=3)
    sitting = set(table.seats.values_list("player", flat=True))
    for player in Player.objects.filter(entered__entrant__sign_ups__evening=of_five):
        found = next_evenings(player, evening_over)
        shown = [(seat.round, seat.starts_at) for evening in found for seat in evening.seats]
        assert shown == ([(1, agreed)] if player.pk in sitting else [])
        assert next_evenings(player, agreed + timedelta(days=1)) == ()
