"""Evenings and seasons that card clubs have published, reproduced: totals and places. Names are numbers here.

* A music society's Skat evening, complete: twelve players, three tables of four, two rounds; one went home
  after the first and is listed without a place.
* The six-evening season of a Swiss Jass club, the game Klaverjas comes from: the best six of its final table,
  all that could be found of it.
* Six pairs of a duplicate bridge club over nine boards, complete; north-south and east-west are ranked apart. The
  sheet gives match points in halves, so everything there is doubled.

No published season of a Klaverjas club was found that gives every evening of every member.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.league.standings.evening_scores import evenings_worth
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import Score
from games.league.standings.table import table_of

SKAT = {
    1: (1035, 889),
    2: (900, 942),
    3: (890, 852),
    4: (511, 861),
    5: (714, 592),
    6: (983, 130),
    7: (348, 734),
    8: (626, 376),
    9: (284, 640),
    10: (497, 297),
    11: (234, 65),
    12: (378,),
}
PUBLISHED_SKAT = [
    (1, 1, 1924),
    (2, 2, 1842),
    (3, 3, 1742),
    (4, 4, 1372),
    (5, 5, 1306),
    (6, 6, 1113),
    (7, 7, 1082),
    (8, 8, 1002),
    (9, 9, 924),
    (10, 10, 794),
    (11, 11, 299),
    (None, 12, 378),
]
JASS = {
    1: (3821, 3956, 4017, 4063, 3889, 4306),
    2: (3882, 3999, 4029, 3714, 4375, 3801),
    3: (3791, 4049, 3895, 3817, 3662, 4154),
    4: (3915, 3612, 3754, 3865, 3936, 3601),
    5: (3970, 3695, 3615, 3764, 3745, 3608),
    6: (3480, 3738, 3556, 3835, 3226, 4025),
}
PUBLISHED_JASS = [(1, 1, 24052), (2, 2, 23800), (3, 3, 23368), (4, 4, 22683), (5, 5, 22397), (6, 6, 21860)]

TOP = 4
"""A board's top with three tables: two match points, doubled. The sides of a board share them."""

NORTH_SOUTH = {
    1: (0, 0, 3, 2, 2, 4, 4, 2, 4),
    2: (2, 2, 0, 0, 4, 0, 2, 0, 0),
    3: (4, 4, 3, 4, 0, 2, 0, 4, 2),
}
EAST_WEST = {
    1: (4, 4, 1, 0, 4, 2, 2, 4, 4),
    2: (0, 0, 1, 4, 0, 4, 0, 2, 0),
    3: (2, 2, 4, 2, 2, 0, 4, 0, 2),
}
PUBLISHED_NORTH_SOUTH = [(1, 3, 11.5, 63.9), (2, 1, 10.5, 58.3), (3, 2, 5.0, 27.8)]
PUBLISHED_EAST_WEST = [(1, 1, 12.5, 69.4), (2, 3, 9.0, 50.0), (3, 2, 5.5, 30.6)]


@pytest.mark.parametrize(
    ("boards", "published"), [(NORTH_SOUTH, PUBLISHED_NORTH_SOUTH), (EAST_WEST, PUBLISHED_EAST_WEST)]
)
def test_a_published_evening_comes_out_as_published(
    boards: dict[int, tuple[int, ...]], published: list[tuple[int, int, float, float]]
) -> None:
    scores = [
        Score(pair, 1, board, 0, points, TOP - points, rounds=1, planned=1, others=(TOP - points,))
        for pair, sheet in boards.items()
        for board, points in enumerate(sheet)
    ]
    rules = replace(CompetitionRules(), waiting="nothing")
    rows = table_of(boards, evenings_worth(scores, (), rules), evenings=[1], rules=rules)
    told = [
        (row.place, row.entrant, row.total / 2, round(100 * row.total / (TOP * len(boards[1])), 1))
        for row in rows
    ]
    assert told == published


def test_the_boards_of_the_published_evening_share_out_every_point() -> None:
    for boards in (NORTH_SOUTH, EAST_WEST):
        assert {sum(each) for each in zip(*boards.values(), strict=True)} == {6}


@pytest.mark.parametrize(
    ("evenings", "least", "published"), [(SKAT, 2, PUBLISHED_SKAT), (JASS, 0, PUBLISHED_JASS)]
)
def test_a_published_table_comes_out_as_published(
    evenings: dict[int, tuple[int, ...]], least: int, published: list[tuple[int | None, int, int]]
) -> None:
    scores = [
        Score(player, evening, 1, 0, points, 0, rounds=1, planned=1, others=(0,))
        for player, brought in evenings.items()
        for evening, points in enumerate(brought)
    ]
    rules = CompetitionRules(minimum_evenings=least, tie_first="none", tie_second="none")
    season = evenings_worth(scores, (), rules)
    rows = table_of(reversed(evenings), season, evenings=range(len(evenings[1])), rules=rules)
    assert [(row.place, row.entrant, row.total) for row in rows] == published
