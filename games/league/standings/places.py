"""Places in the list of an evening, from what it is worth to each entrant, and the prizes of these places. Pure.

Prizes follow a rule such as "1-4, 8, 12" or "1: 3x, 2: 2x, 8: 2.50" and are paid to the cent.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from games.engine.club import Better
from games.league.standings.points import Points
from games.league.standings.rules import CompetitionRules
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


def with_too_few_deals(results: Mapping[int, EveningResult], rules: CompetitionRules) -> frozenset[int]:
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


MAX_PLACES: Final = 500
_ITEM: Final = re.compile(
    r"(?P<first>[0-9]{1,3})(?:\s*[-–]\s*(?P<last>[0-9]{1,3}))?"
    r"(?:\s*[:=]\s*(?:(?:€\s*)?(?P<whole>[0-9]{1,4})[.,](?P<cents>[0-9]{2})|€\s*(?P<euros>[0-9]{1,4})"
    r"|(?P<shares>[0-9]{1,3})\s*[x×]))?\s*(?:[,;]\s*|$)"
)


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place has: an amount in cents, or `shares` of what the amounts leave of the pot."""

    cents: int = 0
    shares: int = 0


@dataclass(frozen=True, slots=True)
class Payout:
    """The cents of each entrant with a prize, best first; `left` stays in the pot, or below 0 has to be added to it."""

    prizes: Mapping[int, int]
    left: int


def read_prizes(rule: str) -> dict[int, Prize] | None:
    """The prizes by place; None where the rule cannot be read or names a place twice. An item is a place or a range,
    alone (one share), with shares ("1: 3x") or with an amount for each ("8: 2.50" or "8: €5")."""
    found: dict[int, Prize] = {}
    at, rule = 0, rule.strip()
    while at < len(rule):
        item = _ITEM.match(rule, at)
        if item is None:
            return None
        at = item.end()
        first = int(item["first"])
        last = int(item["last"] or first)
        if not 0 < first <= last <= MAX_PLACES or not found.keys().isdisjoint(range(first, last + 1)):
            return None
        found |= dict.fromkeys(range(first, last + 1), _prize(item))
    return found


def _prize(item: re.Match[str]) -> Prize:
    if item["whole"]:
        return Prize(cents=100 * int(item["whole"]) + int(item["cents"]))
    if item["euros"]:
        return Prize(cents=100 * int(item["euros"]))
    return Prize(shares=int(item["shares"] or 1))


def pay_prizes(prizes: Mapping[int, Prize], pot: int, places: Sequence[tuple[int, int]]) -> Payout:
    """Divide the pot (cents) over `places`: entrant and place, best first, equals with the same place.

    Amounts are paid first, whatever the pot holds; shares divide the rest, rounded as `divide` does. Places nobody has
    are left out. Equals share the prizes of all the places they take, so that two at place 3 share those of 3 and 4.
    """
    taken = {place: prizes[place] for place in range(1, len(places) + 1) if place in prizes}
    rest = max(0, pot - sum(prize.cents for prize in taken.values()))
    by_shares = dict(zip(taken, divide(rest, [prize.shares for prize in taken.values()]), strict=True))
    paid: dict[int, int] = {}
    for place, group in groupby(places, key=lambda each: each[1]):
        equals = [entrant for entrant, _place in group]
        numbers = [number for number in range(place, place + len(equals)) if number in taken]
        worth = sum(taken[number].cents + by_shares[number] for number in numbers)
        if numbers:
            paid |= dict(zip(equals, divide(worth, [1] * len(equals)), strict=True))
    return Payout(paid, pot - sum(paid.values()))


def divide(cents: int, shares: Sequence[int]) -> list[int]:
    """The cents by shares: the largest remainders are rounded up, of equals the first, so that the parts add up and
    are rounded as usual wherever that adds up too. Nothing where nobody has a share."""
    total = sum(shares)
    if not total:
        return [0] * len(shares)
    parts = [cents * share // total for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda number: -(cents * shares[number] % total))
    for number in by_remainder[: cents - sum(parts)]:
        parts[number] += 1
    return parts
