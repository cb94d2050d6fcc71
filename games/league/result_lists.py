"""Lists of results of evenings that were played before the club came here: what a list says, and what is wrong in it.

Nothing is written; `services.results_import` does that with what was read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Final, TypeAlias

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import look_alike_key, whole_number
from accounts.raw_lists import MAX_HEADING_ROW, RawList, Row, is_total, place_sentence, words_of
from games.league.list_days import SeasonDays, TypedDay, find_day, is_no_day, read_day
from games.league.models import Competition, Evening, EveningMark, LeagueTable
from games.league.standings.scores import MarkKind

BETWEEN_NAMES: Final = re.compile(r"\s*[,;\t&+/]\s*|\s+(?:[-–—]|en|and)\s+")
"""Separators between the two names of a pair, as typed."""
MAX_LINES: Final = 5_000
USUAL_TIME: Final = time(20)
"""When evenings start in a competition that has none yet."""
MAX_POINTS: Final = 100_000
"""The most points of an evening that are taken for points: `EveningMark.points` has six digits before the point."""
SUMS: Final = frozenset({"som", "sum", "gemiddelde", "average"})
"""Other words before the sum of a list, in its column of names; among members they may be names."""
STEMS: Final = {
    "evening": r"avond|evening|zitting|speeldag|^(?:speel ?)?datum$|^date$|^date of play$",
    "points": r"punt|point|^score|^totaal$|^total$|^pnt|^pts?$",
    "name": r"naam|namen|\bnames?\b|^voorn$|speler|player|koppel|^paar|^pair|^team|deelnemer|^lid$",
}
"""Stems of the words of a heading by column. A place (rank) is no evening and is passed over."""
OF_ONE_EVENING: Final = re.compile(r"(?:speel)?(?:avond|evening|zitting|speeldag) (\d{1,4})")
"""The heading of a column with the points of one evening, beside those of others."""
NOT_THERE: Final = frozenset({"", "x", "afwezig", "absent", "afgemeld", "niet", "nee"})
"""Words in such a column for somebody who has no points on that evening."""
SERIAL_START: Final = date(1899, 12, 30)
"""The day that spreadsheets count as 0."""
SERIAL_DAYS: Final = range(32_874, 55_154)
"""The days from 1990 to 2050 as spreadsheets count them."""
FORMULA_WITHOUT_RESULT: Final = _(
    "“{name}” is a formula, and the file does not say what it comes to. Open the file in your spreadsheet, save it "
    "there and choose it again, or write the result here."
)
BRACKETS: Final = re.compile(r"\s*[(\[].*[)\]]\s*")
PREFIXES: Final = frozenset({"van", "v", "vd", "d", "den", "der", "de", "het", "t", "ten", "ter", "te"})
"""Words between a first name and a family name, which lists shorten or leave out."""
DECIMALS: Final = re.compile(r"(.*?)(?:[.,](\d{1,2}))?", re.DOTALL)
THOUSANDS: Final = re.compile(r"\d{1,3}(?:[.,' \u00a0]\d{3})+")


Name: TypeAlias = list[str]
"""The words of one person's name as they are compared."""
Family: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultFault:
    """Why a row (as a spreadsheet counts it) cannot be taken; `place` is the column of the cell that is wrong, None
    where it is no single one."""

    line: int
    sentence: str
    place: int | None = None


@dataclass(frozen=True, slots=True)
class MissingEvening:
    """An evening that a list has results of and the competition has not. `key` names it in the answers: the number, the
    day, or "" for the evening of the whole list. `number` and `day` are those proposed, or said. `name` is what the
    list calls it: its number, or its day. `there` is the number of an evening that is there on the day that was said of
    a day that was not clear: that one is meant then, and none is made."""

    key: str
    number: int
    day: date | None
    name: str
    fault: str = ""
    there: int | None = None


