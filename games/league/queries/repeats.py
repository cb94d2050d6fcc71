"""Players whom an exchange of seats brings together once more on the same evening."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations

from games.league.draw import PAIRED, columns_of, plays_in_pairs
from games.league.models import Evening, TableSeat


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two entrants who are `partners`, or opponents, in a round, and in these other `rounds` of the evening too."""

    entrants: tuple[int, int]
    partners: bool
    rounds: tuple[int, ...]


def repeats_of(evening: Evening, round_number: int, entrants: Collection[int]) -> tuple[Repeat, ...]:
    """The partners and opponents of `entrants` in this round whom they have in another one of the evening too; partners
    first. One query."""
    at_table: dict[tuple[int, int], dict[int, int]] = {}
    seats = TableSeat.objects.filter(table__evening=evening).order_by("table__round", "table", "number")
    for number, table, seat, entrant in seats.values_list("table__round", "table", "number", "entrant"):
        at_table.setdefault((number, table), {})[seat] = entrant
    couples = _couples(evening)
    met: dict[tuple[frozenset[int], bool], set[int]] = {}
    for (number, _table), by_seat in at_table.items():
        for pair, partners in _pairs(by_seat, couples):
            met.setdefault((pair, partners), set()).add(number)
    found = [
        Repeat((min(pair), max(pair)), partners, tuple(sorted(rounds - {round_number})))
        for (pair, partners), rounds in met.items()
        if round_number in rounds and len(rounds) > 1 and pair & set(entrants)
    ]
    return tuple(sorted(found, key=lambda repeat: (not repeat.partners, repeat.entrants)))


def _couples(evening: Evening) -> Collection[frozenset[int]]:
    """The seats of partners; none in a game without partners."""
    game, options = evening.competition.the_game, evening.competition.house_options
    return (
        [frozenset(column) for column in columns_of(game, options, PAIRED)]
        if plays_in_pairs(game, options)
        else ()
    )


def _pairs(
    by_seat: Mapping[int, int], couples: Collection[frozenset[int]]
) -> list[tuple[frozenset[int], bool]]:
    """Every two at a table, and whether they are partners."""
    return [
        (frozenset((by_seat[one], by_seat[other])), frozenset((one, other)) in couples)
        for one, other in combinations(by_seat, 2)
    ]
