"""What each evening is worth to each entrant, by the rules of the competition. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from games.league.rules import TableRules
from games.league.scores import Mark, MarkKind, PlayedBy, Score

Better: TypeAlias = Literal["high", "low"]
Key: TypeAlias = tuple[int, int]
"""(entrant, evening)."""

ABSENT: Final = (MarkKind.ANNOUNCED, MarkKind.UNANNOUNCED)


class Night(NamedTuple):
    """One evening of one entrant. `why` is "played" or the mark that took the place of playing."""

    entrant: int
    evening: int
    points: int
    why: str
    provisional: int = 0

    @property
    def played(self) -> bool:
        """Whether the entrant was there."""
        return self.why not in ABSENT


@dataclass(slots=True)
class Credit:
    """What the scores of an entrant add up to over the season, beside the evenings' worth."""

    points: int = 0
    against: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rounds: int = 0
    pits: int = 0
    nat: int = 0
    krakens_won: int = 0
    krakens_lost: int = 0
    roem: int = 0


def credited(scores: Iterable[Score], rules: TableRules) -> list[Score]:
    """The scores as the rules give them: to the member or the substitute, with compensation for rounds not
    played, cut for a bot, without tables that do not count."""
    given = []
    for score in scores:
        if score.broken_off:
            if rules.broken_off == "void":
                continue
            missing = rules.compensation * (score.planned - score.rounds)
            score = score._replace(points=score.points + missing, against=score.against + missing)  # noqa: PLW2901
        if score.played_by == PlayedBy.BOT and rules.bots != "full":
            score = score._replace(points=score.points // 2 if rules.bots == "half" else 0)  # noqa: PLW2901
        if score.played_by != PlayedBy.SUBSTITUTE or rules.substitute != "substitute":
            given.append(score)
        if score.played_by == PlayedBy.SUBSTITUTE and score.substitute and rules.substitute != "absent":
            given.append(score._replace(entrant=score.substitute))
    return given


def away_for_substitute(scores: Iterable[Score], rules: TableRules) -> set[Key]:
    """Who is away, though cards were played in their name: their substitute's points are the substitute's."""
    if rules.substitute != "substitute":
        return set()
    return {(score.entrant, score.evening) for score in scores if score.played_by == PlayedBy.SUBSTITUTE}


def fixtures_of(given: Iterable[Score]) -> dict[tuple[int, int, int], tuple[int, int]]:
    """Points for and against by (entrant, evening, fixture), the tables of a fixture together."""
    fixtures: dict[tuple[int, int, int], tuple[int, int]] = {}
    for score in given:
        key = (score.entrant, score.evening, score.fixture)
        own, other = fixtures.get(key, (0, 0))
        fixtures[key] = (own + score.points, other + score.against)
    return fixtures


def nights_of(
    scores: Iterable[Score],
    given: Iterable[Score],
    marks: Sequence[Mark],
    rules: TableRules,
    *,
    better: Better = "high",
) -> tuple[dict[int, list[Night]], dict[int, Credit]]:
    """Every evening's worth by entrant, and what the scores add up to by entrant; `given` are the scores as
    `credited` gives them."""
    credit_of: dict[int, Credit] = defaultdict(Credit)
    worth: dict[Key, int] = defaultdict(int)
    tables: dict[Key, int] = defaultdict(int)
    review: dict[Key, int] = {}
    for score in given:
        _count(credit_of[score.entrant], score)
        if score.provisional:
            key = (score.entrant, score.evening)
            review[key] = review.get(key, 0) + score.provisional
    for (entrant, evening, _fixture), (own, other) in fixtures_of(given).items():
        credit = credit_of[entrant]
        ahead = own - other if better == "high" else other - own
        credit.won += ahead > 0
        credit.drawn += ahead == 0
        credit.lost += ahead < 0
        result = rules.win if ahead > 0 else rules.loss if ahead else rules.draw
        worth[entrant, evening] += own if rules.counting == "points" else result
        tables[entrant, evening] += 1
    played = set(worth)
    corrected = _add_marks(worth, tables, credit_of, marks, rules)
    nights = {
        key: Night(*key, points, "played" if key in played else MarkKind.WALKOVER, review.get(key, 0))
        for key, points in worth.items()
    }
    absent = dict.fromkeys(away_for_substitute(scores, rules), MarkKind.ANNOUNCED)
    for kind in reversed(ABSENT):  # signed off and marked as missing: the word counts
        absent.update({(mark.entrant, mark.evening): kind for mark in marks if mark.kind == kind})
    _correct(nights, corrected)
    _add_absences(nights, {key: kind for key, kind in absent.items() if key not in nights}, rules, better)
    _correct(nights, corrected)
    for key, points in corrected.items():
        nights[key] = Night(*key, points, MarkKind.CORRECTION)
    by_entrant: dict[int, list[Night]] = defaultdict(list)
    for night in nights.values():
        by_entrant[night.entrant].append(night)
    return by_entrant, credit_of


def _correct(nights: dict[Key, Night], corrected: dict[Key, int]) -> None:
    """Put corrections on the evenings there are; what is left is for evenings nobody has written down yet."""
    for key in [key for key in corrected if key in nights]:
        night = nights[key]
        nights[key] = night._replace(points=night.points + corrected.pop(key))


def _count(credit: Credit, score: Score) -> None:
    credit.points += score.points
    credit.against += score.against
    credit.rounds += score.rounds
    credit.pits += score.pits
    credit.nat += score.nat
    credit.krakens_won += score.krakens_won
    credit.krakens_lost += score.krakens_lost
    credit.roem += score.roem


def _add_marks(
    worth: dict[Key, int],
    tables: Mapping[Key, int],
    credit_of: dict[int, Credit],
    marks: Iterable[Mark],
    rules: TableRules,
) -> dict[Key, int]:
    """Waiting rounds and walkovers; the corrections are handed back. Waiting averages the tables alone."""
    of_tables, corrected = dict(worth), dict[Key, int]()
    for mark in marks:
        key = (mark.entrant, mark.evening)
        if mark.kind == MarkKind.WALKOVER:
            worth[key] += rules.win if rules.counting == "wins" else rules.walkover_points
            credit_of[mark.entrant].won += 1
        elif mark.kind == MarkKind.CORRECTION:
            corrected[key] = corrected.get(key, 0) + mark.points
        elif mark.kind == MarkKind.WAITED and rules.counting == "points" and key in of_tables:
            if rules.waiting == "fixed":
                worth[key] += rules.waiting_points * mark.points
            elif rules.waiting == "own_average":
                worth[key] += rounded(of_tables[key] * mark.points, tables[key])
    return corrected


def _add_absences(
    nights: dict[Key, Night], absent: Mapping[Key, MarkKind], rules: TableRules, better: Better
) -> None:
    if not absent:
        return
    here: dict[int, list[int]] = defaultdict(list)
    own: dict[int, list[int]] = defaultdict(list)
    for night in nights.values():
        here[night.evening].append(night.points)
        own[night.entrant].append(night.points)
    worst = min if better == "high" else max
    for (entrant, evening), kind in absent.items():
        lowest = worst(here[evening], default=0)
        if kind == MarkKind.UNANNOUNCED:
            points = 0 if better == "high" else lowest
        elif rules.announced == "nothing":
            continue
        elif rules.announced == "fixed":
            points = rules.announced_points
        elif rules.announced == "lowest":
            points = lowest
        else:
            points = rounded(sum(own[entrant]), len(own[entrant]) or 1)
        nights[entrant, evening] = Night(entrant, evening, points, kind)


def rounded(amount: int, by: int) -> int:
    """`amount` divided by `by`, half a point upwards."""
    return (2 * amount + by) // (2 * by)
