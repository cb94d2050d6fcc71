"""What decides between equal totals, in the order a competition has chosen. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.league.standings.evening_scores import ABSENT, Better, Credit, Night
from games.league.standings.scores import Score

Duels: TypeAlias = Callable[[Sequence[int]], Mapping[tuple[int, int], int]]
"""Gives points for less points against of (entrant, opponent) among these; asked only when a tie needs it."""

SHARED: Final = "shared"
"""The reason of a tie nothing has decided."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant while the order is being found. `counting` are the places of the nights that count, `missing`
    how many are short of those, where low is better."""

    entrant: int
    total: int
    missing: int
    eligible: bool
    nights: Sequence[Night]
    counting: frozenset[int]
    credit: Credit
    deducted: int

    @property
    def played(self) -> list[Night]:
        return [night for night in self.nights if night.why not in ABSENT]


def decided(
    group: list[Line],
    ties: Sequence[str],
    better: Better,
    duels: Duels,
    reason: str = "",
) -> list[tuple[list[Line], str]]:
    """Equal totals in the order the tie-breaks give, each with the one that set it apart."""
    if len(group) == 1:
        return [(group, reason)]
    if not ties:
        return [(sorted(group, key=lambda line: line.entrant), SHARED)]
    first, rest = ties[0], ties[1:]
    values: dict[int, list[Line]] = defaultdict(list)
    for line, value in _measured(group, first, better, duels):
        values[value].append(line)
    if len(values) == 1:
        return decided(group, rest, better, duels, reason)
    order = []
    for value in sorted(values, reverse=True):
        order += decided(values[value], rest, better, duels, first)
    return order


def _measured(
    group: list[Line],
    tie: str,
    better: Better,
    duels: Duels,
) -> list[tuple[Line, int]]:
    """Each line with the number that decides; the higher is above."""
    sign = 1 if better == "high" else -1
    if tie == "head_to_head":
        names = [line.entrant for line in group]
        met = duels(names)
        return [(line, sign * sum(met.get((line.entrant, name), 0) for name in names)) for line in group]
    return [(line, MEASURES[tie](line, sign)) for line in group]


def _best_evening(line: Line, sign: int) -> int:
    return max((sign * night.points for night in line.played), default=-(10**9))


def _last_evening(line: Line, sign: int) -> int:
    return sign * line.played[-1].points if line.played else -(10**9)


MEASURES: Final[Mapping[str, Callable[[Line, int], int]]] = {
    "won": lambda line, _sign: line.credit.won,
    "best_evening": _best_evening,
    "last_evening": _last_evening,
    "evenings": lambda line, _sign: len(line.played),
    "difference": lambda line, sign: sign * (line.credit.points - line.credit.against),
    "pits": lambda line, _sign: line.credit.pits,
    "nat": lambda line, _sign: -line.credit.nat,
    "roem": lambda line, _sign: line.credit.roem,
    "krakens_won": lambda line, _sign: line.credit.krakens_won,
}


def duels_of(given: Mapping[int, Sequence[Score]], names: Iterable[int]) -> Mapping[tuple[int, int], int]:
    """Points for less points against of each of these entrants against each other one met; `given` by entrant."""
    tables: dict[tuple[int, int], list[Score]] = defaultdict(list)
    for name in names:
        for score in given.get(name, ()):
            tables[score.evening, score.fixture].append(score)
    met: dict[tuple[int, int], int] = defaultdict(int)
    for together in tables.values():
        for one in together:
            opponents = {other.entrant for other in together if other.side != one.side} - {one.entrant}
            for opponent in opponents:
                met[one.entrant, opponent] += one.points - one.against
    return met
