"""The table of a season: scores and marks in, rows out. Pure; the order of what comes in never matters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from games.league.standings.outcomes import Better
from games.league.standings.results import Credit, EveningResult, Season
from games.league.standings.rounding import Points, exact
from games.league.standings.rules import TableRules
from games.league.standings.scores import Mark, MarkKind
from games.league.standings.ties import Line, Ties, decided, duels_of

Zone: TypeAlias = Literal["", "promotion", "relegation"]
FORM: Final = 5


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table. `total` is the sum of what counts, deductions taken off; `average` is of a played evening.
    `mean` is the total by evening that counts, where that decides the place; None without such an evening.

    `place` is None without the evenings needed. `tie` names what decided it among equal totals ("" without
    equals, SHARED when nothing did). `movement` is places won since before the latest evening, None for a
    newcomer. `tie_points` is the entrant's number in that tie-break, where more is above. `at_line` names a zone whose
    line runs through equals: none of them is in it. `form` are the points of the last five evenings.
    """

    place: int | None
    entrant: int
    total: Points
    average: Points
    evenings: int
    results: tuple[EveningResult, ...]
    credit: Credit
    deducted: Points
    form: tuple[Points, ...]
    provisional: int
    zone: Zone = ""
    tie: str = ""
    movement: int | None = None
    mean: Fraction | None = None
    tie_points: Points = 0
    at_line: Zone = ""

    @property
    def worth(self) -> Points:
        """The number that decides the place: the total, or the mean where places go by that."""
        return self.total if self.mean is None else self.mean


@dataclass(frozen=True, slots=True)
class _Ranked:
    line: Line
    place: int | None
    tie: str
    tie_points: Points


def table_of(
    entrants: Iterable[int],
    season: Season,
    *,
    evenings: Sequence[int],
    marks: Iterable[Mark] = (),
    rules: TableRules,
    better: Better = "high",
    tallies: Mapping[str, Better] = {},
    evenings_left: int = 0,
) -> tuple[Row, ...]:
    """The season's table from the top. `evenings` are those held, oldest first; `evenings_left` are to come.

    The total of a row is the sum of its evenings that count, less deductions; where `rules.ranking` says so, it is
    divided by their number; an evening signed off that is worth the own average does not count there, so that the
    average stays. Equals are decided by `rules.ties` in that order, else they share the place and stand by
    number. `better` is the game's, `tallies` say the same of each tally; where wins count, more is better whatever the
    game. `movement` compares with the table without the latest evening; tie-breaks by tables and lists look at the
    whole season there too.
    """
    everybody = sorted(set(entrants))
    ranking = ranked_by(rules, better)
    ties = Ties(rules.ties, ranking, better, tallies, lambda names: duels_of(season.given, names, better))
    deducted: dict[int, Points] = defaultdict(int)
    for mark in marks:
        if mark.kind == MarkKind.DEDUCTION:
            deducted[mark.entrant] += mark.points
    own_results: dict[int, list[EveningResult]] = {}
    for entrant in everybody:
        own = season.results.get(entrant, {})
        own_results[entrant] = [own[evening] for evening in evenings if evening in own]

    def ranked(own: Mapping[int, Sequence[EveningResult]], held: int, left: int) -> list[_Ranked]:
        lines = [
            _line(
                entrant,
                own[entrant],
                season.credits.get(entrant) or Credit(),
                deducted[entrant],
                rules,
                ranking,
                held,
                left,
            )
            for entrant in everybody
        ]
        return _in_order(lines, ties)

    now = ranked(own_results, len(evenings), evenings_left)
    before: dict[int, int | None] = {}
    if len(evenings) > 1:
        last = evenings[-1]
        earlier = {
            entrant: own[:-1] if own and own[-1].evening == last else own
            for entrant, own in own_results.items()
        }
        rows = ranked(earlier, len(evenings) - 1, evenings_left + 1)
        before = {each.line.entrant: each.place for each in rows if each.line.results}
    zones, at_line = _zones(now, rules)
    return tuple(
        _row(each, zones.get(each.line.entrant, ""), at_line.get(each.line.entrant, ""), before)
        for each in now
    )


