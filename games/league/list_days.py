"""Days as people type them in lists, and the day of a season that one without a year means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

LEAP_YEAR: Final = 2000
YEAR: Final = timedelta(days=365)
MONTHS: Final = (
    ("januari", "january"),
    ("februari", "february"),
    ("maart", "mrt", "march"),
    ("april",),
    ("mei", "may"),
    ("juni", "june"),
    ("juli", "july"),
    ("augustus", "august"),
    ("september",),
    ("oktober", "october"),
    ("november",),
    ("december",),
)
"""The names of the months, Dutch and English; three letters are enough."""
WEEKDAYS: Final = (
    ("maandag", "monday"),
    ("dinsdag", "tuesday"),
    ("woensdag", "wednesday"),
    ("donderdag", "thursday"),
    ("vrijdag", "friday"),
    ("zaterdag", "saturday"),
    ("zondag", "sunday"),
)
"""The names of the days of the week, Dutch and English; two letters are enough."""


def _places(names: Iterable[Iterable[str]], least: int) -> dict[str, int]:
    """The place of each name by every beginning of it that has so many letters."""
    return {
        name[:length]: place
        for place, alike in enumerate(names)
        for name in alike
        for length in range(least, len(name) + 1)
    }


_MONTHS: Final = _places(MONTHS, 3)
_WEEKDAYS: Final = _places(WEEKDAYS, 2)
_WEEKDAY: Final = rf"(?:(?P<weekday>{'|'.join(_WEEKDAYS)})[., ]+)?"
_MONTH: Final = rf"(?P<month>{'|'.join(_MONTHS)})"
_YEAR: Final = r"(?:[-/., ]+['’‘]?(?P<year>\d{4}|\d\d))?"
PATTERNS: Final = tuple(
    re.compile(rf"(?<![^\W_])(?<!\d[-/.,:]){pattern}(?![^\W_]|[-/.,:]\d)")
    for pattern in (
        r"(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)(?:t\d\d:\d\d(?::\d\d)?)?",
        rf"{_WEEKDAY}(?P<day>\d\d?)(?P<between>[-/. ])(?P<month>\d\d?){_YEAR}",
        rf"{_WEEKDAY}(?P<day>\d\d?)(?:e|de|ste|st|nd|rd|th)?[-/. ]*{_MONTH}\.?{_YEAR}",
        rf"{_WEEKDAY}{_MONTH}[-. ]+(?P<day>\d\d?)(?:st|nd|rd|th)?{_YEAR}",
    )
)
"""2026-03-12; di 12-3-2026; di 12 mrt. '26; Tue March 12th, 2026."""
WORDS_BEFORE_DATE: Final = re.compile(
    r"(?:(?:speel)?avond|evening|zitting|speeldag|datum|date)\s+(?:(?:van|of)\s+)?"
)
TIME: Final = re.compile(r"[ ,]*(?:om |at )?\d\d?[:.]\d\d(?::\d\d)?(?: ?(?:uur|u))?")


@dataclass(frozen=True, slots=True)
class TypedDay:
    """A day as a list has it; `year` and `weekday` (Monday is 0) are None where it does not say them. `is_loose`: two
    numbers with a point or a blank between, which may be something else than a day."""

    day: int
    month: int
    year: int | None = None
    weekday: int | None = None
    is_loose: bool = field(default=False, compare=False)

    @property
    def key(self) -> str:
        """The day in digits, as one text: another for every other day that may be typed."""
        parts = (self.year, self.month, self.day, self.weekday)
        return "-".join("" if part is None else f"{part}" for part in parts).rstrip("-")

    def in_year(self, year: int) -> date | None:
        """That day of a year; None for 29 February where the year has none."""
        try:
            return date(year, self.month, self.day)
        except ValueError:
            return None


def read_day(cell: str) -> TypedDay | None:
    """The day that a cell holds and nothing else but a time of day, None for anything else."""
    text = " ".join(cell.casefold().split())
    text = text[found.end() :] if (found := WORDS_BEFORE_DATE.match(text)) else text
    for pattern in PATTERNS:
        found = pattern.match(text)
        rest = text[found.end() :] if found else ""
        if found and (day := _typed_day(found)) and (day.year or not rest or TIME.fullmatch(rest)):
            return day
    return None


