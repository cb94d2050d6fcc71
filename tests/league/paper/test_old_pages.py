"""A sheet posted from a page that somebody else has changed since: refused with the numbers of now, nothing lost."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.members import set_role
from accounts.models import Club, Player, Role
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import LeagueTable
from games.league.queries import paper_sheets
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.paper.conftest import confirm, players_of

pytestmark = pytest.mark.django_db

SENTENCE = "Somebody changed this sheet since this page was shown"


@pytest.fixture
def phone(table: LeagueTable) -> Client:
    """The page of a player who sits at the table."""
    return client_of(players_of(table)[0])


def points(table: LeagueTable) -> tuple[int, ...]:
    return paper_sheets(table.evening)[table.pk].points


def newest(table: LeagueTable) -> int:
    return paper_sheets(table.evening)[table.pk].seq


def address(table: LeagueTable, name: str) -> str:
    return reverse(f"league:sheet_{name}", args=[table.evening_id, table.pk])


def test_totals_from_an_old_page_are_refused_and_the_page_shows_those_of_now(
    table: LeagueTable, desk: Client, phone: Client
) -> None:
    seen = newest(table)
    page = phone.get(reverse("league:sheet", args=[table.evening_id, table.pk])).content.decode()
    assert f'name="seq" value="{seen}"' in page
    written = {"seq": seen, "points_0": "400", "points_1": "268"}
    assert desk.post(address(table, "totals"), written).status_code == 302
    late = phone.post(address(table, "totals"), {"seq": seen, "points_0": "410", "points_1": "258"})
    assert (late.status_code, late["Refusal-Code"]) == (409, LeagueRefusal.SHEET_CHANGED)
    shown = late.content.decode()
    assert SENTENCE in shown
    assert 'value="410"' not in shown
    assert points(table) == (400, 268, 400, 268)


def test_ones_own_second_tap_is_no_change_by_somebody_else(table: LeagueTable, desk: Client) -> None:
    written = {"seq": newest(table), "points_0": "400", "points_1": "268"}
    for _tap in range(2):
        assert desk.post(address(table, "totals"), written).status_code == 302


def test_a_correction_from_an_old_page_is_refused(
    table: LeagueTable,
    desk: Client,
    secretary: Player,
    league_club: Club,
    members: list[Player],
    clock: Clock,
) -> None:
    set_role(club=league_club, player=members[12], role=Role.ARBITER, actor=secretary, now=clock())
    desk.post(address(table, "totals"), {"points_0": "400", "points_1": "268"})
    confirm(table, secretary, clock(), for_club=True)
    seen = newest(table)
    said = {"seq": seen, "points_4_1": "268", "reason": "A digit too many"}
    assert desk.post(address(table, "correct"), {**said, "points_4_0": "404"}).status_code == 302
    late = client_of(members[12]).post(address(table, "correct"), {**said, "points_4_0": "440"})
    assert (late.status_code, late["Refusal-Code"]) == (409, LeagueRefusal.SHEET_CHANGED)
    assert points(table) == (404, 268, 404, 268)


def test_a_row_of_the_rounds_page_that_was_changed_shows_the_numbers_of_now(
    table: LeagueTable, desk: Client, phone: Client
) -> None:
    seen = newest(table)
    phone.post(address(table, "totals"), {"seq": seen, "points_0": "400", "points_1": "268"})
    row = {f"seq-{table.pk}": seen, f"points-{table.pk}-0": "410", f"points-{table.pk}-1": "258"}
    late = desk.post(reverse("league:paper_round", args=[table.evening_id, 1]), {"do": "type", **row})
    assert (late.status_code, late["Refusal-Code"]) == (409, LeagueRefusal.SHEET_CHANGED)
    shown = late.content.decode().partition(f'id="paper-{table.pk}"')[2]
    assert SENTENCE in shown
    assert 'value="410"' not in shown
    assert 'value="400"' in shown
    assert points(table) == (400, 268, 400, 268)


def test_a_round_from_an_old_page_is_refused(
    table: LeagueTable, desk: Client, secretary: Player, clock: Clock
) -> None:
    seen = newest(table)
    desk.post(address(table, "totals"), {"points_0": "400", "points_1": "268"})
    with pytest.raises(LeagueRefused) as refused:
        services.type_round(
            table_id=table.pk, number=1, values={}, player=players_of(table)[0], now=clock(), as_of=seen
        )
    assert refused.value.code == LeagueRefusal.SHEET_CHANGED
