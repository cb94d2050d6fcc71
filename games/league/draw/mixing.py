"""Seating where everybody plays for himself: tables of the sizes a game allows, new opponents every round.

Pure: names in (any hashable that sorts), tables out; the only chance is the `Random` handed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from games.league.draw.seating import (
    AGAIN_TONIGHT,
    MOST_ROUNDS,
    Name,
    SeatedRound,
    Together,
    TooFewPlayers,
    who_waits,
)

ATTEMPTS: Final = 4
FEW: Final = 16
MANY_ATTEMPTS: Final = 40


def table_sizes(players: int, *, seats: range, wished: int) -> tuple[int, ...]:
    """The sizes of the tables for so many players, the largest first; those left over wait.

    As few as possible wait, and the sizes are as near to `wished` as they can be, larger tables before smaller ones.
    Raises TooFewPlayers.
    """
    for playing in range(players, 0, -1):
        counts = [
            count
            for count in range(1, playing + 1)
            if playing // count in seats and -(-playing // count) in seats
        ]
        if counts:
            divided = [_even(playing, count) for count in counts]
            return min(divided, key=lambda sizes: (sum((size - wished) ** 2 for size in sizes), len(sizes)))
    raise TooFewPlayers(f"{players} players; {min(seats)} make a table")


def _even(players: int, tables: int) -> tuple[int, ...]:
    larger = players % tables
    return (players // tables + 1,) * larger + (players // tables,) * (tables - larger)


def mixed_tables(
    players: Iterable[Name],
    *,
    rounds: int,
    seats: range,
    wished: int,
    chance: Random,
    met: Together | None = None,
    waited: Mapping[Name, int] | None = None,
    waited_before: Mapping[Name, int] | None = None,
) -> tuple[SeatedRound, ...]:
    """Seat an evening of `rounds` rounds at tables of sizes out of `seats`, `wished` where that works out.

    Nobody waits more than one round more than anybody else, `waited` rounds of tonight with it, and those wait first
    who did so least on earlier evenings (`waited_before`); who met tonight or, less weighty, on earlier evenings
    (`met`, times together) meets again as seldom as can be. The order in which the players are named does not matter.
    Raises TooFewPlayers, or ValueError for a senseless `rounds`.
    """
    names = sorted(set(players))
    sizes = table_sizes(len(names), seats=seats, wished=wished)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"between 1 and {MOST_ROUNDS} rounds, not {rounds}")
    together = Counter(met or {})
    waits = Counter(waited or {})
    plan = []
    for _round in range(rounds):
        waiting = who_waits(names, waits, len(names) - sum(sizes), chance, before=waited_before or {})
        waits.update(waiting)
        tables = _tables([name for name in names if name not in waiting], sizes, together, chance)
        for table in tables:
            together.update({frozenset(pair): AGAIN_TONIGHT for pair in combinations(table, 2)})
        plan.append(SeatedRound(tables, tuple(sorted(waiting))))
    return tuple(plan)


def _tables(
    names: list[Name], sizes: Sequence[int], together: Together, chance: Random
) -> tuple[tuple[Name, ...], ...]:
    """The cheapest of a few divisions, each improved by exchanges; seats and table numbers by lot."""
    best: tuple[int, list[list[Name]]] | None = None
    for _attempt in range(MANY_ATTEMPTS if len(names) <= FEW else ATTEMPTS):
        chance.shuffle(names)
        tables, taken = [], 0
        for size in sizes:
            tables.append(names[taken : taken + size])
            taken += size
        _exchange(tables, together)
        price = sum(_price(table, together) for table in tables)
        if best is None or price < best[0]:
            best = (price, tables)
        if price == 0:
            break
    assert best is not None  # noqa: S101 - at least one attempt was made
    for table in best[1]:
        chance.shuffle(table)
    chance.shuffle(best[1])
    return tuple(tuple(table) for table in best[1])


def _price(table: Sequence[Name], together: Together) -> int:
    return sum(together.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))


def _exchange(tables: list[list[Name]], together: Together) -> None:
    """Let two players exchange seats until no exchange makes it cheaper."""

    def cost(name: Name, table: Sequence[Name], without: Name) -> int:
        return sum(
            together.get(frozenset((name, other)), 0) ** 2 for other in table if other not in (name, without)
        )

    better = True
    while better:
        better = False
        for first, second in combinations(range(len(tables)), 2):
            for here in range(len(tables[first])):
                for there in range(len(tables[second])):
                    one, other = tables[first][here], tables[second][there]
                    now = cost(one, tables[first], one) + cost(other, tables[second], other)
                    after = cost(other, tables[first], one) + cost(one, tables[second], other)
                    if after < now:
                        tables[first][here], tables[second][there] = other, one
                        better = True