@dataclass(frozen=True, slots=True)
class NewEvening:
    """What was said of a missing evening: the day on which it was played, and its number where another was said."""

    day: date
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Answers:
    """What the secretary said in the preview of a list.

    `columns` are the places of columns by their key in `STEMS`, where they were said. `number` is the evening of a list
    without a column for it. `sure`: also evenings to come or played here. `cells` are corrected cells by row and place.
    `left_out` are rows that are passed over. `new` are the evenings to be made, by `MissingEvening.key`.
    """

    columns: Mapping[str, int] | None = None
    number: int | None = None
    sure: bool = False
    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)
    left_out: frozenset[int] = frozenset()
    new: Mapping[str, NewEvening] = field(default_factory=dict)


NO_ANSWERS: Final = Answers()


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """What an import would do to one evening."""

    evening: Evening
    results: int
    closes: bool

    @property
    def is_new(self) -> bool:
        """Whether the evening is made by it."""
        return self.evening.pk is None


@dataclass(frozen=True, slots=True)
class ReadResults:
    """A list of results that was checked: with faults nothing is written. `passed_over` are rows of totals, `columns`
    the places of the columns and `head` the row with headings, if any. `not_entered` are the names in the club of
    members in the list who do not take part. `by_evening` are the places of the columns that
    hold the points of one evening each, by its number or its day. `missing` are the evenings that are not there.
    `asks_below`: a fault is answered in a field below the columns.
    """

    marks: tuple[EveningMark, ...] = ()
    faults: tuple[ResultFault, ...] = ()
    passed_over: tuple[int, ...] = ()
    columns: Mapping[str, int] = field(default_factory=dict)
    head: Row | None = None
    by_evening: Mapping[int | TypedDay, int] = field(default_factory=dict)
    missing: tuple[MissingEvening, ...] = ()
    not_entered: tuple[str, ...] = ()
    asks_below: bool = False

    @property
    def plans(self) -> list[EveningPlan]:
        """What is written, by evening."""
        many = Counter(mark.evening.number for mark in self.marks)
        by_number = {mark.evening.number: mark.evening for mark in self.marks}
        return [
            EveningPlan(by_number[number], results, by_number[number].status != Evening.Status.CLOSED)
            for number, results in sorted(many.items())
        ]


def read_results(
    *,
    competition: Competition,
    raw: RawList,
    names: Iterable[tuple[str, int]],
    now: datetime,
    answers: Answers = NO_ANSWERS,
    named: str = "",
    members: Iterable[str] = (),
) -> ReadResults:
    """Check every row of a list of results, and say what would be written; nothing is.

    A heading, which may stand below a title, says which column is which; without one they are evening, name and
    points. `names` are those by which a list may mean an entrant, with its key. `members` are those of members of the
    club. `named` is the name of the file, in which the day of a list without a column of evenings may stand. The names
    of a pair may stand in any order with a comma, a dash or "and" between, in capitals or not.

    Columns with an evening in their heading ("evening 4") hold the points of that evening, where no other column
    has points. A date names the evening of that day that was not cancelled. Evenings that are still to come, or were
    played here, are taken only when the secretary is sure. An evening that is not there is a fault, until its day is
    said: then it is made by the list. An entrant with points from a list on an evening gets none from another list:
    the same list sent twice counts once. All that is wrong with a row is said at once.
    """
    days = _season_days(competition, now)
    with_evening = {(day.day, day.month) for day in days.own}
    head, found = _heading(raw, with_evening)
    columns, number = answers.columns, answers.number
    if columns and head is None and raw.rows and not _has_digit(raw.rows[0].cell(columns.get("points", 0))):
        head = raw.rows[0]  # words that no stem knows
    columns = {key: place for key, place in (columns or found).items() if place < raw.width}
    rows = [
        _correct(row, answers.cells, head)
        for row in raw.rows
        if row.number not in answers.left_out
        and (head is None or (row.number > head.number and row.cells != head.cells))
    ]
    by_evening = (
        _columns_of_evenings(head, with_evening)
        if head and not columns.keys() & {"evening", "points"}
        else {}
    )
    fault = ResultFault(head.number if head else 0, "")
    if "name" not in columns:
        fault = replace(fault, sentence=gettext("No column has the names. Write “Name” above it."))
    elif not by_evening and "points" not in columns:
        fault = replace(fault, sentence=gettext("No column has the points. Write “Points” above it."))
    elif len(rows) > MAX_LINES:
        fault = ResultFault(rows[MAX_LINES].number, gettext("That list is too long."))
    if fault.sentence:
        return ReadResults(faults=(fault,), columns=columns, head=head)
    reading = _Reading(competition, columns, head, tuple(names), now, answers, days, members)
    if "evening" in columns:
        typed = filter(None, (read_day(row.cell(columns["evening"])) for row in rows))
        reading.written_days = frozenset(day for each in typed if (day := days.day_of(each)))
    if not by_evening and "evening" not in columns and number is None:
        reading.ask_for_day(fault, _day_of_list(raw, head, named))
    for row in rows:
        if by_evening:
            reading.read_evenings(row, by_evening)
        else:
            reading.read(row)
    return ReadResults(
        tuple(reading.marks),
        tuple(reading.faults),
        tuple(reading.passed_over),
        columns,
        head,
        by_evening,
        reading.missing_evenings(),
        tuple(reading.not_entered.values()),
        reading.asks_below,
    )


