"""Promises of what a round without a table is worth: what the club chose, and nothing to those who did not come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import Mark, MarkKind, PlayedBy
from tests.league.standings.season_tables import PLAIN, rows_by_name, score, table_of

WINS = replace(PLAIN, counting="wins", win=3, draw=1, loss=0)


@pytest.mark.parametrize(
    ("waiting", "busy", "idle"),
    [("draw", 3 + 0 + 1, 2), ("win", 3 + 0 + 3, 6), ("own_average", 3 + 0 + 1.5, 2), ("nothing", 3, None)],
)
def test_where_wins_count_a_pair_that_waits_has_what_the_club_says(
    waiting: str, busy: float, idle: int | None
) -> None:
    """Three rounds: pair 1 wins, loses and waits once, so its average is 3 / 2, and 3 with that
    4.5. Pair 3 waits twice and has no table all evening, so there is no average: a draw each. Pair 4 did not come."""
    scores = [
        score(1, 1, 900, 700, fixture=1),
        score(2, 1, 700, 900, fixture=1),
        score(1, 1, 600, 800, fixture=2),
        score(2, 1, 800, 600, fixture=2),
    ]
    marks = [
        Mark(1, 1, MarkKind.WAITED, 1),
        Mark(3, 1, MarkKind.WAITED, 2),
        Mark(4, 1, MarkKind.UNANNOUNCED),
        Mark(4, 1, MarkKind.WAITED, 1),
    ]
    rules = replace(WINS, waiting_place=waiting, waiting_points=1500)
    rows = rows_by_name(table_of(range(1, 5), evenings=[1], scores=scores, marks=marks, rules=rules))
    assert (rows[1].total, rows[2].total, rows[3].total) == (busy, 3, idle or 0)
    assert [result.why for result in rows[3].results] == ([MarkKind.WAITED] if idle else [])
    assert [result.why for result in rows[4].results] == [MarkKind.UNANNOUNCED]
    assert (rows[1].credit.won, rows[1].credit.drawn, rows[3].credit.drawn) == (1, 0, 0), "no table was drawn"


def test_a_club_that_says_nothing_has_a_draw_for_a_round_of_waiting() -> None:
    marks = [Mark(3, 1, MarkKind.WAITED, 1)]
    scores = [score(1, 1, 900, 700), score(2, 1, 700, 900)]
    rules = CompetitionRules(counting="wins", tie_first="none", tie_second="none")
    rows = table_of([1, 2, 3], evenings=[1], scores=scores, marks=marks, rules=rules)
    assert [(row.entrant, row.total, row.evenings) for row in rows] == [(1, 2, 1), (3, 1, 1), (2, 0, 1)]
    assert [(part.kind, part.points) for part in rows[1].results[0].parts] == [(MarkKind.WAITED, 1)]
    assert "waiting_place" not in rules.idle(sides=2), "the page of the rules says so"
    assert {"waiting", "waiting_points"} <= rules.idle(sides=2)
    assert "waiting_place" in CompetitionRules().idle(sides=2)


def test_nobody_has_waited_before_the_first_table_of_the_evening_counts() -> None:
    waits = Mark(3, 1, MarkKind.WAITED, 1)
    (row,) = table_of([3], evenings=[1], scores=[], marks=[waits], rules=WINS)
    assert row.results == ()
    walkover = Mark(1, 1, MarkKind.WALKOVER, 2)
    rows = table_of([1, 3], evenings=[1], scores=[], marks=[waits, walkover], rules=WINS)
    assert [(row.entrant, row.total) for row in rows] == [(1, 3), (3, 1)]


def test_fixed_points_are_for_those_who_wait_all_evening_too() -> None:
    rules = replace(PLAIN, waiting="fixed", waiting_points=1400)
    scores = [score(1, 1, 1500), score(2, 1, 1200)]
    rows = table_of(
        [1, 2, 3], evenings=[1], scores=scores, marks=[Mark(3, 1, MarkKind.WAITED, 2)], rules=rules
    )
    assert [(row.entrant, row.total) for row in rows] == [(3, 2800), (1, 1500), (2, 1200)]


def test_a_member_whose_substitute_played_has_not_waited() -> None:
    scores = [score(1, 1, 900, 700, played_by=PlayedBy.SUBSTITUTE), score(2, 1, 700, 900)]
    rules = replace(WINS, substitute="substitute", announced="nothing")
    rows = table_of([1, 2], evenings=[1], scores=scores, marks=[Mark(1, 1, MarkKind.WAITED, 1)], rules=rules)
    assert rows_by_name(rows)[1].results == ()


def test_where_low_is_better_a_substitute_neither_gains_nor_loses_by_helping() -> None:
    """Entrant 1 plays two rounds, in the second for entrant 3, who has the points. Nothing for that round would be the
    best score, and the worst table a punishment: it is an average round."""
    scores = [
        score(1, 1, 40, fixture=1),
        score(2, 1, 90, fixture=1),
        score(2, 1, 20, fixture=2),
        score(3, 1, 10, fixture=1),
        score(3, 1, 80, fixture=2, played_by=PlayedBy.SUBSTITUTE, substitute=1),
    ]
    about = {"evenings": [1], "scores": scores, "better": "low"}
    rows = rows_by_name(table_of([1, 2, 3], rules=replace(PLAIN, substitute="absent"), **about))
    assert {name: row.total for name, row in rows.items()} == {1: 80, 2: 110, 3: 90}
    rows = rows_by_name(table_of([1, 2, 3], rules=replace(PLAIN, substitute="both"), **about))
    assert {name: row.total for name, row in rows.items()} == {1: 120, 2: 110, 3: 90}
