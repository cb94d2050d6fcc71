"""The table of a season: the points of the evenings that count added up (`_line`), places, ties and zones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from games.engine.club import Better, sign_of
from games.league.standings.points import Points, divide_exactly
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import ABSENT, Credit, EveningResult, Mark, MarkKind, Score, Season

DivisionZone: TypeAlias = Literal["", "promotion", "relegation"]
FORM: Final = 5
"""Evenings of which a row shows the points."""

# The table of a season: scores and marks in, rows out. Pure; the order of what comes in never matters.


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table. `total` is the sum of what counts, deductions taken off; `average` is of a played evening.
    `mean` is the total by evening that counts, where that decides the place; None without such an evening.

    `place` is None without the evenings needed, and after a withdrawal. `tie` names what decided it among equal totals
    ("" without equals, SHARED when nothing did). `movement` is places won since before the latest evening, None for a
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
    zone: DivisionZone = ""
    tie: str = ""
    movement: int | None = None
    mean: Fraction | None = None
    tie_points: Points = 0
    at_line: DivisionZone = ""

    @property
    def worth(self) -> Points:
        """The number that decides the place: the total, or the mean where places go by that."""
        return self.total if self.mean is None else self.mean


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant while the order is being found. `mean` stands for the total where places go by it. `counting` are the
    places of the results that count, `missing` how many are short of those, where low is better; where places go by
    the mean, 1 for none at all."""

    entrant: int
    total: Points
    mean: Fraction | None
    missing: int
    eligible: bool
    results: Sequence[EveningResult]
    counting: frozenset[int]
    credit: Credit
    deducted: Points

    @property
    def worth(self) -> Points:
        """The number that decides the place: the total, or the mean where places go by that."""
        return self.total if self.mean is None else self.mean

    @property
    def played(self) -> list[EveningResult]:
        return [result for result in self.results if result.why not in ABSENT]


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
    rules: CompetitionRules,
    better: Better = "high",
    tallies: Mapping[str, Better] = {},
    evenings_left: int = 0,
    before: Season | None = None,
    withdrawn: Iterable[int] = (),
) -> tuple[Row, ...]:
    """The season's table from the top. `evenings` are those held, oldest first; `evenings_left` are to come.
    Those of `withdrawn` who have played or have points stand below, without a place.

    The total of a row is the sum of its evenings that count, less deductions; where `rules.ranking` says so, it is
    divided by their number; an evening signed off that is worth the own average does not count there, so that the
    average stays. Equals are decided by `rules.ties` in that order, else they share the place and stand by
    number. `better` is the game's, `tallies` say the same of each tally; where wins count, more is better whatever the
    game. `movement` compares with the table without the latest evening; `before` is what its evenings were worth then,
    where that was not what they are worth now. Tie-breaks by tables and lists look at the whole season there too.
    """
    ranked_below = {
        entrant
        for entrant in withdrawn
        if any(result.played or result.points for result in season.results.get(entrant, {}).values())
    }
    everybody = sorted(ranked_below.union(entrants))
    ranking = better_end(rules, better)
    ties = Ties(rules.ties, ranking, better, tallies, lambda equals: duels_of(season.scores, equals, better))
    deducted: dict[int, Points] = defaultdict(int)
    for mark in marks:
        if mark.kind == MarkKind.DEDUCTION:
            deducted[mark.entrant] += mark.points

    def results_of(season: Season, evenings: Sequence[int]) -> dict[int, list[EveningResult]]:
        own = {entrant: season.results.get(entrant, {}) for entrant in everybody}
        return {
            entrant: [results[evening] for evening in evenings if evening in results]
            for entrant, results in own.items()
        }

    def rank(own: Mapping[int, Sequence[EveningResult]], held: int, left: int) -> list[_Ranked]:
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
                takes_part=entrant not in ranked_below,
            )
            for entrant in everybody
        ]
        return _in_order(lines, ties)

    now = rank(results_of(season, evenings), len(evenings), evenings_left)
    places_before: dict[int, int | None] = {}
    if len(evenings) > 1:
        rows = rank(results_of(before or season, evenings[:-1]), len(evenings) - 1, evenings_left + 1)
        places_before = {each.line.entrant: each.place for each in rows if each.line.results}
    zones, at_line = _zones(now, rules)
    return tuple(
        _row(each, zones.get(each.line.entrant, ""), at_line.get(each.line.entrant, ""), places_before)
        for each in now
    )