def _correct(row: Row, cells: Mapping[tuple[int, int], str], head: Row | None) -> Row:
    """The row with the cells that were corrected. Cells beyond the heading go: it was seen whole."""
    own = {place: value for (number, place), value in cells.items() if number == row.number}
    if not own:
        return row
    width = len(head.cells) if head else max(len(row.cells), *(place + 1 for place in own))
    return Row(row.number, tuple(own.get(place, row.cell(place)) for place in range(width)))


def _day_of_list(raw: RawList, head: Row | None, named: str) -> TypedDay | None:
    """The day in the title above the heading, in the name of the tab, or in that of the file; one with its year before
    one without."""
    above = [row.cells for row in raw.rows if head is not None and row.number < head.number]
    texts = [*(cell for cells in above for cell in cells), raw.title, named]
    found = [day for text in texts if (day := find_day(text))]
    return min(found, key=lambda day: day.year is None, default=None)


def _season_days(competition: Competition, now: datetime) -> SeasonDays:
    """The days of the competition's evenings and of its season. One query."""
    held = Evening.objects.filter(competition__season=competition.season_id)
    days = [(key, timezone.localdate(at)) for key, at in held.values_list("competition", "starts_at")]
    return SeasonDays(
        own=frozenset(day for key, day in days if key == competition.pk),
        all_days=frozenset(day for _key, day in days),
        name=competition.season.name,
        today=timezone.localdate(now),
    )


def _heading(raw: RawList, days: Collection[tuple[int, int]]) -> tuple[Row | None, dict[str, int]]:
    for row in raw.rows[:MAX_HEADING_ROW]:
        found: dict[str, int] = {}
        by_evening = _columns_of_evenings(row, days)
        for place, cell in enumerate(row.cells):
            words = words_of(cell)
            if by_evening and not re.search(STEMS["name"], words):
                continue  # the points of each evening have a column, and what they add up to is not asked
            column = next((column for column, stem in STEMS.items() if re.search(stem, words)), "")
            if column and column not in found:
                found[column] = place
        if len(found) > 1 or (found and by_evening):
            return row, found
    return None, {"evening": 0, "name": 1, "points": 2}


def _columns_of_evenings(head: Row, days: Collection[tuple[int, int]]) -> dict[int | TypedDay, int]:
    """The places of the columns with the points of one evening, by its number ("evening 4") or its day ("6-10"). `days`
    are the days and months of the evenings that are there: "12.5" is a day only among them."""
    found: dict[int | TypedDay, int] = {}
    for place, cell in enumerate(head.cells):
        if named := OF_ONE_EVENING.fullmatch(words_of(cell)):
            found.setdefault(int(named[1]), place)
        elif (day := read_day(cell)) and (not day.is_loose or (day.day, day.month) in days):
            found.setdefault(day, place)
    return found


