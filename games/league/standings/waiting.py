"""Points of the rounds of an evening in which an entrant has no table. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from games.league.standings.outcomes import worth_of_waiting
from games.league.standings.results import EveningResult, EveningResults, Key, Part
from games.league.standings.rounding import Points, exact
from games.league.standings.rules import TableRules
from games.league.standings.scores import Mark, MarkKind, PlayedBy, Score


def rounds_waited(
    marks: Iterable[Mark], kinds: Collection[MarkKind] = (MarkKind.WAITED, MarkKind.EXCUSED)
) -> Counter[Key]:
    """The rounds of each entrant and evening that are worth a round of waiting; of these `kinds` alone."""
    waited: Counter[Key] = Counter()
    for mark in marks:
        if mark.kind in kinds:
            waited[mark.entrant, mark.evening] += int(mark.points)
    return waited


def rounds_spared(scores: Iterable[Score], rules: TableRules) -> Counter[Key]:
    """The rounds of each entrant and evening that brought no points and are no fault: at a table broken off that is
    void, and played for an absent member who has the points."""
    spared: set[tuple[int, int, int]] = set()
    for score in scores:
        if score.broken_off and rules.broken_off == "void":
            spared.add((score.entrant, score.evening, score.fixture))
        if score.played_by == PlayedBy.SUBSTITUTE and score.substitute and rules.substitute == "absent":
            spared.add((score.substitute, score.evening, score.fixture))
    return Counter((entrant, evening) for entrant, evening, _fixture in spared)


def add_waiting(
    results: EveningResults,
    marks: Sequence[Mark],
    spared: Mapping[Key, int],
    absent: Collection[Key],
    rules: TableRules,
    *,
    low: bool,
) -> None:
    """Add the points of rounds without a table to the evenings in `results`, which are those of tables and walkovers.

    An entrant who waited all evening has an evening of that alone, unless it is worth nothing or the entrant was
    `absent`; no round was waited through on an evening of which nothing counts yet. A round that is `spared` is only an
    addition to other tables.
    """
    waited, sides = rounds_waited(marks, [MarkKind.WAITED]), _sides_on(results, marks)
    excused = rounds_waited(marks, [MarkKind.EXCUSED])
    for key in dict.fromkeys((*waited, *spared, *excused)):
        entrant, evening = key
        own = results[entrant].get(evening)
        if evening not in sides or (own is None and key in absent):
            continue
        more = spared.get(key, 0) if own is not None else 0
        for kind, rounds in ((MarkKind.WAITED, waited[key] + more), (MarkKind.EXCUSED, excused[key])):
            if worth := rounds and _worth(own, rounds, rules, low=low, sides=sides[evening]):
                before = results[entrant].get(evening) or EveningResult(evening, 0, MarkKind.WAITED)
                results[entrant][evening] = before.and_also(Part(kind, worth))


def _worth(own: EveningResult | None, rounds: int, rules: TableRules, *, low: bool, sides: int) -> Points:
    """The points of so many rounds beside the evening's tables; an average is of these tables alone."""
    tables = [part for part in own.parts if part.kind in ("table", "compensation")] if own else []
    fixtures = len({part.fixture for part in tables})
    average = exact(sum([part.points for part in tables]) * rounds, fixtures) if fixtures else None
    if rules.counting == "wins":
        if rules.waiting_place == "own_average" and average is not None:
            return average
        return rounds * worth_of_waiting(rules, sides=sides)
    if rules.waiting == "fixed":
        return rules.waiting_points * rounds
    return average or 0 if rules.waiting == "own_average" or low else 0


def _sides_on(results: EveningResults, marks: Iterable[Mark]) -> dict[int, int]:
    """The sides of the largest table of each evening of which something counts."""
    sides: dict[int, int] = defaultdict(int)
    for mark in marks:
        if mark.kind == MarkKind.WALKOVER:
            sides[mark.evening] = max(sides[mark.evening], mark.points)
    for own in results.values():
        for evening, result in own.items():
            of_tables = [part.outcome.sides for part in result.parts if part.outcome is not None]
            sides[evening] = max([sides[evening], *of_tables])
    return sides