def better_end(rules: CompetitionRules, better: Better) -> Better:
    """Which end of a total is first: that of the game's points, and more where wins count."""
    return better if rules.counting == "points" else "high"


def _line(
    entrant: int,
    results: Sequence[EveningResult],
    credit: Credit,
    deducted: Points,
    rules: CompetitionRules,
    better: Better,
    held: int,
    left: int,
    *,
    takes_part: bool,
) -> Line:
    points = [result.points for result in results]
    kept: Sequence[int] = range(len(results))
    if (by_average := rules.ranking == "average") and rules.announced == "own_average":
        # among the best evenings the own average would take the place of one below it, and lift the mean
        kept = [place for place in kept if not _is_only_signed_off(results[place])]
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
        eligible=takes_part and attended + left >= rules.minimum_evenings,
        results=results,
        counting=frozenset(kept),
        credit=credit,
        deducted=deducted,
    )


def _is_only_signed_off(result: EveningResult) -> bool:
    """Whether an evening has nothing but the worth of an absence signed off, no correction either."""
    return result.why == MarkKind.ANNOUNCED and len(result.parts) == 1


def _in_order(lines: list[Line], ties: Ties) -> list[_Ranked]:
    groups: dict[tuple[bool, int, Points], list[Line]] = defaultdict(list)
    for line in lines:
        groups[not line.eligible, line.missing, -sign_of(ties.evenings) * line.worth].append(line)
    placed: list[_Ranked] = []
    for key in sorted(groups):
        for together, tie, value in break_ties(groups[key], ties):
            place = len(placed) + 1
            placed += [_Ranked(line, place if line.eligible else None, tie, value) for line in together]
    return placed


def _zones(
    ranked: Sequence[_Ranked], rules: CompetitionRules
) -> tuple[dict[int, DivisionZone], dict[int, DivisionZone]]:
    """The zone of each entrant promoted or relegated, and of those through whose shared place the line of a zone runs;
    none of them is in it. In a short table promotion goes first. Before the first evening there are no zones: all are
    equal."""
    if not any(each.line.results for each in ranked):
        return {}, {}
    places = {each.line.entrant: each.place for each in ranked if each.place is not None}
    entrants = list(places)
    first, below = entrants[: rules.promotion], entrants[rules.promotion :]
    last = below[-rules.relegation or len(entrants) :]
    zones: dict[int, DivisionZone] = {}
    at_line: dict[int, DivisionZone] = {}
    chosen: tuple[tuple[DivisionZone, list[int]], ...] = (("promotion", first), ("relegation", last))
    for zone, within in chosen:
        outside = {places[entrant] for entrant in entrants if entrant not in within}
        divided = outside & {places[entrant] for entrant in within}
        at_line |= {entrant: zone for entrant in entrants if places[entrant] in divided}
        zones |= {entrant: zone for entrant in within if places[entrant] not in divided}
    return zones, at_line


