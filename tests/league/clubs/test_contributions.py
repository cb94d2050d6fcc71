"""The secretary ticks contributions off by season; the trail says who did it, and each member's own data has theirs."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.merging import merge_members
from accounts.models import Club, Player, Role
from accounts.personal_data import data_of, erase_account
from accounts.services import add_member
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Contribution, Season
from games.league.seasons.club_season_views import dues_of
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(league_club: Club, members: list[Player], clock: Clock) -> Season:
    return services.create_season(club=league_club, name="Autumn", now=clock())


def ticks(season: Season, player: Player, actor: Player, clock: Clock, *, paid: bool = True) -> None:
    services.tick_contributions(season=season, players=[player], paid=paid, actor=actor, now=clock())


def door_of(season: Season) -> str:
    return reverse("league:season_contribution", args=[season.club.slug, season.pk])


def test_one_tap_ticks_and_one_takes_it_back(
    season: Season, members: list[Player], secretary: Player, desk: Client
) -> None:
    door = door_of(season)
    assert door in desk.get(reverse("league:club", args=[season.club.slug])).content.decode()
    assert "0 of 18 have paid" in desk.get(door).content.decode()
    assert desk.post(door, {"paid": members[0].pk}).status_code == 302
    html = desk.get(door).content.decode()
    assert "1 of 18 have paid" in html
    assert f'name="open" value="{members[0].pk}"' in html
    (ticked,) = [each for each in dues_of(season) if each.at is not None]
    assert (ticked.player, ticked.by) == (members[0].pk, secretary.nickname)
    assert desk.post(door, {"open": members[0].pk}).status_code == 302
    assert "0 of 18 have paid" in desk.get(door).content.decode()
    shown = desk.get(reverse("disputes:trail")).context["rows"]
    assert [(row.what, row.after, row.actor) for row in shown] == [
        ("contribution_open", "Autumn: M01", secretary),
        ("contribution_paid", "Autumn: M01", secretary),
    ]


def test_said_twice_is_said_once(
    season: Season, members: list[Player], secretary: Player, clock: Clock
) -> None:
    for _time in range(2):
        ticks(season, members[0], secretary, clock)
    assert Contribution.objects.filter(season=season).count() == 1
    assert AuditEntry.objects.filter(what="contribution_paid").count() == 1


def test_each_season_has_its_own_list(
    season: Season, members: list[Player], secretary: Player, clock: Clock
) -> None:
    ticks(season, members[0], secretary, clock)
    other = services.create_season(club=season.club, name="Spring", now=clock())
    assert not any(each.at for each in dues_of(other))


def test_no_tick_for_others_or_in_an_archived_season(
    season: Season, members: list[Player], secretary: Player, guest: Player, make_player, clock: Clock
) -> None:
    add_member(club=season.club, player=guest, role=Role.GUEST, at=clock())
    for other in (guest, make_player("Stranger")):
        assert (
            refusal(lambda other=other: ticks(season, other, secretary, clock)) == LeagueRefusal.NOT_A_MEMBER
        )
    assert guest.pk not in {each.player for each in dues_of(season)}
    services.archive_season(season=season, actor=secretary, now=clock())
    assert refusal(lambda: ticks(season, members[0], secretary, clock)) == LeagueRefusal.SEASON_ARCHIVED
    assert 'name="paid"' not in client_of(secretary).get(door_of(season)).content.decode()


@pytest.mark.parametrize("left", [True, False])
def test_a_tick_of_somebody_who_is_no_member_any_more_can_be_taken_back(
    season: Season, members: list[Player], secretary: Player, desk: Client, clock: Clock, left: bool
) -> None:
    ticks(season, members[0], secretary, clock)
    membership = season.club.memberships.filter(player=members[0])
    assert membership.delete() if left else membership.update(role=Role.GUEST)
    assert f'name="open" value="{members[0].pk}"' in desk.get(door_of(season)).content.decode()
    assert desk.post(door_of(season), {"open": members[0].pk}).status_code == 302
    assert not Contribution.objects.exists()
    assert members[0].pk not in {each.player for each in dues_of(season)}
    assert refusal(lambda: ticks(season, members[0], secretary, clock)) == LeagueRefusal.NOT_A_MEMBER


def test_a_member_reads_no_list_and_finds_the_own_tick_in_the_own_data(
    season: Season, members: list[Player], secretary: Player, clock: Clock
) -> None:
    ticks(season, members[0], secretary, clock)
    assert client_of(members[0]).get(door_of(season)).status_code == 403
    assert client_of(members[0]).post(door_of(season), {"paid": members[0].pk}).status_code == 403
    told = data_of(members[0], now=clock())["contributions"]
    assert told == [{"club": "De Troefboer", "season": "Autumn", "at": clock()}]
    assert data_of(members[1], now=clock())["contributions"] == []


def test_a_tick_goes_with_the_account(
    season: Season, members: list[Player], secretary: Player, clock: Clock
) -> None:
    ticks(season, members[0], secretary, clock)
    ticks(season, members[1], secretary, clock)
    erase_account(player=members[0], now=clock())
    assert [each.player for each in Contribution.objects.all()] == [members[1]]


@pytest.mark.parametrize("both", [True, False])
def test_of_two_entries_of_one_member_one_tick_stays(
    season: Season, members: list[Player], secretary: Player, clock: Clock, both: bool
) -> None:
    """The member's own where both entries were ticked off, else that of the double."""
    kept, double = members[:2]
    double.set_unusable_password()
    double.save()
    for each in (kept, double) if both else (double,):
        ticks(season, each, secretary, clock)
    merge_members(club=season.club, kept=kept, double=double, actor=secretary, now=clock(), url="/")
    assert [each.player for each in Contribution.objects.all()] == [kept]


def test_a_longer_list_asks_no_more_queries(
    season: Season, members: list[Player], secretary: Player, clock: Clock
) -> None:
    asked = []
    for player in members[:2]:
        ticks(season, player, secretary, clock)
        with CaptureQueriesContext(connection) as queries:
            dues_of(season)
        asked.append(len(queries))
    assert asked[0] == asked[1]


@pytest.mark.parametrize("paid", [True, False])
def test_ticking_more_at_once_asks_only_for_lines_of_the_trail(
    season: Season, members: list[Player], secretary: Player, clock: Clock, paid: bool
) -> None:
    about = {"season": season, "actor": secretary, "now": clock()}
    if not paid:
        services.tick_contributions(players=members[:8], paid=True, **about)
    asked = []
    for some in (members[:2], members[2:8]):
        with CaptureQueriesContext(connection) as queries:
            services.tick_contributions(players=some, paid=paid, **about)
        asked.append(len(queries) - len(some))
    assert asked[0] == asked[1]


def test_all_are_ticked_at_once_and_taken_back_at_once(
    season: Season, members: list[Player], secretary: Player, desk: Client, clock: Clock
) -> None:
    """A second tap takes back no others that were ticked together before."""
    together = {"paid": True, "actor": secretary, "now": clock()}
    services.tick_contributions(season=season, players=members[:2], **together)
    assert "All 16 have paid" in desk.get(door_of(season)).content.decode()
    desk.post(door_of(season), {"all": "paid"})
    shown = desk.get(door_of(season)).content.decode()
    assert "18 of 18 have paid" in shown
    assert "16 were ticked together." in shown
    undo = re.search(r'name="all" value="([^"]+)" id="all-open"', shown)
    assert undo
    for _double_tap in range(2):
        desk.post(door_of(season), {"all": undo[1]})
        assert "2 of 18 have paid" in desk.get(door_of(season)).content.decode()
