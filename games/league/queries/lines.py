"""What an evening is worth in lines of words, the list of an evening, and the rounds missed on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.names import sort_key
from games.engine_words import points_text
from games.league.models import Evening, EveningMark, SeatChange, TableSeat
from games.league.queries.entrants import NO_ROW, NamedEntrant
from games.league.queries.seasons import SeasonTable
from games.league.services.evenings.missed_rounds import worths_of_missed
from games.league.services.evenings.movements import places_of
from games.league.services.evenings.seats import rounds_missed
from games.league.standings.evening_scores import OF_OWN_AVERAGE, kind_by_rule
from games.league.standings.places import deals_had
from games.league.standings.points import Points, divide_exactly
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import (
    MISSED_KINDS,
    Absence,
    EveningResult,
    Key,
    MarkKind,
    Part,
    PlayedBy,
    Score,
    round_of_fixture,
)

# The lines of what an evening is worth, in words.

WHY: Mapping[str, str] = {
    "played": gettext_noop("played"),
    MarkKind.ANNOUNCED: gettext_noop("signed off"),
    MarkKind.UNANNOUNCED: gettext_noop("did not come"),
    MarkKind.WALKOVER: gettext_noop("walkover"),
    MarkKind.WAITED: gettext_noop("waited"),
    MarkKind.EXCUSED: gettext_noop("came late or left early, as waited"),
    MarkKind.CORRECTION: gettext_noop("entered afterwards"),
}
"""The words for `EveningResult.why`."""
PARTS: Mapping[str, str] = {
    **WHY,
    "table": gettext_noop("Table"),
    "compensation": gettext_noop("compensation for rounds not played"),
    "deals": gettext_noop("mean of the deals with the same cards"),
    MarkKind.MISSED: gettext_noop("rounds missed"),
    MarkKind.BY_RULE: gettext_noop("rounds missed"),
    MarkKind.CORRECTION: gettext_noop("correction"),
}
"""The words for `Part.kind`."""
PLAYED_BY: Mapping[str, str] = {
    PlayedBy.SELF: gettext_noop("self"),
    PlayedBy.SUBSTITUTE: gettext_noop("substitute"),
    PlayedBy.BOT: gettext_noop("bot"),
    PlayedBy.HALF: gettext_noop("with half of another pair"),
}
"""The words for who held the cards (`Score.played_by`)."""


def helped_word(helped: Sequence[str]) -> str:
    """The words for a substitute whose points belong to the absent members (`helped`)."""
    return gettext("substitute for {names}, who has the points").format(names=", ".join(helped))


def notes_of(*, provisional: int, deducted: Points, to_play: int = 0) -> tuple[str, ...]:
    """The notes of a list beside points that can still change, or from which some were taken: tables that play on
    another day, rounds under review, and points deducted from the season's total."""
    notes = []
    if to_play:
        notes.append(
            ngettext("1 table still to play", "{count} tables still to play", to_play).format(count=to_play)
        )
    if provisional:
        note = ngettext("1 round under review", "%(rounds)s rounds under review", provisional)
        notes.append(note % {"rounds": provisional})
    if deducted:
        note = ngettext("1 point deducted", "%(points)s points deducted", 1 if deducted == 1 else 2)
        notes.append(note % {"points": points_text(deducted)})
    return tuple(notes)


class PartInWords(NamedTuple):
    """One line in words, with its points; `place` at the table, 0 where two sides played; `round` of the evening, 0
    for what belongs to no single round; `played` for points made at a table; `kind` that of the `Part`."""

    word: str
    points: Points
    place: int = 0
    round: int = 0
    played: bool = False
    kind: str = ""

    @property
    def plural(self) -> int:
        """The number that chooses between "point" and "points"."""
        return 1 if self.points == 1 else 2


