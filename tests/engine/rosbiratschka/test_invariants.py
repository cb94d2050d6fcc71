"""Invariants of every game of Rosbiratschka (rules/rosbiratschka 1, R27 to R29)."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.actions import Deal
from games.engine.cards import PACK_OF_32
from games.engine.rosbiratschka.state import Contract, State
from games.engine.seats import HOUSE
from tests.engine.rosbiratschka.positions import ROSBIRATSCHKA, after_moves, before, offered_moves, to_act
from tests.long_counts import repetitions

SUMS = {
    Contract.NO_TRICKS: {8, 16, -8},
    Contract.NO_HEARTS: {8, 16, -8},
    Contract.NO_JACKS: {8, 16, -8},
    Contract.KING: {8},
    Contract.HUNDRED: {8},
    Contract.LAYOUT: {8},
}


def deal_by_chance(contract: Contract, rng: Random, **options: object) -> State:
    deck = list(PACK_OF_32)
    rng.shuffle(deck)
    dealer = rng.randrange(4)
    waiting = before(contract, dealer=dealer, **options)
    return ROSBIRATSCHKA.apply(waiting, HOUSE, Deal(dealer, deck=tuple(deck)))


@pytest.mark.parametrize("contract", list(Contract))
@pytest.mark.parametrize("king_stop", ["after_trick", "at_once"])
def test_r27_r28_the_points_of_a_contract_add_up(contract: Contract, king_stop: str) -> None:
    rng = Random(27)
    met = set()
    for _ in range(repetitions(150, one_in=3)):
        state = deal_by_chance(contract, rng, king_stop=king_stop)
        while not state.results:
            state = after_moves(state, rng.choice(offered_moves(state)))
        met.add(sum(state.results[0].score))
    assert met <= SUMS[contract]


@pytest.mark.slow
@pytest.mark.parametrize("layout_choice", ["extend_first", "free"])
def test_r29_nobody_is_stuck_for_a_whole_circle(layout_choice: str) -> None:
    rng = Random(29)
    for _ in range(repetitions(1500, one_in=3)):
        state = deal_by_chance(Contract.LAYOUT, rng, layout_choice=layout_choice)
        passes = 0
        while not state.results:
            assert state.round is not None
            seat = to_act(state)
            assert isinstance(seat, int)
            assert state.round.hands[seat], "a seat without cards is skipped"
            move = rng.choice(offered_moves(state))
            passes = passes + 1 if move == "-" else 0
            assert passes < 4
            state = after_moves(state, move)
        assert sum(map(bool, state.round.hands)) == 1 if state.round else False


@pytest.mark.parametrize("hundred_line", ["exceed", "reach"])
def test_the_hundred_always_ends_past_its_last_line(hundred_line: str) -> None:
    rng = Random(100)
    least = 100 if hundred_line == "reach" else 101
    for _ in range(repetitions(150, one_in=3)):
        state = deal_by_chance(Contract.HUNDRED, rng, hundred_line=hundred_line)
        while not state.results:
            state = after_moves(state, rng.choice(offered_moves(state)))
        assert state.round is not None
        assert least <= state.round.total <= least + 10
        assert [crossing.line for crossing in state.round.crossed] == [25, 50, 100]


def test_stopping_at_once_never_changes_who_pays_for_the_king() -> None:
    rng = Random(4)
    shorter = 0
    for _ in range(200):
        early = deal_by_chance(Contract.KING, rng, king_stop="at_once")
        assert early.round is not None
        deal = Deal(early.round.dealer, hands=early.round.dealt)
        late = ROSBIRATSCHKA.apply(before(Contract.KING, dealer=deal.dealer), HOUSE, deal)
        while not late.results:
            move = rng.choice(offered_moves(late))
            late = after_moves(late, move)
            early = early if early.results else after_moves(early, move)
        assert early.results[0].score == late.results[0].score
        assert early.round is not None
        shorter += len(early.round.tricks[-1].cards) < 4
    assert shorter
