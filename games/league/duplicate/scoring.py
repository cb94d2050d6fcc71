"""Scores of a duplicate deal: every result beside all others with the same cards. Pure.

Three ways to count, each exact (fractions, never rounded here):

* matchpoints, in per cent: 2 for each pair with the same cards that one beat, 1 for each equal (Laws of Duplicate
  Bridge 78A). With n results the best possible is 2(n - 1), and all of one direction have n(n - 1) together.
* difference from the mean of the field, in points: what bridge calls Butler without its scale. From five results on the
  best and the worst are left out of the mean.
* teams of four: the sum of both tables of a match, converted by a scale (Law 78B).

The points of a result are those of north-south less those of east-west; the order of results never matters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from games.league.duplicate.movements import Entrant, Party
from games.league.standings.rules import divide_half_up

NORTH_SOUTH: Final = 0
EAST_WEST: Final = 1
AVERAGE: Final = 50

LAW_SCALE: Final = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The scale of bridge (Law 78B): the differences from which on a deal is worth 1, 2, 3 ... up to 24."""


def scale_from(first: int) -> tuple[int, ...]:
    """The scale of bridge made finer or coarser, so that its first step is at `first` points; empty for 0, which is no
    scale. Other card games have other points: what is 20 there is 10 where a round has 162."""
    return tuple(divide_half_up(step * first, LAW_SCALE[0]) for step in LAW_SCALE) if first else ()


class Counting(StrEnum):
    """What a pair's score of a deal is."""

    MATCHPOINTS = "matchpoints"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """What a club may choose.

    `trimmed_from` is the number of results from which on the best and the worst are left out of the mean. `award` is
    what ten per cent above or below average are worth where an arbiter gives an average and points are counted. `scale`
    converts the differences of teams (`convert`); empty: points as they are. `ranks_bots` says whether a pair with a
    bot has a place; it is compared with all others in any case.
    """

    counting: Counting = Counting.MATCHPOINTS
    trimmed_from: int = 5
    award: int = 20
    scale: tuple[int, ...] = LAW_SCALE
    team_award: int = 3
    ranks_bots: bool = True


