"""Invariants of every deal of Kan, whatever is played under whatever house rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.kan.state import PACK, SCORING_CARDS, Deal, End, Phase
from tests.engine.kan.positions import KAN
from tests.engine.playing import options_for, seeds, steps
from tests.long_counts import repetitions


def cards_of(deal: Deal) -> list[str]:
    """Every card of a deal, in hands, in the running trick and in tricks."""
    in_tricks = [card for trick in deal.tricks for card in trick.cards]
    return [*(card for hand in deal.hands for card in hand), *deal.trick, *in_tricks]


@given(data=st.data())
@settings(max_examples=repetitions(40, one_in=3))
def test_cards_points_and_seats_hold_together(data: st.DataObject) -> None:
    options = data.draw(options_for(KAN))
    for state, entry in steps(KAN, options, data.draw(seeds)):
        deal = state.deal
        if deal is None:
            continue
        assert sorted(cards_of(deal)) == sorted(PACK)
        taken = {card for trick in deal.tricks for card in trick.cards} & SCORING_CARDS
        assert set(deal.captured[0]) | set(deal.captured[1]) == taken
        assert sum(deal.points) == len(taken)
        one, other = (deal.ring.index(seat) for seat in deal.kan)
        assert (one - other) % 5 in (2, 3)
        jokers = [number for number, trick in enumerate(deal.tricks, start=1) if "XX" in trick.cards]
        assert all(2 <= number <= 9 for number in jokers)
        if deal.phase is Phase.ANNOUNCE:
            assert 0 in deal.points
            assert len(SCORING_CARDS) - sum(deal.points) >= 3
        if entry.data["do"] == "deal" and not deal.void and deal.phase is Phase.OVER:
            winner_points = deal.points[0 if deal.won else 1]
            assert winner_points >= 8 or deal.end in (End.JUUROKU_FAILED, End.GYAKU_JUUROKU_FAILED)


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=repetitions(40, one_in=3))
def test_the_others_never_see_more_than_how_many_cards_a_hand_has(data: st.DataObject) -> None:
    """The view of each seat holds its own hand and open cards, and no other card of a hand."""
    for state, _ in steps(KAN, data.draw(options_for(KAN, rounds=1)), data.draw(seeds)):
        deal = state.deal
        if deal is None or deal.phase is Phase.OVER:
            continue
        for viewer in range(5):
            view = KAN.view(state, viewer)
            assert {held.card for held in view.hand} == set(deal.hands[viewer])
            shown = {card for zone in view.showings for card in zone.cards}
            assert not shown or viewer in deal.kan
            lying = [card for zone in view.captured for card in zone.cards]
            assert not set(lying) & {card for hand in deal.hands for card in hand}
