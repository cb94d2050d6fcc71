"""Scores of a duplicate deal, every result beside all others with the same cards, and the mean of an evening. Pure.

Three ways to count, each exact (fractions, never rounded here):

* matchpoints, in per cent: 2 for each pair with the same cards that one beat, 1 for each equal (Laws of Duplicate
  Bridge 78A). With n results the best possible is 2(n - 1), and all of one direction have n(n - 1) together.
* difference from the mean of the field, in points: what bridge calls Butler without its scale. From five results on the
  best and the worst are left out of the mean.
* teams of four: the sum of both tables of a match, converted by a scale (Law 78B).

What a pair made is its points less those of the opponents. Where more than two sides sit at a table, each plays for
itself: what a side made are its own points, compared with those who held the same place. The order of results never
matters.
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
from games.league.standings.points import divide_half_up

NORTH_SOUTH: Final = 0
EAST_WEST: Final = 1
DIRECTIONS: Final = (NORTH_SOUTH, EAST_WEST)
AVERAGE: Final = 50

LAW_SCALE: Final = (
    20,
    50,
    90,
    130,
    170,
    220,
    270,
    320,
    370,
    430,
    500,
    600,
    750,
    900,
    1100,
    1300,
    1500,
    1750,
    2000,
    2250,
    2500,
    3000,
    3500,
    4000,
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

    `trimmed_from` is the number of results from which on the best and the worst are left out of the mean.
    `average_step` is what ten per cent above or below average are worth where an arbiter gives an average and points
    are counted. `scale` converts the differences of teams (`convert`); empty: points as they are.
    """

    counting: Counting = Counting.MATCHPOINTS
    trimmed_from: int = 5
    average_step: int = 20
    scale: tuple[int, ...] = LAW_SCALE
    team_average_step: int = 3


@dataclass(frozen=True, slots=True)
class TableResult:
    """A deal at one table. `sides` are north-south and east-west, or every place by itself in the order of the seats.
    `points` are those of each side, none if it was not played or is void. `low`: fewer points are better.

    `average` are the per cent an arbiter gave instead to each side, such as (60, 40): points beside it do not count.
    Neither points nor an average: the deal counts for nobody at that table. `bots` are the entrants in whose place, or
    beside whom, a bot played.
    """

    deal: int
    table: int
    sides: tuple[Party, ...]
    points: tuple[int, ...] | None = None
    average: tuple[int, ...] | None = None
    bots: tuple[Entrant, ...] = ()
    low: bool = False

    @property
    def north_south(self) -> Party:
        """The first side."""
        return self.sides[NORTH_SOUTH]

    @property
    def east_west(self) -> Party:
        """The second side."""
        return self.sides[EAST_WEST]

    def side_of(self, entrant: Entrant) -> int | None:
        """The side of the entrant; None where it did not sit at this table."""
        return next((side for side, party in enumerate(self.sides) if entrant in party), None)

    @property
    def counts(self) -> bool:
        """Whether the result is compared with others."""
        return self.points is not None and self.average is None

    @property
    def made(self) -> tuple[int, ...]:
        """What each side made, more being better. Only of a result with points."""
        if self.points is None:
            raise ValueError(f"deal {self.deal} has no points at table {self.table}")
        points = [-own for own in self.points] if self.low else self.points
        if len(points) == 2:
            return points[0] - points[1], points[1] - points[0]
        return tuple(points)

    @property
    def difference(self) -> int:
        """What the first side made. Only of a result with points."""
        return self.made[NORTH_SOUTH]


class DealScore(NamedTuple):
    """What one deal is worth to one entrant: per cent or points. `average` is the per cent an arbiter gave, else none;
    `matchpoints` are those of the result, as many as if the deal had been played as often as the others."""

    entrant: Entrant
    deal: int
    direction: int
    score: Fraction
    matchpoints: Fraction | None = None
    average: int | None = None
    with_bot: bool = False


class Worth(NamedTuple):
    """What a result is worth to one side, and its matchpoints where these are counted."""

    score: Fraction
    matchpoints: Fraction | None = None


class Frequency(NamedTuple):
    """A line of a frequency list: the points of the side it is seen from and then of the others, how often, and what
    that is worth to it. Where each plays for itself only the own points."""

    points: tuple[int, ...]
    times: int
    score: Fraction


class TravellerLine(NamedTuple):
    """A line of a traveller: a table's result and what it is worth to each side, none where it counts for nobody."""

    result: TableResult
    scores: tuple[Fraction, ...] | None