def ranked_by(rules: TableRules, better: Better) -> Better:
    """Which end of a total is first: that of the game's points, and more where wins count."""
    return better if rules.counting == "points" else "high"


def _line(
    entrant: int,
    results: Sequence[EveningResult],
    credit: Credit,
    deducted: Points,
    rules: TableRules,
    better: Better,
    held: int,
    left: int,
) -> Line:
    points = [result.points for result in results]
    kept: Sequence[int] = range(len(results))
    if (by_average := rules.ranking == "average") and rules.announced == "own_average":
        # among the best evenings the own average would take the place of one below it, and lift the mean
        kept = [place for place in kept if not _only_signed_off(results[place])]
    if rules.best_of and len(kept) > rules.best_of:
        # of equals the earlier evening counts: either way the sort keeps their order
        kept = sorted(kept, key=points.__getitem__, reverse=better == "high")[: rules.best_of]
    total = sum([points[place] for place in kept])
    attended = sum([result.played for result in results]) if rules.minimum_evenings else 0
    expected = min(rules.best_of, held) if rules.best_of else held
    total = total - deducted if better == "high" else total + deducted
    missing = 0 if better == "high" else expected - len(kept)
    if by_average:
        missing = int(not kept)
    return Line(
        entrant=entrant,
        total=total,
        mean=Fraction(total, len(kept)) if by_average and kept else None,
        missing=missing,
        eligible=attended + left >= rules.minimum_evenings,
        results=results,
        counting=frozenset(kept),
        credit=credit,
        deducted=deducted,
    )


def _only_signed_off(result: EveningResult) -> bool:
    """Whether an evening has nothing but the worth of an absence signed off, no correction either."""
    return result.why == MarkKind.ANNOUNCED and len(result.parts) == 1


def _in_order(lines: list[Line], ties: Ties) -> list[_Ranked]:
    sign = -1 if ties.evenings == "high" else 1
    groups: dict[tuple[bool, int, Points], list[Line]] = defaultdict(list)
    for line in lines:
        ranked = line.total if line.mean is None else line.mean
        groups[not line.eligible, line.missing, sign * ranked].append(line)
    placed: list[_Ranked] = []
    for key in sorted(groups):
        for together, tie, value in decided(groups[key], ties):
            place = len(placed) + 1
            placed += [_Ranked(line, place if line.eligible else None, tie, value) for line in together]
    return placed


def _zones(ranked: Sequence[_Ranked], rules: TableRules) -> tuple[dict[int, Zone], dict[int, Zone]]:
    """The zone of each entrant promoted or relegated, and of those through whose shared place the line of a zone runs;
    none of them is in it. In a short table promotion goes first."""
    place = {each.line.entrant: each.place for each in ranked if each.place is not None}
    names = list(place)
    first, last = names[: rules.promotion], names[rules.promotion :][-rules.relegation or len(names) :]
    zones: dict[int, Zone] = {}
    at_line: dict[int, Zone] = {}
    chosen: tuple[tuple[Zone, list[int]], ...] = (("promotion", first), ("relegation", last))
    for zone, within in chosen:
        outside = {place[name] for name in names if name not in within}
        divided = outside & {place[name] for name in within}
        at_line |= {name: zone for name in names if place[name] in divided}
        zones |= {name: zone for name in within if place[name] not in divided}
    return zones, at_line


def _row(each: _Ranked, zone: Zone, at_line: Zone, places_before: Mapping[int, int | None]) -> Row:
    line = each.line
    before = places_before.get(line.entrant)
    played = [result.points for result in line.played]
    return Row(
        place=each.place,
        entrant=line.entrant,
        total=line.total,
        average=exact(sum(played), len(played)) if played else 0,
        evenings=len(played),
        results=tuple(
            [
                result if place in line.counting else result._replace(struck=True)
                for place, result in enumerate(line.results)
            ]
        ),
        credit=line.credit,
        deducted=line.deducted,
        form=tuple(result.points for result in line.results[-FORM:]),
        provisional=sum([result.provisional for result in line.results]),
        zone=zone,
        tie=each.tie,
        movement=before - each.place if before is not None and each.place is not None else None,
        mean=line.mean,
        tie_points=each.tie_points,
        at_line=at_line,
    )
