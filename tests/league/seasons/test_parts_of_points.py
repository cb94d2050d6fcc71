"""Parts of a point are kept exactly and stand alike everywhere."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.engine_words import points_text
from games.league import queries, services
from games.league.models import Competition, Entrant, EveningMark
from games.league.standings.scores import Mark, MarkKind
from tests.league import shown
from tests.league.conftest import open_round, plan_and_draw
from tests.league.standings.season_tables import PLAIN, rows_by_name, score, table_of
from tests.league.written_evenings import hold_evening


def test_a_half_of_a_point_is_the_same_on_every_page_and_in_every_file(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
    desk: Client,
) -> None:
    """Four at one table, two rounds of four hands of 100 : 62. Partners change, so that a player has 400 + 400,
    400 + 248 or 248 + 248; one of them gets a point and a half by correction: 801.5 for a winner of both."""
    evening = hold_evening(competition, entrants[:4], secretary, clock(), (100, 62))
    before = queries.season_table(competition).season.on(evening.pk)
    one = entrants[0]
    sent = {
        "do": "correct",
        "correct-entrant": one.pk,
        "correct-evening": evening.pk,
        "correct-kind": "correction",
        "correct-points": "1.5",
        "correct-reason": "counted wrong",
    }
    assert desk.post(reverse("league:league_manage", args=[competition.pk]), sent).status_code == 302
    worth = before[one.pk].points + Fraction(3, 2)
    table = queries.season_table(competition)
    assert table.season.on(evening.pk)[one.pk].points == worth
    for read in (shown.on_evening_page, shown.on_printed_list, shown.in_pasted_report, shown.in_season_list):
        assert read(desk, evening)["M01"] == worth, read
    assert shown.in_results_file(desk, competition)[evening.number, "M01"] == worth
    text = desk.get(reverse("league:league_file", args=[competition.pk, "table.csv"])).content.decode()
    (row,) = (row for row in csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))) if row["Name"] == "M01")
    assert Fraction(row["Points"]) == worth
    rows = desk.get(reverse("league:league_file", args=[competition.pk, "table.json"])).json()["rows"]
    assert next(row["points"] for row in rows if row["name"] == "M01") == worth
    assert points_text(worth) in shown.page(desk, "league:league", competition.pk)
    assert shown.in_breakdown(one.members.get().player, evening)["Together"] == worth
    assert "+1.5" in shown.page(desk, "league:league_manage", competition.pk)
    desk.cookies["django_language"] = "nl"
    assert "+1,5" in shown.page(desk, "league:league_manage", competition.pk)
    in_dutch = desk.get(reverse("league:league_file", args=[competition.pk, "table.csv"])).content.decode()
    assert f";{float(worth):g}".replace(".", ",") + ";" in in_dutch


def test_a_round_of_waiting_counts_once_it_is_open(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
    desk: Client,
) -> None:
    """Five come to two rounds of one table: one waits in each. After the draw and while round 1 is open nobody has a
    worth for the wait in round 2."""
    evening = plan_and_draw(competition, entrants[:5], secretary, clock())
    assert EveningMark.objects.filter(evening=evening, kind=MarkKind.WAITED).count() == 2
    assert queries.season_table(competition).season.on(evening.pk) == {}
    open_round(evening, secretary, clock(), on_paper=True)
    services.correct(
        evening=evening,
        entrant=entrants[6],
        points=1,
        actor=secretary,
        reason="so that it counts",
        now=clock(),
    )
    evening.refresh_from_db()
    second = EveningMark.objects.get(evening=evening, kind=MarkKind.WAITED, round=2).entrant_id
    lines = queries.evening_lines(evening, queries.season_table(competition))
    assert second not in {line.entrant for line in lines}


def test_an_own_average_keeps_its_parts_and_one_table_is_no_whole_evening() -> None:
    """Evening 1: player 1 has 10 + 11 + 12 = 33 at three tables, player 2 only 9 at one of three. Evening 2 both sign
    off. Player 1 has 33; player 2 has a third of an evening, which counts as one: 9, not 27."""
    tables = [score(1, 1, points, fixture=number) for number, points in enumerate((10, 11, 12), 1)]
    scores = [*tables, score(2, 1, 9, fixture=1), score(3, 2, 30)]
    marks = [Mark(1, 2, MarkKind.ANNOUNCED), Mark(2, 2, MarkKind.ANNOUNCED)]
    rows = rows_by_name(
        table_of(
            (1, 2, 3),
            evenings=[1, 2],
            scores=scores,
            marks=marks,
            rules=replace(PLAIN, announced="own_average"),
        )
    )
    assert [rows[one].results[1].points for one in (1, 2)] == [33, 9]


def test_absences_are_worth_less_the_more_there_are() -> None:
    """Evening 1: 101. Signed off on evenings 2 to 5: 50 % is 50.5, 45 % is 45.45, 40 % is 40.4, then no evening:
    101 + 50.5 + 45.45 + 40.4 = 237.35."""
    scores = [score(1, 1, 101), *[score(2, evening, 90) for evening in range(1, 6)]]
    marks = [Mark(1, evening, MarkKind.ANNOUNCED) for evening in (5, 4, 3, 2)]
    rules = replace(PLAIN, announced="own_falling", attendance="free")
    row = rows_by_name(table_of((1, 2), evenings=[1, 2, 3, 4, 5], scores=scores, marks=marks, rules=rules))[1]
    assert [result.points for result in row.results] == [
        101,
        Fraction(101, 2),
        Fraction(909, 20),
        Fraction(202, 5),
    ]
    assert row.total == Fraction(23735, 100)


@pytest.mark.parametrize(("down", "marked"), [(2, []), (4, [1, 2, 3, 4]), (1, [])])
def test_the_line_of_relegation_never_runs_through_equals(down: int, marked: list[int]) -> None:
    """Player 5 has 20, four others 10 each: they share place 2, and with two to go down none of them is marked."""
    scores = [score(one, 1, 20 if one == 5 else 10) for one in range(1, 6)]
    rows = table_of(range(1, 6), evenings=[1], scores=scores, rules=replace(PLAIN, relegation=down))
    assert sorted(row.entrant for row in rows if row.zone) == marked
    assert all((row.at_line == "relegation") == (not marked and row.entrant != 5) for row in rows)


@pytest.mark.parametrize("evenings", [[], [1]])
def test_no_line_of_relegation_runs_before_anything_was_played(evenings: list[int]) -> None:
    rules = replace(PLAIN, promotion=1, relegation=2)
    rows = table_of(range(1, 6), evenings=evenings, scores=[], rules=rules)
    assert {(row.zone, row.at_line) for row in rows} == {("", "")}