class RoundsAway(NamedTuple):
    """Rounds of an evening that an entrant was not there for, as it was said on closing: of kind EXCUSED, as rounds of
    waiting, MISSED, or BY_RULE, as an average of tables. `how` is "late", "early", or "" for rounds between others."""

    kind: str
    how: str
    rounds: tuple[int, ...]

    @property
    def word(self) -> str:
        """What happened, and in which rounds."""
        words = {
            "late": ngettext("came late (round {rounds})", "came late (rounds {rounds})", len(self.rounds)),
            "early": ngettext(
                "left early (round {rounds})", "left early (rounds {rounds})", len(self.rounds)
            ),
        }
        away = ngettext("away in round {rounds}", "away in rounds {rounds}", len(self.rounds))
        return words.get(self.how, away).format(rounds=", ".join(map(str, self.rounds)))


def how_missed(present: Collection[int], missed: Collection[int]) -> str:
    """Whether somebody came late for these rounds or left early, by the rounds in which they were there: "late" where
    there are none yet."""
    if not present or max(missed) < min(present):
        return "late"
    return "early" if min(missed) > max(present) else ""


def rounds_present(evenings: Collection[int]) -> dict[Key, set[int]]:
    """The open rounds of these evenings (keys) in which each entrant had a seat or waited. Two queries."""
    found: dict[Key, set[int]] = defaultdict(set)
    seats = TableSeat.objects.filter(
        table__evening__in=evenings, table__round__lte=F("table__evening__round")
    )
    for entrant, evening, number in seats.values_list("entrant", "table__evening", "table__round"):
        found[entrant, evening].add(number)
    waited = EveningMark.objects.filter(
        evening__in=evenings, kind=MarkKind.WAITED, round__lte=F("evening__round")
    )
    for entrant, evening, number in waited.values_list("entrant", "evening", "round"):
        found[entrant, evening].add(number)
    return found


def missed_rounds_on(evenings: Collection[int], rules: CompetitionRules) -> dict[Key, tuple[RoundsAway, ...]]:
    """What was said of the rounds that latecomers and leavers missed on these evenings (keys), or the rules say. Three
    queries, one where nobody did."""
    marks = EveningMark.objects.filter(evening__in=evenings, kind__in=MISSED_KINDS)
    kinds_by_round: dict[Key, dict[int, str]] = defaultdict(dict)
    for entrant, evening, number, kind in marks.values_list("entrant", "evening", "round", "kind"):
        kinds_by_round[entrant, evening][number] = kind_by_rule(MarkKind(kind), rules)
    present = rounds_present(evenings) if kinds_by_round else {}
    found: dict[Key, tuple[RoundsAway, ...]] = {}
    for key, kinds in kinds_by_round.items():
        together: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, kind in sorted(kinds.items()):
            together[kind, how_missed(present.get(key, ()), [number])].append(number)
        found[key] = tuple(RoundsAway(kind, how, tuple(numbers)) for (kind, how), numbers in together.items())
    return found


def rounds_waited_on(evenings: Collection[int]) -> dict[Key, list[int]]:
    """The open rounds of these evenings (keys) in which each entrant waited. One query."""
    waited = EveningMark.objects.filter(
        evening__in=evenings, kind=MarkKind.WAITED, round__lte=F("evening__round")
    ).order_by("round")
    found: dict[Key, list[int]] = defaultdict(list)
    for entrant, evening, number in waited.values_list("entrant", "evening", "round"):
        found[entrant, evening].append(number)
    return found


def part_word(part: Part, rules: CompetitionRules, missed: Sequence[RoundsAway]) -> str:
    """The words for a line; compensation comes with its sum, rounds not played × points of each, and a round of waiting
    with the own average where it is worth that. `missed` is what was said of rounds that an entrant was not there for.
    """
    word = gettext(PARTS[part.kind])
    if part.kind in MISSED_KINDS:
        word = ", ".join(each.word for each in missed if each.kind == part.kind) or word
        if part.kind == MarkKind.EXCUSED and missed:
            word = gettext("{word}, counts as waiting").format(word=word)
    if part.kind == MarkKind.BY_RULE and rules.missed == "field_average":
        return gettext("{word}, average of all tables").format(word=word)
    if part.kind == MarkKind.BY_RULE:
        return gettext("{word}, own average").format(word=word)
    if part.kind in (MarkKind.WAITED, MarkKind.EXCUSED) and _is_own_average(rules):
        return gettext("{word}, own average").format(word=word)
    if part.absence is not None:
        return _absence_word(word, part.absence, rules)
    if part.kind == "deals":
        return f"{word} ({part.rounds})"
    if not part.rounds:
        return word
    return f"{word} ({part.rounds} × {points_text(divide_exactly(part.points, part.rounds))})"


