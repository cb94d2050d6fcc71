"""The compact form and the engine are one game: same legal cards, seats to play, winners and penalties."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.rosbiratschka.belief import belief
from games.bots.rosbiratschka.compact.positions import BIT, mask
from games.bots.rosbiratschka.search import play_out
from games.engine.rosbiratschka import play
from games.engine.rosbiratschka.state import Contract
from tests.engine.bots.rosbiratschka.rounds import any_deal, any_moment, any_options, compact
from tests.engine.rosbiratschka.positions import ROSBIRATSCHKA, after_moves, offered_moves, to_act
from tests.long_counts import repetitions

DEALS = [600, pytest.param(repetitions(19_400, one_in=20), marks=pytest.mark.slow)]


@pytest.mark.parametrize("deals", DEALS)
def test_both_forms_agree_at_every_step_and_on_the_sheet(deals: int) -> None:
    rng = Random(deals)
    for number in range(deals):
        contract = list(Contract)[number % 6]
        state = any_deal(rng, contract, **any_options(rng))
        assert state.round is not None
        position = compact(state.round, state.options)
        while not state.round.closed:
            assert position.seat == to_act(state)
            assert position.hands == tuple(mask(hand) for hand in state.round.hands)
            cards = offered_moves(state)
            assert position.legal() == mask(card for card in cards if card != "-")
            card = rng.choice(cards)
            position = position.after(BIT.get(card, 0))
            state = after_moves(state, card)
            assert state.round is not None
            if state.round.has_tricks and not state.round.trick:
                assert position.taken == play.penalty_counts(state.round)
                assert position.seat == state.round.tricks[-1].winner
        assert position.decided
        assert position.penalties() == state.results[-1].score


@pytest.mark.parametrize("contract", list(Contract))
def test_the_belief_finds_the_position_on_the_table_again(contract: Contract) -> None:
    rng = Random(contract.value)
    for _ in range(60):
        state = any_moment(rng, contract, rng.randrange(28), **any_options(rng))
        assert state.round is not None
        seat, hands = state.round.to_play, [mask(hand) for hand in state.round.hands]
        known = belief(ROSBIRATSCHKA.view(state, seat))
        position = known.with_hands((hands[0], hands[1], hands[2], hands[3]))
        assert position.seat == seat
        legal = mask(card for card in offered_moves(state) if card != "-")
        assert position.legal() == legal
        if state.round.has_tricks:
            assert position.taken == play.penalty_counts(state.round)
            assert position.cards == mask(state.round.trick)
        if contract is Contract.HUNDRED:
            assert position.total == state.round.total


@pytest.mark.parametrize("contract", list(Contract))
def test_the_quick_player_plays_every_deal_to_its_end(contract: Contract) -> None:
    """The sheet adds up as it must: 8 points, 16 where somebody took nothing, -8 for a slam."""
    rng = Random(contract.value)
    for _ in range(200):
        state = any_deal(rng, contract, **any_options(rng))
        assert state.round is not None
        for sweeper in range(-1, 4):
            total = sum(play_out(compact(state.round, state.options), sweeper))
            assert total in (
                (8, 16, -8) if state.round.has_tricks and contract is not Contract.KING else (8,)
            )


def test_the_quick_player_sweeps_what_cannot_be_lost() -> None:
    from tests.engine.rosbiratschka.positions import deal_contract

    state = deal_contract(Contract.NO_TRICKS, "SA SK SQ SJ ST S9 S8 S7")
    assert state.round is not None
    assert play_out(compact(state.round, state.options), 0) == (-8, 0, 0, 0)
