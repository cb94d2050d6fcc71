"""Evenings of Kalooki with real cards: a sheet of nine deals for three to six players, typed by one of them or by the
secretary."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Player
from games.engine.kalooki.errors import KalookiRefusal
from games.league import services
from games.league.models import LeagueTable
from games.league.queries import evening_lines, season_table
from games.league.seasons.display import tallies_of_all
from games.table import services as table_services
from games.table.log.errors import TableRefused
from games.table.log.models import Match, Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up

pytestmark = pytest.mark.django_db
NINE = (
    ({"out": "0"}, (0, 25, 66, 10), (0, 1, 0, 0)),
    ({"out": "1"}, (31, 0, 12, 44), (2, 0, 0, 0)),
    ({"out": "2", "end": "bent"}, (20, 30, 0, 40), (0, 0, 1, 0)),
    ({"out": "3"}, (5, 6, 7, 0), (0, 0, 0, 3)),
    ({"out": "0"}, (0, 100, 50, 75), (1, 1, 1, 1)),
    ({"end": "void"}, (0, 0, 0, 0), (0, 0, 0, 0)),
    ({"out": "0", "end": "bent"}, (0, 11, 22, 33), (0, 0, 0, 0)),
    ({"out": "1"}, (64, 0, 1, 2), (0, 2, 0, 0)),
    ({"out": "3"}, (90, 80, 70, 0), (3, 3, 3, 0)),
)
"""Nine deals of four players: the end, the cards left of each, the calls of each."""
BY_HAND = (
    0 + 31 + 40 + 5 + 0 + 0 + 0 + 64 + 90,
    25 + 0 + 60 + 6 + 100 + 0 + 22 + 0 + 80,
    66 + 12 + 0 + 7 + 50 + 0 + 44 + 1 + 70,
    10 + 44 + 80 + 0 + 75 + 0 + 66 + 2 + 0,
)
"""The totals of these deals added up by hand; the third and the seventh count double."""


def values(end: dict[str, str], left: tuple[int, ...], calls: tuple[int, ...]) -> dict[str, str]:
    return {
        **end,
        **{f"left_{seat}": str(points) for seat, points in enumerate(left) if points},
        **{f"called_{seat}": str(count) for seat, count in enumerate(calls) if count},
    }


def table_of(count: int, club: Club, members: list[Player], secretary: Player, now: datetime) -> LeagueTable:
    """The table of an evening of so many members, on paper: nine deals."""
    season = services.create_season(club=club, name="Winter", now=now)
    competition = services.add_competition(season=season, name="Melds", game="kalooki", options={}, rounds=1)
    competition.at_table = count
    competition.save()
    for player in members[:count]:
        services.enter(competition=competition, players=[player])
    evening = plan_evening(competition, now)
    sign_up(evening, list(competition.entrants.all()), secretary, now)
    (table,) = open_round(draw_evening(evening), secretary, now, on_paper=True)
    return table


@pytest.fixture
def paper(league_club: Club, members: list[Player], secretary: Player, clock: Clock) -> LeagueTable:
    return table_of(4, league_club, members, secretary, clock())


@pytest.fixture
def typed_table(paper: LeagueTable, secretary: Player, clock: Clock) -> LeagueTable:
    """All nine deals, typed by the secretary."""
    for number, one in enumerate(NINE, start=1):
        services.type_round(
            table_id=paper.pk,
            number=number,
            values=values(*one),
            player=secretary,
            now=clock(),
            for_club=True,
        )
    return paper


def confirm(table: LeagueTable, secretary: Player, now: datetime) -> None:
    services.confirm_sheet(table_id=table.pk, player=secretary, seen=9, now=now, for_club=True)


def test_nine_deals_on_paper_are_the_season_added_up_by_hand(
    typed_table: LeagueTable, secretary: Player, clock: Clock
) -> None:
    confirm(typed_table, secretary, clock())
    match = Match.objects.get(pk=typed_table.match_id)
    assert table_services.verify_log(match) == ()
    season = season_table(typed_table.evening.competition)
    names = [season.name(seat.entrant_id) for seat in typed_table.seats.order_by("number")]
    totals = {season.name(row.entrant): row.total for row in season.rows}
    assert totals == dict(zip(names, BY_HAND, strict=True))
    assert [row.total for row in season.rows] == sorted(BY_HAND), "the lowest total leads"
    services.count_matches(competition_id=typed_table.evening.competition_id)
    tallied = tallies_of_all(season_table(typed_table.evening.competition))
    assert tallied.labels == ("Deals gone out", "Tables bent", "Calls")
    amounts = ((3, 1, 6), (2, 0, 7), (1, 1, 5), (2, 0, 4))
    assert dict(tallied.rows) == dict(zip(names, amounts, strict=True))


def test_a_deal_typed_wrong_is_typed_again_and_totals_follow(
    typed_table: LeagueTable, secretary: Player, clock: Clock
) -> None:
    about = {"table_id": typed_table.pk, "player": secretary, "now": clock(), "for_club": True}
    services.type_round(number=5, values=values({"out": "1"}, (7, 0, 50, 75), (0, 0, 0, 0)), **about)
    confirm(typed_table, secretary, clock())
    points = [
        line.points
        for line in evening_lines(typed_table.evening, season_table(typed_table.evening.competition))
    ]
    assert sorted(points) == sorted((BY_HAND[0] + 7, BY_HAND[1] - 100, BY_HAND[2], BY_HAND[3]))


def test_a_deal_that_cannot_be_changes_nothing(paper: LeagueTable, secretary: Player, clock: Clock) -> None:
    with pytest.raises(TableRefused) as refused:
        services.type_round(
            table_id=paper.pk,
            number=1,
            values={"out": "0", "left_1": "5", "left_2": "5"},
            player=secretary,
            now=clock(),
            for_club=True,
        )
    assert refused.value.code == KalookiRefusal.HAND_OUT_OF_RANGE
    assert not Round.objects.exists()


@pytest.mark.parametrize("count", [3, 5, 6])
def test_the_sheet_asks_every_player_at_the_table_and_names_the_contract(
    league_club: Club, members: list[Player], secretary: Player, clock: Clock, count: int
) -> None:
    table = table_of(count, league_club, members, secretary, clock())
    client = client_of(secretary)
    address = reverse("league:sheet", args=[table.evening_id, table.pk])
    page = client.get(f"{address}?line=1").content.decode()
    assert "Round 1 of 9: three threes" in page
    asked = [seat for seat in range(8) if f'name="left_{seat}"' in page]
    assert asked == list(range(count))
    assert page.count('data-points="50"') == count
    data = {"number": "1", **values({"out": "0"}, tuple(range(count)), (0,) * count), "left_1": "50+10+9"}
    assert client.post(f"{address}round/", data).status_code == 302
    page = client.get(address).content.decode()
    assert '<td class="num">69</td>' in page
    assert "Round 2 of 9: two threes and a four" in page
    again = client.get(f"{address}?line=1").content.decode()
    assert 'value="50+10+9"' in again, "a deal is changed from what was typed"


def test_a_player_types_and_another_confirms(paper: LeagueTable, clock: Clock) -> None:
    sitting = [seat.player for seat in paper.seats.select_related("player").order_by("number")]
    for number, one in enumerate(NINE, start=1):
        services.type_round(
            table_id=paper.pk, number=number, values=values(*one), player=sitting[0], now=clock()
        )
    services.confirm_sheet(table_id=paper.pk, player=sitting[3], seen=9, now=clock())
    assert Match.objects.get(pk=paper.match_id).status == Match.Status.FINISHED


def test_the_printed_sheet_has_a_line_for_each_contract(paper: LeagueTable, client: Client) -> None:
    evening = paper.evening
    client.force_login(paper.seats.select_related("player").earliest("number").player)
    page = client.get(reverse("league:evening_print", args=[evening.pk, "empty"])).content.decode()
    for line in ("1 three threes", "4 three fours", "9 four fours"):
        assert f"<td>{line}</td>" in page


SIX: Final = (
    (45, 120, 0, 210, 66, 132),
    (90, 15, 75, 15, 300, 48),
    (10, 200, 60, 81, 33, None),
)
"""The totals of six members on three evenings; the sixth signs off from the third."""


@pytest.mark.parametrize(
    ("rules", "by_hand"),
    [
        ({"announced": "lowest"}, (145, 335, 135, 306, 399, 380)),
        (
            {
                "announced": "lowest",
                "counting": "wins",
                "first": 8,
                "second": 5,
                "third": 3,
                "fourth": 2,
                "fifth": 1,
                "sixth": 0,
            },
            (14, 11, 13, 10, 8, 5),
        ),
    ],
    ids=["points", "places"],
)
def test_a_season_of_six_with_totals_typed_is_as_worked_out_by_hand(
    league_club: Club,
    members: list[Player],
    secretary: Player,
    clock: Clock,
    rules: dict[str, object],
    by_hand: tuple[int, ...],
) -> None:
    """Points: the totals of the evenings; an evening signed off is worth the worst of it, 200.

    45 + 90 + 10 = 145, 120 + 15 + 200 = 335, 0 + 75 + 60 = 135, 210 + 15 + 81 = 306, 66 + 300 + 33 = 399,
    132 + 48 + 200 = 380: the lowest leads.

    Places, worth 8, 5, 3, 2, 1 and 0. The first evening: 5, 2, 8, 0, 3, 1. The second, whose first place two share:
    1, 8, 2, 8, 0, 3. The third, of five: 8, 1, 3, 2, 5, and the fewest of it, 1, for the sixth. Together 5 + 1 + 8 =
    14, 2 + 8 + 1 = 11, 8 + 2 + 3 = 13, 0 + 8 + 2 = 10, 3 + 0 + 5 = 8, 1 + 3 + 1 = 5: the highest leads.
    """
    season = services.create_season(club=league_club, name="Winter", now=clock())
    competition = services.add_competition(
        season=season, name="Melds", game="kalooki", options={}, rules=rules, rounds=1
    )
    competition.at_table = 6
    competition.save()
    entrants = [services.enter(competition=competition, players=[each]) for each in members[:6]]
    for totals in SIX:
        evening = plan_evening(competition, clock())
        for entrant, total in zip(entrants, totals, strict=True):
            services.sign(
                evening_id=evening.pk, entrant=entrant, comes=total is not None, player=secretary, now=clock()
            )
        (table,) = open_round(draw_evening(evening), secretary, clock(), on_paper=True)
        written = dict(zip(entrants, totals, strict=True))
        typed = {f"points_{seat.number}": str(written[seat.entrant]) for seat in table.seats.all()}
        about = {"table_id": table.pk, "player": secretary, "now": clock(), "for_club": True}
        services.type_totals(values=typed, **about)
        services.confirm_sheet(seen=Round.objects.get(match=table.match_id).number, **about)
        close_evening(evening, secretary, clock())
    rows = season_table(competition).rows
    assert {row.entrant: row.total for row in rows} == dict(
        zip((entrant.pk for entrant in entrants), by_hand, strict=True)
    )
    assert [row.total for row in rows] == sorted(by_hand, reverse="counting" in rules)
