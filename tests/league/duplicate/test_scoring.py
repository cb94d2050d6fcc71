"""Promises of the scores of duplicate deals: sums are conserved, the order changes nothing, published examples hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.league.duplicate.scoring import (
    LAW_SCALE,
    Counting,
    ScoringRules,
    TableResult,
    convert,
    deal_worth,
    expected_results,
    factor_matchpoints,
    frequency_list,
    matchpoints,
    mean_of_field,
    per_cent,
    score_deals,
    score_evening,
    score_teams,
    traveller,
)

MATCHPOINTS = ScoringRules()
DIFFERENCE = ScoringRules(counting=Counting.DIFFERENCE)

DIFFERENCES = st.lists(st.integers(-400, 400) | st.sampled_from([-162, 0, 162]), min_size=1, max_size=16)
POINTS = st.tuples(st.integers(0, 400), st.integers(0, 400))
AVERAGES = st.sampled_from([(60, 40), (40, 60), (50, 50), (60, 60), (40, 40), (55, 45)])


@st.composite
def evenings(draw: st.DrawFn) -> list[TableResult]:
    """The results of up to six deals at up to eight tables; some not played, some with an average."""
    tables = draw(st.integers(1, 8))
    results = []
    for deal in range(1, draw(st.integers(1, 6)) + 1):
        for table in range(1, tables + 1):
            points = draw(st.none() | POINTS)
            average = draw(st.none() | st.none() | st.none() | AVERAGES)
            moves = 100 + (table + deal) % tables
            results.append(TableResult(deal, table, ((table,), (moves,)), points, average))
    return results


@given(DIFFERENCES)
def test_the_matchpoints_of_a_deal_add_up(differences: Sequence[int]) -> None:
    count = len(differences)
    north_south = matchpoints(differences)
    east_west = matchpoints([-own for own in differences])
    assert sum(north_south) == sum(east_west) == count * (count - 1)
    assert all(one + other == 2 * (count - 1) for one, other in zip(north_south, east_west, strict=True))
    assert [2 * sum(own > other for other in differences) for own in differences] == [
        points - sum(own == other for other in differences) + 1
        for own, points in zip(differences, north_south, strict=True)
    ]


@given(differences=DIFFERENCES, more=st.integers(0, 5))
def test_factoring_keeps_the_average_and_the_order(differences: Sequence[int], more: int) -> None:
    count = len(differences)
    plain = matchpoints(differences)
    factored = [factor_matchpoints(points, results=count, expected=count + more) for points in plain]
    assert sum(factored) == count * (count + more - 1)
    assert all(0 <= points <= 2 * (count + more - 1) for points in factored)
    assert [sorted(plain).index(points) for points in plain] == [
        sorted(factored).index(points) for points in factored
    ]
    if not more:
        assert factored == list(plain)
    assert sum(per_cent(points, expected=count + more) for points in factored) == 50 * count


def test_factoring_without_a_result_or_of_more_than_all_is_refused() -> None:
    with pytest.raises(ValueError, match="results"):
        factor_matchpoints(0, results=0, expected=3)
    with pytest.raises(ValueError, match="results"):
        factor_matchpoints(0, results=4, expected=3)


def test_a_published_list_of_eleven_results_holds() -> None:
    """Nationwide Pairs (Australia), "Scoring explanation": eleven results, a top of 20; the three 680 share 16, 14 and
    12, the two 660 share 10 and 8, the two -100 share 4 and 2."""
    published = {1430: 20, 690: 18, 680: 14, 660: 9, 650: 6, -100: 3, -200: 0}
    times = {1430: 1, 690: 1, 680: 3, 660: 2, 650: 1, -100: 2, -200: 1}
    results = [score for score, count in times.items() for _time in range(count)]
    assert dict(zip(results, matchpoints(results), strict=True)) == published


def test_published_examples_of_factoring_hold() -> None:
    """Three sources. "Neuberg formula" (an encyclopedia of bridge): a board played 6 times where most were played 7
    times; 4 and 9 matchpoints of 10 become 4.8333 and 10.6667 of 12. The same formula of the English Bridge Union:
    best of 10 where 11 are expected is 19.9 of 20. The forum of the English Bridge Union, "Fouled board in subfield of
    2": of five results two are of another board; the lower has (0 x 5 + (5 - 2)) / 2 = 1.5, its opponents 6.5."""
    assert f"{float(factor_matchpoints(4, results=6, expected=7)):.4f}" == "4.8333"
    assert f"{float(factor_matchpoints(9, results=6, expected=7)):.4f}" == "10.6667"
    assert factor_matchpoints(18, results=10, expected=11) == Fraction("19.9")
    assert factor_matchpoints(0, results=2, expected=5) == Fraction("1.5")
    assert factor_matchpoints(2, results=2, expected=5) == Fraction("6.5")


