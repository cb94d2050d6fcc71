"""The table of a season: scores and marks in, rows out. Pure; the order of what comes in never matters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.league.nights import ABSENT, Better, Credit, Night, credited, nights_of, rounded
from games.league.rules import TableRules
from games.league.scores import Mark, MarkKind, Score

Zone: TypeAlias = Literal["", "promotion", "relegation"]
FORM: Final = 5
SHARED: Final = "shared"
"""The reason of a tie nothing has decided."""


@dataclass(frozen=True, slots=True)
class CountedNight:
    """An evening in a row; `struck` when it is not among the best that count."""

    evening: int
    points: int
    why: str
    struck: bool
    provisional: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table. `total` decides the place, deductions taken off; `average` is of a played evening.

    `place` is None without the evenings needed. `tie` names what decided it among equal totals ("" without
    equals, SHARED when nothing did). `movement` is places won since before the latest evening, None for a
    newcomer. `form` are the points of the last five evenings.
    """

    place: int | None
    entrant: int
    total: int
    average: int
    evenings: int
    nights: tuple[CountedNight, ...]
    credit: Credit
    deducted: int
    form: tuple[int, ...]
    provisional: int
    zone: Zone = ""
    tie: str = ""
    movement: int | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """An entrant while the order is being found. `missing`: evenings short of those that count, low only."""

    entrant: int
    total: int
    missing: int
    eligible: bool
    nights: tuple[CountedNight, ...]
    credit: Credit
    deducted: int

    @property
    def played(self) -> list[CountedNight]:
        return [night for night in self.nights if night.why not in ABSENT]


@dataclass(frozen=True, slots=True)
class _Ranked:
    line: _Line
    place: int | None
    tie: str


def table_of(
    entrants: Iterable[int],
    *,
    evenings: Sequence[int],
    scores: Iterable[Score],
    marks: Iterable[Mark] = (),
    rules: TableRules,
    better: Better = "high",
    evenings_left: int = 0,
) -> tuple[Row, ...]:
    """The season's table from the top. `evenings` are those held, oldest first; `evenings_left` are to come.

    The total of a row is the sum of its evenings that count, less deductions. Equal totals are decided by
    `rules.ties` in that order, else they share the place and stand by number. `movement` compares with the
    totals without the latest evening; tie-breaks by tables and lists look at the whole season there too.
    """
    everybody = sorted(set(entrants))
    scores, marks = list(scores), list(marks)
    nights, credit_of = nights_of(scores, marks, rules, better=better)
    deducted: dict[int, int] = defaultdict(int)
    for mark in marks:
        if mark.kind == MarkKind.DEDUCTION:
            deducted[mark.entrant] += mark.points
    order = {evening: place for place, evening in enumerate(evenings)}
    given: list[Score] = []

    def duels() -> Mapping[tuple[int, int], int]:
        if not given:
            given.extend(credited(scores, rules))
        return _duels(given)

    def ranked(held: Mapping[int, int], left: int) -> list[_Ranked]:
        lines = []
        for entrant in everybody:
            own = sorted(
                (night for night in nights.get(entrant, ()) if night.evening in held),
                key=lambda night: held[night.evening],
            )
            lines.append(
                _line(
                    entrant,
                    own,
                    credit_of.get(entrant) or Credit(),
                    deducted[entrant],
                    rules,
                    better,
                    len(held),
                    left,
                )
            )
        return _in_order(lines, rules, better, duels)

    now = ranked(order, evenings_left)
    before: dict[int, int | None] = {}
    if len(evenings) > 1:
        earlier = {evening: place for evening, place in order.items() if evening != evenings[-1]}
        before = {
            each.line.entrant: each.place for each in ranked(earlier, evenings_left + 1) if each.line.nights
        }
    zones = _zones(now, rules)
    return tuple(_row(each, zones.get(each.line.entrant, ""), before.get(each.line.entrant)) for each in now)


def _line(
    entrant: int,
    nights: Sequence[Night],
    credit: Credit,
    deducted: int,
    rules: TableRules,
    better: Better,
    held: int,
    left: int,
) -> _Line:
    sign = -1 if better == "high" else 1
    kept = range(len(nights))
    if rules.best_of and len(nights) > rules.best_of:
        best = sorted(kept, key=lambda place: (sign * nights[place].points, place))
        kept = best[: rules.best_of]  # type: ignore[assignment]
    counting = set(kept)
    counted = tuple(
        CountedNight(night.evening, night.points, night.why, place not in counting, night.provisional)
        for place, night in enumerate(nights)
    )
    total = sum(nights[place].points for place in counting)
    attended = sum(night.played for night in nights)
    expected = min(rules.best_of, held) if rules.best_of else held
    return _Line(
        entrant=entrant,
        total=total - deducted if better == "high" else total + deducted,
        missing=0 if better == "high" else expected - len(counting),
        eligible=attended + left >= rules.minimum_evenings,
        nights=counted,
        credit=credit,
        deducted=deducted,
    )


