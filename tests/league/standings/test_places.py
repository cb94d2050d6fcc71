"""Promises of tables with more than two sides, and of games where low is better: places, wins, and nobody gains by
staying away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import registry
from games.engine.club import Tally
from games.league.standings.evening_scores import evenings_worth
from games.league.standings.rules import CompetitionRules, rules_with, usual_points
from games.league.standings.scores import Mark, MarkKind, Outcome, PlayedBy, Score, outcome_of, worth_of
from games.league.standings.table import SHARED, Row, table_of

PLAIN = CompetitionRules(tie_first="none", tie_second="none", waiting="nothing")


def four(
    points: Sequence[int],
    *,
    evening: int = 1,
    fixture: int = 1,
    names: Sequence[int] = (1, 2, 3, 4),
    **more: object,
) -> list[Score]:
    """A table of four, everybody for himself."""
    fields = {"rounds": 6, "planned": 6} | more
    return [
        Score(
            entrant=name,
            evening=evening,
            fixture=fixture,
            side=seat,
            points=points[seat],
            against=sum(points) - points[seat],
            others=(*points[:seat], *points[seat + 1 :]),
            **fields,
        )
        for seat, name in enumerate(names)
    ]


def rows(
    scores: Sequence[Score], marks: Sequence[Mark] = (), rules: CompetitionRules = PLAIN, **more: object
) -> dict[int, Row]:
    """The rows of 1 to 8 by number, in the order of the table; low is better."""
    season = evenings_worth(scores, marks, rules, better="low")
    evenings = sorted({score.evening for score in scores} | {mark.evening for mark in marks})
    names = {score.entrant for score in scores} | {mark.entrant for mark in marks}
    table = table_of(names, season, evenings=evenings, marks=marks, rules=rules, better="low", **more)
    return {row.entrant: row for row in table}


@given(st.lists(st.integers(-8, 40), min_size=2, max_size=6))
def test_places_are_one_to_the_last_and_equals_share(points: list[int]) -> None:
    for better, sign in (("low", 1), ("high", -1)):
        places = [
            outcome_of(each, [*points[:seat], *points[seat + 1 :]], better).place
            for seat, each in enumerate(points)
        ]
        in_order = sorted(points, key=lambda each: sign * each)
        assert places == [in_order.index(each) + 1 for each in points]


def test_a_win_is_first_place_shared_or_not_and_a_table_of_equals_is_drawn() -> None:
    outcomes = [
        outcome_of(each, others, "low") for each, others in ((5, (5, 7)), (7, (5, 5)), (5, (5, 5)), (4, (6,)))
    ]
    assert [(one.place, one.won, one.drawn) for one in outcomes] == [
        (1, True, False),
        (3, False, False),
        (1, False, True),
        (1, True, False),
    ]


def test_where_places_count_two_sides_win_draw_or_lose_and_more_have_the_points_of_their_place() -> None:
    rules = CompetitionRules(win=5, draw=2, loss=1, first=9, second=6, third=4, fourth=3)
    assert [worth_of(Outcome(place, 2, equal), rules) for place, equal in ((1, 0), (1, 1), (2, 0))] == [
        5,
        2,
        1,
    ]
    assert [worth_of(Outcome(place, 4, 0), rules) for place in (1, 2, 3, 4)] == [9, 6, 4, 3]
    assert worth_of(Outcome(2, 4, 2), rules) == 6, "three share the second place"
    assert worth_of(Outcome(7, 7, 0), rules) == rules.sixth


def test_places_add_up_to_a_table_with_the_most_points_first_whatever_the_game() -> None:
    """By hand: 1 is first and second (3 + 2), 2 second and first (2 + 3), 3 third twice (2), 4 fourth twice (0)."""
    rules = replace(PLAIN, counting="wins")
    scores = four([5, 10, 15, 20]) + four([9, 8, 20, 30], evening=2)
    table = rows(scores, rules=rules)
    assert [(row.entrant, row.total, row.place) for row in table.values()] == [
        (1, 5, 1),
        (2, 5, 1),
        (3, 2, 3),
        (4, 0, 4),
    ]
    assert (table[1].credit.won, table[1].credit.drawn, table[1].credit.lost) == (1, 0, 1)
    assert table[3].credit.places == {3: 2}


@pytest.mark.parametrize(
    ("waiting", "points"), [("draw", 1.5), ("win", 3), ("own_average", 1.5), ("nothing", 0)]
)
def test_among_four_a_round_of_waiting_counts_as_the_average_place_or_the_first(
    waiting: str, points: int
) -> None:
    """3, 2, 1 and 0 for the places: on average 1.5, half a point upwards. 5 has no table that evening."""
    rules = replace(PLAIN, counting="wins", waiting_place=waiting)
    table = rows(four([5, 10, 15, 20]), [Mark(5, 1, MarkKind.WAITED, 1)], rules)
    assert table[5].total == points
    assert rows(four([5, 10, 15, 20]), [Mark(2, 1, MarkKind.WAITED, 2)], rules)[2].total == 2 + 2 * (
        2 if waiting == "own_average" else points
    )


def test_equal_totals_are_parted_by_places_at_common_tables() -> None:
    """1 and 2 have 24 each and met three times: 1 was above twice. 3 and 4 have 60 and were above once each."""
    scores = [
        *four([4, 6, 30, 20]),
        *four([5, 7, 20, 30], evening=2),
        *four([15, 11, 10, 10], evening=3),
    ]
    rules = replace(PLAIN, tie_first="head_to_head")
    assert [(row.entrant, row.place, row.tie) for row in rows(scores, rules=rules).values()] == [
        (1, 1, "head_to_head"),
        (2, 2, "head_to_head"),
        (3, 3, SHARED),
        (4, 3, SHARED),
    ]


@pytest.mark.parametrize(
    ("tie", "first"),
    [("best_evening", 1), ("last_evening", 2), ("difference", 2), ("won", 1), ("slams", 2), ("doubled", 1)],
)
def test_every_tie_break_knows_which_end_is_better(tie: str, first: int) -> None:
    """1 has 4 + 20 and won once, 2 has 12 + 12; the others of the table of 2 had more together."""
    scores = [
        *four([4, 12, 5, 30], tallies={}),
        *four([20, 12, 5, 10], evening=2),
    ]
    scores[0] = scores[0]._replace(tallies={"slams": 0, "doubled": 1})
    scores[1] = scores[1]._replace(tallies={"slams": 1, "doubled": 3}, against=60)
    table = rows(scores, rules=replace(PLAIN, tie_first=tie), tallies={"slams": "high", "doubled": "low"})
    equal = [row.entrant for row in table.values() if row.total == 24]
    assert equal[0] == first
    assert table[first].tie == tie


def test_a_walkover_never_punishes_those_who_came() -> None:
    """The tables of the evening brought 3, 9, 12 and 20: those who came and had no opponents have 3 at most."""
    scores = four([3, 9, 12, 20])
    marks = [*(Mark(name, 1, MarkKind.WALKOVER, 4) for name in (5, 6, 7)), Mark(8, 1, MarkKind.UNANNOUNCED)]
    for rule, worth in ((1500, 3), (12, 3), (0, 0)):
        table = rows(scores, marks, replace(PLAIN, walkover_points=rule))
        assert {table[name].total for name in (5, 6, 7)} == {worth}
        assert table[8].total == 20
    table = rows(scores, marks, replace(PLAIN, counting="wins", first=4))
    assert {table[name].total for name in (5, 6, 7)} == {4}
    assert table[5].credit.won == 1


@pytest.mark.parametrize("announced", ["fixed", "lowest", "own_average", "nothing"])
@pytest.mark.parametrize("points", [0, 7, 500])
@pytest.mark.parametrize("counting", ["points", "wins"])
def test_signing_off_in_time_never_costs_more_than_staying_away(
    announced: str, points: int, counting: str
) -> None:
    scores = [*four([6, 8, 10, 12]), *four([40, 8, 9, 16], evening=2, names=(5, 2, 3, 4))]
    rules = replace(PLAIN, announced=announced, announced_points=points, counting=counting)
    places = []
    for kind in (MarkKind.ANNOUNCED, MarkKind.UNANNOUNCED):
        table = rows(scores, [Mark(1, 2, kind)], rules)
        places.append(list(table).index(1))
    assert places[0] <= places[1]


def test_the_first_evening_off_is_not_the_best_there_is() -> None:
    """The average of nobody's evenings is not nothing, where nothing would win."""
    table = rows(
        four([6, 8, 10, 12]), [Mark(5, 1, MarkKind.ANNOUNCED)], replace(PLAIN, announced="own_average")
    )
    assert table[5].total == 12


