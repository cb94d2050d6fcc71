"""What a table is worth to its sides, and scores of entrants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from games.engine.club import Better
from games.league.standings.points import Points, divide_exactly, divide_half_up
from games.league.standings.rules import CompetitionRules

# The input of standings: one score per entrant and table, and marks for events without a sheet. Pure.
#
# An entrant is a row of the table: a player, a pair, a team. The sheets have whole points; what is corrected by hand,
# and half of what a bot made, may be a part of a point.


class PlayedBy(StrEnum):
    """The kind of player who held the entrant's cards."""

    SELF = "self"
    SUBSTITUTE = "substitute"
    BOT = "bot"
    HALF = "half"
    """Half of the entrant, beside half of another that holds the seats; only in what `scores_by_rules` returns."""


class Score(NamedTuple):
    """The score of one entrant at one table. A fixture over several tables (a team's) has one `fixture`
    number.

    `side` numbers the sides of the table that play against one another: a player alone, partners, the pair of a
    team. `others` are the points of every other side in the same rounds, the sides in order; `against` counts each
    other side of each round once. `rounds` of `planned` were played; `provisional` of them are under review.
    `substitute` is the entrant who played instead, or whose half played beside half of the own (`played_by` is SELF
    then), 0 for somebody without a row in this table. `tallies` are amounts by the keys of the game's tallies.
    """

    entrant: int
    evening: int
    fixture: int
    side: int
    points: Points
    against: int
    rounds: int
    planned: int
    broken_off: bool = False
    played_by: str = PlayedBy.SELF
    substitute: int = 0
    provisional: int = 0
    others: Sequence[int] = ()
    tallies: Mapping[str, int] = {}


