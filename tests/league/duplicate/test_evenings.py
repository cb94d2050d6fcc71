"""Five evenings worked out by hand, and what an arbiter's average is worth beside the rest of an evening.

Each docstring has the evening as it would be reckoned on paper; `deal` gives the points of north-south and east-west.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from games.league.duplicate.movements import Movement, howell, mitchell
from games.league.duplicate.scoring import (
    Counting,
    EveningScore,
    ScoringRules,
    TableResult,
    frequency_list,
    score_evening,
    score_teams,
    traveller,
)

Written = dict[int, list[tuple[int, int] | None]]
"""By deal the points at each table, in the order of the tables."""


def results_of(movement: Movement, written: Written, *, bots: tuple[int, ...] = ()) -> list[TableResult]:
    """The results of an evening as written down."""
    return [
        TableResult(deal, meeting.table, (meeting.north_south, meeting.east_west), points, bots=bots)
        for played in movement.rounds
        for place, meeting in enumerate(played.meetings)
        for deal in movement.deals_of(meeting.deal_set)
        for points in [written[deal][place]]
    ]


def means(evening: Mapping[int, EveningScore], line: Iterable[int]) -> list[tuple[int, Fraction]]:
    """Entrant and mean of everybody in a line with a deal, the best first."""
    found = [(entrant, evening[entrant].mean) for entrant in line if entrant in evening]
    return sorted(found, key=lambda one: (-one[1], one[0]))


def test_first_evening_three_tables_with_two_winners() -> None:
    """Three tables, three rounds of one deal. Pairs 1, 2, 3 stay north-south, 4, 5, 6 move up. Three results a deal,
    so the most is 4 matchpoints.

    Deal 1: 1-4 +162, 2-5 +38, 3-6 +38. Pair 1 beats both: 4. Pairs 2 and 3 are equal, 1 each. Their opponents: 0, 3, 3.
        North-south 100, 25, 25 %; 4: 0, 5: 75, 6: 75 %.
    Deal 2: 1-6 -2, 2-4 +18, 3-5 -162. Pair 2: 4, 1: 2, 3: 0. So 2: 100, 1: 50, 3: 0 %; 4: 0, 6: 50, 5: 100 %.
    Deal 3: 81 all three times: 2 each, 50 % for everybody.

    North-south: 1 (100 + 50 + 50) / 3 = 66 2/3; 2 (25 + 100 + 50) / 3 = 58 1/3; 3 (25 + 0 + 50) / 3 = 25.
    East-west: 5 (75 + 100 + 50) / 3 = 75; 6 (75 + 50 + 50) / 3 = 58 1/3; 4 (0 + 0 + 50) / 3 = 16 2/3.
    """
    movement = mitchell([1, 2, 3, 4, 5, 6], rounds=3, deals_per_round=1)
    written: Written = {
        1: [(162, 0), (100, 62), (100, 62)],
        2: [(80, 82), (90, 72), (0, 162)],
        3: [(81, 81), (81, 81), (81, 81)],
    }
    results, rules = results_of(movement, written), ScoringRules()
    evening = score_evening(results, rules)
    north_south, east_west = (means(evening, line) for line in movement.lines)
    assert north_south == [
        (1, Fraction(200, 3)),
        (2, Fraction(175, 3)),
        (3, Fraction(25)),
    ]
    assert east_west == [
        (5, Fraction(75)),
        (6, Fraction(175, 3)),
        (4, Fraction(50, 3)),
    ]
    first = [result for result in results if result.deal == 1]
    assert [tuple(line) for line in frequency_list(first, rules, expected=3)] == [
        ((162, 0), 1, 100),
        ((100, 62), 2, 25),
    ]
    assert [tuple(line) for line in frequency_list(first, rules, expected=3, side=1)] == [
        ((62, 100), 2, 75),
        ((0, 162), 1, 0),
    ]
    assert [line.result.north_south for line in traveller(first, rules, expected=3)] == [(1,), (2,), (3,)]


def test_second_evening_with_an_average_and_factoring() -> None:
    """Four tables, two rounds of one deal. In deal 2 the arbiter gives pair 1 60 % and pair 8, at fault, 40 %.

    Deal 1: 1-5 +100, 2-6 +60, 3-7 +60, 4-8 -40: of 6 matchpoints 6, 3, 3, 0; 100, 50, 50, 0 % and 0, 50, 50, 100 %.
    Deal 2 has three results where four are expected: 2-5 +20, 3-6 +10, 4-7 0. Matchpoints 4, 2, 0 become
        (4 x 4 + 1) / 3 = 5 2/3, (2 x 4 + 1) / 3 = 3, (0 x 4 + 1) / 3 = 1/3, together 9, three times half the top.
        Of 6: 94 4/9, 50, 5 5/9 %; east-west 5 5/9, 50, 94 4/9 %.
    Pair 1 made 100 % on its other deal: instead of 60 it gets 100. Pair 8 made 100 %, and gets 40.

    1: 100. 2: (50 + 94 4/9) / 2 = 72 2/9. 3: 50. 4: (0 + 5 5/9) / 2 = 2 7/9.
    7: (50 + 94 4/9) / 2 = 72 2/9. 8: (100 + 40) / 2 = 70. 6: 50. 5: (0 + 5 5/9) / 2 = 2 7/9.
    """
    movement = mitchell(range(1, 9), rounds=2, deals_per_round=1)
    written: Written = {
        1: [(131, 31), (111, 51), (111, 51), (61, 101)],
        2: [(0, 162), (91, 71), (86, 76), (81, 81)],
    }
    results = [
        TableResult(2, 1, ((1,), (8,)), (0, 162), average=(60, 40))
        if (one.deal, one.table) == (2, 1)
        else one
        for one in results_of(movement, written)
    ]
    rules = ScoringRules()
    evening = score_evening(results, rules)
    north_south, east_west = (means(evening, line) for line in movement.lines)
    assert north_south == [
        (1, Fraction(100)),
        (2, Fraction(650, 9)),
        (3, Fraction(50)),
        (4, Fraction(25, 9)),
    ]
    assert east_west == [
        (7, Fraction(650, 9)),
        (8, Fraction(70)),
        (6, Fraction(50)),
        (5, Fraction(25, 9)),
    ]
    second = [result for result in results if result.deal == 2]
    shown = traveller(second, rules, expected=4)
    assert [line.result.table for line in shown] == [2, 3, 4, 1]
    assert shown[-1].scores == (60, 40)
    assert len(frequency_list(second, rules, expected=4)) == 3


def test_third_evening_by_the_difference_from_the_mean() -> None:
    """Five tables, two rounds of one deal, points counted. At table 5 deal 2 was void.

    Deal 1: +162, +40, +20, 0, -300. Without the best and the worst the mean is (40 + 20 + 0) / 3 = 20: north-south
        +142, +20, 0, -20, -320. East-west the opposite.
    Deal 2: +30, +10, -10, -70: four results, all count, the mean is -40 / 4 = -10. +40, +20, 0, -60.

    1: (142 + 40) / 2 = 91. 2: (20 + 20) / 2 = 20. 3: 0. 4: (-20 - 60) / 2 = -40. 5: one deal, -320.
    East-west, 6 to 10, one table up in round 2: 10 sat against 1: (320 - 40) / 2 = 140. 6 against 2:
    (-142 - 20) / 2 = -81. 7 against 3: (-20 - 0) / 2 = -10. 8 against 4: (0 + 60) / 2 = 30. 9: one deal, 20.
    """
    movement = mitchell(range(1, 11), rounds=2, deals_per_round=1)
    written: Written = {
        1: [(162, 0), (101, 61), (91, 71), (81, 81), (0, 300)],
        2: [(96, 66), (86, 76), (76, 86), (46, 116), None],
    }
    rules = ScoringRules(counting=Counting.DIFFERENCE)
    evening = score_evening(results_of(movement, written), rules)
    north_south, east_west = (means(evening, line) for line in movement.lines)
    assert north_south == [(1, 91), (2, 20), (3, 0), (4, -40), (5, -320)]
    assert east_west == [(10, 140), (8, 30), (9, 20), (7, -10), (6, -81)]
    assert len(evening[5].deals) == 1


def test_fourth_evening_of_teams() -> None:
    """Four teams of two pairs (1 2, 3 4, 5 6, 7 8), two matches of two deals; the scale of bridge, 60 % are 3.

    First against second team: 1 north-south against 4, and 3 north-south against 2.
        Deal 1: +162 there, +100 here: 62 for the first team, 2 steps (50 to 80). Deal 2: -38 and +42: -80, -2 steps.
        Together 0, a draw.
    Third against fourth: 5 against 8, 7 against 6.
        Deal 1: +162 and -162: 324, 8 steps (320 to 360). Deal 2: the arbiter gives the third 60 %, the fourth 40 %: +3.
        Together 11, a mean of 5 1/2.
    """
    teams = [(1, 2), (3, 4), (5, 6), (7, 8)]
    results = [
        TableResult(1, 1, ((1,), (4,)), (162, 0)),
        TableResult(1, 2, ((3,), (2,)), (131, 31)),
        TableResult(2, 1, ((1,), (4,)), (62, 100)),
        TableResult(2, 2, ((3,), (2,)), (102, 60)),
        TableResult(1, 3, ((5,), (8,)), (162, 0)),
        TableResult(1, 4, ((7,), (6,)), (0, 162)),
        TableResult(2, 3, ((5,), (8,)), average=(60, 40)),
        TableResult(2, 4, ((7,), (6,)), (81, 81), bots=(7,)),
    ]
    rules = ScoringRules()
    assert [
        (score.team, score.deal, score.difference, score.score)
        for score in score_teams(results, teams, rules)
    ] == [
        (0, 1, 62, 2),
        (1, 1, -62, -2),
        (2, 1, 324, 8),
        (3, 1, -324, -8),
        (0, 2, -80, -2),
        (1, 2, 80, 2),
        (2, 2, None, 3),
        (3, 2, None, -3),
    ]


def test_fifth_evening_of_five_pairs_one_with_a_bot() -> None:
    """Five pairs in a Howell of five deals; each pair waits once and plays four. Two results a deal: 100, 50 or 0 %.

    Deal 1: 2-5 +78, 4-3 0. 2 beats 4: 2 and 3 100, 4 and 5 0.
    Deal 2: 3-1 -42, 5-4 +162: 5 and 1 100, 3 and 4 0.
    Deal 3: 2-4 +18, 1-5 +18: 50 for all four.
    Deal 4: 3-5 +38, 2-1 -82: 3 and 1 100, 2 and 5 0.
    Deal 5: 4-1 -162, 3-2 0: 3 and 1 100, 4 and 2 0.

    1: (100 + 50 + 100 + 100) / 4 = 87 1/2. 2: (100 + 50 + 0 + 0) / 4 = 37 1/2. 3: (100 + 0 + 100 + 100) / 4 = 75.
    4: (0 + 0 + 50 + 0) / 4 = 12 1/2. 5, with a bot: (0 + 100 + 50 + 0) / 4 = 37 1/2.
    """
    movement = howell([1, 2, 3, 4, 5], rounds=5, deals_per_round=1)
    seated = [
        [(*meeting.north_south, *meeting.east_west) for meeting in played.meetings]
        for played in movement.rounds
    ]
    assert seated == [
        [(2, 5), (4, 3)],
        [(3, 1), (5, 4)],
        [(2, 4), (1, 5)],
        [(3, 5), (2, 1)],
        [(4, 1), (3, 2)],
    ]
    written: Written = {
        1: [(120, 42), (81, 81)],
        2: [(60, 102), (162, 0)],
        3: [(90, 72), (90, 72)],
        4: [(100, 62), (40, 122)],
        5: [(0, 162), (81, 81)],
    }
    results = results_of(movement, written, bots=(5,))
    (line,) = movement.lines
    half = Fraction(1, 2)
    evening = score_evening(results, ScoringRules())
    assert means(evening, line) == [
        (1, 87 + half),
        (3, 75),
        (2, 37 + half),
        (5, 37 + half),
        (4, 12 + half),
    ]
    assert {name: {deal.with_bot for deal in score.deals} for name, score in evening.items()} == {
        name: {name == 5} for name in line
    }


def test_averages_beside_the_other_deals() -> None:
    """An average plus is never less than 60 and an average minus never more than 40; other averages stand. In points
    60 % are 20 above the mean, or what the pair made on the other deals."""
    others = [TableResult(1, 1, ((1,), (2,)), (162, 0)), TableResult(1, 2, ((3,), (4,)), (0, 162))]
    averages = {(60, 40): (100, 0), (40, 60): (40, 60), (50, 50): (50, 50), (55, 45): (55, 45)}
    for average, worth in averages.items():
        evening = score_evening([*others, TableResult(2, 1, ((1,), (2,)), average=average)], ScoringRules())
        assert (evening[1].deals[1].score, evening[2].deals[1].score) == worth
    rules = ScoringRules(counting=Counting.DIFFERENCE)
    evening = score_evening([*others, TableResult(2, 1, ((3,), (4,)), average=(60, 40))], rules)
    assert (evening[3].deals[1].score, evening[4].deals[1].score) == (20, -20)
    only = score_evening([TableResult(1, 1, ((1,), (2,)), average=(60, 40))], ScoringRules())
    assert (only[1].mean, only[2].mean) == (60, 40)
