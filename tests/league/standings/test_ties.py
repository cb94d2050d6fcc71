"""Equal totals: decided in the order the club chose, with the reason beside the place, or shared."""

from __future__ import annotations

from dataclasses import replace

from games.league.standings.table import SHARED
from tests.league.standings.season_tables import PLAIN, score, table_of

TIED = [
    score(1, 1, 700, 500, side=0),
    score(2, 1, 500, 700, side=1),
    score(1, 2, 500, 600, side=0, fixture=2),
    score(2, 2, 700, 600, side=0, fixture=3),
    score(3, 2, 600, 500, side=1, fixture=2),
    score(4, 2, 600, 700, side=1, fixture=3),
]


def test_equal_totals_are_decided_in_the_chosen_order_and_the_reason_is_told() -> None:
    rules = replace(PLAIN, tie_first="head_to_head")
    rows = table_of([1, 2, 3, 4], evenings=[1, 2], scores=TIED, rules=rules)
    assert [(row.entrant, row.place, row.tie) for row in rows[:2]] == [
        (1, 1, "head_to_head"),
        (2, 2, "head_to_head"),
    ]
    last = table_of(
        [1, 2, 3, 4], evenings=[1, 2], scores=TIED, rules=replace(PLAIN, tie_first="last_evening")
    )
    assert [(row.entrant, row.tie) for row in last[:2]] == [(2, "last_evening"), (1, "last_evening")]


def test_what_nothing_decides_is_shared() -> None:
    rows = table_of([1, 2, 3, 4], evenings=[1, 2], scores=TIED, rules=PLAIN)
    assert [(row.place, row.tie) for row in rows] == [(1, SHARED), (1, SHARED), (3, SHARED), (3, SHARED)]


def test_a_later_tie_break_is_named_only_for_those_it_decides() -> None:
    scores = [
        score(1, 1, 600, tallies={"pits": 1}),
        score(2, 1, 600, tallies={"pits": 1, "roem": 20}),
        score(3, 1, 600, tallies={"nat": 1}),
    ]
    rules = replace(PLAIN, tie_first="pits", tie_second="roem")
    rows = table_of([1, 2, 3], evenings=[1], scores=scores, rules=rules)
    assert [(row.entrant, row.tie) for row in rows] == [(2, "roem"), (1, "roem"), (3, "pits")]
