"""Values of the audit trail in words: they are stored as numbers, in no language, so old lines are readable too."""

from __future__ import annotations

import re
from typing import Final

from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext

OF_EVENINGS: Final = (
    "drawn",
    "drawn_anew",
    "evening_closed",
    "late_table",
    "not_on_paper",
    "on_paper",
    "sheet_confirmed",
    "sheet_typed",
    "swapped",
)
"""Actions whose value has the number of an evening after the competition, with a round and a table: 2/1/3."""
ABOUT_EVENINGS: Final = (
    "broken_off",
    "cancelled",
    "correction",
    "deduction",
    "director",
    "moved",
    "no_director",
    "postponed",
    "reopened",
    "sheet_corrected",
    "substitute",
    "walkover",
)
"""Actions whose value has the number of an evening after the competition, and then what was done: 2: 1/3."""
OF_TABLES: Final = ("broken_off", "postponed", "walkover")
"""Actions whose value has a round and a table: 1/3."""
EVENING: Final = re.compile(r"(?<=\S: )\d+(?:/\d+){0,2}(?=$|:)")
NUMBER: Final = re.compile(r"(?<=\S: )\d+(?=$|:)")
TABLE: Final = re.compile(r"(?:^|(?<=\S: ))\d+/\d+(?=$|:| )")
SHEET: Final = re.compile(r"^\d+/\d+/\d+(?=: )")
"""The evening, round and table before the totals that a sheet had."""
WHERE: Final = re.compile(r"^.*\S: ")
"""Everything before the totals of a sheet, which have a blank on both sides of their colons."""
COUNT: Final = re.compile(r"(?:^|(?<=: ))\d+$")
WITH_POINTS: Final = ("correction", "deduction")
"""Actions whose value ends in points with their sign: +1.5."""
DECIMALS: Final = re.compile(r"([+-]\d+)\.(\d+)$")
BOT: Final = "bot"
"""The value of a bot that plays for somebody."""


def local_decimals(value: str) -> str:
    """The value with the decimal sign of the active language, where it ends in a part of a point: "+1,5"."""
    return DECIMALS.sub(lambda found: f"{found[1]}{get_format('DECIMAL_SEPARATOR')}{found[2]}", value)


def value_in_words(value: str, what: str) -> str:
    """The value of a line with its evening, round and table in words, and what is counted in it."""
    if what in OF_EVENINGS:
        return EVENING.sub(lambda found: _place(found[0].split("/"), what), value, count=1)
    if what in ABOUT_EVENINGS:
        value = NUMBER.sub(lambda found: _place([found[0]], what), value, count=1)
    if what == "sheet_corrected":
        return SHEET.sub(lambda found: _place(found[0].split("/"), what), value)
    if what in OF_TABLES:
        return TABLE.sub(lambda found: _round_and_table(found[0].split("/")), value, count=1)
    if what in WITH_POINTS:
        return local_decimals(value)
    if what == "message_sent":
        return COUNT.sub(lambda found: _members(int(found[0])), value)
    if what == "imported":
        return COUNT.sub(lambda found: _results(int(found[0])), value)
    return value


def change_in_words(before: str, after: str, what: str) -> str:
    """The change of a line: a sentence for a substitute or a sheet, else what there is, two values with an arrow."""
    if what == "substitute" and before:
        where, _colon, instead = after.rpartition(": ")
        said = gettext("{name} plays for {absent}").format(
            name=gettext("a bot") if instead == BOT else instead, absent=before
        )
        return f"{where}: {said}" if where else said
    if what == "sheet_corrected":
        return gettext("{before} became {after}").format(before=before, after=WHERE.sub("", after))
    return f"{before} → {after}" if before and after else before or after


def _place(numbers: list[str], what: str) -> str:
    evening = gettext("evening {number}").format(number=numbers[0])
    if what == "drawn_anew" and len(numbers) > 1:
        return gettext("{evening}, from round {round} on").format(evening=evening, round=numbers[1])
    return ", ".join([evening, _round_and_table(numbers[1:])]) if len(numbers) > 1 else evening


def _round_and_table(numbers: list[str]) -> str:
    if len(numbers) > 1:
        return gettext("round {round}, table {number}").format(round=numbers[0], number=numbers[1])
    return gettext("round {number}").format(number=numbers[0])


def _members(count: int) -> str:
    return ngettext("to {count} member", "to {count} members", count).format(count=count)


def _results(count: int) -> str:
    return ngettext("{count} result", "{count} results", count).format(count=count)
