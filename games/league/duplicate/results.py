"""Results of a duplicate evening: the mean of each entrant's deals, and the ranking of each line. Pure.

Deals count alike, however often they were played, and an entrant that waited or left has the mean of the deals it
played. A season adds up or averages these means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from games.league.duplicate.movements import Entrant
from games.league.duplicate.scoring import (
    DealScore,
    ScoringRules,
    TableResult,
    TeamScore,
    score_deals,
    score_teams,
)

AVERAGE_PLUS: Final = 60
AVERAGE_MINUS: Final = 40


@dataclass(frozen=True, slots=True)
class EveningScore:
    """The evening of one entrant: its `mean` per deal (per cent, points or steps of a scale), and the deals it comes
    from. `with_bot` says that a bot played in at least one of them."""

    entrant: Entrant
    mean: Fraction
    deals: tuple[DealScore, ...]
    with_bot: bool = False


class Ranked(NamedTuple):
    """A line of the ranking. Equal means share a place; `place` is none where bots are left out."""

    place: int | None
    score: EveningScore


class TeamResult(NamedTuple):
    """The evening of a team (its number): the mean per deal, the sums against each other team, matches won, drawn and
    lost, and whether a bot played for it."""

    team: int
    mean: Fraction
    deals: int
    matches: Mapping[int, Fraction]
    won: int
    drawn: int
    lost: int
    with_bot: bool = False


class RankedTeam(NamedTuple):
    """A line of the ranking of teams, as `Ranked`."""

    place: int | None
    result: TeamResult


def score_evening(
    results: Iterable[TableResult], rules: ScoringRules, *, expected: int | None = None
) -> dict[Entrant, EveningScore]:
    """The evening of everybody with at least one deal, by entrant. `expected` as in `score_deals`.

    An arbiter's 60 per cent are at least the entrant's mean of its other deals, its 40 at most that (Law 12C2: who is
    not at fault gets 60 per cent or what it made on the other deals, if that is more; who is at fault 40 or less).
    Other averages stand as given.
    """
    own: dict[Entrant, list[DealScore]] = defaultdict(list)
    for score in score_deals(results, rules, expected=expected):
        own[score.entrant].append(score)
    return {entrant: _evening_of(entrant, scores) for entrant, scores in own.items()}


def _evening_of(entrant: Entrant, scores: Sequence[DealScore]) -> EveningScore:
    played = [score.score for score in scores if score.award is None]
    mean = Fraction(sum(played), len(played)) if played else None
    deals = tuple(score._replace(score=_award_beside(score, mean)) for score in scores)
    return EveningScore(
        entrant,
        sum((deal.score for deal in deals), Fraction(0)) / len(deals),
        deals,
        any(deal.with_bot for deal in deals),
    )


def _award_beside(score: DealScore, mean: Fraction | None) -> Fraction:
    """The score of a deal, an average plus or minus beside the mean of the entrant's other deals."""
    if mean is None:
        return score.score
    if score.award == AVERAGE_PLUS:
        return max(score.score, mean)
    if score.award == AVERAGE_MINUS:
        return min(score.score, mean)
    return score.score


def rank_line(
    evenings: Mapping[Entrant, EveningScore], line: Iterable[Entrant], rules: ScoringRules
) -> tuple[Ranked, ...]:
    """The ranking of one line of a movement, the best first; entrants without a deal are not in it.

    Where bots have no place, those with one stand among the others without a number, and take none.
    """
    there = [evenings[entrant] for entrant in line if entrant in evenings]
    place_of = _places(score.mean for score in there if rules.ranks_bots or not score.with_bot)
    lines = []
    for score in sorted(there, key=lambda score: (-score.mean, score.entrant)):
        ranked = rules.ranks_bots or not score.with_bot
        lines.append(Ranked(place_of[score.mean] if ranked else None, score))
    return tuple(lines)


def _places(means: Iterable[Fraction]) -> dict[Fraction, int]:
    """The place of each mean, the highest first; equals share the first of their places."""
    places: dict[Fraction, int] = {}
    for number, mean in enumerate(sorted(means, reverse=True), start=1):
        places.setdefault(mean, number)
    return places


def rank_teams(
    results: Sequence[TableResult], teams: Sequence[tuple[Entrant, Entrant]], rules: ScoringRules
) -> tuple[RankedTeam, ...]:
    """The ranking of teams of four by the mean of their deals, the best first; teams without a deal are not in it.

    Where bots have no place, a team with one stands among the others without a number.
    """
    own: dict[int, list[TeamScore]] = defaultdict(list)
    for score in score_teams(results, teams, rules):
        own[score.team].append(score)
    with_bots = {bot for result in results for bot in result.bots}
    found = [_team_result(team, scores, with_bots & set(teams[team])) for team, scores in own.items()]
    place_of = _places(result.mean for result in found if rules.ranks_bots or not result.with_bot)
    lines = []
    for result in sorted(found, key=lambda result: (-result.mean, result.team)):
        ranked = rules.ranks_bots or not result.with_bot
        lines.append(RankedTeam(place_of[result.mean] if ranked else None, result))
    return tuple(lines)


def score_team_deals(results: Sequence[TableResult], rules: ScoringRules) -> dict[Entrant, list[TeamScore]]:
    """The deals of each team, by team, where the entrants of the results are teams and not their pairs."""
    teams = sorted({entrant for each in results for party in each.sides for entrant in party})
    found: dict[Entrant, list[TeamScore]] = defaultdict(list)
    for score in score_teams(results, [(team, team) for team in teams], rules):
        found[teams[score.team]].append(score._replace(team=teams[score.team], other=teams[score.other]))
    return found


def _team_result(team: int, scores: Sequence[TeamScore], bots: Collection[Entrant]) -> TeamResult:
    matches: dict[int, Fraction] = defaultdict(Fraction)
    for score in scores:
        matches[score.other] += score.score
    return TeamResult(
        team,
        sum((score.score for score in scores), Fraction(0)) / len(scores),
        len(scores),
        matches,
        won=sum(points > 0 for points in matches.values()),
        drawn=sum(points == 0 for points in matches.values()),
        lost=sum(points < 0 for points in matches.values()),
        with_bot=bool(bots),
    )
