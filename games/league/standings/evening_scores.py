"""What each evening is worth to each entrant by the rules of the competition, part by part. Pure.

`evenings_worth` is the one place that says it, and what follows are its steps in order: tables or the mean of the
deals, walkovers, rounds without a table, rounds missed, absences, corrections. The season table, the evening's page,
its printed list and its report, and a member's breakdown show the same `EveningResult`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from typing import Final

from games.engine.club import Better
from games.league.standings.points import Points, divide_exactly
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import (
    ABSENT,
    Absence,
    Credit,
    EveningMean,
    EveningResult,
    EveningResults,
    Key,
    Mark,
    MarkKind,
    Outcome,
    Part,
    PlayedBy,
    Score,
    Season,
    by_entrant,
    results_and_credit,
    scores_by_rules,
    worth_of,
    worth_of_waiting,
)


def evenings_worth(
    scores: Sequence[Score],
    marks: Sequence[Mark],
    rules: CompetitionRules,
    *,
    better: Better = "high",
    running: Collection[int] = (),
    in_order: Sequence[int] = (),
    tables: int = 1,
    means: Mapping[Key, EveningMean] | None = None,
) -> Season:
    """The points of every evening for every entrant. `better` is the game's; in `running` evenings nobody has
    missed a round yet, and `tables` will have been played at their end. `in_order` are the evenings, oldest first: an
    absence may be worth less after others. The order of scores and marks never matters.

    `means`, where all tables play the same deals, are what an evening is worth instead of the sum of its tables; rounds
    of waiting and walkovers are worth nothing beside them, and an evening without a mean has no worth.
    """
    low = better == "low" and rules.counting == "points"
    marks = [
        replace(mark, kind=kind_by_rule(mark.kind, rules)) if mark.kind == MarkKind.BY_RULE else mark
        for mark in marks
    ]
    by_rules = by_entrant(scores_by_rules(scores, rules, better))
    results: EveningResults = defaultdict(dict)
    credit_of: dict[int, Credit] = defaultdict(Credit)
    for entrant, own in by_rules.items():
        results[entrant], credit_of[entrant] = results_and_credit(own, rules, better)
    if means is not None:
        _put_means(results, means)
        marks = [mark for mark in marks if mark.kind not in WITHOUT_CARDS]
    _add_walkovers(results, credit_of, marks, rules, low=low)
    absent = dict.fromkeys(_away_for_substitute(scores, rules), MarkKind.ANNOUNCED)
    for kind in reversed(ABSENT):  # an entrant who signed off and is marked as missing has signed off
        absent.update({(mark.entrant, mark.evening): kind for mark in marks if mark.kind == kind})
    spared = rounds_spared(scores, rules) if low else Counter()
    _add_waiting(results, marks, spared, absent, rules, low=low)
    without_table = rounds_waited(marks) + spared
    if low:
        _add_missed(results, without_table, running)
    corrected = _corrections(marks)
    _correct(results, corrected)
    held = {evening for own in results.values() for evening in own}
    # An evening that came from a list has nothing but corrections: they are what everybody made there. On one that is
    # still to be played they are made beforehand.
    from_lists = {key for key in corrected if key[1] not in held and key[1] not in running}
    _write_corrections(results, corrected, from_lists - absent.keys())
    with_average = frozenset(
        entrant
        for entrant, own in results.items()
        if any(result.why != MarkKind.WALKOVER for result in own.values())
    )
    away = {key: kind for key, kind in absent.items() if key[1] not in results[key[0]]}
    place = {evening: number for number, evening in enumerate(in_order)}
    away = dict(sorted(away.items(), key=lambda each: (place.get(each[0][1], len(place)), each[0])))
    averages: dict[int, Points] = {}
    if away and rules.announced in OF_OWN_AVERAGE:
        shares = _shares(results, without_table, dict.fromkeys(running, tables))
        averages = {
            entrant: own_average(results[entrant], shares[entrant])
            for entrant, _evening in away
            if entrant in with_average
        }
    for (entrant, evening), part in _absent_points(away, averages, _points_on(results), rules, low=low):
        results[entrant][evening] = EveningResult(evening, 0, part.kind).and_also(part)
    _correct(results, corrected)
    _write_corrections(results, corrected, set(corrected))
    return Season(results, credit_of, by_rules, with_average)


WITHOUT_CARDS: Final = (
    MarkKind.WALKOVER,
    MarkKind.WAITED,
    MarkKind.EXCUSED,
    MarkKind.MISSED,
    MarkKind.BY_RULE,
)
"""Marks of rounds in which no cards were held: nothing to compare, and the mean of the others stands."""


def _put_means(results: EveningResults, means: Mapping[Key, EveningMean]) -> None:
    """Put the mean of its deals in the place of the points of each evening's tables. While a round is played its first
    deals may be compared already, but no table of it is counted; and an arbiter's average has no table at all."""
    for entrant, evening in means:
        results[entrant].setdefault(evening, EveningResult(evening, 0, "played"))
    for entrant, own in results.items():
        for evening, result in list(own.items()):
            mean = means.get((entrant, evening))
            if mean is None:
                del own[evening]
                continue
            part = Part("deals", mean.points, rounds=mean.deals)
            own[evening] = result._replace(points=mean.points, parts=(part,))


