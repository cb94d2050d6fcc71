"""Points of each evening for each entrant, line by line, by the rules of the competition. Pure.

This is the one place that says it: the season table, the evening's page, its printed list and its report, and a
member's breakdown show the same `EveningResult`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from games.league.standings.absences import OF_OWN_AVERAGE, absent_points, own_average
from games.league.standings.outcomes import Better, Outcome, worth_of
from games.league.standings.results import ABSENT, Credit, EveningResult, EveningResults, Key, Part, Season
from games.league.standings.rounding import Points
from games.league.standings.rules import TableRules
from games.league.standings.scores import Mark, MarkKind, PlayedBy, Score
from games.league.standings.table_worth import by_entrant, given_by, played
from games.league.standings.waiting import add_waiting, rounds_spared, rounds_waited


def evenings_worth(
    scores: Sequence[Score],
    marks: Sequence[Mark],
    rules: TableRules,
    *,
    better: Better = "high",
    running: Collection[int] = (),
    in_order: Sequence[int] = (),
    tables: int = 1,
) -> Season:
    """The points of every evening for every entrant. `better` is the game's; in `running` evenings nobody has
    missed a round yet, and `tables` will have been played at their end. `in_order` are the evenings, oldest first: an
    absence may be worth less after others. The order of scores and marks never matters.
    """
    low = better == "low" and rules.counting == "points"
    given = by_entrant(given_by(scores, rules, better))
    results: EveningResults = defaultdict(dict)
    credit_of: dict[int, Credit] = defaultdict(Credit)
    for entrant, own in given.items():
        results[entrant], credit_of[entrant] = played(own, rules, better)
    _add_walkovers(results, credit_of, marks, rules, low=low)
    absent = dict.fromkeys(_away_for_substitute(scores, rules), MarkKind.ANNOUNCED)
    for kind in reversed(ABSENT):  # an entrant who signed off and is marked as missing has signed off
        absent.update({(mark.entrant, mark.evening): kind for mark in marks if mark.kind == kind})
    spared = rounds_spared(scores, rules) if low else Counter()
    add_waiting(results, marks, spared, absent, rules, low=low)
    without_table = rounds_waited(marks) + spared
    if low:
        _add_missed(results, without_table, running)
    corrected = _corrections(marks)
    _correct(results, corrected)
    away = {key: kind for key, kind in absent.items() if key[1] not in results[key[0]]}
    place = {evening: number for number, evening in enumerate(in_order)}
    away = dict(sorted(away.items(), key=lambda each: (place.get(each[0][1], len(place)), each[0])))
    averages: dict[int, Points] = {}
    if away and rules.announced in OF_OWN_AVERAGE:
        shares = _shares(results, without_table, dict.fromkeys(running, tables))
        averages = {
            entrant: own_average(results[entrant], shares[entrant])
            for entrant, _evening in away
            if results.get(entrant)
        }
    for (entrant, evening), (kind, points) in absent_points(
        away, averages, _points_on(results), rules, low=low
    ):
        results[entrant][evening] = EveningResult(evening, 0, kind).and_also(Part(kind, points))
    _correct(results, corrected)
    for (entrant, evening), points in corrected.items():
        part = Part(MarkKind.CORRECTION, points)
        results[entrant][evening] = EveningResult(evening, 0, MarkKind.CORRECTION).and_also(part)
    return Season(results, credit_of, given)


def _add_walkovers(
    results: EveningResults,
    credit_of: dict[int, Credit],
    marks: Iterable[Mark],
    rules: TableRules,
    *,
    low: bool,
) -> None:
    """A win for those who came; in points what the rules say, where low is better at most the evening's best table."""
    came = [mark for mark in marks if mark.kind == MarkKind.WALKOVER]
    tables = _tables_on(results) if low and came else {}
    for mark in came:
        points = min([rules.walkover_points, *tables.get(mark.evening, ())]) if low else rules.walkover_points
        if rules.counting == "wins":
            points = worth_of(Outcome(1, mark.points), rules)
        own = results[mark.entrant]
        result = own.get(mark.evening) or EveningResult(mark.evening, 0, MarkKind.WALKOVER)
        own[mark.evening] = result.and_also(Part(MarkKind.WALKOVER, points))
        credit_of[mark.entrant].won += 1


def _add_missed(results: EveningResults, spared: Mapping[Key, int], running: Collection[int]) -> None:
    """Where low is better a round of the evening that somebody did not come to costs as much as its worst table."""
    tables = _tables_on(results)
    for evening, had_by in _rounds_had(results, spared).items():
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


def _shares(
    results: EveningResults, without_table: Mapping[Key, int], at_least: Mapping[int, int]
) -> dict[int, dict[int, Fraction]]:
    """How much of each evening each entrant was there for, by entrant and evening; all of one without rounds. An
    evening has as many rounds as anybody had, and `at_least` as many as are said."""
    shares: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for evening, had_by in _rounds_had(results, without_table).items():
        most = max(*had_by.values(), at_least.get(evening, 0), 0)
        for entrant, had in had_by.items():
            missed = any(part.kind == MarkKind.MISSED for part in results[entrant][evening].parts)
            shares[entrant][evening] = Fraction(1) if missed or not had else Fraction(had, most)
    return shares


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


def _away_for_substitute(scores: Iterable[Score], rules: TableRules) -> set[Key]:
    """The entrants and evenings that count as absent, because a substitute played and keeps the points."""
    if rules.substitute != "substitute":
        return set()
    return {(score.entrant, score.evening) for score in scores if score.played_by == PlayedBy.SUBSTITUTE}


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