def _row(
    each: _Ranked, zone: DivisionZone, at_line: DivisionZone, places_before: Mapping[int, int | None]
) -> Row:
    line = each.line
    before = places_before.get(line.entrant)
    played = [result.points for result in line.played]
    return Row(
        place=each.place,
        entrant=line.entrant,
        total=line.total,
        average=divide_exactly(sum(played), len(played)) if played else 0,
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


# Tie-breaks between equal totals, in the order a competition has chosen. Pure.

Duels: TypeAlias = Callable[[Sequence[int]], Mapping[tuple[int, int], Points]]
"""Gives the result of (entrant, opponent) among these, more is better; asked only when a tie needs it."""

SHARED: Final = "shared"
"""The reason of a tie nothing has decided."""

BELOW_ALL: Final = -(10**9)
"""The best and the last evening of an entrant who has played none."""


@dataclass(frozen=True, slots=True)
class Ties:
    """How equal totals are told apart: `order` names what decides, first to last. `evenings` is which end of an
    evening's points is better, `points` that of the game's own; `tallies` that of each tally."""

    order: Sequence[str]
    evenings: Better
    points: Better
    tallies: Mapping[str, Better]
    duels: Duels


def break_ties(
    group: list[Line], ties: Ties, *, asked: int = 0, reason: str = "", value: Points = 0
) -> list[tuple[list[Line], str, Points]]:
    """Equal totals in the order the tie-breaks give, each with the one that set it apart and its number there;
    `asked` is how many tie-breaks have been asked."""
    if len(group) == 1:
        return [(group, reason, value)]
    if asked == len(ties.order):
        return [(sorted(group, key=lambda line: line.entrant), SHARED, 0)]
    tie_break = ties.order[asked]
    values: dict[Points, list[Line]] = defaultdict(list)
    for line, measured in _measures(group, tie_break, ties):
        values[measured].append(line)
    own_reason = tie_break if len(values) > 1 else reason
    order = []
    for number in sorted(values, reverse=True):
        own = number if len(values) > 1 else value
        order += break_ties(values[number], ties, asked=asked + 1, reason=own_reason, value=own)
    return order


def _measures(group: list[Line], tie_break: str, ties: Ties) -> list[tuple[Line, Points]]:
    """Each line with the number that decides; the higher is above."""
    if tie_break == "head_to_head":
        entrants = [line.entrant for line in group]
        met = ties.duels(entrants)
        return [(line, sum(met.get((line.entrant, other), 0) for other in entrants)) for line in group]
    if tie_break in ties.tallies:
        sign = sign_of(ties.tallies[tie_break])
        return [(line, sign * line.credit.tallies.get(tie_break, 0)) for line in group]
    return [(line, MEASURES[tie_break](line, ties)) for line in group]


def _best_evening(line: Line, ties: Ties) -> Points:
    return max((sign_of(ties.evenings) * result.points for result in line.played), default=BELOW_ALL)


def _last_evening(line: Line, ties: Ties) -> Points:
    return sign_of(ties.evenings) * line.played[-1].points if line.played else BELOW_ALL


MEASURES: Final[Mapping[str, Callable[[Line, Ties], Points]]] = {
    "won": lambda line, _ties: line.credit.won,
    "best_evening": _best_evening,
    "last_evening": _last_evening,
    "evenings": lambda line, _ties: len(line.played),
    "difference": lambda line, ties: sign_of(ties.points) * (line.credit.points - line.credit.against),
}


def duels_of(
    scores: Mapping[int, Sequence[Score]], entrants: Sequence[int], better: Better
) -> Mapping[tuple[int, int], Points]:
    """The sum of the results of each of these entrants against each other one; `scores` are those of each entrant."""
    return {
        (one, other): sum(results)
        for one in entrants
        for other, results in meetings(scores, one, entrants, better).items()
    }


def meetings(
    scores: Mapping[int, Sequence[Score]], one: int, others: Iterable[int], better: Better
) -> dict[int, list[Points]]:
    """The results of an entrant against each of `others` met at a table on another side, more is better.

    Between two sides a result is points for less points against; among more it is 1 for coming out above the other,
    -1 below, 0 level.
    """
    own = _by_fixture(scores.get(one, ()))
    met: dict[int, list[Points]] = defaultdict(list)
    for other in others:
        for fixture, theirs in _by_fixture(scores.get(other, ())).items():
            mine = own.get(fixture)
            if other == one or mine is None or mine[0].side == theirs[0].side:
                continue
            points = sum([score.points for score in mine])
            if len(mine[0].others) > 1:
                ahead = points - sum([score.points for score in theirs])
                result = (ahead > 0) - (ahead < 0)
            else:
                result = points - sum([sum(score.others) for score in mine])
            met[other].append(sign_of(better) * result)
    return met


def _by_fixture(scores: Iterable[Score]) -> dict[tuple[int, int], list[Score]]:
    found: dict[tuple[int, int], list[Score]] = defaultdict(list)
    for score in scores:
        found[score.evening, score.fixture].append(score)
    return found