def test_the_scale_of_bridge_has_its_published_steps() -> None:
    """Law 78B: 0 to 10 are 0, 20 to 40 are 1, 50 to 80 are 2, 370 to 420 are 9, 4000 and more are 24."""
    published = {
        0: 0,
        10: 0,
        20: 1,
        40: 1,
        50: 2,
        80: 2,
        90: 3,
        370: 9,
        420: 9,
        430: 10,
        3990: 23,
        4000: 24,
        9000: 24,
    }
    assert {points: convert(points, LAW_SCALE) for points in published} == published
    assert {points: convert(-points, LAW_SCALE) for points in published} == {
        points: -steps for points, steps in published.items()
    }
    assert convert(-37, ()) == -37


@given(DIFFERENCES)
def test_the_mean_leaves_out_the_best_and_the_worst_from_five_on(differences: Sequence[int]) -> None:
    mean = mean_of_field(differences, trimmed_from=5)
    if len(differences) < 5:
        assert mean * len(differences) == sum(differences)
    else:
        inner = sum(differences) - min(differences) - max(differences)
        assert mean * (len(differences) - 2) == inner
    assert min(differences) <= mean <= max(differences)


@settings(deadline=None)
@given(
    results=evenings(),
    counting=st.sampled_from(Counting),
    data=st.data(),
)
def test_the_order_of_results_changes_nothing(
    results: list[TableResult], counting: Counting, data: st.DataObject
) -> None:
    rules = ScoringRules(counting=counting)
    shuffled = data.draw(st.permutations(results))
    assert score_deals(results, rules) == score_deals(shuffled, rules)
    assert score_evening(results, rules) == score_evening(shuffled, rules)
    expected = expected_results(results)
    for deal in {result.deal for result in results}:
        own, other = ([one for one in each if one.deal == deal] for each in (results, shuffled))
        assert traveller(own, rules, expected=expected) == traveller(other, rules, expected=expected)
        assert frequency_list(own, rules, expected=expected) == frequency_list(
            other, rules, expected=expected
        )


@settings(deadline=None)
@given(results=evenings(), counting=st.sampled_from(Counting))
def test_both_directions_of_a_result_add_up(results: list[TableResult], counting: Counting) -> None:
    rules = ScoringRules(counting=counting)
    whole = 100 if counting == Counting.MATCHPOINTS else 0
    by_deal = defaultdict(list)
    for score in score_deals(results, rules):
        by_deal[score.deal].append(score)
    for deal, scores in by_deal.items():
        played = [score for score in scores if score.average is None]
        counted = [result for result in results if result.deal == deal and result.counts]
        assert len(played) == 2 * len(counted)
        assert sum(score.score for score in played) == whole * len(counted)
        if counting == Counting.MATCHPOINTS:
            expected = expected_results(results)
            for direction in (0, 1):
                points = [score.matchpoints for score in played if score.direction == direction]
                assert sum(points) == len(counted) * (expected - 1)
            assert all(0 <= score.score <= 100 for score in scores)


@settings(deadline=None)
@given(results=evenings(), counting=st.sampled_from(Counting))
def test_lists_and_travellers_show_every_result_once(results: list[TableResult], counting: Counting) -> None:
    rules = ScoringRules(counting=counting)
    expected = expected_results(results)
    for deal in {result.deal for result in results}:
        own = [result for result in results if result.deal == deal]
        lines = frequency_list(own, rules, expected=expected)
        assert sum(line.times for line in lines) == sum(result.counts for result in own)
        assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
        shown = traveller(own, rules, expected=expected)
        assert sorted(line.result.table for line in shown) == sorted(result.table for result in own)
        worth = deal_worth(own, rules, expected=expected)
        for line in shown:
            if line.result.counts:
                assert line.scores == tuple(
                    own[made].score for own, made in zip(worth, line.result.made, strict=True)
                )
            assert (line.scores is None) == (line.result.points is None and line.result.average is None)


