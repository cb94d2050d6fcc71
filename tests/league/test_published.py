"""A complete evening a card club has published, reproduced: places, totals and percentages. Names replaced.

Six pairs of a duplicate club over nine boards, 22 June 2013; north-south and east-west are ranked apart. The
sheet gives match points in halves, so everything here is doubled. (No published season of a Klaverjas
club was found that gives every evening of every member, only the first few of each.)
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.league.rules import TableRules
from games.league.scores import Score
from games.league.standings import table_of

TOP = 4
"""A board's top with three tables: two match points, doubled. What one does not get of it, the others do."""

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
        Score(pair, 1, board, 0, points, TOP - points, rounds=1, planned=1)
        for pair, sheet in boards.items()
        for board, points in enumerate(sheet)
    ]
    rows = table_of(boards, evenings=[1], scores=scores, rules=replace(TableRules(), waiting="nothing"))
    told = [
        (row.place, row.entrant, row.total / 2, round(100 * row.total / (TOP * len(boards[1])), 1))
        for row in rows
    ]
    assert told == published


def test_the_boards_of_the_published_evening_share_out_every_point() -> None:
    for boards in (NORTH_SOUTH, EAST_WEST):
        assert {sum(each) for each in zip(*boards.values(), strict=True)} == {6}
