"""An evening of Rosbiratschka from the draw to the season: everybody for himself, and the lowest total wins.

Fourteen take part, two tables an evening for each; M13 signs off in time and M14 says nothing. Everything is played
through the services with given deals, the sheets say (first column of a table the place, last the penalty points):

    round 1   table 1            table 2            table 3
              1  M08    6        1  M12    0        1  M07    0
              2  M01   14        2  M05   20        2  M04   12
              3  M06   18        3  M02   25        3  M09   14
              4  M11   34        4  M03   27        4  M10   22

    round 2   table 1            table 2, broken    table 3, M02 does not come:
              1  M08   11        off after two      a walkover for
              2  M01   12        of six contracts   M09, M10 and M11
              3  M07   22        1  M12    2
              4  M05   27        1  M04    2
                                 3  M03   10
                                 4  M06   18

Where points count, by hand:

* the six contracts are planned, four were not played: an even share of 2 each makes 8 of compensation at table 2, so
  26 (M06), 10 (M12), 10 (M04) and 18 (M03);
* the walkover is worth 12 by the rules of this competition, but not more than the best table of the evening, 0;
* M02 missed a table and has the worst one of the evening for it, the 34 of M11: 25 + 34 = 59;
* M13 signed off: 36 for three tables by the game's own defaults, two tables make 24;
* M14 said nothing and has the worst evening, 59.

    M12 0 + 10 = 10       M07 0 + 22 = 22       M13         24       M03 27 + 18 = 45
    M09 14 + 0 = 14       M04 12 + 10 = 22      M01 14 + 12 = 26     M05 20 + 27 = 47
    M08 6 + 11 = 17       M10 22 + 0 = 22       M11 34 + 0 = 34      M02 25 + 34 = 59
                                                M06 18 + 26 = 44     M14         59

M07, M04 and M10 met at table 3 of round 1: M07 was above both, M04 above M10. M02 and M14 never met, and M14 has no
evening that could be the better one.

Where places count (3, 2, 1 and nothing; the walkover is a first place, signing off is worth nothing):

    M08 3 + 3 = 6     M01 2 + 2 = 4     M10 0 + 3 = 3     M02 1         M13 0
    M12 3 + 3 = 6     M07 3 + 1 = 4     M11 0 + 3 = 3     M03 0 + 1 = 1 M14 0
    M04 2 + 3 = 5     M09 1 + 3 = 4     M05 2 + 0 = 2     M06 1 + 0 = 1

M01 was above M07 and M07 above M09; M02 was above M03 and M03 above M06; the other equals did not meet.
"""

from __future__ import annotations

from datetime import datetime

import pytest
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.evenings.cockpit_tables import rounds_of
from games.league.evenings.report import report_of
from games.league.models import Competition, Evening, LeagueTable, TableScore
from games.league.queries import evening_lines, head_to_head_of, season_table
from games.league.seasons.display import side_rankings, table_evenings
from games.league.standings.table import SHARED
from games.league.words import rules_in_words
from games.table.log import loading
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import (
    NOW,
    close_evening,
    draw_evening,
    found_club,
    members_of,
    open_round,
    owner_of,
    plan_evening,
    sign_up,
)
from tests.league.playing import fix_deals, play

pytestmark = pytest.mark.django_db

SHEETS = [
    {"M06": 18, "M11": 34, "M08": 6, "M01": 14},
    {"M12": 0, "M02": 25, "M03": 27, "M05": 20},
    {"M04": 12, "M07": 0, "M09": 14, "M10": 22},
    {"M08": 11, "M05": 27, "M01": 12, "M07": 22},
    {"M06": 18, "M12": 2, "M04": 2, "M03": 10},
]
BY_POINTS = [
    (1, "M12", 10, ""),
    (2, "M09", 14, ""),
    (3, "M08", 17, ""),
    (4, "M07", 22, "head_to_head"),
    (5, "M04", 22, "head_to_head"),
    (6, "M10", 22, "head_to_head"),
    (7, "M13", 24, ""),
    (8, "M01", 26, ""),
    (9, "M11", 34, ""),
    (10, "M06", 44, ""),
    (11, "M03", 45, ""),
    (12, "M05", 47, ""),
    (13, "M02", 59, "best_evening"),
    (14, "M14", 59, "best_evening"),
]
BY_PLACES = [
    (1, "M08", 6, SHARED),
    (1, "M12", 6, SHARED),
    (3, "M04", 5, ""),
    (4, "M01", 4, "head_to_head"),
    (5, "M07", 4, "head_to_head"),
    (6, "M09", 4, "head_to_head"),
    (7, "M10", 3, SHARED),
    (7, "M11", 3, SHARED),
    (9, "M05", 2, ""),
    (10, "M02", 1, "head_to_head"),
    (11, "M03", 1, "head_to_head"),
    (12, "M06", 1, "head_to_head"),
    (13, "M13", 0, SHARED),
    (13, "M14", 0, SHARED),
]