def _add_walkovers(
    results: EveningResults,
    credit_of: dict[int, Credit],
    marks: Iterable[Mark],
    rules: CompetitionRules,
    *,
    low: bool,
) -> None:
    """A win for those who came; in points what the rules say, where low is better at most the evening's best table."""
    walkovers = [mark for mark in marks if mark.kind == MarkKind.WALKOVER]
    tables = _tables_on(results) if low and walkovers else {}
    for mark in walkovers:
        points = min([rules.walkover_points, *tables.get(mark.evening, ())]) if low else rules.walkover_points
        if rules.counting == "wins":
            points = worth_of(Outcome(1, mark.points), rules)
        own = results[mark.entrant]
        result = own.get(mark.evening) or EveningResult(mark.evening, 0, MarkKind.WALKOVER)
        own[mark.evening] = result.and_also(Part(MarkKind.WALKOVER, points))
        credit_of[mark.entrant].won += 1


def _add_waiting(
    results: EveningResults,
    marks: Sequence[Mark],
    spared: Mapping[Key, int],
    absent: Collection[Key],
    rules: CompetitionRules,
    *,
    low: bool,
) -> None:
    """Add the points of rounds without a table to the evenings in `results`, which are those of tables and walkovers.

    An entrant who waited all evening has an evening of that alone, unless it is worth nothing or the entrant was
    `absent`; no round was waited through on an evening of which nothing counts yet. A round that is `spared` is only an
    addition to other tables.

    A round missed is worth an average here (BY_RULE), of the entrant's own tables or of all of the evening. By hand: of
    two rounds, with tables of 400 and 248 in the first and of 410, 410, 238 and 238 in the second, who came to the
    second alone and made 410 there has 410 more as an own average, and (400 + 400 + 248 + 248 + 410 + 410 + 238 + 238)
    / 8 = 324 more as the average of all.
    """
    waited, sides = rounds_waited(marks, [MarkKind.WAITED]), _sides_on(results, marks)
    excused, missed = (rounds_waited(marks, [kind]) for kind in (MarkKind.EXCUSED, MarkKind.BY_RULE))
    tables = _tables_on(results) if missed else {}
    for key in dict.fromkeys((*waited, *spared, *excused, *missed)):
        entrant, evening = key
        own = results[entrant].get(evening)
        if evening not in sides or (own is None and key in absent):
            continue
        more = spared.get(key, 0) if own is not None else 0
        for kind, rounds in ((MarkKind.WAITED, waited[key] + more), (MarkKind.EXCUSED, excused[key])):
            if worth := rounds and _worth(own, rounds, rules, low=low, sides=sides[evening]):
                before = results[entrant].get(evening) or EveningResult(evening, 0, MarkKind.WAITED)
                results[entrant][evening] = before.and_also(Part(kind, worth))
        if number := missed[key]:
            of_all = tables.get(evening) if rules.missed == "field_average" else None
            worth = (
                divide_exactly(sum(of_all) * number, len(of_all)) if of_all else _own_tables(own, number) or 0
            )
            before = results[entrant].get(evening) or EveningResult(evening, 0, MarkKind.WAITED)
            results[entrant][evening] = before.and_also(Part(MarkKind.BY_RULE, worth))


def _worth(
    own: EveningResult | None, rounds: int, rules: CompetitionRules, *, low: bool, sides: int
) -> Points:
    """The points of so many rounds beside the evening's tables; an average is of these tables alone."""
    average = _own_tables(own, rounds)
    if rules.counting == "wins":
        if rules.waiting_place == "own_average" and average is not None:
            return average
        return rounds * worth_of_waiting(rules, sides=sides)
    if rules.waiting == "fixed":
        return rules.waiting_points * rounds
    return (average or 0) if rules.waiting == "own_average" or low else 0


def _own_tables(own: EveningResult | None, rounds: int) -> Points | None:
    """So many times the average of an entrant's tables of the evening; None without one."""
    tables = [part for part in own.parts if part.kind in ("table", "compensation")] if own else []
    fixtures = len({part.fixture for part in tables})
    return divide_exactly(sum([part.points for part in tables]) * rounds, fixtures) if fixtures else None