def _entrants_by_name(names: Iterable[tuple[str, int]]) -> dict[str, set[int]]:
    """The entrants that may be meant by the key of a name: usually one."""
    found: dict[str, set[int]] = defaultdict(set)
    for name, entrant in names:
        found[_key(name)].add(entrant)
    return dict(found)


def _by_family_name(names: Iterable[tuple[str, int]]) -> dict[Family, list[tuple[list[Name], int]]]:
    """The names of entrants in words, with their keys, by their family names."""
    found: dict[Family, list[tuple[list[Name], int]]] = defaultdict(list)
    for known_as, entrant in names:
        words = _names_in_words(known_as)
        found[_family(words)].append((words, entrant))
    return found


def _names_in_words(name: str) -> list[Name]:
    """The words of a name, or of each partner's."""
    return [_parts(each) for each in BETWEEN_NAMES.split(name.strip())]


def _family(words: Iterable[Name]) -> Family:
    return tuple(sorted(name[-1] for name in words if name))


def _parts(name: str) -> Name:
    """The words of a name as they are compared, without prefixes. A capital at its beginning is an initial, also that
    of "T. de Vries"."""
    typed = [word for word in re.split(r"[\s.]+", name) if word.strip("'’‘")]
    initial = [look_alike_key(word) for word in typed[:1] if len(word) == 1 and word.isupper()]
    words = [look_alike_key(word) for word in typed[len(initial) :]]
    return initial + [word for word in words if word.strip("'’‘") not in PREFIXES]


def _may_be(typed: Sequence[str], known: Sequence[str]) -> bool:
    """Whether the words of a name, two at least, may mean those of another: the same, or an initial for the first."""
    if len(typed) < 2 or len(known) < 2 or typed[-1] != known[-1]:
        return False
    return typed[0] == known[0] or (1 in (len(typed[0]), len(known[0])) and typed[0][0] == known[0][0])


def _key(name: str) -> str:
    """A name without what people type differently: the order of a pair, what is between them, capitals."""
    return "\n".join(sorted(look_alike_key(each) for each in BETWEEN_NAMES.split(name.strip())))