def why_word(result: EveningResult, rules: CompetitionRules, *, has_average: bool) -> str:
    """The word for what an evening was to an entrant, of an absence with the part of the own average it is worth. An
    own average is that of the season so far, and moves with it; without an evening played there is none yet."""
    word = gettext(WHY[result.why])
    if result.why != MarkKind.ANNOUNCED or rules.announced not in OF_OWN_AVERAGE:
        return word
    if not has_average:
        return gettext("{word}, no own average yet").format(word=word)
    absence = next((part.absence for part in result.parts if part.absence is not None), None)
    return _absence_word(word, absence, rules)


def _absence_word(word: str, absence: Absence | None, rules: CompetitionRules) -> str:
    """The word with what an absence that is worth a part of the own average is worth; None: as not coming."""
    if absence is None or absence.capped:
        return gettext("{word}, counts as not coming").format(word=word)
    if rules.announced == "own_average":
        return gettext("{word}, own average so far").format(word=word)
    sentence = gettext("{word}, absence {number}: {part} of {average}, the own average so far")
    part, average = f"{absence.percent}%", points_text(absence.average)
    return sentence.format(word=word, number=absence.number, part=part, average=average)


def _is_own_average(rules: CompetitionRules) -> bool:
    """Whether a round of waiting that is worth something is worth the own average; where low is better "nothing" is."""
    return rules.waiting_place == "own_average" if rules.counting == "wins" else rules.waiting != "fixed"


def parts_in_words(
    result: EveningResult, rules: CompetitionRules, missed: Sequence[RoundsAway]
) -> tuple[PartInWords, ...]:
    """The lines of what an evening is worth, also those of rounds missed that count nothing."""
    shown = tuple(part_in_words(part, rules, missed) for part in result.parts)
    if rules.same_cards or any(part.kind == MarkKind.MISSED for part in result.parts):
        return shown
    nothing = (each for each in missed if each.kind == MarkKind.MISSED)
    return (*shown, *(PartInWords(each.word, 0, kind=each.kind) for each in nothing))


def part_in_words(part: Part, rules: CompetitionRules, missed: Sequence[RoundsAway]) -> PartInWords:
    """A line of what an evening is worth; the place at the table where more than two sides played."""
    among_many = part.outcome is not None and part.outcome.sides > 2
    place = part.outcome.place if part.outcome is not None and among_many else 0
    return PartInWords(
        part_word(part, rules, missed),
        part.points,
        place,
        round_of_fixture(part.fixture),
        part.kind == "table",
        part.kind,
    )


# The list of one evening.


@dataclass(frozen=True, slots=True)
class EveningLine:
    """A row of the evening list: the `result` as the season counts it, `tallies` in the game's order;
    `name_with_substitutes` names those too who played instead of somebody; `deducted` is taken from the season's total
    beside that; `helped` are those who have the points for which a substitute played; `missed` the rounds not there
    for. `rules` are those of the competition. `has_average`: there is an own average of the season.

    Equals share their place (`shared`); those who were not there, or there without an evening of their own, have none.
    With two winners the place is that in the own `half`: 1 of those who stay at their table, 2 of those who move, else
    0.
    """

    place: int | None
    entrant: int
    name: str
    name_with_substitutes: str
    result: EveningResult
    tallies: tuple[int, ...]
    rules: CompetitionRules
    deducted: Points = 0
    helped: tuple[str, ...] = ()
    half: int = 0
    missed: tuple[RoundsAway, ...] = ()
    has_average: bool = True
    shared: bool = False

    @property
    def lacks_deals(self) -> bool:
        """Whether it has a mean of deals and still no place, because these are too few."""
        return self.place is None and deals_had(self.result) is not None

    @property
    def points(self) -> Points:
        """The points of the evening."""
        return self.result.points

    @property
    def tables(self) -> tuple[Points, ...]:
        """The points of each table, in order."""
        return tuple(part.points for part in self.result.parts if part.kind == "table")