class TeamScore(NamedTuple):
    """A deal of a match of teams, as `team` sees it: the points of both its tables together, and their worth."""

    team: int
    other: int
    deal: int
    difference: int | None
    score: Fraction
    average: int | None = None


def matchpoints(differences: Sequence[int]) -> tuple[int, ...]:
    """The matchpoints of one side for each result of a deal: 2 for each lower one, 1 for each other equal one. Of two
    sides the other has 2(n - 1) less these."""
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


def average_worth(average: int, rules: ScoringRules) -> Fraction:
    """An arbiter's average in the unit of the counting: the per cent, or points above or below the mean."""
    if rules.counting == Counting.MATCHPOINTS:
        return Fraction(average)
    return Fraction((average - AVERAGE) * rules.average_step, 10)


def expected_results(results: Iterable[TableResult]) -> int:
    """How many results every deal is counted as having: as many as the deal with the most tables, whether they played
    it or not."""
    return max(Counter(result.deal for result in results).values(), default=0)


def deal_worth(
    results: Sequence[TableResult], rules: ScoringRules, *, expected: int
) -> tuple[dict[int, Worth], ...]:
    """For each side what a result of one deal is worth to it, by what it made; empty where no result counts."""
    field_points = [result.made for result in results if result.counts]
    return tuple(_worth_of(own, rules, expected=expected) for own in zip(*field_points, strict=True))


def _worth_of(field_points: Sequence[int], rules: ScoringRules, *, expected: int) -> dict[int, Worth]:
    """What each result of one side is worth to it."""
    if rules.counting == Counting.DIFFERENCE:
        mean = mean_of_field(field_points, trimmed_from=rules.trimmed_from)
        return {own: Worth(own - mean) for own in set(field_points)}
    worth = {}
    for own, points in dict(zip(field_points, matchpoints(field_points), strict=True)).items():
        factored = factor_matchpoints(points, results=len(field_points), expected=expected)
        worth[own] = Worth(per_cent(factored, expected=expected), factored)
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


def _worth_at(
    result: TableResult, worth: Sequence[Mapping[int, Worth]], rules: ScoringRules
) -> tuple[Worth, ...] | None:
    """What a result, or an average instead of it, is worth to each side; None where it counts for nobody."""
    if result.average is not None:
        return tuple(Worth(average_worth(each, rules)) for each in result.average)
    if result.points is None:
        return None
    return tuple(own[made] for own, made in zip(worth, result.made, strict=True))


def _scores_of(
    result: TableResult, worth: Sequence[Mapping[int, Worth]], rules: ScoringRules
) -> list[DealScore]:
    of_result = _worth_at(result, worth, rules)
    if of_result is None:
        return []
    return [
        DealScore(
            entrant,
            result.deal,
            direction,
            of_result[direction].score,
            of_result[direction].matchpoints,
            result.average[direction] if result.average is not None else None,
            entrant in result.bots,
        )
        for direction, party in enumerate(result.sides)
        for entrant in party
    ]


def frequency_list(
    results: Sequence[TableResult], rules: ScoringRules, *, expected: int, side: int = NORTH_SOUTH
) -> tuple[Frequency, ...]:
    """The results of one deal that count, seen from one side, each with how often it was made, the best first.

    What is equally good has equal worth, also where the points of both directions are others."""
    worth = deal_worth(results, rules, expected=expected)
    times = Counter(
        (result.made[side], points_from(side, result.points))
        for result in results
        if result.counts and result.points is not None
    )
    ordered = sorted(times, key=lambda line: (-line[0], -line[1][0]))
    return tuple(Frequency(points, times[made, points], worth[side][made].score) for made, points in ordered)


def points_from(side: int, points: Sequence[int]) -> tuple[int, ...]:
    """Points, or per cent, of a table as one side reads them: its own and those of the other of two; only its own where
    each plays for itself."""
    return (points[side], points[1 - side]) if len(points) == 2 else (points[side],)


def traveller(
    results: Sequence[TableResult], rules: ScoringRules, *, expected: int
) -> tuple[TravellerLine, ...]:
    """All tables of one deal: those that count first, of two sides the best for north-south at the top, then those with
    an arbiter's average, then those that count for nobody; equals by table."""
    worth = deal_worth(results, rules, expected=expected)
    lines = []
    for result in results:
        at_table = _worth_at(result, worth, rules)
        scores = None if at_table is None else tuple(each.score for each in at_table)
        lines.append(TravellerLine(result, scores))

    def place(line: TravellerLine) -> tuple[int, int, int]:
        if line.result.counts:
            best = -line.result.difference if len(line.result.sides) == 2 else 0
            return (0, best, line.result.table)
        return (1 if line.scores is not None else 2, 0, line.result.table)

    return tuple(sorted(lines, key=place))


