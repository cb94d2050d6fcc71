"""Rounds without a table, tonight and on the other evenings of a competition, for a draw that shares them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from games.league.models import Evening, EveningMark, TableSeat
from games.league.standings.scores import MarkKind

TONIGHT: Final = 10_000
"""A round of waiting tonight outweighs all of earlier evenings, so that nobody waits twice before others have."""


def waited_tonight(evening: Evening, coming: Collection[int], *, after: int) -> dict[int, int]:
    """The rounds up to and with `after` each entrant has waited this evening.

    A latecomer counts as having waited as long as the others at most: those who sat wait next.
    """
    sat = TableSeat.objects.filter(table__evening=evening, table__round__lte=after)
    rounds = Counter(entrant for entrant, _round in sat.values_list("entrant", "table__round").distinct())
    return {entrant: after - rounds[entrant] if rounds[entrant] else min(after, 1) for entrant in coming}


def waited_before(evening: Evening) -> Counter[int]:
    """The rounds each entrant has waited on the other evenings of the competition."""
    marks = EveningMark.objects.filter(
        evening__competition=evening.competition_id, kind=MarkKind.WAITED
    ).exclude(evening=evening)
    waited: Counter[int] = Counter()
    for entrant, rounds in marks.values_list("entrant", "points"):
        waited[entrant] += rounds
    return waited


def waited_in_all(evening: Evening, coming: Collection[int], *, after: int) -> dict[int, int]:
    """One number for each entrant, the higher the longer they have waited, tonight first."""
    before = waited_before(evening)
    tonight = waited_tonight(evening, coming, after=after)
    return {entrant: TONIGHT * rounds + before[entrant] for entrant, rounds in tonight.items()}
