"""What the tables of an evening are worth to those who played at them, by the rules. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from games.league.standings.nights import Credit, Key, Night, Part
from games.league.standings.outcomes import Better, Outcome, outcome_of, worth_of
from games.league.standings.rounding import rounded
from games.league.standings.rules import TableRules
from games.league.standings.scores import PlayedBy, Score


def given_by(scores: Iterable[Score], rules: TableRules, better: Better) -> list[Score]:
    """The scores as the rules give them: to the member or the substitute, cut for a bot, without tables that do not
    count."""
    given = []
    for score in scores:
        if score.broken_off and rules.broken_off == "void":
            continue
        if score.played_by == PlayedBy.BOT and rules.bots != "full":
            score = score._replace(points=_cut(score, rules, better))  # noqa: PLW2901
        if score.played_by != PlayedBy.SUBSTITUTE or rules.substitute != "substitute":
            given.append(score)
        if score.played_by == PlayedBy.SUBSTITUTE and score.substitute and rules.substitute != "absent":
            given.append(score._replace(entrant=score.substitute))
    return given


def _cut(score: Score, rules: TableRules, better: Better) -> int:
    """A bot's points where they do not count in full: nothing, or where low is better as much as the worst side of the
    table had; half lies in the middle."""
    if better == "high":
        return score.points // 2 if rules.bots == "half" else 0
    worst = max([score.points, *score.others])
    return rounded(score.points + worst, 2) if rules.bots == "half" else worst


def by_entrant(given: Iterable[Score]) -> dict[int, list[Score]]:
    found: dict[int, list[Score]] = defaultdict(list)
    for score in given:
        found[score.entrant].append(score)
    return found


def played(own: Sequence[Score], rules: TableRules, better: Better) -> tuple[dict[int, Night], Credit]:
    """What the tables of one entrant are worth by evening, those of a fixture together, and their sums."""
    credit = Credit()
    fixtures: dict[Key, list[Score]] = {}
    for score in own:
        fixtures.setdefault((score.evening, score.fixture), []).append(score)
        credit.points += score.points
        credit.against += score.against
        credit.rounds += score.rounds
        for key, amount in score.tallies.items():
            credit.tallies[key] = credit.tallies.get(key, 0) + amount
    nights: dict[int, Night] = {}
    for evening, fixture in sorted(fixtures):
        tables = fixtures[evening, fixture]
        outcome = _outcome(tables, better)
        credit.places[outcome.place] = credit.places.get(outcome.place, 0) + 1
        credit.won += outcome.won
        credit.drawn += outcome.drawn
        credit.lost += not (outcome.won or outcome.drawn)
        parts = _parts(tables, fixture, outcome, rules, better)
        night = nights.get(evening) or Night(evening, 0, "played")
        nights[evening] = night.and_also(*parts)._replace(
            provisional=night.provisional + sum([score.provisional for score in tables]),
            tallies=_summed([night.tallies, *[score.tallies for score in tables]]),
        )
    return nights, credit


def _outcome(tables: Sequence[Score], better: Better) -> Outcome:
    """The place in a fixture: of several tables, and of several parts of one, the points are added up."""
    if len(tables) == 1:
        return outcome_of(tables[0].points, tables[0].others, better)
    others = [sum(points) for points in zip(*[score.others for score in tables], strict=True)]
    return outcome_of(sum([score.points for score in tables]), others, better)


def _parts(
    tables: Sequence[Score], fixture: int, outcome: Outcome, rules: TableRules, better: Better
) -> list[Part]:
    if rules.counting == "wins":
        return [Part("table", worth_of(outcome, rules), fixture, outcome)]
    parts = [Part("table", sum([score.points for score in tables]), fixture, outcome)]
    if missing := sum([_compensation(score, rules, better) for score in tables if score.broken_off]):
        parts.append(Part("compensation", missing, fixture))
    return parts


def _compensation(score: Score, rules: TableRules, better: Better) -> int:
    """For the rounds not played, cut like a bot's points where high is better."""
    points = rules.compensation * (score.planned - score.rounds)
    if score.played_by != PlayedBy.BOT or rules.bots == "full" or better == "low":
        return points
    return points // 2 if rules.bots == "half" else 0


def _summed(tallies: Iterable[Mapping[str, int]]) -> dict[str, int]:
    added: dict[str, int] = {}
    for each in tallies:
        for key, amount in each.items():
            added[key] = added.get(key, 0) + amount
    return added
