"""Points of an evening for absent entrants. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from games.league.standings.results import EveningResult, Key
from games.league.standings.rounding import Points, exact
from games.league.standings.rules import TableRules
from games.league.standings.scores import MarkKind

OF_OWN_AVERAGE = ("own_average", "own_falling")
"""The worths of an absence signed off that ask for the entrant's own average."""


def absent_points(
    absent: Mapping[Key, MarkKind],
    averages: Mapping[int, Points],
    present: Mapping[int, Sequence[Points]],
    rules: TableRules,
    *,
    low: bool,
) -> Iterator[tuple[Key, tuple[MarkKind, Points]]]:
    """The points of each absence by (entrant, evening); none where the rules give such an evening no worth at all.

    `absent` is in the order of the evenings: the first absences of an entrant may be worth more than later ones.
    `averages` are the own averages by entrant, none for those who played nothing; `present` are the points of each
    evening of everybody who was there.
    Without a word an evening is worth nothing, where `low` is better the worst of the evening. Signing off never costs
    more than that: where low is better, it is worth the same at worst, even where the rules give it no evening.
    """
    times: dict[int, int] = {}
    for (entrant, evening), kind in absent.items():
        times[entrant] = times.get(entrant, 0) + 1
        points = present.get(evening, ())
        lowest = max(points, default=0) if low else min(points, default=0)
        without_word = lowest if low else min(0, lowest)
        if kind == MarkKind.UNANNOUNCED:
            yield (entrant, evening), (kind, without_word)
            continue
        part = rules.absence_parts[min(times[entrant], len(rules.absence_parts)) - 1]
        if rules.announced == "nothing" or (rules.announced == "own_falling" and not part):
            worth = without_word if low else None
        elif rules.announced == "fixed":
            worth = rules.announced_points
        elif rules.announced == "lowest":
            worth = lowest
        elif entrant not in averages:
            worth = without_word
        elif rules.announced == "own_falling":
            worth = exact(averages[entrant] * (200 - part if low else part), 100)
        else:
            worth = averages[entrant]
        if worth is not None:
            yield (entrant, evening), (kind, min(worth, without_word) if low else max(worth, without_word))


def own_average(own: Mapping[int, EveningResult], shares: Mapping[int, Fraction]) -> Points:
    """The points of an entrant's evenings divided by their number. `shares` is how much of each evening the entrant
    was there for: who played one table of three has a third of an evening. Less than one evening in all counts as one,
    so that a single table is not worth a whole evening."""
    points = sum([result.points for result in own.values()])
    found = Fraction(points) / max(1, sum(shares.values()))
    return found.numerator if found.denominator == 1 else found
