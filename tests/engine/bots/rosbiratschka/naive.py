"""Exact play by the plainest means, on the engine: the judge of the compact solver."""

from __future__ import annotations

from fractions import Fraction

from games.engine.rosbiratschka.state import State
from tests.engine.rosbiratschka.positions import after_moves, offered_moves, to_act


def values(state: State) -> tuple[Fraction, ...]:
    """By seat how many points fewer it pays than the other three on average when every seat plays what is best for
    itself; where several moves are equally good for it, what they bring to the others is equally likely."""
    if state.results:
        score = state.results[-1].score
        return tuple(Fraction(sum(score) - 4 * own, 3) for own in score)
    seat = to_act(state)
    assert isinstance(seat, int)
    found = {values(after_moves(state, card)) for card in offered_moves(state)}
    most = max(each[seat] for each in found)
    best = [each for each in found if each[seat] == most]
    return tuple(sum(column) / len(best) for column in zip(*best, strict=True))
