"""The lists, added up by hand."""

from __future__ import annotations

from games.daily.queries import RankedLine, Result, day_points, ranking, sum_of_days

ANNA, BRAM, CLEO, DAAN = 1, 2, 3, 4
SATURDAY = [Result(ANNA, 120), Result(BRAM, -40), Result(CLEO, 120), Result(DAAN, -300)]
SUNDAY = [Result(BRAM, 10), Result(DAAN, 250)]


def test_equal_points_share_a_place_and_the_next_is_left_out() -> None:
    assert ranking(SATURDAY) == (
        RankedLine(1, ANNA, 120),
        RankedLine(1, CLEO, 120),
        RankedLine(3, BRAM, -40),
        RankedLine(4, DAAN, -300),
    )


def test_a_day_gives_one_point_and_one_for_each_player_with_fewer() -> None:
    assert day_points(SATURDAY) == {ANNA: 3, BRAM: 2, CLEO: 3, DAAN: 1}
    assert day_points(SUNDAY) == {BRAM: 1, DAAN: 2}


def test_several_days_are_added_up() -> None:
    """Anna and Cleo 3, Bram 2 + 1, Daan 1 + 2: all four share the first place."""
    assert sum_of_days([SATURDAY, SUNDAY]) == (
        RankedLine(1, ANNA, 3, 1),
        RankedLine(1, BRAM, 3, 2),
        RankedLine(1, CLEO, 3, 1),
        RankedLine(1, DAAN, 3, 2),
    )
    assert sum_of_days([]) == ()


def test_no_day_costs_anything_and_playing_alone_counts_one() -> None:
    assert day_points([Result(DAAN, -800)]) == {DAAN: 1}
