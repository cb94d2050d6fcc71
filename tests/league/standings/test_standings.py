"""Promises of the table: it is the sum of its rounds, hangs on no order, obeys every rule, and says why."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.league.standings.evening_scores import evenings_worth
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import Mark, MarkKind, Party, PlayedBy, PlayedRound, Score, sum_rounds
from tests.league.standings.season_tables import PLAIN, rows_by_name, score, table_of


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[Score], list[int]]:
    """A season of tables of two against two; points are drawn, so ties happen."""
    evenings = list(range(1, draw(st.integers(1, 6)) + 1))
    chance = Random(draw(st.integers(0, 10**6)))
    scores = []
    for evening in evenings:
        names = list(range(1, 13))
        chance.shuffle(names)
        for fixture in range(2):
            table = names[4 * fixture : 4 * fixture + 4]
            points = (chance.choice((500, 600, 700)), chance.choice((500, 600, 700)))
            scores += [
                score(name, evening, points[seat % 2], points[1 - seat % 2], fixture=fixture, side=seat % 2)
                for seat, name in enumerate(table)
            ]
    return scores, evenings


@settings(max_examples=80, deadline=None)
@given(season=seasons(), data=st.data())
def test_the_order_of_entry_changes_nothing(
    season: tuple[list[Score], list[int]], data: st.DataObject
) -> None:
    scores, evenings = season
    marks = [
        Mark(1, 1, MarkKind.ANNOUNCED),
        Mark(2, 1, MarkKind.UNANNOUNCED),
        Mark(3, 1, MarkKind.CORRECTION, 50),
    ]
    rules = CompetitionRules(best_of=3, tie_first="head_to_head", tie_second="best_evening", tie_third="pits")
    one = table_of(range(1, 13), evenings=evenings, scores=scores, marks=marks, rules=rules)
    names, shuffled, marked = (data.draw(st.permutations(each)) for each in (range(1, 13), scores, marks))
    assert table_of(names, evenings=evenings, scores=shuffled, marks=marked, rules=rules) == one


@settings(max_examples=80, deadline=None)
@given(season=seasons())
def test_the_table_is_the_sum_of_its_scores(season: tuple[list[Score], list[int]]) -> None:
    scores, evenings = season
    rows = table_of(range(1, 13), evenings=evenings, scores=scores, rules=PLAIN)
    assert sum(row.total for row in rows) == sum(each.points for each in scores)
    for row in rows:
        assert row.total == sum(result.points for result in row.results) == row.credit.points


@settings(max_examples=80, deadline=None)
@given(
    rounds=st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2000)), max_size=20),
    side=st.sampled_from((0, 1)),
)
def test_a_score_is_the_sum_of_its_rounds(rounds: list[tuple[int, int]], side: int) -> None:
    played = [PlayedRound((one, other, one, other), (0, 1, 0, 1)) for one, other in rounds]
    added = sum_rounds(played, seats=(side, side + 2), others=[Party((1 - side, 3 - side), False)])
    assert added.points == sum(points[side] for points in rounds)
    assert added.points + added.against == sum(map(sum, rounds))
    assert added.others == (added.against,)
    assert added.rounds == len(rounds)


@settings(max_examples=80, deadline=None)
@given(points=st.lists(st.integers(0, 6000), min_size=1, max_size=12), best=st.integers(1, 8), data=st.data())
def test_best_of_never_rises_by_taking_an_evening_away(
    points: list[int], best: int, data: st.DataObject
) -> None:
    scores = [score(1, evening, amount) for evening, amount in enumerate(points)]
    gone = data.draw(st.integers(0, len(points) - 1))
    rules = replace(PLAIN, best_of=best)

    def total(kept: list[Score]) -> int:
        return table_of([1], evenings=range(len(points)), scores=kept, rules=rules)[0].total

    assert total([each for each in scores if each.evening != gone]) <= total(scores)
    assert total(scores) == sum(sorted(points, reverse=True)[:best])


def test_struck_evenings_are_named_and_do_not_count() -> None:
    scores = [score(1, evening, points) for evening, points in enumerate((4000, 5000, 4500, 3000), 1)]
    (row,) = table_of([1], evenings=[1, 2, 3, 4], scores=scores, rules=replace(PLAIN, best_of=3))
    assert row.total == 13_500
    assert [result.evening for result in row.results if result.struck] == [4]
    assert row.average == 4125
    assert row.form == (4000, 5000, 4500, 3000)


@pytest.mark.parametrize(
    ("announced", "points"), [("fixed", 5000), ("lowest", 4100), ("own_average", 4300), ("nothing", 0)]
)
def test_an_absence_signed_off_is_worth_what_the_club_says(announced: str, points: int) -> None:
    scores = [score(1, 1, 4200), score(1, 3, 4400), score(2, 2, 4100), score(3, 2, 5200)]
    marks = [Mark(1, 2, MarkKind.ANNOUNCED)]
    rules = replace(PLAIN, announced=announced, announced_points=5000)
    row = rows_by_name(table_of([1, 2, 3], evenings=[1, 2, 3], scores=scores, marks=marks, rules=rules))[1]
    assert row.total == 8600 + points
    assert row.evenings == 2


def test_an_absence_without_word_is_worth_nothing_and_is_the_evening_struck_first() -> None:
    marks = [Mark(1, 2, MarkKind.UNANNOUNCED)]
    scores = [score(1, 1, 4200), score(1, 3, 4400)]
    (row,) = table_of([1], evenings=[1, 2, 3], scores=scores, marks=marks, rules=replace(PLAIN, best_of=2))
    assert row.total == 8600
    assert [result.why for result in row.results if result.struck] == [MarkKind.UNANNOUNCED]


@pytest.mark.parametrize(
    ("whose", "member", "other"), [("absent", 4700, 0), ("substitute", 5000, 4700), ("both", 4700, 4700)]
)
def test_a_substitutes_points_are_whose_the_club_says(whose: str, member: int, other: int) -> None:
    scores = [score(1, 1, 4700, played_by=PlayedBy.SUBSTITUTE, substitute=2)]
    rows = rows_by_name(
        table_of(
            [1, 2], evenings=[1], scores=scores, rules=replace(PLAIN, substitute=whose, announced_points=5000)
        )
    )
    assert (rows[1].total, rows[2].total) == (member, other)


@pytest.mark.parametrize(("bots", "points"), [("full", 4701), ("half", Fraction(4701, 2)), ("nothing", 0)])
def test_a_bots_cards_count_what_the_club_says(bots: str, points: float) -> None:
    scores = [score(1, 1, 4701, played_by=PlayedBy.BOT)]
    assert table_of([1], evenings=[1], scores=scores, rules=replace(PLAIN, bots=bots))[0].total == points


def test_a_table_broken_off_is_compensated_or_void() -> None:
    scores = [score(1, 1, 800, 700, rounds=10, broken_off=True), score(1, 2, 1500)]
    compensated = table_of([1], evenings=[1, 2], scores=scores, rules=replace(PLAIN, compensation=81))
    assert compensated[0].total == 800 + 6 * 81 + 1500
    void = table_of([1], evenings=[1, 2], scores=scores, rules=replace(PLAIN, broken_off="void"))
    assert void[0].total == 1500
    assert void[0].evenings == 1


def test_waiting_rounds_are_paid_by_the_rule() -> None:
    scores = [score(1, 1, 1500, fixture=1), score(1, 1, 1400, fixture=2)]
    marks = [Mark(1, 1, MarkKind.WAITED, 1)]
    for waiting, points in (("nothing", 2900), ("own_average", 4350), ("fixed", 4400)):
        rules = replace(PLAIN, waiting=waiting, waiting_points=1500)
        assert table_of([1], evenings=[1], scores=scores, marks=marks, rules=rules)[0].total == points


def test_wins_count_in_fixtures_of_one_table_or_two() -> None:
    rules = replace(PLAIN, counting="wins", win=3, draw=1, loss=0)
    scores = [
        score(1, 1, 1500, 1400, side=0),
        score(2, 1, 1400, 1500, side=1),
        score(1, 2, 900, 1000, side=0),
        score(1, 2, 1100, 1000, side=0),  # the second table of the same fixture
        score(2, 2, 1000, 900, side=1),
        score(2, 2, 1000, 1100, side=1),
    ]
    rows = rows_by_name(table_of([1, 2], evenings=[1, 2], scores=scores, rules=rules))
    assert (rows[1].total, rows[2].total) == (4, 1)
    assert (rows[1].credit.won, rows[1].credit.drawn, rows[1].credit.lost) == (1, 1, 0)
    assert (rows[2].credit.won, rows[2].credit.drawn, rows[2].credit.lost) == (0, 1, 1)


def test_a_walkover_pays_and_a_deduction_costs() -> None:
    marks = [Mark(1, 1, MarkKind.WALKOVER, 2), Mark(2, 1, MarkKind.DEDUCTION, 100)]
    rules = replace(PLAIN, walkover_points=1500)
    rows = rows_by_name(table_of([1, 2], evenings=[1], scores=[score(2, 1, 900)], marks=marks, rules=rules))
    assert (rows[1].total, rows[2].total) == (1500, 800)
    assert rows[2].deducted == 100
    won = replace(rules, counting="wins")
    assert rows_by_name(table_of([1, 2], evenings=[1], scores=[], marks=marks, rules=won))[1].total == 2


def test_a_correction_moves_an_evening_or_writes_one_down() -> None:
    marks = [Mark(1, 1, MarkKind.CORRECTION, -20), Mark(2, 1, MarkKind.CORRECTION, 4000)]
    rows = rows_by_name(table_of([1, 2], evenings=[1], scores=[score(1, 1, 4500)], marks=marks, rules=PLAIN))
    assert (rows[1].total, rows[2].total) == (4480, 4000)
    assert rows[2].evenings == 1


def test_where_low_is_better_the_lowest_leads_and_staying_away_does_not_help() -> None:
    scores = [score(1, 1, 30), score(1, 2, 40), score(2, 1, 20), score(2, 2, 60), score(3, 1, 10)]
    rows = table_of([1, 2, 3], evenings=[1, 2], scores=scores, rules=PLAIN, better="low")
    assert [row.entrant for row in rows] == [1, 2, 3]
    away = [Mark(3, 2, MarkKind.UNANNOUNCED)]
    rows = table_of([1, 2, 3], evenings=[1, 2], scores=scores, marks=away, rules=PLAIN, better="low")
    assert [(row.entrant, row.total) for row in rows] == [(1, 70), (3, 70), (2, 80)]


def test_zones_and_the_evenings_needed_for_a_place() -> None:
    scores = [
        score(name, evening, 1000 * name)
        for name in range(1, 7)
        for evening in (1, 2)
        if (name, evening) != (6, 2)
    ]
    rules = replace(PLAIN, promotion=2, relegation=2, minimum_evenings=2)
    rows = table_of(range(1, 7), evenings=[1, 2], scores=scores, rules=rules)
    assert [(row.entrant, row.place, row.zone) for row in rows] == [
        (5, 1, "promotion"),
        (4, 2, "promotion"),
        (3, 3, ""),
        (2, 4, "relegation"),
        (1, 5, "relegation"),
        (6, None, ""),
    ]
    hopeful = table_of(range(1, 7), evenings=[1, 2], scores=scores, rules=rules, evenings_left=1)
    assert [(row.entrant, row.place) for row in hopeful if row.total == 6000] == [(3, 3), (6, 3)]


def test_nobody_goes_up_and_down_at_once() -> None:
    rules = replace(PLAIN, promotion=2, relegation=2)
    rows = table_of([1, 2, 3], evenings=[1], scores=[score(name, 1, name) for name in (1, 2, 3)], rules=rules)
    assert [row.zone for row in rows] == ["promotion", "promotion", "relegation"]


def test_movement_is_told_since_before_the_latest_evening() -> None:
    scores = [score(1, 1, 500), score(2, 1, 400), score(1, 2, 100), score(2, 2, 900), score(3, 2, 2000)]
    rows = rows_by_name(table_of([1, 2, 3], evenings=[1, 2], scores=scores, rules=PLAIN))
    assert (rows[1].movement, rows[2].movement, rows[3].movement) == (-2, 0, None)


def test_movement_starts_from_the_places_people_remember() -> None:
    """Evening 1: 900 and 500, and player 3, who has no average yet, signs off for 0. Evening 2: 100, 600 and 1,200, so
    that evening 1 is worth 1,200 to player 3 now. From 1, 2, 3 they went to 3 (1,000), 2 (1,100) and 1 (2,400)."""
    scores = [score(1, 1, 900), score(2, 1, 500), score(1, 2, 100), score(2, 2, 600), score(3, 2, 1200)]
    marks = [Mark(3, 1, MarkKind.ANNOUNCED)]
    rules = replace(PLAIN, announced="own_average")
    rows = rows_by_name(table_of([1, 2, 3], evenings=[1, 2], scores=scores, marks=marks, rules=rules))
    assert [(rows[name].total, rows[name].movement) for name in (1, 2, 3)] == [
        (1000, -2),
        (1100, 0),
        (2400, 2),
    ]


def test_a_walkover_is_no_table_of_the_own_average() -> None:
    """Evening 1 has three rounds. Player 1 has 2,000 at one table, a walkover of 1,500, and waits for the average of
    that table: 5,500. Two rounds of three brought 4,000 without the walkover, which counts as a whole evening, as one
    table never is less: an absence on evening 2 is worth 4,000. Player 2 has 1,500, 1,600 and 1,700: 4,800."""
    scores = [score(1, 1, 2000), *[score(2, 1, 1400 + 100 * round_, fixture=round_) for round_ in (1, 2, 3)]]
    marks = [
        Mark(1, 1, MarkKind.WALKOVER, 2),
        Mark(1, 1, MarkKind.WAITED, 1),
        Mark(1, 2, MarkKind.ANNOUNCED),
        Mark(2, 2, MarkKind.ANNOUNCED),
    ]
    rules = replace(PLAIN, announced="own_average", waiting="own_average", walkover_points=1500)
    scores.append(score(3, 2, 7000))
    rows = rows_by_name(table_of([1, 2, 3], evenings=[1, 2], scores=scores, marks=marks, rules=rules))
    assert [result.points for result in rows[1].results] == [5500, 4000]
    assert [result.points for result in rows[2].results] == [4800, 4800]


def test_rounds_under_review_are_told() -> None:
    (row,) = table_of([1], evenings=[1], scores=[score(1, 1, 500, provisional=1)], rules=PLAIN)
    assert row.provisional == row.results[0].provisional == 1


def test_who_never_played_stands_below_everybody_who_did_where_an_absence_is_worth_the_own_average() -> None:
    scores = [score(1, 1, 4720), score(2, 1, 3239)]
    marks = [Mark(3, 1, MarkKind.ANNOUNCED)]
    rules = replace(PLAIN, announced="own_average")
    rows = table_of([3, 2, 1], evenings=[1], scores=scores, marks=marks, rules=rules)
    assert [(row.entrant, row.total) for row in rows] == [(1, 4720), (2, 3239), (3, 0)]


@pytest.mark.parametrize("better", ["high", "low"])
def test_an_own_average_of_nothing_is_one_and_a_walkover_alone_is_none(better: str) -> None:
    """Entrant 1 lost every table of evening 1, entrant 2 had a walkover, and both sign off for evening 2."""
    season = evenings_worth(
        [score(1, 1, 0), score(3, 1, 90)],
        [Mark(2, 1, MarkKind.WALKOVER, 2), Mark(1, 2, MarkKind.ANNOUNCED), Mark(2, 2, MarkKind.ANNOUNCED)],
        replace(PLAIN, announced="own_average"),
        better=better,
    )
    assert [entrant in season.with_average for entrant in (1, 2, 3, 4)] == [True, False, True, False]
