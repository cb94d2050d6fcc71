"""Lists of the league for other programs: CSV, calendar, JSON. No cell starts a formula in a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.utils import timezone
from django.utils.translation import gettext

from accounts.people.mentions import with_names
from games.engine.game import Game
from games.kit.spreadsheet import Cell, csv_text
from games.league.dates import to_the_minute
from games.league.models import Competition, Correction, Evening, LeagueTable
from games.league.queries import Entered, SeasonTable
from games.league.standings.outcomes import outcome_of
from games.league.standings.scores import Score

if TYPE_CHECKING:
    from icalendar import Event

EVENING: Final = timedelta(hours=4)


def table_csv(table: SeasonTable) -> str:
    """The table, one column an evening; a struck evening stands in brackets."""
    heads = [
        gettext("Place"),
        gettext("Name"),
        gettext("Points"),
        gettext("Average"),
        gettext("Evenings"),
        *[f"{evening.number}" for evening in table.evenings],
    ]
    rows = []
    for row in table.rows:
        nights = {night.evening: night for night in row.nights}
        cells: list[Cell] = [row.place, table.name(row.entrant), row.total, row.average, row.evenings]
        for evening in table.evenings:
            night = nights.get(evening.pk)
            cells.append(None if night is None else f"({night.points})" if night.struck else night.points)
        rows.append(cells)
    return csv_text(heads, rows)


def results_csv(
    scores: Iterable[Score], entered: dict[int, Entered], numbers: dict[int, int], game: Game[Any]
) -> str:
    """Every score: evening, fixture, name, place at the table, points, against, rounds, and the game's tallies."""
    heads = [
        gettext("Evening"),
        gettext("Fixture"),
        gettext("Name"),
        gettext("Place"),
        gettext("Points"),
        gettext("Against"),
        gettext("Rounds"),
        *[gettext(tally.label) for tally in game.tallies],
    ]
    rows = [
        (
            numbers[each.evening],
            each.fixture,
            entered[each.entrant].name,
            outcome_of(each.points, each.others, game.better).place,
            each.points,
            each.against,
            each.rounds,
            *[each.tallies.get(tally.key, 0) for tally in game.tallies],
        )
        for each in scores
    ]
    return csv_text(heads, sorted(rows))


def corrections_csv(corrections: Iterable[Correction], entered: dict[int, Entered]) -> str:
    """Every correction: when, by whom, what, for whom, why, before, after."""
    heads = [
        gettext("At"),
        gettext("By"),
        gettext("What"),
        gettext("Name"),
        gettext("Reason"),
        gettext("Before"),
        gettext("After"),
    ]
    return csv_text(
        heads,
        [
            (
                to_the_minute(entry.at),
                entry.actor.nickname,
                entry.word,
                entered[entry.entrant_id].name if entry.entrant_id in entered else "",
                entry.reason,
                entry.before,
                entry.after,
            )
            for entry in with_names(corrections, "before", "after")
        ],
    )


def table_json(competition: Competition, table: SeasonTable) -> dict[str, object]:
    """The table for a club's own site: rows from the top, evenings with what was struck."""
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
                "place": row.place,
                "name": table.name(row.entrant),
                "points": row.total,
                "average": row.average,
                "evenings": row.evenings,
                "zone": row.zone,
                "tie": row.tie,
                "nights": [
                    {"points": night.points, "why": night.why, "struck": night.struck} for night in row.nights
                ],
            }
            for row in table.rows
        ],
    }


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
    for table in dated.select_related("evening"):
        names = " – ".join(seat.player.nickname for seat in table.seats.select_related("player"))
        said = f"{named} {table.evening.number} ({names})"
        calendar.add_component(_event(f"table-{table.pk}", said, table.evening, table.starts_at, link))
    return bytes(calendar.to_ical())


def _event(name: str, summary: str, evening: Evening, starts_at: datetime, link: str) -> Event:
    """A date of the calendar; its number goes up with every change, so that calendars follow."""
    from icalendar import Event

    event = Event()
    event.add("uid", f"{name}@kraken-club")
    event.add("sequence", evening.version)
    event.add("dtstamp", timezone.now())
    event.add("dtstart", starts_at)
    event.add("dtend", starts_at + EVENING)
    event.add("summary", summary)
    event.add("location", evening.place)
    event.add("url", link)
    return event
