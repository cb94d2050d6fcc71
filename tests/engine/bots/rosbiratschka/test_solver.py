"""The solver of open hands gives what the plainest search on the engine gives."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.rosbiratschka.belief import belief
from games.bots.rosbiratschka.compact.positions import Solver, mask
from games.engine.rosbiratschka.state import Contract, State
from tests.engine.bots.rosbiratschka.naive import values
from tests.engine.bots.rosbiratschka.rounds import any_moment, any_options
from tests.engine.rosbiratschka.positions import ROSBIRATSCHKA, to_act
from tests.long_counts import repetitions

ENDINGS = [6, pytest.param(repetitions(60), marks=pytest.mark.slow)]


@pytest.mark.parametrize("contract", list(Contract))
@pytest.mark.parametrize("endings", ENDINGS)
def test_it_agrees_with_the_plainest_search(contract: Contract, endings: int) -> None:
    rng = Random(f"{contract} {endings}")
    for _ in range(endings):
        state = random_ending(rng, contract)
        assert state.round is not None
        hands = [mask(hand) for hand in state.round.hands]
        known = belief(ROSBIRATSCHKA.view(state, to_act(state)))
        position = known.with_hands((hands[0], hands[1], hands[2], hands[3]))
        found = Solver().values(position)
        assert found == pytest.approx([float(value) for value in values(state)])


def random_ending(rng: Random, contract: Contract) -> State:
    """A deal by chance with seven or eight cards left in all hands together."""
    while True:
        state = any_moment(rng, contract, 26 if contract is Contract.LAYOUT else 24, **any_options(rng))
        if state.round is not None and 5 <= sum(map(len, state.round.hands)) <= 8:
            return state