def test_a_round_not_come_to_costs_as_much_as_the_worst_table_of_the_evening() -> None:
    """4 left after the first of two tables, where 30 was the most anybody had; 5 and 6 waited a round by lot."""
    scores = [
        *four([6, 8, 10, 12]),
        *four([5, 9, 30, 7], fixture=2, names=(1, 2, 3, 5)),
    ]
    marks = [Mark(5, 1, MarkKind.WAITED, 1)]
    rules = replace(PLAIN, waiting="own_average")
    table = rows(scores, marks, rules)
    assert {name: row.total for name, row in table.items()} == {1: 11, 5: 14, 2: 17, 3: 40, 4: 42}
    assert [(part.kind, part.points) for part in table[4].results[0].parts] == [("table", 12), ("missed", 30)]
    running = evenings_worth(scores, marks, rules, better="low", running=[1])
    assert running.results[4][1].points == 12


def test_where_low_is_better_waiting_and_a_void_table_are_no_gain() -> None:
    scores = [
        *four([6, 8, 10, 12]),
        *four([5, 9, 30, 7], fixture=2, names=(1, 2, 3, 4), broken_off=True, rounds=1),
    ]
    table = rows([*scores, *four([1, 9, 9, 9], names=(5, 6, 7, 8))], rules=replace(PLAIN, broken_off="void"))
    assert table[1].total == 12, "the own average of the evening"
    table = rows([*scores], [Mark(9, 1, MarkKind.WAITED, 1)], replace(PLAIN, compensation=2))
    assert table[1].total == 6 + 5 + 5 * 2


@pytest.mark.parametrize(("bots", "points"), [("full", 6), ("half", 9), ("nothing", 12)])
def test_a_bots_few_penalty_points_are_no_present(bots: str, points: int) -> None:
    scores = [
        score._replace(played_by=PlayedBy.BOT) if score.entrant == 1 else score
        for score in four([6, 8, 10, 12])
    ]
    assert rows(scores, rules=replace(PLAIN, bots=bots))[1].total == points


def test_a_game_brings_its_tallies_to_the_tie_breaks_and_its_usual_points() -> None:
    rules = rules_with((Tally("slams", "Slams"),))
    told = {
        field: rules.__dataclass_fields__[field].metadata["values"] for field in ("tie_first", "tie_third")
    }
    assert all(values["slams"] == "Slams" for values in told.values())
    assert rules().ties == CompetitionRules().ties
    for game in registry.GAMES:
        usual = usual_points(game.defaults(game.Options()), tables=3, counting="points")
        assert usual["announced_points"] == game.defaults(game.Options()).absence
        assert usual_points(game.defaults(game.Options()), tables=3, counting="wins")["announced_points"] == 0
