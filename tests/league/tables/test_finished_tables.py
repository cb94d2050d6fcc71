"""A finished table on phones is reached from its evening and from the history of its players, by nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player, Role
from games.league import services
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.league.queries import finished_tables
from games.table.log.models import Match
from games.table.screen.spectators import may_look, may_look_at
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import play
from tests.league.shown import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed_to_others(competition: Competition, secretary: Player, clock: Clock) -> Competition:
    """The competition, whose tables only their players look at."""
    return services.change_rules(
        competition=competition,
        rules={**competition.rules, "spectators": False},
        actor=secretary,
        reason="quiet",
        now=clock(),
    )


@pytest.fixture
def table(
    closed_to_others: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> LeagueTable:
    """A table of M01 to M04, played to its end."""
    evening = plan_evening(closed_to_others, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    (table,) = open_round(draw_evening(evening), secretary, clock())
    play(table, clock())
    table.refresh_from_db()
    return table


def ways(table: LeagueTable) -> tuple[str, str]:
    return (
        reverse("table:table", args=[table.match.code]),
        reverse("table:round_review", args=[table.match.code, 1]),
    )


def test_its_players_reach_table_and_review_from_the_evening_and_from_their_history(
    table: LeagueTable, members: list[Player]
) -> None:
    client = client_of(members[0])
    to_table, to_review = ways(table)
    for html in (
        page(client, "league:evening", table.evening_id),
        page(client, "people:matches", members[0].pk),
    ):
        assert f'href="{to_table}"' in html
        assert f'href="{to_review}"' in html
    assert client.get(to_table).status_code == 200
    assert client.get(to_review).status_code == 200


def test_others_of_the_club_are_shown_no_way_in_and_have_none(
    table: LeagueTable, members: list[Player], secretary: Player
) -> None:
    to_table, to_review = ways(table)
    stranger = client_of(members[9])
    html = page(stranger, "league:evening", table.evening_id)
    assert to_table not in html
    assert to_review not in html
    assert stranger.get(to_table).status_code == 403
    desk = client_of(secretary)
    html = page(desk, "league:evening", table.evening_id)
    assert f'href="{to_table}"' in html
    assert to_review not in html
    assert desk.get(to_table).status_code == 200


def test_a_running_table_is_not_among_them(
    competition: Competition, entrants: list[Entrant], secretary: Player, members: list[Player], clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    (table,) = open_round(draw_evening(evening), secretary, clock())
    play(table, clock(), rounds=1)
    assert finished_tables(evening, members[0]) == {}


@pytest.mark.parametrize("spectators", [True, False])
def test_many_tables_are_judged_as_each_alone(
    table: LeagueTable,
    members: list[Player],
    secretary: Player,
    staff: Player,
    make_player: Callable[..., Player],
    spectators: bool,
) -> None:
    arbiter = make_player("Arbiter Arie")
    club = table.evening.competition.season.club
    club.memberships.create(player=arbiter, role=Role.ARBITER, since=club.created_at)
    Match.objects.filter(pk=table.match_id).update(spectators=spectators)
    match = Match.objects.get(pk=table.match_id)
    for reader in (None, members[0], members[9], secretary, arbiter, staff):
        assert (match.pk in may_look_at([match], reader)) == may_look(match, reader)


def test_more_tables_ask_no_more_queries(
    closed_to_others: Competition,
    entrants: list[Entrant],
    secretary: Player,
    members: list[Player],
    clock: Clock,
) -> None:
    asked = []
    for many in (4, 8):
        evening: Evening = plan_evening(closed_to_others, clock())
        sign_up(evening, entrants[:many], secretary, clock())
        for table in open_round(draw_evening(evening), secretary, clock()):
            play(table, clock())
        with CaptureQueriesContext(connection) as queries:
            found = finished_tables(evening, members[0])
        assert len(found) == 1
        asked.append(len(queries))
    assert asked[0] == asked[1]
