"""Places in the list of an evening, from what it is worth to each entrant. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from games.engine.club import Better
from games.league.standings.rules import Points
from games.league.standings.scores import ABSENT, EveningResult


class RankedPlace(NamedTuple):
    """The place of an entrant with so many `points` among so many; `shared` with others who have as many. With two
    winners it is that in the own `half`: 1 of those who stay at their table, 2 of those who move, else 0."""

    place: int
    among: int
    shared: bool
    half: int
    points: Points


def places_on(
    results: Mapping[int, EveningResult], *, halves: Mapping[int, int], better: Better
) -> dict[int, RankedPlace]:
    """The place of each entrant who was there, by what the evening is worth (`Season.on`); `halves` are those of an
    evening with two winners, by entrant."""
    here: dict[int, list[Points]] = defaultdict(list)
    for entrant, result in results.items():
        if result.why not in ABSENT:
            here[halves.get(entrant, 0)].append(result.points)
    best_first = {half: sorted(points, reverse=better == "high") for half, points in here.items()}
    times = {half: Counter(points) for half, points in here.items()}
    return {
        entrant: RankedPlace(
            place=best_first[half].index(result.points) + 1,
            among=len(best_first[half]),
            shared=times[half][result.points] > 1,
            half=half,
            points=result.points,
        )
        for entrant, result in results.items()
        if result.why not in ABSENT
        for half in [halves.get(entrant, 0)]
    }