def _sides_on(results: EveningResults, marks: Iterable[Mark]) -> dict[int, int]:
    """The sides of the largest table of each evening of which something counts."""
    sides: dict[int, int] = defaultdict(int)
    for mark in marks:
        if mark.kind == MarkKind.WALKOVER:
            sides[mark.evening] = max(sides[mark.evening], mark.points)
    for own in results.values():
        for evening, result in own.items():
            of_tables = [part.outcome.sides for part in result.parts if part.outcome is not None]
            sides[evening] = max([sides[evening], *of_tables])
    return sides


def kind_by_rule(kind: MarkKind, rules: CompetitionRules) -> MarkKind:
    """The kind of a mark, that of a round BY_RULE as the rules say: MISSED, EXCUSED, or BY_RULE where it is worth an
    average. Where nothing is said beforehand, what was never said on closing is worth nothing."""
    if kind != MarkKind.BY_RULE or rules.missed in AVERAGES:
        return kind
    return MarkKind.EXCUSED if rules.missed == "waiting" else MarkKind.MISSED


AVERAGES: Final = ("own_average", "field_average")
"""The worths of a round missed that are an average of tables."""


def rounds_waited(
    marks: Iterable[Mark],
    kinds: Collection[MarkKind] = (MarkKind.WAITED, MarkKind.EXCUSED, MarkKind.BY_RULE),
) -> Counter[Key]:
    """The rounds of each entrant and evening without a table that are worth something by the rules; of these `kinds`
    alone."""
    waited: Counter[Key] = Counter()
    for mark in marks:
        if mark.kind in kinds:
            waited[mark.entrant, mark.evening] += int(mark.points)
    return waited


def rounds_spared(scores: Iterable[Score], rules: CompetitionRules) -> Counter[Key]:
    """The rounds of each entrant and evening that brought no points and are no fault: at a table broken off that is
    void, and played for an absent member who has the points."""
    spared: set[tuple[int, int, int]] = set()
    for score in scores:
        if score.broken_off and rules.broken_off == "void":
            spared.add((score.entrant, score.evening, score.fixture))
        if score.played_by == PlayedBy.SUBSTITUTE and score.substitute and rules.substitute == "absent":
            spared.add((score.substitute, score.evening, score.fixture))
    return Counter((entrant, evening) for entrant, evening, _fixture in spared)


def _add_missed(results: EveningResults, without_table: Mapping[Key, int], running: Collection[int]) -> None:
    """Where low is better a round of the evening that somebody did not come to costs as much as its worst table."""
    tables = _tables_on(results)
    for evening, had_by in _rounds_had(results, without_table).items():
        if evening in running or evening not in tables:
            continue
        most, worst = max(had_by.values()), max(tables[evening])
        for entrant, had in had_by.items():
            if had < most:
                part = Part(MarkKind.MISSED, (most - had) * worst)
                results[entrant][evening] = results[entrant][evening].and_also(part)


def _rounds_had(results: EveningResults, without_table: Mapping[Key, int]) -> dict[int, dict[int, int]]:
    """How many rounds of each evening each entrant had, at a table, by a walkover or without a table."""
    counts: dict[int, dict[int, int]] = defaultdict(dict)
    for entrant, own in results.items():
        for evening, result in own.items():
            had = sum([part.kind in ("table", MarkKind.WALKOVER) for part in result.parts])
            counts[evening][entrant] = had + without_table.get((entrant, evening), 0)
    return counts


def _away_for_substitute(scores: Iterable[Score], rules: CompetitionRules) -> set[Key]:
    """The entrants and evenings that count as absent, because a substitute played and keeps the points."""
    if rules.substitute != "substitute":
        return set()
    return {(score.entrant, score.evening) for score in scores if score.played_by == PlayedBy.SUBSTITUTE}


OF_OWN_AVERAGE = ("own_average", "own_falling")
"""The worths of an absence signed off that ask for the entrant's own average."""


