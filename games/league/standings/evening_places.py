"""Places in the list of an evening, from what it is worth to each entrant. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from games.engine.club import Better
from games.league.standings.rules import Points, TableRules
from games.league.standings.scores import ABSENT, EveningResult


class RankedPlace(NamedTuple):
    """The place of an entrant with so many `points` among so many; `shared` with others who have as many. With two
    winners it is that in the own `half`: 1 of those who stay at their table, 2 of those who move, else 0."""

    place: int
    among: int
    shared: bool
    half: int
    points: Points


def deals_had(result: EveningResult) -> int | None:
    """How many deals an evening is the mean of; None where it is no mean."""
    return next((part.rounds for part in result.parts if part.kind == "deals"), None)


def with_too_few_deals(results: Mapping[int, EveningResult], rules: TableRules) -> frozenset[int]:
    """The entrants whose mean is of fewer deals than a place in the list of the evening needs. The evening has as many
    deals as the entrant with the most."""
    had = {entrant: deals for entrant, result in results.items() if (deals := deals_had(result)) is not None}
    needed = rules.deals_needed(max(had.values(), default=0))
    return frozenset(entrant for entrant, deals in had.items() if deals < needed)


def places_on(
    results: Mapping[int, EveningResult],
    *,
    halves: Mapping[int, int],
    better: Better,
    unplaced: Collection[int] = (),
) -> dict[int, RankedPlace]:
    """The place of each entrant who was there, by what the evening is worth (`Season.on`); `halves` are those of an
    evening with two winners, by entrant. Those `unplaced` have none."""
    results = {entrant: result for entrant, result in results.items() if entrant not in unplaced}
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
