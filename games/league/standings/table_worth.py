"""Points of an evening's tables for those who played at them, by the rules. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from games.league.standings.outcomes import Better, Outcome, outcome_of, worth_of
from games.league.standings.results import Credit, EveningResult, Part
from games.league.standings.rounding import Points, exact
from games.league.standings.rules import TableRules
from games.league.standings.scores import PlayedBy, Score


def given_by(scores: Iterable[Score], rules: TableRules, better: Better) -> list[Score]:
    """The scores as the rules give them: to the member or the substitute, cut for a bot, without tables that do not
    count."""
    given = []
    for score in scores:
        if score.played_by == "self" and not score.broken_off:  # nearly all: no rule changes these
            given.append(score)
            continue
        if score.broken_off and rules.broken_off == "void":
            continue
        if score.played_by == PlayedBy.BOT and rules.bots != "full":
            score = score._replace(points=_cut(score, rules, better))  # noqa: PLW2901
        if score.played_by != PlayedBy.SUBSTITUTE or rules.substitute != "substitute":
            given.append(score)
        if score.played_by == PlayedBy.SUBSTITUTE and score.substitute and rules.substitute != "absent":
            given.append(score._replace(entrant=score.substitute))
    return given


def _cut(score: Score, rules: TableRules, better: Better) -> Points:
    """A bot's points where they do not count in full: nothing, or where low is better as much as the worst side of the
    table had; half lies in the middle."""
    if better == "high":
        return exact(score.points, 2) if rules.bots == "half" else 0
    worst = max([score.points, *score.others])
    return exact(score.points + worst, 2) if rules.bots == "half" else worst


def by_entrant(given: Iterable[Score]) -> dict[int, list[Score]]:
    found: dict[int, list[Score]] = defaultdict(list)
    for score in given:
        found[score.entrant].append(score)
    return found


def played(
    own: Sequence[Score], rules: TableRules, better: Better
) -> tuple[dict[int, EveningResult], Credit]:
    """The points of one entrant's tables by evening, those of a fixture together, and their sums."""
    evenings: dict[int, list[Score]] = {}
    for score in own:
        evenings.setdefault(score.evening, []).append(score)
    outcomes: dict[Outcome, int] = {}
    results: dict[int, EveningResult] = {}
    wins = rules.counting == "wins"
    for evening, scores in evenings.items():
        first = scores[0]
        if (
            len(scores) == 1 and not first.broken_off
        ):  # most evenings of most clubs: one table, played to its end
            outcome = outcome_of(first.points, first.others, better)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
            points = worth_of(outcome, rules) if wins else first.points
            part = Part("table", points, first.fixture, outcome)
            results[evening] = EveningResult(
                evening, points, "played", first.provisional, False, (part,), first.tallies
            )
            continue
        parts: list[Part] = []
        for tables in _fixtures(scores):
            outcome = _outcome(tables, better)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
            parts += _parts(tables, outcome, rules, better)
        results[evening] = EveningResult(
            evening,
            sum([part.points for part in parts]),
            "played",
            sum([score.provisional for score in scores]),
            False,
            tuple(parts),
            _summed(scores),
        )
    return results, _credit(own, outcomes)


def _fixtures(scores: Sequence[Score]) -> Iterable[Sequence[Score]]:
    """The scores of each fixture, in order."""
    found: dict[int, list[Score]] = {}
    for score in scores:
        found.setdefault(score.fixture, []).append(score)
    return [found[fixture] for fixture in sorted(found)]


def _credit(own: Sequence[Score], outcomes: Mapping[Outcome, int]) -> Credit:
    credit = Credit(
        points=sum([score.points for score in own]),
        against=sum([score.against for score in own]),
        rounds=sum([score.rounds for score in own]),
        tallies=_summed(own),
    )
    for outcome, times in outcomes.items():
        credit.places[outcome.place] = credit.places.get(outcome.place, 0) + times
        credit.won += times * outcome.won
        credit.drawn += times * outcome.drawn
        credit.lost += times * (not (outcome.won or outcome.drawn))
    return credit


def _outcome(tables: Sequence[Score], better: Better) -> Outcome:
    """The place in a fixture: of several tables, and of several parts of one, the points are added up."""
    if len(tables) == 1:
        return outcome_of(tables[0].points, tables[0].others, better)
    others = [sum(points) for points in zip(*[score.others for score in tables], strict=True)]
    return outcome_of(sum([score.points for score in tables]), others, better)


def _parts(tables: Sequence[Score], outcome: Outcome, rules: TableRules, better: Better) -> list[Part]:
    fixture = tables[0].fixture
    if rules.counting == "wins":
        return [Part("table", worth_of(outcome, rules), fixture, outcome)]
    parts = [Part("table", sum([score.points for score in tables]), fixture, outcome)]
    stopped = [score for score in tables if score.broken_off]
    if missing := sum([_compensation(score, rules, better) for score in stopped]):
        rounds = sum([score.planned - score.rounds for score in stopped])
        parts.append(Part("compensation", missing, fixture, rounds=rounds))
    return parts


def _compensation(score: Score, rules: TableRules, better: Better) -> Points:
    """For the rounds not played, cut like a bot's points where high is better."""
    points = rules.compensation * (score.planned - score.rounds)
    if score.played_by != PlayedBy.BOT or rules.bots == "full" or better == "low":
        return points
    return exact(points, 2) if rules.bots == "half" else 0


def _summed(scores: Sequence[Score]) -> Mapping[str, int]:
    """The tallies of these scores added up."""
    added: dict[str, int] = {}
    for score in scores:
        for key, amount in score.tallies.items():
            added[key] = added.get(key, 0) + amount
    return added
