"""The sentence beside the first question of a match: which seats are kan, and how many points each side needs."""

from __future__ import annotations

from games.engine.kan.state import State
from games.engine.seats import Seat
from games.engine.words import Text, text
from tests.engine.kan.positions import KAN, after_moves, deal_first, later

HANDS = ("XX SK", "", "SA", "", "")
"""Spades are trumps: seats 0 and 2 are kan, the joker's role first."""


def role_of(state: State, seat: Seat | None) -> Text | None:
    return KAN.view(state, seat).prompt.aside


MUKAN = text("told_mukan", seat=0, other_seat=2, points=9, own_points=8)


def test_each_kan_is_told_the_partner_with_the_question_of_the_lead() -> None:
    first = deal_first(*HANDS)
    assert [role_of(first, seat) for seat in range(5)] == [
        text("told_kan", seat=2, points=9),
        None,
        text("told_kan", seat=0, points=9),
        None,
        None,
    ]
    assert role_of(after_moves(first, "iku"), 0) is None, "seat 0 has answered"


def test_mukan_are_told_with_their_first_card() -> None:
    state = after_moves(deal_first(*HANDS), "iku", "koi")
    heard = []
    for _card in range(10):
        seat = next(seat for seat in range(5) if KAN.pending(state).get(seat))
        heard.append((seat, role_of(state, seat)))
        state = KAN.apply(state, seat, KAN.parse(KAN.choices(state, seat)[0].data))
    first, second = heard[:5], heard[5:]
    assert dict(first) == {0: None, 1: MUKAN, 2: None, 3: MUKAN, 4: MUKAN}
    assert [sentence for _seat, sentence in second] == [None] * 5


def test_spectators_and_later_deals_do_without_it() -> None:
    assert role_of(deal_first(*HANDS), None) is None
    assert [role_of(later("SA S7 S5", "", "H8", "", ""), seat) for seat in range(5)] == [None] * 5


def test_a_change_of_seats_is_told_with_its_reason_until_the_lead_is_settled() -> None:
    """Seats 0 and 1 are neighbours, so seat 1 changes with seat 2 on its right; each of the two reads "you"."""
    first = deal_first("XX SK", "SA", "", "", "")
    assert first.deal is not None
    assert sorted(first.deal.moved) == [1, 2]
    moved = text("told_moved", seat=2, other_seat=1)
    expected = [moved, text("told_own_moved", seat=2), text("told_own_moved", seat=1), moved, moved]
    assert [role_of(first, seat) for seat in range(5)] == expected
    assert role_of(first, None) == moved
    assert role_of(after_moves(first, "iku", "koi"), None) is None