def evening_lines(evening: Evening, table: SeasonTable) -> tuple[EveningLine, ...]:
    """The list of the evening from the season's `table`, best first (equals by name), the absent at the end; with two
    winners one half after the other."""
    results = table.season.on(evening.pk)
    instead = played_with([evening.pk], table)
    missed = missed_rounds_on([evening.pk], table.rules)
    places = places_of(evening, table.season, better=table.better)
    deducted = _deductions_on(evening)
    lines = [
        EveningLine(
            place=places[entrant].place if entrant in places else None,
            entrant=entrant,
            name=table.name(entrant),
            name_with_substitutes=_name_with_substitutes(
                table,
                entrant,
                instead.get((entrant, evening.pk), {})
                if entrant in places or deals_had(result) is not None
                else {},
            ),
            result=result,
            tallies=tuple(result.tallies.get(tally.key, 0) for tally in table.tallies),
            rules=table.rules,
            missed=missed.get((entrant, evening.pk), ()),
            deducted=deducted[entrant],
            half=places[entrant].half if entrant in places else 0,
            has_average=entrant in table.season.with_average,
            shared=entrant in places and places[entrant].shared,
        )
        for entrant, result in results.items()
    ]
    lines += [
        _without_points(table, entrant, evening.pk, helped, missed.get((entrant, evening.pk), ()))
        for (entrant, _evening), helped in without_points(table, [evening.pk]).items()
    ]

    def in_list(line: EveningLine) -> tuple[bool, bool, int, int, str]:
        is_away = line.place is None and not line.lacks_deals
        return (is_away, line.place is None, line.half, line.place or 0, sort_key(line.name))

    return tuple(sorted(lines, key=in_list))


def without_points(table: SeasonTable, evenings: Collection[int]) -> dict[Key, tuple[str, ...]]:
    """Those who were there on these evenings (keys) and have no result, because what they did brings no points: by
    entrant and evening the names of those for whom they played, none for those who only waited. Evenings of which
    nothing counts yet are left out."""
    counted = {evening for own in table.season.results.values() for evening in own}
    found: dict[Key, dict[str, None]] = {}
    for key in sorted(rounds_waited_on(evenings), key=lambda key: key[::-1]):
        found[key] = {}
    for entrant, scores in table.season.scores.items():
        for score in scores:
            if score.played_by == PlayedBy.SUBSTITUTE and score.substitute and score.evening in evenings:
                found.setdefault((score.substitute, score.evening), {})[table.name(entrant)] = None
    return {
        (entrant, evening): tuple(helped)
        for (entrant, evening), helped in found.items()
        if evening in counted and evening not in table.season.results.get(entrant, {})
    }


def _without_points(
    table: SeasonTable, entrant: int, evening: int, helped: tuple[str, ...], missed: tuple[RoundsAway, ...]
) -> EveningLine:
    why = PlayedBy.SUBSTITUTE if helped else MarkKind.WAITED
    name, tallies = table.name(entrant), (0,) * len(table.tallies)
    result = EveningResult(evening, 0, why)
    return EveningLine(None, entrant, name, name, result, tallies, table.rules, helped=helped, missed=missed)


def _deductions_on(evening: Evening) -> dict[int, Points]:
    """The points deducted on the evening, by entrant."""
    found: dict[int, Points] = defaultdict(int)
    for entrant, points in evening.marks.filter(kind=MarkKind.DEDUCTION).values_list("entrant", "points"):
        found[entrant] = divide_exactly(found[entrant] + Fraction(points), 1)
    return found


class _Held(NamedTuple):
    """A seat of an entrant at a table, and who held it."""

    evening: int
    table: int
    entrant: int
    player: int
    name: str
    played_by: str


