"""The belief never rules out a card that is held, and learns what the rules tell."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.rosbiratschka.belief import Belief, belief, draw
from games.bots.rosbiratschka.compact.positions import mask
from games.engine.rosbiratschka.state import Contract, State
from tests.engine.bots.rosbiratschka.rounds import any_deal, any_options
from tests.engine.rosbiratschka.positions import (
    ROSBIRATSCHKA,
    after_moves,
    deal_contract,
    offered_moves,
    to_act,
)
from tests.long_counts import repetitions

DEALS = [20, pytest.param(repetitions(300), marks=pytest.mark.slow)]


def belief_of(state: State) -> Belief:
    """The belief of the seat to act."""
    return belief(ROSBIRATSCHKA.view(state, to_act(state)))


@pytest.mark.parametrize("contract", list(Contract))
@pytest.mark.parametrize("deals", DEALS)
def test_no_card_that_is_held_is_ruled_out_and_every_drawn_deal_fits(contract: Contract, deals: int) -> None:
    rng = Random(f"{contract} {deals}")
    for _ in range(deals):
        state = any_deal(rng, contract, **any_options(rng))
        while not state.results:
            assert state.round is not None
            told = belief_of(state)
            hands = [mask(hand) for hand in state.round.hands]
            assert told.hand == hands[told.seat]
            assert told.unseen == sum(hands) - told.hand
            assert told.sizes == tuple(hand.bit_count() for hand in hands)
            for seat, hand in enumerate(hands):
                assert seat == told.seat or not hand & ~told.may_hold[seat]
            for seat, hand in enumerate(draw(told, rng)):
                assert hand.bit_count() == told.sizes[seat]
                assert seat == told.seat or not hand & ~told.may_hold[seat]
            state = after_moves(state, rng.choice(offered_moves(state)))


def test_a_seat_that_does_not_follow_has_none_of_the_suit() -> None:
    hands = ("SA S7", "HA", "S8 S9", "ST SJ")
    told = belief_of(after_moves(deal_contract(Contract.NO_HEARTS, *hands), "SA HA S8"))
    assert not told.may_hold[1] & mask(["S9", "ST", "SJ", "SQ", "SK"])
    assert told.may_hold[2] & mask(["S9"])


def test_a_seat_that_passes_holds_nothing_that_fitted() -> None:
    hands = ("SJ SQ", "HA HK HT H9 H8 H7 DA DK", "HJ", "DJ")
    told = belief_of(after_moves(deal_contract(Contract.LAYOUT, *hands), "SJ -"))
    assert not told.may_hold[1] & mask(["ST", "SQ", "HJ", "DJ", "CJ"])
    assert told.may_hold[3] & mask(["ST"])


def test_a_jack_placed_where_rows_must_be_extended_tells_that_nothing_else_fitted() -> None:
    hands = ("SJ", "HJ HA HK HT H9 H8 H7 DA", "DJ", "CJ")
    for choice, is_ruled_out in (("extend_first", True), ("free", False)):
        told = belief_of(after_moves(deal_contract(Contract.LAYOUT, *hands, layout_choice=choice), "SJ HJ"))
        assert bool(told.may_hold[1] & mask(["ST"])) != is_ruled_out
