"""The values of the audit trail in words, as they are shown.

They are stored as numbers and codes, in no language; old lines are read too, so a form that was written once stays.
Those of the league are written by `league.services.corrections` (`_join_parts`) for the callers of its `add_entry` and
`add_correction`, parts with ": " between:

    Tuesdays: 2: 1/3              the competition (`name_apart`), the evening, what was done: a round and a table
    Tuesdays: 2/1/3: Jan, Piet    the same three numbers, where an entry is about an evening only; then who
    Tuesdays: 2: 1/5/1 60 : 40 %  a round, a table, a deal and an average
    Tuesdays: 2: Jan: +1.5        an evening, an entrant, points
    Tuesdays: 2: 1630 : 1500      totals of a sheet, with blanks on both sides of their colons

Stakes and prizes are written by `league.services.payments`, messages and seasons by `services.clubs` and
`services.seasons`, points of a ruling by `disputes.services.judging`, roles by `trail.copy_member_change`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.utils.formats import date_format, get_format, number_format
from django.utils.translation import gettext, ngettext

from accounts.models import Role
from games.trail import REMINDED

OF_EVENINGS: Final = (
    "dealing_sheets",
    "drawn",
    "drawn_anew",
    "evening_closed",
    "evening_deleted",
    "evenings_planned",
    "everybody_comes",
    "missed_rounds",
    "late_table",
    "not_on_paper",
    "on_paper",
    "sheet_confirmed",
    "sheet_typed",
    "swapped",
)
"""Actions whose value has the number of an evening after the competition, with a round and a table: 2/1/3."""
ABOUT_EVENINGS: Final = (
    "absence_absent",
    "absence_no",
    "absence_yes",
    "average_given",
    "average_taken_back",
    "broken_off",
    "cancelled",
    "correction",
    "deduction",
    "director",
    "moved",
    "no_director",
    "planned_again",
    "postponed",
    "reopened",
    "sheet_corrected",
    "substitute",
    "walkover",
    "nobody_came",
    "walkover_taken_back",
)
"""Actions whose value has the number of an evening after the competition, and then what was done: 2: 1/3."""
OF_TABLES: Final = ("broken_off", "nobody_came", "postponed", "walkover", "walkover_taken_back")
"""Actions whose value has a round and a table: 1/3."""
OF_DEALS: Final = ("average_given", "average_taken_back")
"""Actions whose value has a round, a table and a deal, and then an average: 1/5/1 60 : 40 %."""
DEAL: Final = re.compile(r"(?:^|(?<=\S: ))(\d+)/(\d+)/(\d+)(?: |$)")
EVENING: Final = re.compile(r"(?<=\S: )\d+(?:/\d+){0,2}(?=$|:)")
NUMBER: Final = re.compile(r"(?<=\S: )\d+(?=$|:)")
TABLE: Final = re.compile(r"(?:^|(?<=\S: ))\d+/\d+(?=$|:| )")
SHEET: Final = re.compile(r"^\d+/\d+/\d+(?=: )")
"""The evening, round and table before the totals that a sheet had."""
WHERE: Final = re.compile(r"^.*\S: ")
"""Everything before the totals of a sheet, which have a blank on both sides of their colons."""
COUNT: Final = re.compile(r"(?:^|(?<=: ))\d+$")


OF_ONE_SEAT: Final = re.compile(r"\bseat (\d+): ([+-]\d+)")
"""Points of a single player in a line of the trail, which is written in no language of a reader."""
WITH_MOMENTS: Final = ("cancelled", "moved", "planned_again", "postponed")
"""Actions whose value has moments as `to_the_minute` writes them."""
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
WITH_POINTS: Final = ("correction", "deduction")
"""Actions whose value ends in points with their sign: +1.5."""
SIGNED_POINTS: Final = re.compile(r"(?:^|(?<=\s))([+-])(\d+)(?:\.(\d+))?$")
"""Points with their sign at the end of a value."""
OF_STAKES: Final = ("stake_paid", "stake_open", "stake_changed")
"""Actions whose value has amounts in euros: € 2.50."""
EURO: Final = re.compile(r"(?<=€ )(\d+)\.(\d\d)")
NONE_MOVED: Final = re.compile(r", [▲▼] 0(?!\d)")
"""That nobody went up, or down, with a season that was copied."""
THOUSANDS: Final = re.compile(r"(?<![\w/.,:-])\d{4,}(?![\w/.,:-])")
"""A total of a sheet that is written in groups."""
OF_ROLES: Final = ("role_given", "left_the_club", "removed_from_the_club")
"""Actions whose values end in the code of a role."""
ROLE: Final = re.compile(rf"(?:^|(?<=: ))(?:{'|'.join(Role.values)})$")
BOT: Final = "bot"
"""The value of a bot that plays for somebody."""
NAME: Final = re.compile("^\u2068[^\u2069]*(?=\u2069)")
"""A typed name at the head of a value, as `name_apart` sets it apart."""


def name_apart(name: str) -> str:
    """A typed name for the head of a value: in isolates (Unicode UAX 9), which no screen shows, where the name has a
    number or a colon, which would read as an evening of the value."""
    return f"\u2068{name}\u2069" if re.search(r"[\d:]", name) else name


def local_decimals(value: str) -> str:
    """The value with its points as the active language writes numbers, where it ends in some: "+1.201,5"."""

    def write_number(found: re.Match[str]) -> str:
        part = f"{get_format('DECIMAL_SEPARATOR')}{found[3]}" if found[3] else ""
        return f"{found[1]}{number_format(int(found[2]), force_grouping=True)}{part}"

    return SIGNED_POINTS.sub(write_number, value)


def value_in_words(value: str, what: str) -> str:
    """The value of a line with its evening, round and table in words, its moments as the reader writes them, and what
    is counted in it. The name at its head stays as it was typed."""
    name = NAME.match(value)
    head = name[0] if name else ""
    return head + _rest_in_words(value.removeprefix(head), what)


def _rest_in_words(value: str, what: str) -> str:
    if what == REMINDED and value.isdecimal():
        return ngettext("after {count} day", "after {count} days", int(value)).format(count=value)
    if what in OF_ROLES:
        return ROLE.sub(lambda found: str(Role(found[0]).label), value)
    if what in WITH_MOMENTS:
        value = MOMENT.sub(_moment, value)
    if what in OF_EVENINGS:
        return EVENING.sub(lambda found: _place(found[0].split("/"), what), value, count=1)
    if what in ABOUT_EVENINGS:
        value = NUMBER.sub(lambda found: _place([found[0]], what), value, count=1)
    if what == "sheet_corrected":
        value = THOUSANDS.sub(lambda found: number_format(int(found[0]), force_grouping=True), value)
        return SHEET.sub(lambda found: _place(found[0].split("/"), what), value)
    if what in OF_TABLES:
        return TABLE.sub(lambda found: _round_and_table(found[0].split("/")), value, count=1)
    if what in OF_DEALS:
        return DEAL.sub(lambda found: f"{_deal(*found.groups())}: ", value).removesuffix(": ")
    if what in WITH_POINTS:
        return local_decimals(value)
    if what in OF_STAKES:
        return EURO.sub(_amount, value).removesuffix("; ")
    if what == "season_copied":
        return NONE_MOVED.sub("", value)
    if what == "message_sent":
        return COUNT.sub(lambda found: _members(int(found[0])), value)
    if what in ("imported", "import_back"):
        return COUNT.sub(lambda found: _results(int(found[0])), value)
    return value


def ruled_points_in_words(value: str, *, of_one: Callable[[re.Match[str]], str]) -> str:
    """The points of a round before or after a ruling in the active language; `of_one` says those of a single seat."""
    return OF_ONE_SEAT.sub(of_one, value.replace("(void)", gettext("(left out)")))


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
    if what in OF_DEALS:
        place = WHERE.match(after)
        where, average = (place[0], after[place.end() :]) if place else (f"{after}: ", "")
        return where + " → ".join(filter(None, (before, average)))
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


def _deal(round_number: str, table: str, deal: str) -> str:
    where = _round_and_table([round_number, table])
    return gettext("{table}, deal {number}").format(table=where, number=deal)


def _moment(found: re.Match[str]) -> str:
    """A moment in the club's time as the active language writes it; as it stands where it is none."""
    try:
        return date_format(datetime.fromisoformat(found[0]), "SHORT_DATETIME_FORMAT")
    except ValueError:
        return found[0]


def _amount(found: re.Match[str]) -> str:
    return f"{number_format(int(found[1]), force_grouping=True)}{get_format('DECIMAL_SEPARATOR')}{found[2]}"


def _members(count: int) -> str:
    return ngettext("to {count} member", "to {count} members", count).format(count=count)


def _results(count: int) -> str:
    return ngettext("{count} result", "{count} results", count).format(count=count)
