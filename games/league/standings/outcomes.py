"""The place of a side at a table, and what it is worth where wins count. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from games.league.standings.rounding import Points, exact
from games.league.standings.rules import TableRules

Better: TypeAlias = Literal["high", "low"]


class Outcome(NamedTuple):
    """How a side came out of a table of `sides` sides: its `place`, `equal` with how many others.

    First place is a win, shared or not; a table on which all sides are equal is drawn.
    """

    place: int
    sides: int
    equal: int = 0

    @property
    def drawn(self) -> bool:
        """Whether all sides are equal."""
        return self.equal == self.sides - 1

    @property
    def won(self) -> bool:
        """Whether no other side did better, and some did worse."""
        return self.place == 1 and not self.drawn


def outcome_of(points: Points, others: Sequence[Points], better: Better) -> Outcome:
    """The outcome of a side with `points` beside those of all others; equal points share the place."""
    ahead = sum([points < other if better == "high" else points > other for other in others])
    return _same(1 + ahead, len(others) + 1, others.count(points))


@cache
def _same(place: int, sides: int, equal: int) -> Outcome:
    """One value for equal outcomes: a season has thousands, of a few kinds."""
    return Outcome(place, sides, equal)


def worth_of(outcome: Outcome, rules: TableRules) -> int:
    """The points of an outcome where wins count: win, draw or loss between two sides, else those of the place."""
    if outcome.sides == 2:
        return rules.draw if outcome.drawn else rules.win if outcome.won else rules.loss
    return rules.by_place[min(outcome.place, len(rules.by_place)) - 1]


def worth_of_waiting(rules: TableRules, *, sides: int) -> Points:
    """The points of a round without a table where wins count, on an evening of tables of so many sides."""
    if rules.waiting_place == "nothing":
        return 0
    if rules.waiting_place == "win":
        return worth_of(Outcome(1, sides), rules)
    if sides == 2:
        return rules.draw
    places = [worth_of(Outcome(place, sides), rules) for place in range(1, sides + 1)]
    return exact(sum(places), sides)
