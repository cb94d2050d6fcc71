"""The columns of the standings: one list for page, print, spreadsheet, JSON and API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_noop

from games.engine_words import minus, points_text
from games.league.queries import SeasonTable
from games.league.standings.table import Row
from games.spreadsheet import Cell


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the standings. `key` is its name in JSON and the API, and `kind` its type there.

    `heading` is that of a spreadsheet, `on_page` that of the season's page, `on_print` that of the list on paper: each
    leaves out a column without one. Page and print write place, name, form and points by hand, with the notes below
    them. `in_sheet` is what people read where that differs from `value`.
    """

    key: str
    kind: Any
    value: Callable[[SeasonTable, Row], Cell]
    heading: str = ""
    in_sheet: Callable[[SeasonTable, Row], Cell] | None = None
    on_page: str = ""
    on_print: str = ""

    def cell(self, table: SeasonTable, row: Row) -> Cell:
        """The cell of a row in a spreadsheet."""
        return (self.in_sheet or self.value)(table, row)

    def words(self, table: SeasonTable, row: Row) -> str:
        """The cell of a row as a page writes it."""
        cell = self.cell(table, row)
        return cell if isinstance(cell, str) else "" if cell is None else minus(points_text(cell))


NUMBER: Final = int | float
COLUMNS: Final = (
    Column("place", int | None, lambda table, row: row.place, gettext_noop("Place")),
    Column("name", str, lambda table, row: table.name(row.entrant), gettext_noop("Name")),
    Column("points", NUMBER, lambda table, row: row.total, gettext_noop("Points")),
    Column(
        "average",
        NUMBER,
        lambda table, row: row.average,
        gettext_noop("Average"),
        lambda table, row: row.average if row.mean is None else row.mean,
        on_print=gettext_noop("Average"),
    ),
    Column("mean", NUMBER | None, lambda table, row: row.mean),
    Column(
        "evenings", int, lambda table, row: row.evenings, gettext_noop("Evenings"), on_page=gettext_noop("Ev")
    ),
    Column("won", int, lambda table, row: row.credit.won, gettext_noop("Won")),
    Column("drawn", int, lambda table, row: row.credit.drawn, gettext_noop("Drawn")),
    Column("lost", int, lambda table, row: row.credit.lost, gettext_noop("Lost")),
    Column(
        "balance", NUMBER, lambda table, row: row.credit.points - row.credit.against, gettext_noop("Balance")
    ),
    Column("provisional", int, lambda table, row: row.provisional, gettext_noop("Provisional")),
    Column("zone", str, lambda table, row: row.zone),
    Column("tie", str, lambda table, row: row.tie),
)
