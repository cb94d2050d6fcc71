"""Seating by strength: single players who stand next to one another sit at one table.

Pure: names in, the strongest first, tables out; the only chance is the `Random` handed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from games.league.draw.mixing import table_sizes
from games.league.draw.seating import (
    AGAIN_TONIGHT,
    MOST_ROUNDS,
    Name,
    SeatedRound,
    Together,
    who_waits,
)

PAIRINGS: Final = ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3))
"""The three ways in which four play two against two, by seat: partners sit at seats 0 and 2, and at 1 and 3."""


def by_strength(
    ranked: Sequence[Name],
    *,
    rounds: int,
    seats: range,
    wished: int,
    partners: bool,
    chance: Random,
    partnered: Together | None = None,
    waited: Mapping[Name, int] | None = None,
    waited_before: Mapping[Name, int] | None = None,
) -> tuple[SeatedRound, ...]:
    """Seat an evening of `rounds` rounds: every round the first of `ranked` at table 1, the next at table 2, and so on,
    without those who wait.

    With `partners` the four of a table play with whom they were partners least (`partnered`, times together), so that
    in three rounds everybody plays with each of the other three. Waiting is shared out as in `rotating_partners`.
    Raises TooFewPlayers, or ValueError for a senseless `rounds`.
    """
    sizes = table_sizes(len(ranked), seats=seats, wished=wished)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"between 1 and {MOST_ROUNDS} rounds, not {rounds}")
    together, waits = Counter(partnered or {}), Counter(waited or {})
    plan = []
    for _round in range(rounds):
        many = len(ranked) - sum(sizes)
        waiting = who_waits(ranked, waits, many, chance, before=waited_before or {})
        waits.update(waiting)
        playing = [name for name in ranked if name not in waiting]
        tables, taken = [], 0
        for size in sizes:
            table = tuple(playing[taken : taken + size])
            taken += size
            tables.append(_paired(table, together, chance) if partners else _shuffled(table, chance))
        plan.append(SeatedRound(tuple(tables), tuple(sorted(waiting))))
    return tuple(plan)


def _shuffled(table: Sequence[Name], chance: Random) -> tuple[Name, ...]:
    return tuple(chance.sample(table, len(table)))


def _paired(table: Sequence[Name], together: Counter[frozenset[Name]], chance: Random) -> tuple[Name, ...]:
    """The four by seat, with partners who were so least, noted in `together`; lots decide between equals."""
    ways = [tuple(table[place] for place in places) for places in chance.sample(PAIRINGS, len(PAIRINGS))]
    best = min(ways, key=lambda way: sum(together[couple] ** 2 for couple in _couples(way)))
    together.update(dict.fromkeys(_couples(best), AGAIN_TONIGHT))
    return best


def _couples(table: Sequence[Name]) -> list[frozenset[Name]]:
    return [frozenset(pair) for pair in (table[::2], table[1::2])]