def played_with(evenings: Collection[int], table: SeasonTable) -> dict[Key, dict[str, None]]:
    """The names of those who sat with or instead of an entrant's players in the open rounds of these evenings (keys),
    in the order of their tables, by entrant and evening: substitutes, the other half of a pair that played with half of
    this one, former partners, and all bots as one. Two queries."""
    about = {"table__evening__in": evenings, "table__round__lte": F("table__evening__round")}
    at_seat = {f"seat__{field}": value for field, value in about.items()}
    at_seat["seat__table__round__lte"] = F("seat__table__evening__round")
    now = TableSeat.objects.filter(**about).order_by("table__round", "table__number", "number")
    before = SeatChange.objects.filter(**at_seat).order_by(
        "seat__table__round", "seat__table__number", "seat__number", "pk"
    )
    who = ("player", "player__nickname", "played_by")
    rows = before.values_list("seat__table__evening", "seat__table", "seat__entrant", *who)
    held = [_Held(*row) for row in rows]
    held += [_Held(*row) for row in now.values_list("table__evening", "table", "entrant", *who)]
    pair_of = {one: entrant for entrant, entered in table.entered.items() for one in entered.players}
    halves = {
        (entrant, score.evening)
        for entrant, scores in table.season.scores.items()
        for score in scores
        if score.played_by == PlayedBy.HALF
    }
    found: dict[Key, dict[str, None]] = defaultdict(dict)
    for each in held:
        if each.entrant not in table.entered:
            continue  # entered by another request since the table was read
        own = table.entered[each.entrant].players
        if each.played_by == PlayedBy.BOT:
            found[each.entrant, each.evening][gettext("a bot")] = None
        is_former = each.played_by == PlayedBy.SELF and len(own) > 1 and each.player not in own
        if is_former or each.played_by == PlayedBy.SUBSTITUTE:
            found[each.entrant, each.evening][each.name] = None
        other = (pair_of.get(each.player, NO_ROW), each.evening)
        if each.played_by == PlayedBy.SUBSTITUTE and other in halves:
            beside = (one for one in held if (one.table, one.entrant) == (each.table, each.entrant))
            found[other] |= {
                one.name: None for one in beside if one.player not in table.entered[other[0]].players
            }
    return found


def beside_words(table: SeasonTable, entrant: int, instead: Iterable[str]) -> str:
    """The words for those who sat with or instead of an entrant's players, "" without."""
    if not (names := ", ".join(instead)):
        return ""
    alone = len(table.entered[entrant].players) == 1
    sentence = gettext("substitute: {names}") if alone else gettext("with {names}")
    return sentence.format(names=names)


def played_by_word(score: Score) -> str:
    """Who held the cards of a score, in a word; of two pairs with a half each both have the same."""
    is_half = score.played_by == PlayedBy.SELF and score.substitute
    return gettext(PLAYED_BY[PlayedBy.HALF if is_half else score.played_by])


def _name_with_substitutes(table: SeasonTable, entrant: int, instead: Iterable[str]) -> str:
    """The name of an entrant, with the substitutes."""
    name, substitutes = table.name(entrant), ", ".join(instead)
    if not substitutes:
        return name
    alone = len(table.entered[entrant].players) == 1
    sentence = gettext("{name} (substitute: {names})") if alone else gettext("{name} (with {names})")
    return sentence.format(name=name, names=substitutes)


# The rounds that latecomers and leavers missed, which the director is asked about.


class MissedRounds(NamedTuple):
    """An entrant who came late or left early (`how`, see `RoundsAway`): the rounds missed, what they are worth as
    rounds of waiting and otherwise, or by the rules, and the `answer` at an earlier closing, "" for none."""

    entrant: int
    name: str
    rounds: tuple[int, ...]
    waited: Points
    nothing: Points
    by_rule: Points
    answer: str
    how: str


def worths_to_choose(evening: Evening, entered: Mapping[int, NamedEntrant]) -> tuple[MissedRounds, ...]:
    """The latecomers and leavers of an evening, by name, with the worth of each choice. While it runs also latecomers
    who have no seat yet."""
    found = rounds_missed(evening, with_expected=True)
    if not found:
        return ()
    present = rounds_present([evening.pk])
    lines = [
        MissedRounds(
            entrant,
            entered[entrant].name,
            tuple(found[entrant]),
            worth.waited,
            worth.nothing,
            worth.by_rule,
            worth.answer,
            how_missed(present.get((entrant, evening.pk), ()), found[entrant]),
        )
        for entrant, worth in worths_of_missed(evening, found).items()
        if entrant in entered
    ]
    return tuple(sorted(lines, key=lambda line: sort_key(line.name)))