def _in_order(
    lines: list[_Line],
    rules: TableRules,
    better: Better,
    duels: Callable[[], Mapping[tuple[int, int], int]],
) -> list[_Ranked]:
    sign = -1 if better == "high" else 1
    groups: dict[tuple[bool, int, int], list[_Line]] = defaultdict(list)
    for line in lines:
        groups[not line.eligible, line.missing, sign * line.total].append(line)
    placed: list[_Ranked] = []
    for key in sorted(groups):
        for together, tie in _decided(groups[key], rules.ties, better, duels):
            place = len(placed) + 1
            placed += [_Ranked(line, place if line.eligible else None, tie) for line in together]
    return placed


def _decided(
    group: list[_Line],
    ties: Sequence[str],
    better: Better,
    duels: Callable[[], Mapping[tuple[int, int], int]],
    reason: str = "",
) -> list[tuple[list[_Line], str]]:
    """Equal totals in the order the tie-breaks give, each with the one that set it apart."""
    if len(group) == 1:
        return [(group, reason)]
    if not ties:
        return [(sorted(group, key=lambda line: line.entrant), SHARED)]
    first, rest = ties[0], ties[1:]
    values: dict[int, list[_Line]] = defaultdict(list)
    for line, value in _measured(group, first, better, duels):
        values[value].append(line)
    if len(values) == 1:
        return _decided(group, rest, better, duels, reason)
    decided = []
    for value in sorted(values, reverse=True):
        decided += _decided(values[value], rest, better, duels, first)
    return decided


def _measured(
    group: list[_Line],
    tie: str,
    better: Better,
    duels: Callable[[], Mapping[tuple[int, int], int]],
) -> list[tuple[_Line, int]]:
    """Each line with the number that decides; the higher is above."""
    sign = 1 if better == "high" else -1
    if tie == "head_to_head":
        met = duels()
        names = [line.entrant for line in group]
        return [(line, sign * sum(met.get((line.entrant, name), 0) for name in names)) for line in group]
    return [(line, MEASURES[tie](line, sign)) for line in group]


def _best_evening(line: _Line, sign: int) -> int:
    return max((sign * night.points for night in line.played), default=-(10**9))


def _last_evening(line: _Line, sign: int) -> int:
    return sign * line.played[-1].points if line.played else -(10**9)


MEASURES: Final[Mapping[str, Callable[[_Line, int], int]]] = {
    "won": lambda line, _sign: line.credit.won,
    "best_evening": _best_evening,
    "last_evening": _last_evening,
    "evenings": lambda line, _sign: len(line.played),
    "difference": lambda line, sign: sign * (line.credit.points - line.credit.against),
    "pits": lambda line, _sign: line.credit.pits,
    "nat": lambda line, _sign: -line.credit.nat,
    "roem": lambda line, _sign: line.credit.roem,
    "krakens_won": lambda line, _sign: line.credit.krakens_won,
}


def _duels(given: Iterable[Score]) -> Mapping[tuple[int, int], int]:
    """Points for less points against of every entrant against every opponent met."""
    tables: dict[tuple[int, int], list[Score]] = defaultdict(list)
    for score in given:
        tables[score.evening, score.fixture].append(score)
    met: dict[tuple[int, int], int] = defaultdict(int)
    for together in tables.values():
        for one in together:
            opponents = {other.entrant for other in together if other.side != one.side} - {one.entrant}
            for opponent in opponents:
                met[one.entrant, opponent] += one.points - one.against
    return met


def _zones(ranked: Sequence[_Ranked], rules: TableRules) -> dict[int, Zone]:
    """Who goes up and who goes down; in a short table nobody does both."""
    names = [each.line.entrant for each in ranked if each.place is not None]
    zones: dict[int, Zone] = dict.fromkeys(names[: rules.promotion], "promotion")
    rest = names[rules.promotion :]
    if rules.relegation:
        zones.update(dict.fromkeys(rest[-rules.relegation :], "relegation"))
    return zones


def _row(each: _Ranked, zone: Zone, before: int | None) -> Row:
    line = each.line
    played = line.played
    return Row(
        place=each.place,
        entrant=line.entrant,
        total=line.total,
        average=rounded(sum(night.points for night in played), len(played)) if played else 0,
        evenings=len(played),
        nights=line.nights,
        credit=line.credit,
        deducted=line.deducted,
        form=tuple(night.points for night in line.nights[-FORM:]),
        provisional=sum(night.provisional for night in line.nights),
        zone=zone,
        tie=each.tie,
        movement=before - each.place if before is not None and each.place is not None else None,
    )