def score_teams(
    results: Iterable[TableResult], teams: Sequence[tuple[Entrant, Entrant]], rules: ScoringRules
) -> tuple[TeamScore, ...]:
    """The scores of all deals of matches of teams, by deal and team (a number, from 0, in `teams`).

    A team gains what its north-south pair had more than the north-south pair of the other team with the same cards.
    A deal that one of the two tables did not play counts for nobody. An arbiter's average at one table, or the mean of
    those at both, takes the place of the deal: 60 per cent are `team_average_step` (3 by Law 86), 40 as many less.
    """
    team_of = {pair: number for number, team in enumerate(teams) for pair in team}
    tables: dict[tuple[int, frozenset[int]], dict[int, TableResult]] = defaultdict(dict)
    for result in results:
        north_south, east_west = team_of[result.north_south[0]], team_of[result.east_west[0]]
        tables[result.deal, frozenset((north_south, east_west))][north_south] = result
    scores = []
    for (deal, match), by_team in tables.items():
        if len(by_team) < 2 or any(one.points is None and one.average is None for one in by_team.values()):
            continue
        for team in match:
            other = next(iter(match - {team}))
            averages = []
            for number, result in by_team.items():
                if result.average is not None:
                    averages.append(result.average[NORTH_SOUTH if number == team else EAST_WEST])
            if averages:
                worth = Fraction(
                    (sum(averages) - AVERAGE * len(averages)) * rules.team_average_step, 10 * len(averages)
                )
                average = sum(averages) // len(averages)
                scores.append(TeamScore(team, other, deal, None, worth, average))
            else:
                difference = by_team[team].difference - by_team[other].difference
                worth = Fraction(convert(difference, rules.scale))
                scores.append(TeamScore(team, other, deal, difference, worth))
    return tuple(sorted(scores, key=lambda score: (score.deal, score.team)))


# The evening: the mean of each entrant's deals. Deals count alike, however often they were played, and an entrant that
# waited or left has the mean of the deals it played. A season adds up or averages these means.

AVERAGE_PLUS: Final = 60
AVERAGE_MINUS: Final = 40


@dataclass(frozen=True, slots=True)
class EveningScore:
    """The evening of one entrant: its `mean` per deal (per cent, points or steps of a scale), and the deals it comes
    from."""

    entrant: Entrant
    mean: Fraction
    deals: tuple[DealScore, ...]


def score_evening(results: Iterable[TableResult], rules: ScoringRules) -> dict[Entrant, EveningScore]:
    """The evening of everybody with at least one deal, by entrant.

    An arbiter's 60 per cent are at least the entrant's mean of its other deals, its 40 at most that (Law 12C2: who is
    not at fault gets 60 per cent or what it made on the other deals, if that is more; who is at fault 40 or less).
    Other averages stand as given.
    """
    own: dict[Entrant, list[DealScore]] = defaultdict(list)
    for score in score_deals(results, rules):
        own[score.entrant].append(score)
    return {entrant: _evening_of(entrant, scores) for entrant, scores in own.items()}


def _evening_of(entrant: Entrant, scores: Sequence[DealScore]) -> EveningScore:
    played = [score.score for score in scores if score.average is None]
    mean = Fraction(sum(played), len(played)) if played else None
    deals = tuple(score._replace(score=_average_beside(score, mean)) for score in scores)
    return EveningScore(
        entrant,
        sum((deal.score for deal in deals), Fraction(0)) / len(deals),
        deals,
    )


def _average_beside(score: DealScore, mean: Fraction | None) -> Fraction:
    """The score of a deal, an average plus or minus beside the mean of the entrant's other deals."""
    if mean is None:
        return score.score
    if score.average == AVERAGE_PLUS:
        return max(score.score, mean)
    if score.average == AVERAGE_MINUS:
        return min(score.score, mean)
    return score.score


def score_team_deals(results: Sequence[TableResult], rules: ScoringRules) -> dict[Entrant, list[TeamScore]]:
    """The deals of each team, by team, where the entrants of the results are teams and not their pairs."""
    teams = sorted({entrant for each in results for party in each.sides for entrant in party})
    found: dict[Entrant, list[TeamScore]] = defaultdict(list)
    for score in score_teams(results, [(team, team) for team in teams], rules):
        found[teams[score.team]].append(score._replace(team=teams[score.team], other=teams[score.other]))
    return found