def _absent_points(
    absent: Mapping[Key, MarkKind],
    averages: Mapping[int, Points],
    present: Mapping[int, Sequence[Points]],
    rules: CompetitionRules,
    *,
    low: bool,
) -> Iterator[tuple[Key, Part]]:
    """The points of each absence by (entrant, evening); none where the rules give such an evening no worth at all.

    `absent` is in the order of the evenings: the first absences of an entrant may be worth more than later ones.
    `averages` are the own averages by entrant, none for those who played nothing; `present` are the points of each
    evening of everybody who was there.
    Without a word an evening is worth nothing, where `low` is better the worst of the evening. Signing off never costs
    more than that: where low is better, it is worth the same at worst, even where the rules give it no evening.
    """
    times: dict[int, int] = {}
    for (entrant, evening), kind in absent.items():
        times[entrant] = times.get(entrant, 0) + 1
        points = present.get(evening, ())
        lowest = max(points, default=0) if low else min(points, default=0)
        without_word = lowest if low else min(0, lowest)
        if kind == MarkKind.UNANNOUNCED:
            yield (entrant, evening), Part(kind, without_word)
            continue
        part = rules.absence_parts[min(times[entrant], len(rules.absence_parts)) - 1]
        percent: int | None = None
        if rules.announced == "nothing" or (rules.announced == "own_falling" and not part):
            worth = without_word if low else None
        elif rules.announced == "fixed":
            worth = rules.announced_points
        elif rules.announced == "lowest":
            worth = lowest
        elif entrant not in averages:
            worth = without_word
        else:
            percent = 100 if rules.announced == "own_average" else 200 - part if low else part
            worth = divide_exactly(averages[entrant] * percent, 100)
        if worth is None:
            continue
        points = min(worth, without_word) if low else max(worth, without_word)
        absence = None
        if percent is not None:
            absence = Absence(times[entrant], percent, averages[entrant], capped=points != worth)
        yield (entrant, evening), Part(kind, points, absence=absence)


def own_average(own: Mapping[int, EveningResult], shares: Mapping[int, Fraction]) -> Points:
    """The points of an entrant's evenings divided by their number, both without walkovers. `shares` is how much of each
    evening the entrant was there for: who played one table of three has a third of an evening. Less than one evening in
    all counts as one, so that a single table is not worth a whole evening."""
    parts = [part for result in own.values() for part in result.parts]
    walkovers = sum([part.points for part in parts if part.kind == MarkKind.WALKOVER])
    points = sum([result.points for result in own.values()]) - walkovers
    return divide_exactly(points, max(1, sum(shares.values())))


def _shares(
    results: EveningResults, without_table: Mapping[Key, int], at_least: Mapping[int, int]
) -> dict[int, dict[int, Fraction]]:
    """How much of each evening each entrant was there for, without walkovers, by entrant and evening; all of one
    without rounds. An evening has as many rounds as anybody had, and `at_least` as many as are said."""
    shares: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for evening, had_by in _rounds_had(results, without_table).items():
        most = max(*had_by.values(), at_least.get(evening, 0), 0)
        for entrant, had in had_by.items():
            kinds = Counter(part.kind for part in results[entrant][evening].parts)
            whole = MarkKind.MISSED in kinds or not had
            shares[entrant][evening] = Fraction(
                1 if whole else had - kinds[MarkKind.WALKOVER], 1 if whole else most
            )
    return shares


def _corrections(marks: Iterable[Mark]) -> dict[Key, Points]:
    corrected: dict[Key, Points] = defaultdict(int)
    for mark in marks:
        if mark.kind == MarkKind.CORRECTION:
            corrected[mark.entrant, mark.evening] += mark.points
    return corrected


def _correct(results: EveningResults, corrected: dict[Key, Points]) -> None:
    """Put corrections on the evenings there are; what is left is for evenings that nobody has written down yet."""
    for entrant, evening in [key for key in corrected if key[1] in results[key[0]]]:
        part = Part(MarkKind.CORRECTION, corrected.pop((entrant, evening)))
        results[entrant][evening] = results[entrant][evening].and_also(part)


def _write_corrections(results: EveningResults, corrected: dict[Key, Points], keys: Set[Key]) -> None:
    """Make an evening of each of these corrections, for somebody who has no other result of it."""
    for entrant, evening in sorted(keys):
        part = Part(MarkKind.CORRECTION, corrected.pop((entrant, evening)))
        results[entrant][evening] = EveningResult(evening, 0, MarkKind.CORRECTION).and_also(part)


def _tables_on(results: EveningResults) -> dict[int, list[Points]]:
    """The points of every table, compensation with it, by evening."""
    found: dict[int, list[Points]] = defaultdict(list)
    for own in results.values():
        for evening, result in own.items():
            by_fixture: dict[int, Points] = defaultdict(int)
            for part in result.parts:
                if part.kind in ("table", "compensation"):
                    by_fixture[part.fixture] += part.points
            found[evening] += by_fixture.values()
    return {evening: points for evening, points in found.items() if points}


def _points_on(results: EveningResults) -> dict[int, list[Points]]:
    """The points of each evening's participants."""
    found: dict[int, list[Points]] = defaultdict(list)
    for own in results.values():
        for result in own.values():
            found[result.evening].append(result.points)
    return found