def is_no_day(cell: str) -> bool:
    """Whether a cell has the form of a day in figures that is in no calendar, as 31-2-2026."""
    text = " ".join(cell.casefold().split())
    return read_day(cell) is None and any(pattern.fullmatch(text) for pattern in PATTERNS)


def find_day(text: str) -> TypedDay | None:
    """The first day in a title or in the name of a file; one with its year before one without."""
    text = " ".join(text.casefold().replace("_", " ").split())
    all_found = [found for pattern in PATTERNS for found in pattern.finditer(text)]
    days = [day for found in all_found if (day := _typed_day(found)) and not day.is_loose]
    return min(days, key=lambda day: day.year is None, default=None)


@dataclass(frozen=True, slots=True)
class SeasonDays:
    """Says which day of a season is meant. `own` are the days of the evenings of the competition, `all_days` those of
    the whole season, `name` is that of the season, in which its years may stand."""

    own: frozenset[date]
    all_days: frozenset[date]
    name: str
    today: date

    def day_of(self, typed: TypedDay) -> date | None:
        """The day that is meant; None where it may be several, or where the weekday is another."""
        candidates = self._candidates(typed)
        agreeing = [day for day in candidates if typed.weekday in (None, day.weekday())]
        return agreeing[0] if len(agreeing) == 1 else None

    def other_weekday(self, typed: TypedDay) -> date | None:
        """The day that is meant but for its weekday, None where another reason keeps it from being known."""
        candidates = self._candidates(typed)
        return candidates[0] if len(candidates) == 1 and self.day_of(typed) is None else None

    def _candidates(self, typed: TypedDay) -> list[date]:
        """The days that may be meant, whatever the weekday.

        Without a year that is, in this order: a day on which the competition has an evening, one between the first and
        the last evening of the season, one in the years that its name says, one that keeps the season within twelve
        months, one that is not to come.
        """
        if typed.year is not None:
            day = typed.in_year(typed.year)
            return [day] if day else []
        years = {each.year for each in self.all_days} | {self.today.year} | set(_years_named(self.name))
        possible = [typed.in_year(year) for year in range(min(years) - 1, max(years) + 2)]
        found = [day for day in possible if day is not None]
        first, last = (min(self.all_days), max(self.all_days)) if self.all_days else (self.today, self.today)
        named = _span_named(self.name)
        reasons: list[Callable[[date], bool]] = [
            lambda day: day in self.own,
            lambda day: bool(self.all_days) and first <= day <= last,
            lambda day: named is not None and named[0] <= day <= named[1],
            lambda day: max(day, last) - min(day, first) < YEAR,
        ]
        found = [day for day in found if any(speaks_for(day) for speaks_for in reasons)]
        for speaks_for in (*reasons, lambda day: day <= self.today):
            if len(found) > 1:
                found = list(filter(speaks_for, found)) or found
        return found


def _typed_day(found: re.Match[str]) -> TypedDay | None:
    """The day of a match of `PATTERNS`, None where its numbers are no day."""
    parts = found.groupdict()
    month, weekday, year = parts["month"], parts.get("weekday"), parts["year"]
    typed = TypedDay(
        int(parts["day"]),
        int(month) if month.isdecimal() else _MONTHS[month] + 1,
        None if year is None else int(year) + (2000 if len(year) == 2 else 0),
        _WEEKDAYS[weekday] if weekday else None,
        is_loose=parts.get("between") in (".", " ") and year is None and weekday is None,
    )
    return typed if typed.in_year(typed.year or LEAP_YEAR) else None


def _years_named(name: str) -> tuple[int, ...]:
    """The years in the name of a season: 2026-2027, 26/27, 2026."""
    if found := re.search(r"(?<!\d)(?:20)?(\d\d)\s*[-–/]\s*(?:20)?(\d\d)(?!\d)", name):
        first, second = int(found[1]), int(found[2])
        return (2000 + first, 2000 + second) if second == first + 1 else ()
    alone = re.findall(r"(?<!\d)20\d\d(?!\d)", name)
    return (int(alone[0]),) if len(alone) == 1 else ()


def _span_named(name: str) -> tuple[date, date] | None:
    """The first and last day of the years that a season's name says: two run from August to July."""
    years = _years_named(name)
    if len(years) == 2:
        return date(years[0], 8, 1), date(years[1], 7, 31)
    return (date(years[0], 1, 1), date(years[0], 12, 31)) if years else None
