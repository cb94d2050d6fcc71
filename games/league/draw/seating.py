"""Seating of an evening on which everybody gets a new partner every round.

Pure: names in (any hashable), tables out; the only chance is the `Random` handed in. Partners sit at seats
0 and 2, and at 1 and 3. Movements of fixed pairs and teams are in `fixtures`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

Name: TypeAlias = int
Couple: TypeAlias = tuple[Name, Name]
Together: TypeAlias = Mapping[frozenset[Name], int]

SEATS: Final = 4
FEWEST_PLAYERS: Final = 4
MOST_ROUNDS: Final = 20
AGAIN_TONIGHT: Final = 1_000
"""Cost of meeting a partner twice in one evening; a partner of an earlier evening costs 1."""

SMALL: Final = 11
"""Up to here an evening may have to be planned several times before it comes out without a repeat."""


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """One round of the evening: the tables, each by seat, and the players who wait."""

    tables: tuple[tuple[Name, ...], ...]
    waiting: tuple[Name, ...]

    def couples(self) -> Iterator[frozenset[Name]]:
        """The partners of a round at tables of two against two."""
        for one, two, three, four in self.tables:
            yield frozenset((one, three))
            yield frozenset((two, four))


class TooFewPlayers(ValueError):  # noqa: N818 - a refusal is named for what it says
    """There are not enough for one table."""


def rotating_partners(
    players: Iterable[Name],
    *,
    rounds: int,
    chance: Random,
    partnered: Together | None = None,
    opposed: Together | None = None,
    waited: Mapping[Name, int] | None = None,
    waited_before: Mapping[Name, int] | None = None,
) -> tuple[SeatedRound, ...]:
    """Seat an evening of `rounds` rounds for four players or more.

    Nobody waits more than one round more than anybody else, and those wait first who did so least on earlier evenings
    (`waited_before`); nobody gets a partner of this evening again
    while another plan avoids it, and as seldom as can be one of `partnered` (earlier evenings, times
    together). `opposed` are earlier opponents, `waited` rounds already waited tonight. The order in which
    the players are named does not matter. Raises TooFewPlayers, or ValueError for a senseless `rounds`.
    """
    names = sorted(set(players))
    if len(names) < FEWEST_PLAYERS:
        raise TooFewPlayers(f"{len(names)} players; four make a table")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"between 1 and {MOST_ROUNDS} rounds, not {rounds}")
    before = dict(partnered or {})
    attempts = 120 if len(names) <= SMALL else 4
    best: tuple[int, tuple[SeatedRound, ...]] | None = None
    for _attempt in range(attempts):
        plan = _planned(
            names, rounds, chance, before, dict(opposed or {}), dict(waited or {}), waited_before or {}
        )
        price = _repeats(plan)
        if best is None or price < best[0]:
            best = (price, plan)
        if price == 0:
            break
    assert best is not None  # noqa: S101 - at least one attempt was made
    return best[1]


def _planned(
    names: Sequence[Name],
    rounds: int,
    chance: Random,
    before: Together,
    opposed: Together,
    waited: Mapping[Name, int],
    waited_before: Mapping[Name, int],
) -> tuple[SeatedRound, ...]:
    """One plan of the whole evening, each round the cheapest after those before it."""
    partners = Counter(before)
    opponents = Counter(opposed)
    waits = Counter(waited)
    plan = []
    for _round in range(rounds):
        waiting = who_waits(names, waits, len(names) % SEATS, chance, before=waited_before)
        waits.update(waiting)
        playing = [name for name in names if name not in waiting]
        chance.shuffle(playing)
        couples = _matched(playing, lambda one, two: partners[frozenset((one, two))] ** 2, chance)
        for one, two in couples:
            # Squares of this weight keep a third meeting dearer than two second ones.
            partners[frozenset((one, two))] += AGAIN_TONIGHT
        tables = _tables(couples, opponents, chance)
        for table in tables:
            for seat, name in enumerate(table):
                opponents[frozenset((name, table[(seat + 1) % SEATS]))] += 1
        plan.append(SeatedRound(tables, tuple(sorted(waiting))))
    return tuple(plan)


def who_waits(
    names: Sequence[Name],
    waits: Mapping[Name, int],
    many: int,
    chance: Random,
    *,
    before: Mapping[Name, int],
) -> set[Name]:
    """The `many` players to wait: those who have waited least tonight, of these least on evenings `before`, then by
    lot."""
    drawn = sorted(names, key=lambda name: (waits[name], before.get(name, 0), chance.random()))
    return set(drawn[:many])


def _tables(
    couples: Sequence[Couple], opponents: Mapping[frozenset[Name], int], chance: Random
) -> tuple[tuple[Name, Name, Name, Name], ...]:
    """Couples against couples who have met least; sides, seats and table numbers by lot."""

    def met(one: int, two: int) -> int:
        return sum(opponents[frozenset((a, b))] ** 2 for a in couples[one] for b in couples[two])

    tables = []
    for one, two in _matched(list(range(len(couples))), met, chance):
        first, second = couples[one], couples[two]
        tables.append((first[0], second[0], first[1], second[1]))
    chance.shuffle(tables)
    return tuple(tables)


def _matched(items: list[int], price: Callable[[int, int], int], chance: Random) -> list[tuple[int, int]]:
    """An even number of items in twos, cheaply: of few all ways are tried, of many two couples at a time
    exchange partners until nothing gets cheaper.

    With couples >= rounds played some exchange always removes a repeat: each of two repeated partners can
    be barred from at most `rounds - 2` others.
    """
    if len(items) <= 2 * SEATS:
        return min(_all_matchings(items), key=lambda couples: sum(price(*couple) for couple in couples))
    couples = list(zip(items[::2], items[1::2], strict=True))
    costs = [price(*couple) for couple in couples]
    better = True
    while better:
        better = False
        for one in sorted(range(len(couples)), key=lambda place: -costs[place]):
            if costs[one] == 0:
                break
            others = [place for place in range(len(couples)) if place != one]
            chance.shuffle(others)
            for two in others:
                better |= _exchanged(couples, costs, one, two, price)
                if costs[one] == 0:
                    break
    return couples


def _exchanged(
    couples: list[tuple[int, int]],
    costs: list[int],
    one: int,
    two: int,
    price: Callable[[int, int], int],
) -> bool:
    """Whether two couples exchanged partners because that is cheaper."""
    (a, b), (c, d) = couples[one], couples[two]
    now = costs[one] + costs[two]
    for first, second in (((a, c), (b, d)), ((a, d), (b, c))):
        cost_first, cost_second = price(*first), price(*second)
        if cost_first + cost_second < now:
            couples[one], couples[two] = first, second
            costs[one], costs[two] = cost_first, cost_second
            return True
    return False


def _all_matchings(items: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to put an even number of items in twos: 1, 3, 15, 105 of 2, 4, 6, 8."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for place, second in enumerate(rest):
        for others in _all_matchings([*rest[:place], *rest[place + 1 :]]):
            yield [(first, second), *others]


def _repeats(plan: Sequence[SeatedRound]) -> int:
    """How often partners of this evening meet again; a third time is dearer than two second ones."""
    times = Counter(couple for seated in plan for couple in seated.couples())
    return sum((count - 1) ** 2 for count in times.values() if count > 1)