class _Reading:
    """Reads the rows of a list one after the other. Two queries; `days` are those of the season."""

    def __init__(
        self,
        competition: Competition,
        columns: Mapping[str, int],
        head: Row | None,
        names: Sequence[tuple[str, int]],
        now: datetime,
        answers: Answers,
        days: SeasonDays,
        members: Iterable[str],
    ) -> None:
        # The list, the competition it is for, and what was answered to earlier questions about it.
        self.competition, self.now, self.answers = competition, now, answers
        self.columns, self.head = columns, head
        self.days = days
        self.members = {look_alike_key(name): name for name in members}
        self.names, self.by_family_name = _entrants_by_name(names), _by_family_name(names)
        own = Evening.objects.filter(competition=competition).annotate(
            played=Exists(LeagueTable.objects.filter(evening=OuterRef("pk")))
        )
        self.evenings = {evening.number: evening for evening in own}
        self.by_day: dict[date, list[Evening]] = defaultdict(list)
        for evening in own:
            self.by_day[timezone.localdate(evening.starts_at)].append(evening)
        written = EveningMark.objects.filter(evening__competition=competition, kind=MarkKind.CORRECTION)
        self.has_points = set(written.values_list("evening", "entrant"))

        # Where reading is: the evening of the rows that come, and the place of its points.
        self.number: int | TypedDay | None = answers.number
        self.of_list = False
        """Whether the evening of the whole list is asked, because no column has it."""
        self.beside: int | None = None
        """The place of the evening that is read, where evenings stand beside each other."""

        # Days in the column of evenings, read before the rows.
        self.known_days: dict[TypedDay, date | None] = {}
        self.written_days: frozenset[date] = frozenset()
        """The days that stand as days in the column of evenings."""
        self.serials: dict[str, date] = {}
        """The days that numbers of a spreadsheet may mean, by `MissingEvening.key`."""
        self.unclear: dict[str, TypedDay] = {}
        """The days among them of which the year, or the weekday, is not clear."""

        # What was found: points to write, and all that is to be asked or refused.
        self.marks: list[EveningMark] = []
        self.rows: dict[tuple[int, int], int] = {}
        """The number of the row with the points of an evening (its number) and an entrant."""
        self.faults: list[ResultFault] = []
        self.passed_over: list[int] = []
        """The numbers of rows of totals."""
        self.not_planned: set[str] = set()
        """The evenings that are not planned and were refused already, each once."""
        self.missing: dict[str, tuple[date | None, str]] = {}
        """The day of each missing evening, where it is known, and what the list calls it, by `MissingEvening.key`."""
        self.new_evenings: dict[str, Evening] = {}
        """The evenings that will be made, by `MissingEvening.key`."""
        self.not_entered: dict[str, str] = {}
        """The names of members who do not take part, by their key."""
        self.asks_below = False
        """Whether one of the faults is a question that is answered below the list."""

    def ask_for_day(self, fault: ResultFault, typed: TypedDay | None) -> None:
        """Note that the list does not say of which evening it is, and add that fault until its day is said. The day in
        its title is proposed unless there is an evening on it, which then is the one to choose."""
        day = self.days.day_of(typed) if typed else None
        on_day = self._evenings_on(day) if day else ()
        self.of_list = True
        self.missing[""] = None if on_day else day, ""
        if self._new("") is None:
            self.asks_below = True
            sentence = gettext("No column says which evening this was. Choose it below, or make it.")
            if on_day:
                sentence = gettext(
                    "No column says which evening this was. By its date it is {number}: choose it below."
                )
                sentence = sentence.format(number=on_day[0].number)
            self.faults.append(replace(fault, sentence=sentence))

    def missing_evenings(self) -> tuple[MissingEvening, ...]:
        """The evenings that are not there, with what was said or is proposed of them."""
        newest, found = max(self.evenings, default=0), []
        for key, (day, name) in self.missing.items():
            answer = self.answers.new.get(key)
            if answer and key in self.unclear and (on_day := self._evenings_on(answer.day)):
                there = on_day[0].number
                found.append(MissingEvening(key, answer.number or there, answer.day, name, there=there))
                continue
            is_number = key.isdigit() and key not in self.serials
            number = (answer and answer.number) or (int(key) if is_number else 0)
            if not number:
                newest += 1
                number = newest
            taken = number in self.evenings or any(each.number == number for each in found)
            fault = gettext("There is an evening {number} already.").format(number=number) if taken else ""
            found.append(MissingEvening(key, number, answer.day if answer else day, name, fault))
        return tuple(found)

    def _new(self, key: str) -> Evening | None:
        """The evening that is made for a missing one, None while its day was not said or its number is another's."""
        answer = self.answers.new.get(key)
        if answer is None:
            return None
        if key not in self.new_evenings:
            wanted = next(each for each in self.missing_evenings() if each.key == key)
            taken = wanted.fault or any(each.number == wanted.number for each in self.new_evenings.values())
            if taken:
                return None
            starts_at = timezone.make_aware(datetime.combine(answer.day, self._usual_time()))
            self.new_evenings[key] = Evening(
                competition=self.competition, number=wanted.number, starts_at=starts_at, deadline=starts_at
            )
            self.new_evenings[key].played = False
        return self.new_evenings[key]

    def _usual_time(self) -> time:
        """The time by the clock on the wall at which the newest evening starts."""
        newest = max(self.evenings.values(), key=lambda evening: evening.starts_at, default=None)
        return timezone.localtime(newest.starts_at).time() if newest else USUAL_TIME

    def read_evenings(self, row: Row, by_evening: Mapping[int | TypedDay, int]) -> None:
        """Add the marks of a row with the points of several evenings, or their faults; an empty cell is none."""
        own = dict(self.columns)
        for number, place in by_evening.items():
            if words_of(row.cell(place)) not in NOT_THERE or _has_digit(row.cell(place)):
                self.columns, self.number, self.beside = {**own, "points": place}, number, place
                self.read(row)
        self.columns, self.beside = own, None

    def read(self, row: Row) -> None:
        """Add the mark of a row, or its fault."""
        cells = {column: row.cell(place).removeprefix("'") for column, place in self.columns.items()}
        if is_total(cells["name"]) or words_of(cells["name"]) in SUMS:
            if row.number not in self.passed_over:
                self.passed_over.append(row.number)
            return
        key, text, evening, on_day = self._find_evening(cells)
        number = evening.number if evening else text
        named = self._named(cells["name"])
        meant, worth = sorted(named), _points(cells["points"])
        refused = len(self.faults)
        if len(on_day) > 1:
            sentence = gettext(
                "There is more than one evening on {day}. Write its number instead: {numbers}."
            )
            numbers = ", ".join(f"{each.number}" for each in on_day)
            self._refuse(row, "evening", sentence.format(day=text, numbers=numbers))
        elif evening is None and not self.of_list and key not in self.not_planned:
            self.not_planned.add(key)  # said once: below it the names are checked
            self._refuse(row, "evening", self._no_evening(key, text))
        elif evening is not None and (why_not := self._refusal(evening)):
            self._refuse(row, "evening", why_not)
        if self.head is not None and any(map(str.strip, row.cells[len(self.head.cells) :])):
            sentence = gettext(
                "This row has more columns than the heading. Does a comma stand in a number? Then put semicolons "
                "between the columns."
            )
            self._refuse(row, "points", sentence)
            return
        if len(meant) != 1:
            sentence = gettext("Nobody called “{name}” takes part.")
            if meant:
                sentence = gettext("More than one may be called “{name}”. Write the name at the table.")
            elif cells["name"].startswith("="):
                sentence = FORMULA_WITHOUT_RESULT
            elif member := self._member(cells["name"]):
                self.not_entered.setdefault(_key(cells["name"]), member)
                sentence = gettext("“{name}” is in the club and does not take part in this competition yet.")
            self._refuse(row, "name", sentence.format(name=cells["name"][:60]))
        if worth is None:
            self._refuse(row, "points", _not_points(cells["points"]))
        if len(self.faults) > refused or evening is None:
            return
        if (earlier := self.rows.get((evening.number, meant[0]))) is not None:
            sentence = gettext("“{name}” has points on evening {number} in row {row} of this list already.")
            self._refuse(row, "name", sentence.format(name=cells["name"][:60], number=number, row=earlier))
        elif (evening.pk, meant[0]) in self.has_points:
            sentence = gettext("“{name}” has points on evening {number} already.")
            self._refuse(row, "name", sentence.format(name=cells["name"][:60], number=number))
        else:
            self.rows[evening.number, meant[0]] = row.number
            self.marks.append(
                EveningMark(evening=evening, entrant_id=meant[0], kind=MarkKind.CORRECTION, points=worth)
            )

    def _find_evening(self, cells: Mapping[str, str]) -> tuple[str, str, Evening | None, Sequence[Evening]]:
        """The evening of a row, None where it is not known or made. Before it its key as a missing one and what the
        list calls it, after it the evenings of its day where the list says a day."""
        number = self.number if "evening" not in cells else _evening_number(cells["evening"])
        if number is None and "evening" in cells:
            number = read_day(cells["evening"])
        if number is None and (serial := _serial_day(cells.get("evening", ""))):
            if serial not in self.written_days and serial not in self.by_day:
                return self._find_serial(cells["evening"].strip(), serial)
            number = TypedDay(serial.day, serial.month, serial.year)
        text = cells.get("evening", "" if number is None else f"{number}")
        key = "" if self.of_list else text if number is None else f"{number}"
        if isinstance(number, TypedDay):
            if self.head is not None and self.beside is not None:
                text = self.head.cell(self.beside)
            if number not in self.known_days:
                self.known_days[number] = self.days.day_of(number)
            day = self.known_days[number]
            key = day.isoformat() if day else number.key
            if day is None:
                self.unclear[key] = number
                self.missing.setdefault(key, (None, text))
                day = answer.day if (answer := self.answers.new.get(key)) else None
            on_day = self._evenings_on(day) if day else ()
            if not on_day:
                self.missing.setdefault(key, (day, date_format(day) if day else text))
            evening = on_day[0] if len(on_day) == 1 else None if on_day else self._new(key)
            return key, text, evening, on_day
        if number is not None and number in self.evenings:
            return key, text, self.evenings[number], ()
        if number is not None or self.of_list:
            self.missing.setdefault(key, (None, text))
        return key, text, self._new(key) if key in self.missing else None, ()

    def _find_serial(self, text: str, day: date) -> tuple[str, str, Evening | None, Sequence[Evening]]:
        """As `_find_evening`, of a day that stands there as a number: it is asked once for all rows with it."""
        self.serials[text], self.unclear[text] = day, TypedDay(day.day, day.month, day.year)
        self.missing.setdefault(text, (day, date_format(day)))
        answer = self.answers.new.get(text)
        on_day = self._evenings_on(answer.day) if answer else ()
        evening = on_day[0] if len(on_day) == 1 else None if on_day else self._new(text)
        return text, text, evening, on_day

    def _no_evening(self, key: str, text: str) -> str:
        """Why a row has no evening, and what to do."""
        if key in self.serials:
            sentence = gettext("“{number}”: do you mean {date}? Then choose “Look again”.")
            return sentence.format(number=text, date=date_format(self.serials[key]))
        if text.startswith("="):
            return FORMULA_WITHOUT_RESULT.format(name=text[:60])
        if (typed := self.unclear.get(key)) is None:
            sentence = gettext("There is no evening {number}.")
            if is_no_day(text):
                sentence = gettext("The day {number} does not exist.")
            if key in self.missing:
                sentence = gettext("There is no evening {number}. Give its date, and this list makes it.")
            return sentence.format(number=text)
        if (day := self.days.other_weekday(typed)) is None:
            return gettext("“{text}” may be more than one day. Give its date.").format(text=text)
        sentence = gettext("“{text}”: {date} is a {weekday}. Give the date of the evening.")
        return sentence.format(text=text, date=date_format(day), weekday=date_format(day, "l"))

    def _member(self, name: str) -> str:
        """The name in the club of a member, or of each of several; "" where somebody is not in it. Who is and is nobody
        who takes part was not entered."""
        names = [each for each in BETWEEN_NAMES.split(name.strip()) if each.strip()]
        if names and all(look_alike_key(each) in self.members for each in names):
            return name
        found = {
            known
            for called in (name, _first_name_first(name))
            if len(typed := _names_in_words(called)) == 1
            for known in self.members.values()
            if _may_be(typed[0], _parts(known))
        }
        return found.pop() if len(found) == 1 else ""

    def _named(self, name: str) -> set[int]:
        """The entrants that may be meant by a name, as it stands or with the family name before a comma."""
        turned = _first_name_first(name)
        return (
            self.names.get(_key(name))
            or self._loosely(name)
            or (self.names.get(_key(turned)) or self._loosely(turned) if turned else set())
        )

    def _loosely(self, name: str) -> set[int]:
        """The entrants that may be meant by a name that is nobody's as it stands: prefixes are shortened or left out,
        first names are initials."""
        typed = _names_in_words(name)
        return {
            entrant
            for known, entrant in self.by_family_name.get(_family(typed), ())
            if len(known) == len(typed) and all(any(_may_be(one, other) for other in known) for one in typed)
        }

    def _evenings_on(self, day: date) -> Sequence[Evening]:
        """The evenings of a day, by number; one that was cancelled only where no other is."""
        own = sorted(self.by_day.get(day, ()), key=lambda evening: evening.number)
        return [evening for evening in own if evening.status != Evening.Status.CANCELLED] or own[:1]

    def _refusal(self, evening: Evening) -> str:
        """Why the evening takes no results from a list, or "" ."""
        number = evening.number
        if evening.status == Evening.Status.DRAWN:
            return gettext("Evening {number} is being played here.").format(number=number)
        if evening.status == Evening.Status.CANCELLED:
            return gettext("Evening {number} was cancelled.").format(number=number)
        if self.answers.sure:
            return ""
        if evening.played or evening.starts_at > self.now:
            self.asks_below = True
        if evening.played:
            sentence = gettext(
                "Evening {number} was played here, and has points. Tick below that these come on top."
            )
            return sentence.format(number=number)
        if evening.pk is None and timezone.localdate(evening.starts_at) <= timezone.localdate(self.now):
            return ""
        if evening.starts_at > self.now:
            sentence = gettext("Evening {number} is still to come ({date}). Tick below that it was played.")
            return sentence.format(number=number, date=date_format(timezone.localdate(evening.starts_at)))
        return ""

    def _refuse(self, row: Row, column: str, sentence: str) -> None:
        place = self.columns.get(column, self.beside)
        at = place_sentence(
            row.number, place, self.head.cell(place) if self.head and place is not None else ""
        )
        self.faults.append(ResultFault(row.number, f"{at}: {sentence}", place))


