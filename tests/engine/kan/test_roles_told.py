"""The sentence beside the first question of a match: which seats are kan, and how many points each side needs."""

from __future__ import annotations

import pytest

from games.engine.kan.state import State
from games.engine.seats import Seat
from games.engine.words import Text, text
from tests.engine.kan.positions import KAN, dealt, later, moved

HANDS = ("XX SK", "", "SA", "", "")
"""Seats 0 and 2 are kan, the joker's role first."""


def told(state: State, seat: Seat | None) -> Text | None:
    return KAN.view(state, seat).prompt.aside


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (0, text("told_kan", seat=2, points=9)),
        (2, text("told_kan", seat=0, points=9)),
        (1, text("told_mukan", seat=0, other_seat=2, points=9, own_points=8)),
        (4, text("told_mukan", seat=0, other_seat=2, points=9, own_points=8)),
    ],
)
def test_every_seat_is_told_its_side_and_what_it_needs(seat: Seat, sentence: Text) -> None:
    assert told(dealt(*HANDS, rounds=10), seat) == sentence


def test_it_is_told_until_both_kan_have_spoken_and_to_no_spectator() -> None:
    first = dealt(*HANDS, rounds=10)
    assert told(moved(first, "iku"), 1) is not None
    assert [told(moved(first, "iku", "koi"), seat) for seat in range(5)] == [None] * 5
    assert told(first, None) is None


def test_later_deals_of_the_round_do_without_it() -> None:
    assert [told(later("SA S7 S5", "", "H8", "", ""), seat) for seat in range(5)] == [None] * 5