@pytest.fixture(autouse=True)
def _as_after_a_restart() -> None:
    """Matches of another test may have had the same numbers."""
    loading.forget_all()


def competition_of(club: Club, now: datetime) -> Competition:
    """Fourteen members, each for himself, two tables an evening."""
    season = services.create_season(club=club, name="Winter", now=now)
    made = services.add_competition(
        season=season,
        name="Contracts",
        game="rosbiratschka",
        rounds=2,
        rules={"walkover_points": 12, "announced": "fixed"},
    )
    for player in members_of(club, 14, now):
        services.enter(competition=made, players=[player])
    return made


def sheet(table: LeagueTable, brought: dict[int, int]) -> dict[str, int]:
    names = dict(table.seats.values_list("entrant", "player__nickname"))
    return {names[entrant]: points for entrant, points in brought.items()}


def play_evening() -> int:
    """The key of the evening of the docstring, played and closed."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        fix_deals(monkeypatch, 5)
        [secretary] = make_players(["Secretary Siem"])
        competition = competition_of(found_club(secretary, NOW), NOW)
        entrants = list(competition.entrants.all())
        evening = plan_evening(competition, NOW)
        sign_up(evening, entrants[:12], secretary, NOW)
        services.sign(evening_id=evening.pk, entrant=entrants[12], comes=False, player=secretary, now=NOW)
        draw_evening(evening)
        sheets = [sheet(table, play(table, NOW)) for table in open_round(evening, secretary, NOW)]
        evening.refresh_from_db()
        third = evening.tables.get(round=2, number=3)
        gone = third.seats.select_related("player").get(number=2).player
        about = {"actor": secretary, "now": NOW}
        services.walkover(
            table_id=third.pk, version=evening.version, missing={gone.pk}, reason="Snow", **about
        )
        one, two, _third = open_round(evening, secretary, NOW)
        sheets += [sheet(one, play(one, NOW)), sheet(two, play(two, NOW, rounds=2))]
    assert (gone.nickname, sheets) == ("M02", SHEETS)
    evening.refresh_from_db()
    services.break_off(table_id=two.pk, version=evening.version, reason="Late", **about)
    return close_evening(evening, secretary, NOW).pk


@pytest.fixture
def evening(db: None, played_evening: int) -> Evening:
    return Evening.objects.get(pk=played_evening)


@pytest.fixture
def competition(evening: Evening) -> Competition:
    return evening.competition


@pytest.fixture
def secretary(competition: Competition) -> Player:
    return owner_of(competition)


def standing_rows(competition: Competition) -> list[tuple[int | None, str, int, str]]:
    table = season_table(competition)
    return [(row.place, table.name(row.entrant), row.total, row.tie) for row in table.rows]


def test_points_are_those_of_the_sheets_and_of_what_nobody_played(
    competition: Competition, evening: Evening
) -> None:
    assert set(evening.tables.values_list("planned", flat=True)) == {6}
    assert standing_rows(competition) == BY_POINTS
    broken = TableScore.objects.filter(evening=evening, broken_off=True, rounds__gt=0)
    assert set(broken.values_list("rounds", "planned")) == {(2, 6)}


def test_places_count_first_to_last_and_more_is_better(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    services.change_rules(
        competition=competition,
        rules={**competition.rules, "counting": "wins"},
        actor=secretary,
        reason="The club has voted",
        now=clock(),
    )
    competition.refresh_from_db()
    assert competition.the_rules.announced_points == 0
    assert standing_rows(competition) == BY_PLACES
    table = season_table(competition)
    won = {table.name(row.entrant): (row.credit.won, row.credit.drawn, row.credit.lost) for row in table.rows}
    assert won["M08"] == (2, 0, 0)
    assert won["M04"] == (1, 0, 1), "a shared first place is a win"
    assert won["M11"] == (1, 0, 1), "so is a walkover"
    assert won["M06"] == (0, 0, 2)
    assert {row.credit.places.get(1, 0) for row in table.rows if table.name(row.entrant) == "M12"} == {2}


def test_head_to_head_is_by_place_at_common_tables(competition: Competition, evening: Evening) -> None:
    table = season_table(competition)
    seven = next(pk for pk, each in table.entered.items() if each.name == "M07")
    met = {
        duel.name: (duel.won, duel.drawn, duel.lost) for duel in head_to_head_of(competition, seven, table)
    }
    assert met == {
        **dict.fromkeys(("M04", "M09", "M10"), (1, 0, 0)),
        **dict.fromkeys(("M08", "M01"), (0, 0, 1)),
        "M05": (1, 0, 0),
    }


def test_the_cockpit_shows_everybody_with_points_of_their_own(
    competition: Competition, evening: Evening, secretary: Player
) -> None:
    first, second = rounds_of(evening, {})
    table = first.tables[0]
    assert not table.is_two_against_two
    assert [(side.sitters[0].name, side.points) for side in table.sides] == [*SHEETS[0].items()]
    assert (table.played, table.planned) == (6, 6)
    assert [(each.state, each.played) for each in second.tables] == [
        ("over", 6),
        ("broken", 2),
        ("walkover", 0),
    ]
    desk = client_of(secretary)
    page = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert "6 of 6 rounds" in page
    assert ">against</span>" not in page


def test_the_evening_its_list_and_its_report_say_what_the_season_counts(
    competition: Competition, evening: Evening, secretary: Player
) -> None:
    table = season_table(competition)
    lines = evening_lines(evening, table)
    assert [(line.name, line.points) for line in lines if line.place is None] == [("M13", 24), ("M14", 59)]
    assert [(line.name, line.points) for line in lines if line.place is not None] == [
        ("M12", 10),
        ("M09", 14),
        ("M08", 17),
        ("M04", 22),
        ("M07", 22),
        ("M10", 22),
        ("M01", 26),
        ("M11", 34),
        ("M06", 44),
        ("M03", 45),
        ("M05", 47),
        ("M02", 59),
    ]
    results = {row.entrant: row.results[0] for row in table.rows}
    assert all(line.result == results[line.entrant] for line in lines)
    report = report_of(evening, lines, table)
    assert "Winner: M12 with 10 points" in report
    assert "Average: 30.17 points" in report  # 362 of twelve
    assert "Most at one table: 34; least: 0" in report
    assert "–  M13 24 (signed off)" in report
    assert "M06 44 (compensation for rounds not played (4 × 2) +8)" in report
    assert "4. M07 22" in report.partition("The season after 1 evening")[2]
    desk = client_of(secretary)
    for name in ("league:evening", "league:evening_report"):
        page = desk.get(reverse(name, args=[evening.pk])).content.decode()
        assert "rounds missed +34" in page
        assert "compensation for rounds not played (4 × 2) +8" in page
        assert "walkover 0" in page
        assert "did not come" in page


def test_a_member_reads_where_the_points_come_from(competition: Competition, evening: Evening) -> None:
    table = season_table(competition)
    rows = {table.name(row.entrant): row for row in table.rows}
    told = {
        name: [(part.word, part.points, part.place) for part in table_evenings(rows[name], table)[0].parts]
        for name in ("M02", "M06", "M11", "M13")
    }
    assert told == {
        "M02": [("Table", 25, 3), ("rounds missed", 34, 0)],
        "M06": [("Table", 18, 3), ("Table", 18, 4), ("compensation for rounds not played (4 × 2)", 8, 0)],
        "M11": [("Table", 34, 4), ("walkover", 0, 0)],
        "M13": [("signed off", 24, 0)],
    }
    assert {ranking.title for ranking in side_rankings(table)} <= {
        tally.label for tally in competition.the_game.tallies
    }
    rules = [label for lines in rules_in_words(competition).values() for label, _value in lines]
    assert "First place" not in rules
    assert "Points of a walkover" in rules


@pytest.mark.slow
def test_the_report_of_an_old_evening_shows_the_season_as_it_was(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    later = plan_evening(competition, clock())
    entrants = list(competition.entrants.all())
    sign_up(later, entrants[:4], secretary, clock())
    draw_evening(later)
    for _round in range(2):
        for table in open_round(later, secretary, clock()):
            play(table, clock())
    close_evening(later, secretary, clock())
    services.withdraw(entrant=entrants[11], actor=secretary, reason="Moved away", now=later.starts_at)
    then = season_table(competition, until=evening)
    assert [(row.place, then.name(row.entrant), row.total) for row in then.rows] == [
        (place, name, total) for place, name, total, _tie in BY_POINTS
    ]
    assert len(season_table(competition).evenings) == 2
    desk = client_of(secretary)
    report = desk.get(reverse("league:evening_report", args=[evening.pk])).context["report"]
    assert report.endswith("1. M12 10\n2. M09 14\n3. M08 17\n4. M07 22\n5. M04 22\nand 9 others")
