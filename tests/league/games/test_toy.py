"""An evening of the toy game: eleven people, two tables of five in each of two rounds, one person waits."""

from __future__ import annotations

from collections import Counter

import pytest
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.evenings.cockpit_tables import rounds_of
from games.league.evenings.report import report_of
from games.league.models import Competition, Evening, TableScore
from games.league.queries import evening_lines, season_table
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
)
from tests.league.playing import play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
SHORT = {"rounds": 2, "turns": 2}


@pytest.fixture
def competition(league_club: Club, members: list[Player], clock: Clock) -> Competition:
    """Eleven members, each for himself, two tables an evening."""
    season = services.create_season(club=league_club, name="Winter", now=clock())
    made = services.add_competition(
        season=season, name="Melds", game="toy", options=SHORT, rounds=2, rules={"waiting": "fixed"}
    )
    for player in members[:11]:
        services.enter(competition=made, players=[player])
    return made


@pytest.fixture
def evening(competition: Competition, secretary: Player, clock: Clock) -> Evening:
    """All eleven come; every table is played to its end."""
    evening = plan_and_draw(competition, list(competition.entrants.all()), secretary, clock())
    for _round in range(2):
        for table in open_round(evening, secretary, clock()):
            play(table, clock())
    return close_evening(evening, secretary, clock())


def points_of_members(evening: Evening) -> Counter[str]:
    """The points of each member at the tables, read off the sheets of the matches."""
    points: Counter[str] = Counter()
    for match in Match.objects.filter(league_table__evening=evening):
        names = dict(match.seats.values_list("number", "player__nickname"))
        for round_ in match.rounds.all():
            points.update({names[seat]: each for seat, each in enumerate(round_.points)})
    return points


def test_ten_sit_at_two_tables_and_another_waits_each_round(evening: Evening) -> None:
    assert [table.seats.count() for table in evening.tables.all()] == [5, 5, 5, 5]
    assert set(evening.tables.values_list("planned", flat=True)) == {2}
    waited = evening.marks.filter(kind="waited").values_list("entrant__members__player__nickname", "points")
    assert [count for _name, count in waited] == [1, 1]
    assert len({name for name, _count in waited}) == 2


def test_everybody_has_the_points_of_the_side_played_for(competition: Competition, evening: Evening) -> None:
    """Waiting brings what the game says: two rounds of eight."""
    table = season_table(competition)
    totals = {table.name(row.entrant): row.total for row in table.rows}
    expected = points_of_members(evening)
    waited = evening.marks.filter(kind="waited").values_list("entrant__members__player__nickname", flat=True)
    expected.update(dict.fromkeys(waited, 16))
    assert totals == {f"M{number:02}": expected[f"M{number:02}"] for number in range(1, 12)}
    places = [row.total for row in table.rows]
    assert places == sorted(places, reverse=True)


def test_tallies_of_the_game_are_added_up(competition: Competition, evening: Evening) -> None:
    tallied = Counter()
    for score in TableScore.objects.filter(evening=evening):
        tallied.update(score.tallies)
    melds = sum(
        sum(round_.result["tallies"]["melds"])
        for match in Match.objects.filter(league_table__evening=evening)
        for round_ in match.rounds.all()
    )
    assert tallied["melds"] == melds > 0


def test_cockpit_list_report_and_pages_show_five_at_a_table(
    competition: Competition, evening: Evening, secretary: Player
) -> None:
    first, second = rounds_of(evening, {})
    assert [len(table.sides) for table in (*first.tables, *second.tables)] == [5, 5, 5, 5]
    table = season_table(competition)
    lines = evening_lines(evening, table)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    assert "Winner: " in report_of(evening, lines, table)
    desk = client_of(secretary)
    for name in ("league:cockpit", "league:evening", "league:evening_report"):
        page = desk.get(reverse(name, args=[evening.pk]))
        assert page.status_code == 200, name
        assert "M11" in page.content.decode()
