"""The rules of the lists: places of a day, and the points a day gives for the lists of the week and the month. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Result(NamedTuple):
    """A counted match: the player (key) and the points of the player's side less those of the other side."""

    player: int
    points: int


class Ranked(NamedTuple):
    """A line of a list. Equal points share a place; `days` is over how many days they were gained."""

    place: int
    player: int
    points: int
    days: int = 1


def ranking(results: Iterable[Result]) -> tuple[Ranked, ...]:
    """The list of a day, the best first."""
    ordered = sorted(results, key=lambda result: (-result.points, result.player))
    return tuple(Ranked(_place(ordered, one.points), *one) for one in ordered)


def day_points(results: Sequence[Result]) -> dict[int, int]:
    """By player (key) what a day counts in longer lists: one for playing, and one for each player with fewer points.

    So no day costs anything, a match broken off gains nothing, and one lucky deal does not decide a month.
    """
    return {own.player: 1 + sum(other.points < own.points for other in results) for own in results}


def added_up(days: Iterable[Sequence[Result]]) -> tuple[Ranked, ...]:
    """The list over several days, by the sum of their `day_points`, the best first."""
    sums: Counter[int] = Counter()
    played: defaultdict[int, int] = defaultdict(int)
    for results in days:
        for player, points in day_points(results).items():
            sums[player] += points
            played[player] += 1
    totals = [Result(player, points) for player, points in sums.items()]
    return tuple(line._replace(days=played[line.player]) for line in ranking(totals))


def _place(ordered: Sequence[Result], points: int) -> int:
    return 1 + sum(one.points > points for one in ordered)
