"""Promises of a sheet that nobody wrote: an arbiter of the club who did not sit there enters the result, from the page
of the evening."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.urls import reverse

from accounts.members import set_role
from accounts.models import Player, Role
from games.league.models import LeagueTable
from games.league.queries import evening_lines, season_table
from games.trail import AuditEntry
from tests.clients import client_of
from tests.league.paper.conftest import players_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def arbiters(
    table: LeagueTable, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> tuple[Player, Player]:
    """One who sits at no table, and one who sits at this one."""
    elsewhere, here = members[9], players_of(table)[0]
    for player in (elsewhere, here):
        club = table.evening.competition.season.club
        set_role(club=club, player=player, role=Role.ARBITER, actor=secretary, now=clock())
    return elsewhere, here


def test_an_arbiter_enters_and_confirms_the_sheet_that_nobody_wrote(
    table: LeagueTable, arbiters: tuple[Player, Player]
) -> None:
    """400 : 268 by hand; it counts for the four of the table, and the trail says who typed it."""
    desk = client_of(arbiters[0])
    evening = desk.get(reverse("league:evening", args=[table.evening_id])).content.decode()
    sheet = reverse("league:sheet", args=[table.evening_id, table.pk])
    assert f'href="{sheet}"' in evening
    page = desk.get(sheet).content.decode()
    assert 'id="as-arbiter"' in page
    assert page.count('name="points_') == 2
    totals = reverse("league:sheet_totals", args=[table.evening_id, table.pk])
    assert desk.post(totals, {"points_0": "400", "points_1": "268", "seq": "0"}).status_code == 302
    page = desk.get(sheet).content.decode()
    confirm = page.partition(reverse("league:sheet_confirm", args=[table.evening_id, table.pk]))[2]
    sent = dict(re.findall(r'name="(seen|seq)" value="(\d+)"', confirm)[:2])
    assert (
        desk.post(reverse("league:sheet_confirm", args=[table.evening_id, table.pk]), sent).status_code == 302
    )
    lines = evening_lines(table.evening, season_table(table.evening.competition))
    assert sorted(line.points for line in lines) == [268, 268, 400, 400]
    assert set(AuditEntry.objects.filter(what__startswith="sheet_").values_list("actor", flat=True)) == {
        arbiters[0].pk
    }


def test_an_arbiter_who_sits_there_enters_nothing_for_the_club_and_a_member_neither(
    table: LeagueTable, arbiters: tuple[Player, Player], members: list[Player]
) -> None:
    sheet = reverse("league:sheet", args=[table.evening_id, table.pk])
    assert 'id="as-arbiter"' not in client_of(arbiters[1]).get(sheet).content.decode()
    totals = reverse("league:sheet_totals", args=[table.evening_id, table.pk])
    answer = client_of(members[10]).post(totals, {"points_0": "400", "points_1": "268", "seq": "0"})
    assert answer["Refusal-Code"] == "not_seated"
