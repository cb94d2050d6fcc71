"""Fixtures of fixed sides: moving pairs, round robin, Swiss.

Pure: entrants in (any hashable that sorts), rounds of fixtures out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Final

FEWEST_ENTRANTS: Final = 2


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two sides that meet; `home` sits at seats 0 and 2."""

    home: int
    away: int


@dataclass(frozen=True, slots=True)
class FixtureRound:
    """One round: the fixtures by table, and the entrants without an opponent."""

    fixtures: tuple[Fixture, ...]
    waiting: tuple[int, ...] = ()


class NoSuchMovement(ValueError):  # noqa: N818 - a refusal is named for what it says
    """The movement cannot be played: too few entrants, or more rounds than it has."""


def moving_pairs(pairs: Sequence[int], *, rounds: int) -> tuple[FixtureRound, ...]:
    """The club movement: every second pair keeps its table, the others move up one table each round.

    With an odd number the pair that comes to the empty chairs waits. `pairs` is in the order of the draw.
    At most as many rounds as there are tables, so that nobody meets twice and nobody waits twice.
    """
    _enough(pairs)
    moving = list(pairs[::2])
    staying: list[int | None] = list(pairs[1::2])
    if len(staying) < len(moving):
        staying.append(None)
    if not 1 <= rounds <= len(moving):
        raise NoSuchMovement(f"between 1 and {len(moving)} rounds for {len(pairs)} pairs, not {rounds}")
    plan = []
    for number in range(rounds):
        fixtures, waiting = [], []
        for table, stays in enumerate(staying):
            comes = moving[(table - number) % len(moving)]
            if stays is None:
                waiting.append(comes)
            else:
                fixtures.append(Fixture(stays, comes))
        plan.append(FixtureRound(tuple(fixtures), tuple(waiting)))
    return tuple(plan)


def least_waited_at_the_end(pairs: Sequence[int], *, rounds: int, waited: Mapping[int, int]) -> list[int]:
    """The order of pairs for `moving_pairs` in which those who have waited least come to the empty chairs; the others,
    and equals among them, stay in the order of `pairs`, for which the caller draws lots."""
    tables = (len(pairs) + 1) // 2
    if len(pairs) % 2 == 0:
        return list(pairs)
    least = sorted(pairs, key=lambda name: waited.get(name, 0))[:rounds]
    others = iter([name for name in pairs if name not in least])
    place_of = {2 * ((tables - 1 - number) % tables): name for number, name in enumerate(least)}
    return [place_of[place] if place in place_of else next(others) for place in range(len(pairs))]


def round_robin(entrants: Sequence[int], *, double: bool = False) -> tuple[FixtureRound, ...]:
    """Everybody against everybody once, or twice with home and away exchanged.

    Home and away of an entrant differ by at most one in a single round robin; with an odd number each
    waits once. The circle method: one stays, the others go round.
    """
    _enough(entrants)
    circle: list[int | None] = list(entrants)
    if len(circle) % 2:
        circle.insert(0, None)  # in the fixed place, so that it uses up no home game
    half = len(circle) // 2
    plan = []
    for number in range(len(circle) - 1):
        fixtures, waiting = [], []
        for place in range(half):
            one, two = circle[place], circle[-1 - place]
            # Home alternates by round for the fixed place, by place for the others: that balances both.
            if number % 2 if place == 0 else place % 2:
                one, two = two, one
            if one is None or two is None:
                waiting.append(one if two is None else two)
            else:
                fixtures.append(Fixture(one, two))
        plan.append(FixtureRound(tuple(fixtures), tuple(name for name in waiting if name is not None)))
        circle.insert(1, circle.pop())
    if double:
        plan += [
            FixtureRound(tuple(Fixture(game.away, game.home) for game in one.fixtures), one.waiting)
            for one in plan
        ]
    return tuple(plan)


def played_least(
    whole: Sequence[FixtureRound], *, games: Mapping[tuple[int, int], int], rounds: int
) -> tuple[FixtureRound, ...]:
    """The next `rounds` of a round robin: those played least so far, in their order, and from the top once more where
    there are fewer. `games` counts what was seated by (home, away); an evening that did not take place has none."""

    def times(one: FixtureRound) -> int:
        return max((games.get((game.home, game.away), 0) for game in one.fixtures), default=0)

    return tuple(islice(cycle(sorted(whole, key=times)), rounds))


def swiss(
    entrants: Iterable[int],
    *,
    points: Mapping[int, int],
    met: Set[frozenset[int]],
    waited: Mapping[int, int],
    homes: Mapping[int, int],
) -> FixtureRound:
    """The next Swiss round: those with equal points meet, from the top, and nobody twice while that can be.

    With an odd number the lowest of those who waited least waits. `homes` counts home games; who had fewer
    is at home. Equal points stand in the order of `entrants`, for which the caller draws lots.
    """
    ranked = sorted(dict.fromkeys(entrants), key=lambda name: -points.get(name, 0))
    _enough(ranked)
    waiting: tuple[int, ...] = ()
    if len(ranked) % 2:
        least = min(waited.get(name, 0) for name in ranked)
        free = next(name for name in reversed(ranked) if waited.get(name, 0) == least)
        ranked.remove(free)
        waiting = (free,)
    paired = _paired(ranked, met) or _paired(ranked, frozenset())
    fixtures = tuple(
        Fixture(one, two) if homes.get(one, 0) <= homes.get(two, 0) else Fixture(two, one)
        for one, two in paired
    )
    return FixtureRound(fixtures, waiting)


def _paired(ranked: Sequence[int], met: Set[frozenset[int]]) -> list[tuple[int, int]]:
    """Pair from the top, going back where the rest cannot be paired; empty when nothing avoids a rematch.

    The search gives up after a number of steps that a club's field never needs.
    """
    steps = 20_000

    def pair(rest: tuple[int, ...]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not rest:
            return []
        first, others = rest[0], rest[1:]
        for place, second in enumerate(others):
            steps -= 1
            if steps < 0:
                return None
            if frozenset((first, second)) in met:
                continue
            if (tail := pair(others[:place] + others[place + 1 :])) is not None:
                return [(first, second), *tail]
        return None

    return pair(tuple(ranked)) or []


def _enough(entrants: Sequence[int]) -> None:
    if len(set(entrants)) != len(entrants):
        raise NoSuchMovement("an entrant is named twice")
    if len(entrants) < FEWEST_ENTRANTS:
        raise NoSuchMovement("two are needed to meet")