@dataclass(frozen=True, slots=True)
class TableResult:
    """A deal at one table. `points` are those of north-south and of east-west, none if it was not played or is void.

    `award` are the per cent an arbiter gave instead to north-south and to east-west, such as (60, 40): points beside
    it do not count. Neither points nor an award: the deal counts for nobody at that table. `bots` are the entrants in
    whose place, or beside whom, a bot played.
    """

    deal: int
    table: int
    north_south: Party
    east_west: Party
    points: tuple[int, int] | None = None
    award: tuple[int, int] | None = None
    bots: tuple[Entrant, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether the result is compared with others."""
        return self.points is not None and self.award is None

    @property
    def difference(self) -> int:
        """The points of north-south less those of east-west. Only of a result with points."""
        if self.points is None:
            raise ValueError(f"deal {self.deal} has no points at table {self.table}")
        north_south, east_west = self.points
        return north_south - east_west


class DealScore(NamedTuple):
    """What one deal is worth to one entrant: per cent or points. `award` is the per cent an arbiter gave, else none;
    `matchpoints` are those of the result, as many as if the deal had been played as often as the others."""

    entrant: Entrant
    deal: int
    direction: int
    score: Fraction
    matchpoints: Fraction | None = None
    award: int | None = None
    with_bot: bool = False


class Worth(NamedTuple):
    """What a result is worth to north-south and to east-west, and the matchpoints where these are counted."""

    scores: tuple[Fraction, Fraction]
    matchpoints: tuple[Fraction, Fraction] | None = None


class Frequency(NamedTuple):
    """A line of a frequency list: the points of both directions, how often, and what that is worth to each."""

    points: tuple[int, int]
    times: int
    scores: tuple[Fraction, Fraction]


class TravellerLine(NamedTuple):
    """A line of a traveller: a table's result and what it is worth to both directions, none where it counts for
    nobody."""

    result: TableResult
    scores: tuple[Fraction, Fraction] | None


class TeamScore(NamedTuple):
    """A deal of a match of teams, as `team` sees it: the points of both its tables together, and their worth."""

    team: int
    other: int
    deal: int
    difference: int | None
    score: Fraction
    award: int | None = None


def matchpoints(differences: Sequence[int]) -> tuple[int, ...]:
    """The matchpoints of north-south for each result of a deal: 2 for each lower one, 1 for each other equal one.
    Those of east-west are 2(n - 1) less."""
    ordered = sorted(differences)
    return tuple(
        # Twice those below, and one for each equal result but the own one.
        bisect_left(ordered, own) + bisect_right(ordered, own) - 1
        for own in differences
    )


def factor_matchpoints(points: int | Fraction, *, results: int, expected: int) -> Fraction:
    """The matchpoints of a deal with `results` results, as out of `expected`: Neuberg's formula

        (points x expected + (expected - results)) / results

    which the World Bridge Federation, the European Bridge League and the English Bridge Union use for all their events
    (English Bridge Union, Laws and Ethics Committee, "The Neuberg formula: application"). It treats the results that
    exist as a sample of all: a best of few is less certain, so it is worth a little less than the whole top. On
    average each result still has half a top, expected - 1.

    `points` 9 of 10 from 6 results are 10 2/3 of 12 where 7 are expected. Raises ValueError without a result.
    """
    if not 0 < results <= expected:
        raise ValueError(f"between 1 and {expected} results, not {results}")
    return Fraction(points * expected + expected - results, results)


def per_cent(points: int | Fraction, *, expected: int) -> Fraction:
    """Matchpoints as per cent of the most that `expected` results allow; a single result is average."""
    return Fraction(100) * points / (2 * (expected - 1)) if expected > 1 else Fraction(AVERAGE)


def mean_of_field(differences: Sequence[int], *, trimmed_from: int) -> Fraction:
    """The mean of a deal's results, without one best and one worst where there are `trimmed_from` or more. Raises
    ValueError without a result."""
    if not differences:
        raise ValueError("no result, no mean")
    ordered = sorted(differences)
    if len(ordered) >= max(3, trimmed_from):
        ordered = ordered[1:-1]
    return Fraction(sum(ordered), len(ordered))


def convert(difference: int, scale: Sequence[int]) -> int:
    """A difference in points as steps of a rising scale, with its sign; without a scale the points themselves.

    By the scale of bridge 20 to 40 points are 1 and 50 to 80 are 2.
    """
    if not scale:
        return difference
    steps = bisect_right(scale, abs(difference))
    return steps if difference > 0 else -steps


def award_worth(award: int, rules: ScoringRules) -> Fraction:
    """An arbiter's average in the unit of the counting: the per cent, or points above or below the mean."""
    if rules.counting == Counting.MATCHPOINTS:
        return Fraction(award)
    return Fraction((award - AVERAGE) * rules.award, 10)


def expected_results(results: Iterable[TableResult]) -> int:
    """How many results every deal is counted as having: as many as the deal with the most tables, whether they played
    it or not."""
    return max(Counter(result.deal for result in results).values(), default=0)


def deal_worth(results: Sequence[TableResult], rules: ScoringRules, *, expected: int) -> dict[int, Worth]:
    """What each difference that occurs on one deal is worth, by difference."""
    differences = [result.difference for result in results if result.counts]
    if not differences:
        return {}
    if rules.counting == Counting.DIFFERENCE:
        mean = mean_of_field(differences, trimmed_from=rules.trimmed_from)
        return {own: Worth((own - mean, mean - own)) for own in set(differences)}
    worth = {}
    for own, points in dict(zip(differences, matchpoints(differences), strict=True)).items():
        factored = factor_matchpoints(points, results=len(differences), expected=expected)
        north_south = per_cent(factored, expected=expected)
        worth[own] = Worth((north_south, 100 - north_south), (factored, 2 * (expected - 1) - factored))
    return worth


def score_deals(
    results: Iterable[TableResult], rules: ScoringRules, *, expected: int | None = None
) -> tuple[DealScore, ...]:
    """The scores of all entrants on all deals, by deal and entrant. `expected` results a deal are assumed; without it,
    as many as the deal with the most (`expected_results`)."""
    by_deal: dict[int, list[TableResult]] = defaultdict(list)
    for result in results:
        by_deal[result.deal].append(result)
    if expected is None:
        expected = expected_results(result for own in by_deal.values() for result in own)
    scores = []
    for own in by_deal.values():
        worth = deal_worth(own, rules, expected=expected)
        for result in own:
            scores += _scores_of(result, worth, rules)
    return tuple(sorted(scores, key=lambda score: (score.deal, score.entrant)))


def _scores_of(result: TableResult, worth: Mapping[int, Worth], rules: ScoringRules) -> list[DealScore]:
    if result.award is not None:
        of_result = Worth((award_worth(result.award[0], rules), award_worth(result.award[1], rules)))
    elif result.points is not None:
        of_result = worth[result.difference]
    else:
        return []
    return [
        DealScore(
            entrant,
            result.deal,
            direction,
            of_result.scores[direction],
            of_result.matchpoints[direction] if of_result.matchpoints is not None else None,
            result.award[direction] if result.award is not None else None,
            entrant in result.bots,
        )
        for direction, party in enumerate((result.north_south, result.east_west))
        for entrant in party
    ]


def frequency_list(
    results: Sequence[TableResult], rules: ScoringRules, *, expected: int
) -> tuple[Frequency, ...]:
    """The results of one deal that count, each with how often it was made, the best for north-south first.

    Equal differences have equal worth, also where the points of both directions are others."""
    worth = deal_worth(results, rules, expected=expected)
    times = Counter(result.points for result in results if result.counts)
    lines = [
        Frequency(points, count, worth[points[0] - points[1]].scores)
        for points, count in times.items()
        if points is not None
    ]
    return tuple(sorted(lines, key=lambda line: (line.points[1] - line.points[0], -line.points[0])))


def traveller(
    results: Sequence[TableResult], rules: ScoringRules, *, expected: int
) -> tuple[TravellerLine, ...]:
    """All tables of one deal: those that count first, the best for north-south at the top, then those with an arbiter's
    average, then those that count for nobody; equals by table."""
    worth = deal_worth(results, rules, expected=expected)
    lines = []
    for result in results:
        if result.counts:
            lines.append(TravellerLine(result, worth[result.difference].scores))
        elif result.award is not None:
            north_south, east_west = result.award
            lines.append(
                TravellerLine(result, (award_worth(north_south, rules), award_worth(east_west, rules)))
            )
        else:
            lines.append(TravellerLine(result, None))

    def place(line: TravellerLine) -> tuple[int, int, int]:
        if line.result.counts:
            return (0, -line.result.difference, line.result.table)
        return (1 if line.scores is not None else 2, 0, line.result.table)

    return tuple(sorted(lines, key=place))


def score_teams(
    results: Iterable[TableResult], teams: Sequence[tuple[Entrant, Entrant]], rules: ScoringRules
) -> tuple[TeamScore, ...]:
    """The scores of all deals of matches of teams, by deal and team (a number, from 0, in `teams`).

    A team gains what its north-south pair had more than the north-south pair of the other team with the same cards.
    A deal that one of the two tables did not play counts for nobody. An arbiter's average at one table, or the mean of
    those at both, takes the place of the deal: 60 per cent are `team_award` (3 by Law 86), 40 as many less.
    """
    team_of = {pair: number for number, team in enumerate(teams) for pair in team}
    tables: dict[tuple[int, frozenset[int]], dict[int, TableResult]] = defaultdict(dict)
    for result in results:
        north_south, east_west = team_of[result.north_south[0]], team_of[result.east_west[0]]
        tables[result.deal, frozenset((north_south, east_west))][north_south] = result
    scores = []
    for (deal, match), by_team in tables.items():
        if len(by_team) < 2 or any(one.points is None and one.award is None for one in by_team.values()):
            continue
        for team in match:
            other = next(iter(match - {team}))
            awards = []
            for number, result in by_team.items():
                if result.award is not None:
                    awards.append(result.award[NORTH_SOUTH if number == team else EAST_WEST])
            if awards:
                worth = Fraction((sum(awards) - AVERAGE * len(awards)) * rules.team_award, 10 * len(awards))
                award = sum(awards) // len(awards)
                scores.append(TeamScore(team, other, deal, None, worth, award))
            else:
                difference = by_team[team].difference - by_team[other].difference
                worth = Fraction(convert(difference, rules.scale))
                scores.append(TeamScore(team, other, deal, difference, worth))
    return tuple(sorted(scores, key=lambda score: (score.deal, score.team)))
