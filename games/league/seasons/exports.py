"""Lists of the league for other programs: CSV, calendar, JSON. No cell starts a formula in a spreadsheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from accounts.mentions import with_names
from accounts.site_address import site_host
from games.club_clock import to_the_minute
from games.engine.club import Tally
from games.league.models import Competition, Correction, Evening, LeagueTable
from games.league.queries import ChangedByRuling, CrossRow, NamedEntrant, SeasonTable
from games.league.queries.lines import (
    PARTS,
    WHY,
    RoundsAway,
    helped_word,
    missed_rounds_on,
    part_word,
    played_by_word,
    rounds_waited_on,
    why_word,
    without_points,
)
from games.league.seasons.columns import COLUMNS
from games.league.seasons.display import tallies_had
from games.league.standings.points import Points
from games.league.standings.scores import MISSED_KINDS, EveningResult, MarkKind, Part, round_of_fixture
from games.league.standings.table import Row
from games.spreadsheet import Cell, csv_text
from games.trail import trail_word

if TYPE_CHECKING:
    from icalendar import Event

EVENING_LENGTH: Final = timedelta(hours=4)


OF_TABLES: Final = ("won", "drawn", "lost", "balance")
"""The columns that count tables by their points."""


def table_csv(table: SeasonTable) -> str:
    """The table with numbers alone, so that a spreadsheet can count with them. Each evening, in the order in which they
    were held, has a column for its points and one that says whether they count. The average is that of evenings played,
    or the one places go by. Where tables have the same cards none is won by its points, and no points are set off
    against others: these columns are left out."""
    shown = [
        column
        for column in COLUMNS
        if column.heading and not (table.rules.same_cards and column.key in OF_TABLES)
    ]
    heads = [gettext(column.heading) for column in shown]
    for evening in table.evenings:
        date = date_format(localtime(evening.starts_at), "SHORT_DATE_FORMAT")
        heads.append(gettext("Evening {number}, {date}").format(number=evening.number, date=date))
        heads.append(gettext("Evening {number} counts").format(number=evening.number))
    rows = []
    for row in table.rows:
        results = {result.evening: result for result in row.results}
        cells = [column.cell(table, row) for column in shown]
        for evening in table.evenings:
            result = results.get(evening.pk)
            counts = None if result is None else gettext("no") if result.struck else gettext("yes")
            cells += [None if result is None else result.points, counts]
        rows.append(cells)
    return csv_text(heads, rows)


def results_csv(table: SeasonTable) -> str:
    """Every line of what every evening is worth to everybody, so that both can be added up again: the column "Counts"
    of an evening is the sum of its lines.

    A line for a table says the place there, who held the cards, points of both sides, rounds played of those planned,
    how many of them are under review, and the tallies; the other lines are waiting, compensation, walkovers, absence
    and corrections, rounds missed, also those that count nothing, and playing for somebody who has the points.
    """
    heads = [
        gettext("Evening"),
        gettext("Name"),
        gettext("What"),
        gettext("Round"),
        gettext("Played by"),
        gettext("Place"),
        gettext("Points"),
        gettext("Against"),
        pgettext("deals at a table", "Rounds"),
        pgettext("deals at a table", "Rounds planned"),
        gettext("Broken off"),
        gettext("Provisional"),
        *[gettext(tally.label) for tally in table.tallies],
        gettext("Counts"),
    ]
    known = tallies_had(table)
    between = len(heads) - 3  # columns between the name and the points
    numbers = {evening.pk: evening.number for evening in table.evenings}
    missed = missed_rounds_on(numbers, table.rules)
    waited = rounds_waited_on(numbers)
    rows = [
        [
            numbers[result.evening],
            table.name(entrant),
            *_cells_of(
                part,
                result,
                entrant,
                table,
                missed.get((entrant, result.evening), ()),
                waited.get((entrant, result.evening), ()),
                between,
                known,
            ),
            part.points,
        ]
        for entrant, results in table.season.results.items()
        for result in results.values()
        if result.evening in numbers
        for part in result.parts
    ]
    for (entrant, evening), helped in without_points(table, numbers).items():
        word = helped_word(helped) if helped else gettext(WHY[MarkKind.WAITED])
        number = None if helped else _rounds_in_cell(waited.get((entrant, evening), ()))
        rows.append([numbers[evening], table.name(entrant), word, number, *[None] * (between - 2), 0])
    for (entrant, evening), away in missed.items():
        result = table.season.results.get(entrant, {}).get(evening)
        told = {part.kind for part in result.parts} if result else set()
        for each in away:
            if each.kind not in told:
                number = _rounds_in_cell(each.rounds)
                cells = [each.word, number, *[None] * (between - 2), 0]
                rows.append([numbers[evening], table.name(entrant), *cells])
    return csv_text(heads, sorted(rows, key=lambda row: row[:2]))


def cross_csv(rows: Sequence[CrossRow], *, same_cards: bool) -> str:
    """Who against whom: a line for each two who met, with the balance of points and the tables won, level and lost;
    with the `same_cards` at all tables only at how many they met."""
    if same_cards:
        met: list[list[Cell]] = [
            [row.name, other.name, meeting.tables]
            for row in rows
            for other, meeting in zip(rows, row.met, strict=True)
            if meeting is not None
        ]
        return csv_text([gettext("Name"), gettext("Against"), gettext("Tables")], met)
    heads = [
        gettext("Name"),
        gettext("Against"),
        gettext("Balance"),
        gettext("Won"),
        gettext("Drawn"),
        gettext("Lost"),
    ]
    lines: list[list[Cell]] = [
        [row.name, other.name, meeting.balance, meeting.won, meeting.drawn, meeting.lost]
        for row in rows
        for other, meeting in zip(rows, row.met, strict=True)
        if meeting is not None
    ]
    return csv_text(heads, lines)


def _cells_of(
    part: Part,
    result: EveningResult,
    entrant: int,
    table: SeasonTable,
    missed: Sequence[RoundsAway],
    waited: Sequence[int],
    columns: int,
    known: Collection[Tally],
) -> list[Cell]:
    """The cells of a line of an evening between the name and its points, in so many columns. Of tallies that are not
    `known` because nobody has any, the cell is empty."""
    word = gettext(PARTS[part.kind])
    if part.kind in MISSED_KINDS:
        word = part_word(part, table.rules, missed)
    elif part.kind == result.why:
        word = why_word(result, table.rules, has_average=entrant in table.season.with_average)
    round_number: Cell = round_of_fixture(part.fixture) or None
    if part.kind == MarkKind.WAITED:
        round_number = _rounds_in_cell(waited)
    elif part.kind in MISSED_KINDS:
        round_number = _rounds_in_cell(
            [number for each in missed if each.kind == part.kind for number in each.rounds]
        )
    if part.kind != "table" or part.outcome is None:
        return [word, round_number, *[None] * (columns - 2)]
    scores = [
        score
        for score in table.season.scores[entrant]
        if (score.evening, score.fixture) == (result.evening, part.fixture)
    ]
    return [
        word,
        round_number,
        " / ".join(dict.fromkeys(played_by_word(score) for score in scores)),
        part.outcome.place,
        sum(score.points for score in scores),
        sum(score.against for score in scores),
        sum(score.rounds for score in scores),
        sum(score.planned for score in scores),
        gettext("yes") if any(score.broken_off for score in scores) else None,
        sum(score.provisional for score in scores),
        *[
            sum(score.tallies.get(tally.key, 0) for score in scores) if tally in known else None
            for tally in table.tallies
        ],
    ]


def _rounds_in_cell(numbers: Sequence[int]) -> Cell:
    """A number of a round alone, several as a text."""
    return numbers[0] if len(numbers) == 1 else ", ".join(map(str, numbers)) or None


def corrections_csv(
    corrections: Iterable[Correction], entered: dict[int, NamedEntrant], ruled: Iterable[ChangedByRuling]
) -> str:
    """Every correction, and every ruling that changed points: when, by whom, what, on which evening, for whom, why,
    before, after; the newest first. Why an arbiter ruled so is read by those concerned; only that stands here."""
    heads = [
        gettext("At"),
        gettext("By"),
        gettext("What"),
        gettext("Evening"),
        gettext("Name"),
        gettext("Reason"),
        gettext("Before"),
        gettext("After"),
    ]
    rows: list[tuple[datetime, tuple[Cell, ...]]] = [
        (
            entry.at,
            (
                entry.actor.known_as,
                entry.word,
                entry.evening.number if entry.evening else None,
                entered[entry.entrant_id].name if entry.entrant_id in entered else "",
                entry.reason,
                *entry.values,
            ),
        )
        for entry in with_names(corrections, "before", "after")
    ]
    rows += [
        (
            each.at,
            (
                each.by or gettext("the clock"),
                f"{trail_word(each.what)}: {each.place}",
                each.evening,
                each.columns,
                gettext("the reason is for those concerned"),
                *each.values,
            ),
        )
        for each in ruled
    ]
    rows.sort(key=lambda row: row[0], reverse=True)
    return csv_text(heads, [(to_the_minute(at), *cells) for at, cells in rows])


def table_json(competition: Competition, table: SeasonTable) -> dict[str, object]:
    """The table for a club's own site: rows from the top, evenings with what was struck. The results of a row are in
    the order of the evenings, None for one that is worth nothing to it."""
    return {
        "club": competition.season.club.name,
        "season": competition.season.name,
        "competition": competition.name,
        "at": timezone.now().isoformat(timespec="seconds"),
        "evenings": [
            {"number": evening.number, "date": timezone.localdate(evening.starts_at).isoformat()}
            for evening in table.evenings
        ],
        "rows": [
            {
                **{column.key: _json_value(column.value(table, row)) for column in COLUMNS},
                "results": _results_by_evening(table, row),
            }
            for row in table.rows
        ],
    }


def _results_by_evening(table: SeasonTable, row: Row) -> list[dict[str, object] | None]:
    own = {result.evening: result for result in row.results}
    return [
        {"points": json_number(result.points), "why": result.why, "struck": result.struck} if result else None
        for result in (own.get(evening.pk) for evening in table.evenings)
    ]


def _json_value(value: Cell) -> int | float | str | None:
    return json_number(value) if isinstance(value, (int, Fraction)) else value


def json_number(points: Points) -> int | float:
    """Points as a number of JSON, which has no fractions."""
    return float(points) if isinstance(points, Fraction) and points.denominator != 1 else int(points)


def calendar_of(competition: Competition, *, link: str) -> bytes:
    """The evenings, and tables with a date of their own, as a calendar file. `link` is the address of the table."""
    from icalendar import Calendar  # three megabytes, for a link that few have

    calendar = Calendar()
    calendar.add("prodid", "-//Kraken card club//league//EN")
    calendar.add("version", "2.0")
    named = f"{competition.season.club.name}: {competition.name}"
    for evening in competition.evenings.all():
        event = _event(f"evening-{evening.pk}", f"{named} {evening.number}", evening, evening.starts_at, link)
        if evening.status == Evening.Status.CANCELLED:
            event.add("status", "CANCELLED")
        calendar.add_component(event)
    dated = LeagueTable.objects.filter(evening__competition=competition, starts_at__isnull=False)
    for table in dated.select_related("evening").prefetch_related("seats__player"):
        names = " – ".join(seat.player.nickname for seat in table.seats.all())
        summary = f"{named} {table.evening.number} ({names})"
        calendar.add_component(_event(f"table-{table.pk}", summary, table.evening, table.starts_at, link))
    return bytes(calendar.to_ical())


def _event(name: str, summary: str, evening: Evening, starts_at: datetime, link: str) -> Event:
    """A date of the calendar; its number goes up with every change, so that calendars follow."""
    from icalendar import Event

    event = Event()
    event.add("uid", f"{name}@{site_host()}")  # two clubs' sites in one calendar are apart
    event.add("sequence", evening.version)
    event.add("dtstamp", timezone.now())
    event.add("dtstart", starts_at)
    event.add("dtend", starts_at + EVENING_LENGTH)
    event.add("summary", summary)
    if evening.place:
        event.add("location", evening.place)
    event.add("url", link)
    return event
