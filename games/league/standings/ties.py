"""Tie-breaks between equal totals, in the order a competition has chosen. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from games.league.standings.outcomes import Better
from games.league.standings.results import ABSENT, Credit, EveningResult
from games.league.standings.rounding import Points
from games.league.standings.scores import Score

Duels: TypeAlias = Callable[[Sequence[int]], Mapping[tuple[int, int], Points]]
"""Gives the result of (entrant, opponent) among these, more is better; asked only when a tie needs it."""

SHARED: Final = "shared"
"""The reason of a tie nothing has decided."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant while the order is being found. `mean` stands for the total where places go by it. `counting` are the
    places of the results that count, `missing` how many are short of those, where low is better; where places go by
    the mean, 1 for none at all."""

    entrant: int
    total: Points
    mean: Fraction | None
    missing: int
    eligible: bool
    results: Sequence[EveningResult]
    counting: frozenset[int]
    credit: Credit
    deducted: Points

    @property
    def played(self) -> list[EveningResult]:
        return [result for result in self.results if result.why not in ABSENT]


@dataclass(frozen=True, slots=True)
class Ties:
    """How equal totals are told apart: `order` names what decides, first to last. `evenings` is which end of an
    evening's points is better, `points` that of the game's own; `tallies` that of each tally."""

    order: Sequence[str]
    evenings: Better
    points: Better
    tallies: Mapping[str, Better]
    duels: Duels


def decided(
    group: list[Line], ties: Ties, *, decided_by: int = 0, reason: str = "", value: Points = 0
) -> list[tuple[list[Line], str, Points]]:
    """Equal totals in the order the tie-breaks give, each with the one that set it apart and its number there;
    `decided_by` is how many of them have been asked."""
    if len(group) == 1:
        return [(group, reason, value)]
    if decided_by == len(ties.order):
        return [(sorted(group, key=lambda line: line.entrant), SHARED, 0)]
    asked = ties.order[decided_by]
    values: dict[Points, list[Line]] = defaultdict(list)
    for line, measured in _measured(group, asked, ties):
        values[measured].append(line)
    told = asked if len(values) > 1 else reason
    order = []
    for number in sorted(values, reverse=True):
        own = number if len(values) > 1 else value
        order += decided(values[number], ties, decided_by=decided_by + 1, reason=told, value=own)
    return order


def _measured(group: list[Line], asked: str, ties: Ties) -> list[tuple[Line, Points]]:
    """Each line with the number that decides; the higher is above."""
    if asked == "head_to_head":
        names = [line.entrant for line in group]
        met = ties.duels(names)
        return [(line, sum(met.get((line.entrant, name), 0) for name in names)) for line in group]
    if asked in ties.tallies:
        sign = _sign(ties.tallies[asked])
        return [(line, sign * line.credit.tallies.get(asked, 0)) for line in group]
    return [(line, MEASURES[asked](line, ties)) for line in group]


def _sign(better: Better) -> int:
    return 1 if better == "high" else -1


def _best_evening(line: Line, ties: Ties) -> Points:
    return max((_sign(ties.evenings) * result.points for result in line.played), default=-(10**9))


def _last_evening(line: Line, ties: Ties) -> Points:
    return _sign(ties.evenings) * line.played[-1].points if line.played else -(10**9)


MEASURES: Final[Mapping[str, Callable[[Line, Ties], Points]]] = {
    "won": lambda line, _ties: line.credit.won,
    "best_evening": _best_evening,
    "last_evening": _last_evening,
    "evenings": lambda line, _ties: len(line.played),
    "difference": lambda line, ties: _sign(ties.points) * (line.credit.points - line.credit.against),
}


def duels_of(
    given: Mapping[int, Sequence[Score]], names: Sequence[int], better: Better
) -> Mapping[tuple[int, int], Points]:
    """The sum of the results of each of these entrants against each other one; `given` are the scores by entrant."""
    return {
        (one, other): sum(results)
        for one in names
        for other, results in meetings(given, one, names, better).items()
    }


def meetings(
    given: Mapping[int, Sequence[Score]], one: int, others: Iterable[int], better: Better
) -> dict[int, list[Points]]:
    """The results of an entrant against each of `others` met at a table on another side, more is better.

    Between two sides a result is points for less points against; among more it is 1 for coming out above the other,
    -1 below, 0 level.
    """
    own = _by_fixture(given.get(one, ()))
    met: dict[int, list[Points]] = defaultdict(list)
    for other in others:
        for fixture, theirs in _by_fixture(given.get(other, ())).items():
            mine = own.get(fixture)
            if other == one or mine is None or mine[0].side == theirs[0].side:
                continue
            points = sum([score.points for score in mine])
            if len(mine[0].others) > 1:
                ahead = points - sum([score.points for score in theirs])
                result = (ahead > 0) - (ahead < 0)
            else:
                result = points - sum([sum(score.others) for score in mine])
            met[other].append(_sign(better) * result)
    return met


def _by_fixture(scores: Iterable[Score]) -> dict[tuple[int, int], list[Score]]:
    found: dict[tuple[int, int], list[Score]] = defaultdict(list)
    for score in scores:
        found[score.evening, score.fixture].append(score)
    return found
