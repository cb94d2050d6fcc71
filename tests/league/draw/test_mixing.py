"""Promises of the draw where everybody plays for himself: sizes a game allows, fair waiting, new faces."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.league.draw import TooFewPlayers, mixed_tables, table_sizes

THREE_TO_SIX = range(3, 7)
FIVE = range(5, 6)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (5, 4)),
        (10, (5, 5)),
        (11, (4, 4, 3)),
        (13, (5, 4, 4)),
        (16, (4, 4, 4, 4)),
        (17, (5, 4, 4, 4)),
    ],
)
def test_a_field_that_does_not_divide_sits_at_larger_and_smaller_tables(
    players: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(players, seats=THREE_TO_SIX, wished=4) == sizes


def test_as_many_as_can_be_play_at_tables_of_the_sizes_allowed() -> None:
    for seats in (range(4, 5), FIVE, THREE_TO_SIX, range(4, 7)):
        for wished in seats:
            for players in range(min(seats), 81):
                sizes = table_sizes(players, seats=seats, wished=wished)
                assert set(sizes) <= set(seats)
                left = players - sum(sizes)
                assert left < min(seats)
                if players >= 12 and len(seats) > 1:
                    assert left == 0
    assert table_sizes(11, seats=FIVE, wished=5) == (5, 5)
    with pytest.raises(TooFewPlayers):
        table_sizes(4, seats=FIVE, wished=5)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [range(4, 5), FIVE, THREE_TO_SIX])
def test_everybody_sits_once_or_waits_and_waiting_is_shared_out(seats: range) -> None:
    for seed in range(60):
        chance = Random(seed)
        players, rounds = chance.randint(max(seats), 30), chance.randint(1, 6)
        plan = mixed_tables(range(players), rounds=rounds, seats=seats, wished=4, chance=chance)
        waits = Counter(dict.fromkeys(range(players), 0))
        for seated in plan:
            named = [name for table in seated.tables for name in table] + list(seated.waiting)
            assert sorted(named) == list(range(players))
            assert all(len(table) in seats for table in seated.tables)
            waits.update(seated.waiting)
        assert max(waits.values()) - min(waits.values()) <= 1


def test_those_who_waited_tonight_sit_first() -> None:
    (seated,) = mixed_tables(range(11), rounds=1, seats=FIVE, wished=5, chance=Random(1), waited={0: 1})
    assert 0 not in seated.waiting
    everybody = dict.fromkeys(range(1, 11), 1)
    (seated,) = mixed_tables(range(11), rounds=1, seats=FIVE, wished=5, chance=Random(1), waited=everybody)
    assert seated.waiting == (0,)


def test_sixteen_meet_everybody_once_in_five_rounds_or_nearly() -> None:
    """Sixteen at tables of four: five rounds are just enough for all 120 pairs; a random draw repeats some 30."""
    for seed in range(5):
        plan = mixed_tables(range(16), rounds=5, seats=range(4, 5), wished=4, chance=Random(seed))
        met = Counter(
            frozenset(pair) for seated in plan for table in seated.tables for pair in combinations(table, 2)
        )
        assert max(met.values()) <= 2
        assert sum(count - 1 for count in met.values()) <= 20


def test_who_met_on_an_earlier_evening_meets_others_now() -> None:
    earlier = mixed_tables(range(12), rounds=1, seats=range(4, 5), wished=4, chance=Random(3))
    met = Counter(frozenset(pair) for table in earlier[0].tables for pair in combinations(table, 2))
    (now,) = mixed_tables(range(12), rounds=1, seats=range(4, 5), wished=4, chance=Random(4), met=met)
    again = [pair for table in now.tables for pair in combinations(table, 2) if frozenset(pair) in met]
    assert len(again) == 3, (
        "four of three tables at three: one pair of each table of four is of one earlier table"
    )


def test_the_order_of_names_changes_nothing() -> None:
    one = mixed_tables(range(9), rounds=3, seats=THREE_TO_SIX, wished=4, chance=Random(5))
    other = mixed_tables(reversed(range(9)), rounds=3, seats=THREE_TO_SIX, wished=4, chance=Random(5))
    assert one == other
    with pytest.raises(ValueError, match="rounds"):
        mixed_tables(range(9), rounds=0, seats=THREE_TO_SIX, wished=4, chance=Random(5))
