"""What each evening is worth to each entrant, by the rules of the competition. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from games.league.standings.rules import TableRules
from games.league.standings.scores import Mark, MarkKind, PlayedBy, Score

Better: TypeAlias = Literal["high", "low"]
Key: TypeAlias = tuple[int, int]
"""(entrant, evening)."""

ABSENT: Final = (MarkKind.ANNOUNCED, MarkKind.UNANNOUNCED)


class Night(NamedTuple):
    """One evening of one entrant. `why` is "played" or the mark that took the place of playing; `struck` when it
    is not among the best that count."""

    evening: int
    points: int
    why: str
    provisional: int = 0
    struck: bool = False

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


Nights: TypeAlias = dict[int, dict[int, Night]]
"""By entrant and evening; whoever is asked for has some, if none."""

SUMMED: Final = ("points", "against", "rounds", "pits", "nat", "krakens_won", "krakens_lost", "roem")
"""What a credit is simply the sum of."""


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


def by_entrant(given: Iterable[Score]) -> Mapping[int, Sequence[Score]]:
    """The scores of each entrant."""
    found: dict[int, list[Score]] = defaultdict(list)
    for score in given:
        found[score.entrant].append(score)
    return found


def nights_of(
    scores: Iterable[Score],
    given: Mapping[int, Sequence[Score]],
    marks: Sequence[Mark],
    rules: TableRules,
    *,
    better: Better = "high",
) -> tuple[Nights, Mapping[int, Credit]]:
    """Every evening's worth by entrant and evening, and what the scores add up to by entrant; `given` are the
    scores as `credited` gives them, by entrant."""
    nights: Nights = defaultdict(dict)
    credit_of: dict[int, Credit] = defaultdict(Credit)
    for entrant, own in given.items():
        nights[entrant], credit_of[entrant] = _played(own, rules, better)
    corrected = _add_marks(nights, given, credit_of, marks, rules)
    absent = dict.fromkeys(away_for_substitute(scores, rules), MarkKind.ANNOUNCED)
    for kind in reversed(ABSENT):  # signed off and marked as missing: the word counts
        absent.update({(mark.entrant, mark.evening): kind for mark in marks if mark.kind == kind})
    _correct(nights, corrected)
    _add_absences(
        nights, {key: kind for key, kind in absent.items() if key[1] not in nights[key[0]]}, rules, better
    )
    _correct(nights, corrected)
    for (entrant, evening), points in corrected.items():
        nights[entrant][evening] = Night(evening, points, MarkKind.CORRECTION)
    return nights, credit_of


def _played(own: Sequence[Score], rules: TableRules, better: Better) -> tuple[dict[int, Night], Credit]:
    """What the tables of one entrant are worth by evening, those of a fixture together, and their sums."""
    column = dict(zip(Score._fields, zip(*own, strict=True), strict=True))
    credit = Credit(**{field: sum(column[field]) for field in SUMMED})
    fixtures: dict[tuple[int, int], tuple[int, int]] = {}
    for evening, fixture, points, against in zip(
        column["evening"], column["fixture"], column["points"], column["against"], strict=True
    ):
        for_us, for_them = fixtures.get((evening, fixture), (0, 0))
        fixtures[evening, fixture] = (for_us + points, for_them + against)
    worth: dict[int, int] = {}
    for (evening, _fixture), (for_us, for_them) in fixtures.items():
        ahead = for_us - for_them if better == "high" else for_them - for_us
        credit.won += ahead > 0
        credit.drawn += ahead == 0
        credit.lost += ahead < 0
        result = rules.win if ahead > 0 else rules.loss if ahead else rules.draw
        worth[evening] = worth.get(evening, 0) + (for_us if rules.counting == "points" else result)
    nights = {evening: Night(evening, points, "played") for evening, points in worth.items()}
    for score in own if any(column["provisional"]) else ():
        night = nights[score.evening]
        nights[score.evening] = night._replace(provisional=night.provisional + score.provisional)
    return nights, credit


def _correct(nights: Nights, corrected: dict[Key, int]) -> None:
    """Put corrections on the evenings there are; what is left is for evenings nobody has written down yet."""
    for entrant, evening in [key for key in corrected if key[1] in nights[key[0]]]:
        _add(nights, entrant, evening, corrected.pop((entrant, evening)))


def _add(nights: Nights, entrant: int, evening: int, points: int) -> None:
    night = nights[entrant][evening]
    nights[entrant][evening] = night._replace(points=night.points + points)


def _add_marks(
    nights: Nights,
    given: Mapping[int, Sequence[Score]],
    credit_of: Mapping[int, Credit],
    marks: Iterable[Mark],
    rules: TableRules,
) -> dict[Key, int]:
    """Waiting rounds and walkovers; the corrections are handed back. Waiting averages the tables alone."""
    corrected = dict[Key, int]()
    of_tables = {
        (mark.entrant, mark.evening): nights[mark.entrant][mark.evening].points
        for mark in marks
        if mark.kind == MarkKind.WAITED and mark.evening in nights[mark.entrant]
    }
    for mark in marks:
        entrant, evening = key = (mark.entrant, mark.evening)
        if mark.kind == MarkKind.WALKOVER:
            nights[entrant].setdefault(evening, Night(evening, 0, MarkKind.WALKOVER))
            won = rules.win if rules.counting == "wins" else rules.walkover_points
            _add(nights, entrant, evening, won)
            credit_of[entrant].won += 1
        elif mark.kind == MarkKind.CORRECTION:
            corrected[key] = corrected.get(key, 0) + mark.points
        elif mark.kind == MarkKind.WAITED and rules.counting == "points" and key in of_tables:
            if rules.waiting == "fixed":
                _add(nights, entrant, evening, rules.waiting_points * mark.points)
            elif rules.waiting == "own_average":
                tables = len({score.fixture for score in given[entrant] if score.evening == evening})
                _add(nights, entrant, evening, rounded(of_tables[key] * mark.points, tables))
    return corrected


def _add_absences(nights: Nights, absent: Mapping[Key, MarkKind], rules: TableRules, better: Better) -> None:
    if not absent:
        return
    here: dict[int, list[int]] = defaultdict(list)
    own: dict[int, list[int]] = {}
    for entrant, evenings in nights.items():
        own[entrant] = [night.points for night in evenings.values()]
        for night in evenings.values():
            here[night.evening].append(night.points)
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
        nights[entrant][evening] = Night(evening, points, kind)


def rounded(amount: int, by: int) -> int:
    """`amount` divided by `by`, half a point upwards."""
    return (2 * amount + by) // (2 * by)
