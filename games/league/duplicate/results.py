"""Results of a duplicate evening: the mean of each entrant's deals. Pure.

Deals count alike, however often they were played, and an entrant that waited or left has the mean of the deals it
played. A season adds up or averages these means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

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
