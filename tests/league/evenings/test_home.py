"""Promises of the home page: matters of the player first, the evening answered there, few queries."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.friends import note_here
from accounts.models import Club, Player
from accounts.services import add_member, create_club
from games.club_clock import club_clock
from games.league import services
from games.league.models import Competition, Entrant, Evening, SignUp
from games.league.queries import next_evenings
from tests.accounts.friends.befriending import befriend
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, plan_evening, sign_up
from tests.table.tables import open_table, start_table

pytestmark = pytest.mark.django_db
MOST: Final = 25
"""Queries of the home page of a player with tables, evenings and clubs."""


def evening_at(competition: Competition, starts: datetime) -> Evening:
    return services.plan_evening(
        competition=competition, starts_at=starts, deadline=starts - timedelta(hours=1)
    )


def test_own_and_open_tables_come_before_evenings_clubs_friends_and_play_now(
    competition: Competition, entrants: list[Entrant], members: list[Player], clock: Clock
) -> None:
    evening_at(competition, club_clock.now() + timedelta(days=1))
    mine = start_table(members[:4], clock.now)
    theirs = open_table(members[4:8], clock.now, seated=1, visibility="lobby")
    befriend(members[0], members[9], clock)
    note_here(members[9], now=club_clock.now())

    page = client_of(members[0]).get("/").content.decode()

    places = [
        page.index(text)
        for text in (
            mine.code,
            theirs.code,
            "Are you coming?",
            "De Troefboer</span>",
            f">{members[9].nickname}</a>",
            'action="/play/"',
        )
    ]
    assert places == sorted(places)


def test_one_tap_says_yes_or_no_and_leads_back_home(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    evening = evening_at(competition, club_clock.now() + timedelta(days=1))
    client = client_of(members[0])

    answer = client.post(f"/e/{evening.pk}/sign/", {"comes": "yes", "from_home": "yes"})

    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert SignUp.objects.get(evening=evening).comes
    page = client.get("/").content.decode()
    assert "You are coming." in page
    assert 'name="comes" value="no"' in page
    assert 'name="comes" value="yes"' not in page


def test_the_next_evening_is_one_in_which_the_player_takes_part_and_that_is_not_over(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    evening_at(competition, clock.now - timedelta(days=2))
    soon = plan_evening(competition, clock.now)
    cancelled = evening_at(competition, clock.now + timedelta(hours=5))
    Evening.objects.filter(pk=cancelled.pk).update(status=Evening.Status.CANCELLED)

    (found,) = next_evenings(members[0], clock.now)
    assert (found.key, found.comes, found.drawn, found.late) == (soon.pk, None, False, False)
    assert next_evenings(secretary, clock.now) == ()

    sign_up(soon, entrants[:8], secretary, clock.now)
    assert next_evenings(members[0], clock.now)[0].comes is True
    assert next_evenings(members[0], soon.deadline)[0].late
    draw_evening(soon)
    assert next_evenings(members[0], clock.now)[0].drawn


def test_a_visitor_sees_nothing_of_anybody(client: Client, league_club: Club) -> None:
    page = client.get("/").content.decode()
    assert "lobby-clubs" not in page
    assert "lobby-evenings" not in page
    assert 'action="/play/"' in page


def queries_of(player: Player) -> int:
    client = client_of(player)
    client.get("/")
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/").status_code == 200
    return len(queries)


def test_more_clubs_and_evenings_cost_no_more_queries(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    evening_at(competition, club_clock.now() + timedelta(days=1))
    start_table(members[:4], clock.now)
    few = queries_of(members[0])
    assert few <= MOST
    for number in range(4):
        club = create_club(name=f"Club {number}", slug=f"club-{number}", owner=secretary, at=clock.now)
        add_member(club=club, player=members[0], at=clock.now)
        evening_at(competition, club_clock.now() + timedelta(days=2 + number))
    assert queries_of(members[0]) == few


def test_a_player_without_friends_is_not_told_that_none_is_here(
    league_club: Club, members: list[Player], clock: Clock
) -> None:
    befriend(members[0], members[9], clock)
    for reader, told in ((members[0], True), (members[1], False)):
        page = client_of(reader).get("/").content.decode()
        assert ("None of your friends is here now." in page) == told
        assert ("Once you have friends on this site" in page) != told


def test_the_page_of_a_club_leads_to_the_standings_by_that_word(
    competition: Competition, members: list[Player]
) -> None:
    page = client_of(members[0]).get(f"/c/{competition.season.club.slug}/", headers={"accept-language": "nl"})
    address = f'href="/l/{competition.pk}/"'
    row = page.content.decode().partition(f'list-row" {address}')[2].partition("</a>")[0]
    assert '<span class="list-end">Stand</span>' in row
