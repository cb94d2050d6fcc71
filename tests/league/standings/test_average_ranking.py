"""Promises of a competition whose places go by an average: every page that says who is first says the same average."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Entrant
from games.league.preview import RoundAs, standings_with
from games.league.queries import season_table
from games.league.seasons.display import outlook_of
from games.league.standings.scores import Mark, MarkKind
from tests.league import shown
from tests.league.standings.season_tables import PLAIN, score, table_of
from tests.league.written_evenings import hold_evening

pytestmark = pytest.mark.django_db


def in_hundredths(points: object) -> str:
    return f"{float(points):.2f}"


@pytest.fixture
def competition(league_club: Club, clock: Callable[[], datetime]) -> Competition:
    """The average of the best two of three evenings ranks those who came twice; staying away is no evening."""
    return services.add_competition(
        season=services.create_season(club=league_club, name="Autumn", now=clock()),
        name="Averages",
        game="kraken",
        options={"rounds": 4},
        rules={
            "ranking": "average",
            "best_of": 2,
            "minimum_evenings": 2,
            "attendance": "free",
            "announced": "nothing",
        },
        rounds=1,
    )


@pytest.fixture
def averages(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
) -> dict[str, tuple[int | None, str]]:
    """Three evenings of one table, of which M01 misses the second and M05 the others: place and average by name, worked
    out from the points of the evenings."""
    for entrant in entrants[5:]:
        services.withdraw(entrant=entrant, actor=secretary, reason="Moved", now=clock())
    there = (entrants[:4], entrants[1:5], entrants[:4])
    points: dict[int, list[int]] = {}
    for week, (four, theirs) in enumerate(zip(there, ((100, 62), (91, 71), (80, 82)), strict=True)):
        evening = hold_evening(competition, four, secretary, clock() + timedelta(days=7 * week), theirs)
        for seat in evening.tables.get().seats.all():
            points.setdefault(seat.entrant_id, []).append(4 * theirs[seat.number % 2])
    best = {pk: sorted(own, reverse=True)[:2] for pk, own in points.items()}
    means = {pk: sum(own) / len(own) for pk, own in best.items()}
    ranked = [means[pk] for pk in means if len(points[pk]) > 1]
    return {
        entrant.members.get().player.nickname: (
            1 + sum(mean > means[entrant.pk] for mean in ranked) if len(points[entrant.pk]) > 1 else None,
            f"{means[entrant.pk]:.2f}",
        )
        for entrant in entrants[:5]
    }


def test_every_list_of_the_season_has_the_same_average(
    competition: Competition, averages: dict[str, tuple[int | None, str]], members: list[Player]
) -> None:
    table = season_table(competition)
    assert {table.name(row.entrant): (row.place, in_hundredths(row.mean)) for row in table.rows} == averages
    assert averages["M05"][0] is None
    assert sorted(place for place, _mean in averages.values() if place) == [1, 2, 3, 4]

    reader = shown.client_of(members[0])
    file = reader.get(f"/l/{competition.pk}/file/table.csv").content.decode().removeprefix("\ufeff")
    in_file = {row["Name"]: in_hundredths(row["Average"]) for row in csv.DictReader(io.StringIO(file))}
    assert in_file == {name: mean for name, (_place, mean) in averages.items()}
    rows = reader.get(f"/l/{competition.pk}/file/table.json").json()["rows"]
    assert {row["name"]: f"{row['mean']:.2f}" for row in rows} == in_file
    printed = shown.by_heading(*shown.rows_of(shown.page(reader, "league:league_print", competition.pk)))
    assert {row["Name"]: in_hundredths(row["Average"]) for row in printed} == in_file
    report = shown.page(reader, "league:evening_report", table.evenings[-1].pk)
    of_season = report.partition("The season after 3 evenings\n")[2].partition("</textarea>")[0]
    assert {line.partition(". ")[2] for line in of_season.splitlines()} == {
        f"{name} {float(mean):g}" for name, mean in in_file.items()
    }


def test_the_page_of_the_competition_says_that_places_go_by_the_average(
    competition: Competition, averages: dict[str, tuple[int | None, str]], members: list[Player]
) -> None:
    reader = shown.client_of(members[0])
    page = shown.page(reader, "league:league", competition.pk)
    standings = shown.standings_of(page)
    assert {row["Name"].split()[0]: float(row["Average"]) for row in standings} == {
        name: float(mean) for name, (_place, mean) in averages.items()
    }
    assert "Places go by the average of the evenings that count." in page
    assert "The best 2 evenings count" in page
    assert "2 evenings are needed for a place." in page
    assert "points on average" in page


def test_the_page_shows_who_went_up_or_down_and_the_form_of_each(
    competition: Competition, averages: dict[str, tuple[int | None, str]], members: list[Player]
) -> None:
    table = season_table(competition)
    moved = {table.name(row.entrant): row.movement or 0 for row in table.rows}
    assert min(moved.values()) < 0 < max(moved.values())
    page = shown.page(shown.client_of(members[0]), "league:league", competition.pk)
    places = {row["Name"].split()[0]: row["#"] for row in shown.standings_of(page)}
    for name, by in moved.items():
        arrow = f"▲ up by {by}" if by > 0 else f"▼ down by {-by}" if by < 0 else ""
        assert places[name].partition(" ")[2].strip() == arrow, name
    of_first = table.rows[0]
    form = re.findall(rf'aria-label="([^"]*)" id="form-{of_first.entrant}"', page)
    assert form == [", ".join(f"{points:,}" for points in of_first.form)]
    assert len(of_first.form) > 1


def test_the_distance_to_the_next_is_between_the_averages(
    competition: Competition, averages: dict[str, tuple[int | None, str]]
) -> None:
    table = season_table(competition)
    first, second = table.rows[:2]
    outlook = outlook_of(competition, table, second)
    assert outlook.neighbour is not None
    assert outlook.neighbour.points == first.worth - second.worth
    assert outlook.by_average


def test_a_ruling_is_shown_with_what_it_does_to_the_averages(
    competition: Competition, averages: dict[str, tuple[int | None, str]]
) -> None:
    """Forty more in a hand of the first evening, which counts for seats 0 and 2, are twenty on an average of two."""
    table = competition.evenings.get(number=1).tables.get()
    points = table.match.rounds.get(number=1).points
    as_ruled = RoundAs(number=1, points=(points[0] + 40, points[1], points[2] + 40, points[3]), tallies={})
    season = standings_with(table.match_id, {1: as_ruled})
    assert season.counted == (
        "The standings add up: points on the sheets. Places go by the average of the evenings that count."
    )
    assert season.others == ""
    assert {row.name: in_hundredths(row.total) for row in season.before} == {
        name: mean for name, (_place, mean) in averages.items()
    }
    winners = {
        seat.player.nickname for seat in table.seats.filter(number__in=[0, 2]).select_related("player")
    }
    assert {row.name: row.gained for row in season.after if row.changes} == dict.fromkeys(winners, 20)


def test_the_average_of_the_best_evenings_ranks_those_with_enough_of_them() -> None:
    """The best three: 1 has 6000 + 5000 + 5000, 2 has 5500 + 5400, 3 has 5400, 5500 and 5501; 4 has one only."""
    played = {1: (6000, 5000, 5000, 1000), 2: (5500, 5400), 3: (5400, 5500, 100, 5501), 4: (9000,)}
    scores = [
        score(name, evening, points)
        for name, evenings in played.items()
        for evening, points in enumerate(evenings, 1)
    ]
    rules = replace(PLAIN, best_of=3, ranking="average", minimum_evenings=2)
    rows = table_of(played, evenings=[1, 2, 3, 4], scores=scores, rules=rules)
    assert [(row.place, row.entrant, row.total, in_hundredths(row.mean)) for row in rows] == [
        (1, 3, 16_401, "5467.00"),
        (2, 2, 10_900, "5450.00"),
        (3, 1, 16_000, "5333.33"),
        (None, 4, 9000, "9000.00"),
    ]
    assert [row.tie for row in rows] == ["", "", "", ""]
    by_sum = table_of(played, evenings=[1, 2, 3, 4], scores=scores, rules=replace(rules, ranking="sum"))
    assert [(row.entrant, row.mean) for row in by_sum] == [(3, None), (1, None), (2, None), (4, None)]


def test_an_average_is_of_what_is_left_after_a_deduction_and_equals_share_the_place() -> None:
    scores = [score(1, 1, 500), score(1, 2, 501), score(2, 1, 475), score(2, 2, 475), score(3, 2, 475)]
    marks = [Mark(1, 2, MarkKind.DEDUCTION, 51)]
    rules = replace(PLAIN, ranking="average")
    rows = table_of(range(1, 5), evenings=[1, 2], scores=scores, marks=marks, rules=rules)
    assert [(row.place, row.entrant, row.mean and in_hundredths(row.mean)) for row in rows] == [
        (1, 1, "475.00"),
        (1, 2, "475.00"),
        (1, 3, "475.00"),
        (4, 4, None),
    ]


def test_a_low_average_leads_where_low_is_better_but_not_an_average_of_nothing() -> None:
    scores = [score(1, 1, 30), score(1, 2, 41), score(2, 1, 20), score(2, 2, 60), score(3, 2, 38)]
    rules = replace(PLAIN, ranking="average", attendance="free")
    rows = table_of(range(1, 5), evenings=[1, 2], scores=scores, rules=rules, better="low")
    assert [(row.entrant, row.mean and in_hundredths(row.mean)) for row in rows] == [
        (1, "35.50"),
        (3, "38.00"),
        (2, "40.00"),
        (4, None),
    ]


@pytest.mark.parametrize("best_of", [0, 2])
@pytest.mark.parametrize("better", ["high", "low"])
def test_an_absence_worth_the_own_average_neither_raises_nor_lowers_it(best_of: int, better: str) -> None:
    """Evenings of 90 and 30: the own average of 60 in place of the worse one would make it 75, or 45."""
    scores = [score(1, 1, 90), score(1, 2, 30), score(2, 3, 70), score(2, 4, 70)]
    marks = [Mark(1, 3, MarkKind.ANNOUNCED), Mark(1, 4, MarkKind.ANNOUNCED)]
    rules = replace(PLAIN, best_of=best_of, ranking="average", announced="own_average", attendance="free")
    rows = table_of((1, 2), evenings=[1, 2, 3, 4], scores=scores, marks=marks, rules=rules, better=better)
    (away,) = (row for row in rows if row.entrant == 1)
    assert (in_hundredths(away.mean), away.total, away.evenings) == ("60.00", 120, 2)
    assert [(result.points, result.struck) for result in away.results] == [
        (90, False),
        (30, False),
        (60, True),
        (60, True),
    ]
    by_sum = replace(rules, ranking="sum")
    rows = table_of((1, 2), evenings=[1, 2, 3, 4], scores=scores, marks=marks, rules=by_sum, better=better)
    (away,) = (row for row in rows if row.entrant == 1)
    assert away.total == (240 if not best_of else 150 if better == "high" else 90)