class MarkKind(StrEnum):
    """Kinds of events without a sheet."""

    ANNOUNCED = "announced"
    UNANNOUNCED = "unannounced"
    WAITED = "waited"
    EXCUSED = "excused"
    MISSED = "missed"
    BY_RULE = "by_rule"
    WALKOVER = "walkover"
    CORRECTION = "correction"
    DEDUCTION = "deduction"


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of an entrant on an evening. `points`: rounds for WAITED, EXCUSED (a round that a latecomer or leaver
    missed, worth a round of waiting), MISSED (one worth nothing) and BY_RULE (one worth what the rules say); the number
    of sides of the table for WALKOVER; what is added for CORRECTION; what is taken from the season's total for
    DEDUCTION; unused else."""

    entrant: int
    evening: int
    kind: MarkKind
    points: Points = 0


class PlayedRound(NamedTuple):
    """Round `number` of a match as the league sees it. `points` and `tallies` are per seat, those of a side at each of
    its seats; `sides` is the side of each seat in this round.

    `seats` is what single seats were given or lose beside that (empty: nobody); a `void` round counts for nobody, but
    what it gave single seats does. `rounds` is more than one for a sheet of which only the totals are known.
    """

    points: Sequence[int]
    sides: Sequence[int]
    tallies: Mapping[str, Sequence[int]] = {}
    number: int = 0
    seats: Sequence[int] = ()
    provisional: bool = False
    void: bool = False
    rounds: int = 1

    def between(self, first: int, last: int | None) -> PlayedRound | None:
        """The part of this round, or of the rounds of this sheet, after round `first` up to and with round `last`
        (None: to the end); None for no part of it.

        Of a sheet of which only the totals are known each round has an equal share. Shares are rounded so that the
        parts add up to the whole. What single seats were given stays with the last round.
        """
        before = self.number - self.rounds
        low = max(first, before) - before
        high = (self.number if last is None else min(self.number, last)) - before
        if low >= high:
            return None
        if high - low == self.rounds:
            return self

        def share(amounts: Sequence[int]) -> tuple[int, ...]:
            return tuple(
                divide_half_up(amount * high, self.rounds) - divide_half_up(amount * low, self.rounds)
                for amount in amounts
            )

        return self._replace(
            points=share(self.points),
            tallies={key: share(amounts) for key, amounts in self.tallies.items()},
            seats=self.seats if high == self.rounds else (),
            rounds=high - low,
        )

    def of(self, seats: Iterable[int]) -> int:
        """The points of these seats, those of a side once."""
        return 0 if self.void else of_sides(self.points, self.sides, seats)

    def given_to(self, seats: Iterable[int]) -> int:
        """The sum of points these seats were given beside those of their side."""
        return sum(self.seats[seat] for seat in seats if seat < len(self.seats))


def of_sides(amounts: Sequence[int], sides: Sequence[int], seats: Iterable[int]) -> int:
    """The sum of what the sides of these seats have: partners share an amount, which counts once."""
    return sum({sides[seat]: amounts[seat] for seat in seats}.values())


class Sum(NamedTuple):
    """A table as the sum of its rounds, for one entrant; `tallies` without those that are nothing."""

    points: int
    against: int
    others: tuple[int, ...]
    rounds: int
    tallies: dict[str, int]


class Party(NamedTuple):
    """One side of a table for the whole match: its `seats`, and whether one entrant holds them all."""

    seats: tuple[int, ...]
    of_one_entrant: bool


def parties(columns: Iterable[Sequence[int]], entrants: Mapping[int, int]) -> list[Party]:
    """The sides of a table: seats that always share their points, and those of one entrant, belong together.

    `columns` are the seats of each column of the sheet, `entrants` the entrant of each seat.
    """
    together: list[set[int]] = []
    own: dict[int, set[int]] = {}
    for seat, entrant in entrants.items():
        own.setdefault(entrant, set()).add(seat)
    for linked in [*({*column} for column in columns), *own.values()]:
        touching = [each for each in together if each & linked]
        together = [each for each in together if not each & linked]
        together.append(linked.union(*touching))
    return [
        Party(tuple(sorted(seats)), len({entrants[seat] for seat in seats if seat in entrants}) == 1)
        for seats in sorted(together, key=min)
    ]


def sum_rounds(rounds: Iterable[PlayedRound], *, seats: Sequence[int], others: Sequence[Party] = ()) -> Sum:
    """The sum of these rounds for the entrant of `seats`, against the `others` of the table.

    What a ruling gave to single seats is added to the entrant's own points, and to those of an opponent that holds
    a whole side.
    """
    points = against = count = 0
    of_others = [0] * len(others)
    tallies: dict[str, int] = {}
    for played in rounds:
        own = played.of(seats)
        points += own + played.given_to(seats)
        for place, other in enumerate(others):
            points_given = played.given_to(other.seats) if other.of_one_entrant else 0
            of_others[place] += played.of(other.seats) + points_given
        if played.void:
            continue
        against += played.of(range(len(played.points))) - own
        count += played.rounds
        for key, amounts in played.tallies.items():
            if amount := of_sides(amounts, played.sides, seats):
                tallies[key] = tallies.get(key, 0) + amount
    return Sum(points, against, tuple(of_others), count, tallies)


# Points of an evening for an entrant, line by line, and sums over the tables of a season. Pure.

Key: TypeAlias = tuple[int, int]
"""(entrant, evening)."""

ABSENT: Final = (MarkKind.ANNOUNCED, MarkKind.UNANNOUNCED)
BY_HAND: Final = (MarkKind.CORRECTION, MarkKind.DEDUCTION)
"""Marks that may stand on an evening before anything was played there, and say nothing of who was there."""
MISSED_ROUNDS: Final[Mapping[str, MarkKind]] = {"waited": MarkKind.EXCUSED, "nothing": MarkKind.MISSED}
"""The words about the rounds that a latecomer or leaver missed, as forms send them, and their marks."""
MISSED_KINDS: Final = (*MISSED_ROUNDS.values(), MarkKind.BY_RULE)
"""The marks of such rounds, also those that are worth what the rules of the competition say."""
FIXTURES_A_ROUND: Final = 1_000


def number_of_fixture(round_number: int, fixture: int) -> int:
    """The number of a fixture in its evening, from that in its round."""
    return round_number * FIXTURES_A_ROUND + fixture


def round_of_fixture(fixture: int) -> int:
    """The round of a fixture, from its number in the evening; 0 for a line that is of none."""
    return fixture // FIXTURES_A_ROUND


class Absence(NamedTuple):
    """An absence signed off that is worth the own `average`, or so many `percent` of it. It is the `number`-th of the
    entrant; `capped`: that would cost more than not coming, which it is worth instead."""

    number: int
    percent: int
    average: Points
    capped: bool


class Part(NamedTuple):
    """One line of what an evening is worth. `kind` is "table", "compensation", "missed", "deals" (a mean), or the mark
    it comes from; of a table it says the `fixture` and the `outcome`, of compensation the `rounds` not played, of a
    mean those it is of, of an `absence` which part of the own average it is, None where it is none."""

    kind: str
    points: Points
    fixture: int = 0
    outcome: Outcome | None = None
    rounds: int = 0
    absence: Absence | None = None


class EveningMean(NamedTuple):
    """What an evening is worth where all tables play the same deals: the mean of so many `deals`, in per cent or
    points."""

    points: Points
    deals: int


class EveningResult(NamedTuple):
    """One evening of one entrant, the sum of its `parts`. `why` is "played" or the mark that took the place of
    playing; `struck` when it is not among the best that count."""

    evening: int
    points: Points
    why: str
    provisional: int = 0
    struck: bool = False
    parts: tuple[Part, ...] = ()
    tallies: Mapping[str, int] = {}

    @property
    def played(self) -> bool:
        """Whether the entrant was there."""
        return self.why not in ABSENT

    def and_also(self, *parts: Part) -> EveningResult:
        """The evening with more lines."""
        more = sum([part.points for part in parts])
        return self._replace(points=self.points + more, parts=(*self.parts, *parts))


@dataclass(slots=True)
class Credit:
    """Sums over an entrant's tables of the season, beside the points of evenings. `places` counts the tables
    by place.
    """

    points: Points = 0
    against: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rounds: int = 0
    places: dict[int, int] = field(default_factory=dict)
    tallies: Mapping[str, int] = field(default_factory=dict)


EveningResults: TypeAlias = dict[int, dict[int, EveningResult]]
"""By entrant and evening."""


@dataclass(frozen=True, slots=True)
class Season:
    """All evenings' worth by entrant and evening, what the tables of each entrant add up to, and the scores they come
    from, by entrant. `with_average` are the entrants with an own average: they were at a table, waited an evening
    through, or have points from a list."""

    results: Mapping[int, Mapping[int, EveningResult]]
    credits: Mapping[int, Credit]
    scores: Mapping[int, Sequence[Score]]
    with_average: Set[int]

    def on(self, evening: int) -> dict[int, EveningResult]:
        """The results of one evening, by entrant."""
        return {entrant: own[evening] for entrant, own in self.results.items() if evening in own}


# The place of a side at a table, and what it is worth where wins count. Pure.


class Outcome(NamedTuple):
    """How a side came out of a table of `sides` sides: its `place`, `equal` with how many others.

    First place is a win, shared or not; a table on which all sides are equal is drawn.
    """

    place: int
    sides: int
    equal: int = 0

    @property
    def drawn(self) -> bool:
        """Whether all sides are equal."""
        return self.equal == self.sides - 1

    @property
    def won(self) -> bool:
        """Whether no other side did better, and some did worse."""
        return self.place == 1 and not self.drawn


def outcome_of(points: Points, others: Sequence[Points], better: Better) -> Outcome:
    """The outcome of a side with `points` beside those of all others; equal points share the place."""
    ahead = sum([points < other if better == "high" else points > other for other in others])
    return _same(1 + ahead, len(others) + 1, others.count(points))


@cache
def _same(place: int, sides: int, equal: int) -> Outcome:
    """One value for equal outcomes: a season has thousands, of a few kinds."""
    return Outcome(place, sides, equal)


def worth_of(outcome: Outcome, rules: CompetitionRules) -> int:
    """The points of an outcome where wins count: win, draw or loss between two sides, else those of the place."""
    if outcome.sides == 2:
        return rules.draw if outcome.drawn else rules.win if outcome.won else rules.loss
    return rules.by_place[min(outcome.place, len(rules.by_place)) - 1]


def worth_of_waiting(rules: CompetitionRules, *, sides: int) -> Points:
    """The points of a round without a table where wins count, on an evening of tables of so many sides."""
    if rules.waiting_place == "nothing":
        return 0
    if rules.waiting_place == "win":
        return worth_of(Outcome(1, sides), rules)
    if sides == 2:
        return rules.draw
    places = [worth_of(Outcome(place, sides), rules) for place in range(1, sides + 1)]
    return divide_exactly(sum(places), sides)


# Points of an evening's tables for those who played at them, by the rules. Pure.


def scores_by_rules(scores: Iterable[Score], rules: CompetitionRules, better: Better) -> list[Score]:
    """The scores as the rules give them: to the member or the substitute, to both pairs of whom half plays with half,
    cut for a bot, without tables that do not count."""
    by_rules = []
    for score in scores:
        if score.played_by == "self" and not (score.broken_off or score.substitute):  # nearly all
            by_rules.append(score)
            continue
        if score.broken_off and rules.broken_off == "void":
            continue
        if score.played_by == PlayedBy.BOT and rules.bots != "full":
            score = score._replace(points=_reduced_points(score, rules, better))  # noqa: PLW2901
        if score.played_by != PlayedBy.SUBSTITUTE or rules.substitute != "substitute":
            by_rules.append(score)
        if score.played_by == PlayedBy.SUBSTITUTE and score.substitute and rules.substitute != "absent":
            by_rules.append(score._replace(entrant=score.substitute))
        if score.played_by == PlayedBy.SELF and score.substitute and rules.substitute == "both":
            by_rules.append(score._replace(entrant=score.substitute, played_by=PlayedBy.HALF))
    return by_rules


def _reduced_points(score: Score, rules: CompetitionRules, better: Better) -> Points:
    """A bot's points where they do not count in full: nothing, or where low is better as much as the worst side of the
    table had; half lies in the middle."""
    if better == "high":
        return divide_exactly(score.points, 2) if rules.bots == "half" else 0
    worst = max([score.points, *score.others])
    return divide_exactly(score.points + worst, 2) if rules.bots == "half" else worst


def by_entrant(scores: Iterable[Score]) -> dict[int, list[Score]]:
    found: dict[int, list[Score]] = defaultdict(list)
    for score in scores:
        found[score.entrant].append(score)
    return found


def results_and_credit(
    own: Sequence[Score], rules: CompetitionRules, better: Better
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
            _sum_tallies(scores),
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
        tallies=_sum_tallies(own),
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


def _parts(tables: Sequence[Score], outcome: Outcome, rules: CompetitionRules, better: Better) -> list[Part]:
    fixture = tables[0].fixture
    if rules.counting == "wins":
        return [Part("table", worth_of(outcome, rules), fixture, outcome)]
    parts = [Part("table", sum([score.points for score in tables]), fixture, outcome)]
    stopped = [score for score in tables if score.broken_off]
    if missing := sum([_compensation(score, rules, better) for score in stopped]):
        rounds = sum([score.planned - score.rounds for score in stopped])
        parts.append(Part("compensation", missing, fixture, rounds=rounds))
    return parts


def _compensation(score: Score, rules: CompetitionRules, better: Better) -> Points:
    """For the rounds not played, cut like a bot's points where high is better."""
    points = rules.compensation * (score.planned - score.rounds)
    if score.played_by != PlayedBy.BOT or rules.bots == "full" or better == "low":
        return points
    return divide_exactly(points, 2) if rules.bots == "half" else 0


def _sum_tallies(scores: Sequence[Score]) -> Mapping[str, int]:
    """The tallies of these scores added up."""
    added: dict[str, int] = {}
    for score in scores:
        for key, amount in score.tallies.items():
            added[key] = added.get(key, 0) + amount
    return added