def _first_name_first(name: str) -> str:
    """The name of one person in the usual order where a comma stands behind the family name, else ""."""
    found = re.fullmatch(r"\s*([^,]+?)\s*,\s*([^,]+?)\s*", name)
    return f"{found[2]} {found[1]}" if found else ""


def _serial_day(typed: str) -> date | None:
    """The day that a spreadsheet means by a number, as it counts them; None for what is none of our time."""
    number = whole_number(typed.strip(), most=SERIAL_DAYS[-1])
    return SERIAL_START + timedelta(days=number) if number in SERIAL_DAYS else None


def _not_points(typed: str) -> str:
    """What is wrong with a cell that is no number of points."""
    if typed.startswith("="):
        return FORMULA_WITHOUT_RESULT.format(name=typed[:60])
    sentence = gettext(
        "“{points}” is not a number of points. Leave the row out for somebody who was not there."
    )
    if BRACKETS.match(typed):
        sentence = gettext(
            "“{points}” stands in brackets. Write the points without them, those below zero with a minus."
        )
    return sentence.format(points=typed[:20])


def _has_digit(cell: str) -> bool:
    return re.search(r"[\d½]", cell) is not None


def _evening_number(typed: str) -> int | None:
    """The number in "4", "avond 4" or "4.0"."""
    found = re.fullmatch(r"(?:\D*?[ .])?(\d{1,4})(?:[.,]0+)?", typed.strip())
    return int(found[1]) if found else None


def _points(typed: str) -> Decimal | None:
    """The points in "1234", "1.234", "1 234", "1.234,5", "12½" or "-8", in hundredths; None for anything else."""
    if found := re.fullmatch(r"[-−–]\s?(\d.*)", typed.strip()):
        worth = _points(found[1])
        return -worth if worth is not None else None
    whole, fraction = DECIMALS.fullmatch(typed.strip().replace("½", ",5")).groups()
    if THOUSANDS.fullmatch(whole):
        whole = re.sub(r"\D", "", whole)
    points = whole_number(whole or "0", most=MAX_POINTS)
    if points is None or not typed.strip():
        return None
    return Decimal(f"{points}.{fraction or 0}").normalize() + 0