@settings(deadline=None)
@given(results=evenings(), counting=st.sampled_from(Counting), bot=st.integers(1, 8))
def test_a_bot_is_marked_and_changes_no_score(
    results: list[TableResult], counting: Counting, bot: int
) -> None:
    rules = ScoringRules(counting=counting)
    marked = [TableResult(one.deal, one.table, one.sides, one.points, one.average, (bot,)) for one in results]
    plain, with_bot = score_evening(results, rules), score_evening(marked, rules)
    for name, score in with_bot.items():
        assert score.mean == plain[name].mean
        assert [deal._replace(with_bot=False) for deal in score.deals] == list(plain[name].deals)
        assert {deal.with_bot for deal in score.deals} == {name == bot}


@given(data=st.data(), deals=st.integers(1, 6), scale=st.sampled_from([LAW_SCALE, (), (10, 30, 60)]))
def test_what_a_team_gains_the_other_loses(data: st.DataObject, deals: int, scale: tuple[int, ...]) -> None:
    teams = [(1, 2), (3, 4), (5, 6), (7, 8)]
    results = []
    for deal in range(1, deals + 1):
        for table, (one, other) in enumerate(((1, 4), (3, 2), (5, 8), (7, 6)), start=1):
            results.append(TableResult(deal, table, ((one,), (other,)), data.draw(st.none() | POINTS)))
    rules = ScoringRules(scale=scale)
    scores = score_teams(results, teams, rules)
    assert sum(score.score for score in scores) == 0
    assert scores == score_teams(data.draw(st.permutations(results)), teams, rules)


def test_a_deal_with_one_result_is_average() -> None:
    alone = [TableResult(1, 1, ((1,), (2,)), (162, 0))]
    assert [score.score for score in score_deals(alone, MATCHPOINTS)] == [50, 50]
    assert [score.score for score in score_deals(alone, MATCHPOINTS, expected=4)] == [50, 50]
    assert [score.score for score in score_deals(alone, DIFFERENCE)] == [0, 0]


def test_a_deal_not_played_or_void_counts_for_nobody() -> None:
    results = [
        TableResult(1, 1, ((1,), (4,)), (100, 62)),
        TableResult(1, 2, ((2,), (5,)), (62, 100)),
        TableResult(1, 3, ((3,), (6,))),
    ]
    scores = {score.entrant: score.score for score in score_deals(results, MATCHPOINTS)}
    assert scores.keys() == {1, 2, 4, 5}
    # Two results of three: (2 x 3 + 1) / 2 = 3 1/2 of 4.
    assert (scores[1], scores[2]) == (Fraction(175, 2), Fraction(25, 2))
    with pytest.raises(ValueError, match="no points"):
        assert results[2].difference


def test_where_each_plays_for_itself_places_are_compared() -> None:
    """Three tables of three, fewest points win. At place 2 all made the same; at table 3 an average was given."""
    results = [
        TableResult(1, 1, ((1,), (2,), (3,)), (8, 2, 0), low=True),
        TableResult(1, 2, ((4,), (5,), (6,)), (0, 2, 8), low=True),
        TableResult(1, 3, ((7,), (8,), (9,)), (4, 2, 4), low=True),
        TableResult(1, 4, ((10,), (11,), (12,)), (1, 1, 8), average=(60, 50, 40), low=True),
    ]
    scores = {score.entrant: score.score for score in score_deals(results, ScoringRules(), expected=3)}
    assert [scores[entrant] for entrant in (4, 7, 1)] == [100, 50, 0]
    assert [scores[entrant] for entrant in (2, 5, 8)] == [50, 50, 50]
    assert [scores[entrant] for entrant in (3, 9, 6)] == [100, 50, 0]
    assert [scores[entrant] for entrant in (10, 11, 12)] == [60, 50, 40]
    rules = ScoringRules(counting=Counting.DIFFERENCE)
    by_points = {score.entrant: score.score for score in score_deals(results[:3], rules)}
    assert by_points == {1: -4, 4: 4, 7: 0, 2: 0, 5: 0, 8: 0, 3: 4, 6: -4, 9: 0}
    lines = frequency_list(results, ScoringRules(), expected=3, side=2)
    assert [tuple(line) for line in lines] == [((0,), 1, 100), ((4,), 1, 50), ((8,), 1, 0)]
    assert [tuple(line) for line in frequency_list(results, ScoringRules(), expected=3, side=1)] == [
        ((2,), 3, 50)
    ]
    shown = traveller(results, ScoringRules(), expected=3)
    assert [line.result.table for line in shown] == [1, 2, 3, 4]
    assert shown[0].scores == (0, 50, 100)
