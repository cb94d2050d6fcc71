"""Points of an evening for absent entrants. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.league.standings.rounding import rounded
from games.league.standings.rules import TableRules
from games.league.standings.scores import MarkKind


def absent_points(
    absent: Mapping[tuple[int, int], MarkKind],
    own: Mapping[int, Sequence[int]],
    present: Mapping[int, Sequence[int]],
    rules: TableRules,
    *,
    low: bool,
) -> Iterator[tuple[tuple[int, int], tuple[MarkKind, int]]]:
    """The points of each absence by (entrant, evening); none where the rules give such an evening no worth at all.

    `own` are the points of each entrant's evenings, `present` of each evening those of everybody who was there.
    Without a word an evening is worth nothing, where `low` is better the worst of the evening. Signing off never costs
    more than that: where low is better, it is worth the same at worst, even where the rules give it no evening.
    """
    for (entrant, evening), kind in absent.items():
        points = present.get(evening, ())
        lowest = max(points, default=0) if low else min(points, default=0)
        without_word = lowest if low else min(0, lowest)
        if kind == MarkKind.UNANNOUNCED:
            yield (entrant, evening), (kind, without_word)
        elif rules.announced != "nothing" or low:
            worth = _announced(rules, lowest, own.get(entrant, ()), without_word)
            better = min(worth, without_word) if low else max(worth, without_word)
            yield (entrant, evening), (kind, better)


def _announced(rules: TableRules, lowest: int, own: Sequence[int], without_word: int) -> int:
    if rules.announced == "fixed":
        return rules.announced_points
    if rules.announced == "lowest":
        return lowest
    if rules.announced == "own_average" and own:
        return rounded(sum(own), len(own))
    return without_word
