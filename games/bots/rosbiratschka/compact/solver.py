"""Exact play with all hands open, four players each for himself: every seat plays what is best for itself.

Where several moves are equally good for the seat, what they bring to the others is taken to be equally likely.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from games.bots.bits import bits
from games.bots.rosbiratschka.compact.positions import PASS, Position, standings

Values: TypeAlias = tuple[float, float, float, float]
"""By seat, how many penalty points fewer it pays than the other three on average."""
EQUAL: Final = 1e-9
"""Values that differ by less are equal: they are sums of thirds."""


class Solver:
    """Solves positions of one deal. `nodes` counts those looked at so far, the unit in which a budget is given."""

    def __init__(self) -> None:
        self._known: dict[Position, Values] = {}
        self.nodes = 0

    def values(self, position: Position) -> Values:
        """The values of the position for all four seats."""
        if position.decided:
            return standings(position.penalties())
        known = self._known.get(position)
        if known is not None:
            return known
        self.nodes += 1
        seat, moves = position.seat, position.legal()
        moves = position.distinct(moves) if moves & (moves - 1) else moves
        best: list[Values] = []
        most = 0.0
        for card in bits(moves) if moves else (PASS,):
            outcome = self.values(position.after(card))
            if not best or outcome[seat] > most + EQUAL:
                best, most = [outcome], outcome[seat]
            elif outcome[seat] >= most - EQUAL and not any(_alike(outcome, other) for other in best):
                best.append(outcome)
        if len(best) == 1:
            values = best[0]
        else:
            one, two, three, four = (sum(column) / len(best) for column in zip(*best, strict=True))
            values = one, two, three, four
        self._known[position] = values
        return values


def _alike(one: Values, other: Values) -> bool:
    return all(abs(mine - theirs) <= EQUAL for mine, theirs in zip(one, other, strict=True))
