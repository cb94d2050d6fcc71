"""A round of tables on paper on one page: the secretary types every sheet as totals, and confirms them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.numbers import whole_number
from games.kit.refusals import CODE_HEADER
from games.league import queries, services
from games.league.access import of_led_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings import cockpit
from games.league.evenings.cockpit import ShownState, ShownTable
from games.league.evenings.evening_views import frame_of
from games.league.evenings.next_step import shown_tables
from games.league.evenings.sheet import sum_asked
from games.league.models import Evening
from games.table.log.errors import TableRefused

LONGEST: Final = 8
"""Characters of a number of points, a sign and a point with them."""


@dataclass(frozen=True, slots=True)
class TypedSide:
    """One side of a row: its field, the names of its players, and what stands in it."""

    field: str
    names: str
    value: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A table on paper of the round. `changeable` while its totals can be typed; `partly` says that not all of its
    rounds are; `refused` is why the numbers were not taken, `asks` the sum to say once more ("" without)."""

    table: ShownTable
    sides: tuple[TypedSide, ...]
    changeable: bool
    partly: bool
    refused: LeagueRefused | TableRefused | None = None
    asks: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@of_led_evening
def paper_round(request: HttpRequest, evening: Evening, round_number: int) -> HttpResponse:
    """The totals of every table on paper of a round: typed, changed, and confirmed together once they are right."""
    if request.method != "POST":
        return _page(request, evening, round_number, {})
    tables = _tables(evening, round_number)
    if request.POST.get("do") == "confirm":
        refused = _confirm(request, tables)
    elif request.POST.get("do") == "type":
        refused = _type(request, tables)
    else:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if refused:
        response = _page(request, evening, round_number, refused)
        response[CODE_HEADER] = _gravest(refused).code
        return response
    return redirect("league:paper_round", evening.pk, round_number)


Refusals = dict[int, LeagueRefused | TableRefused]


def _gravest(refused: Refusals) -> LeagueRefused | TableRefused:
    """The refusal that the whole page answers with: a sheet that somebody changed before one that was mistyped."""
    changed = (no for no in refused.values() if no.code == LeagueRefusal.SHEET_CHANGED)
    return next(changed, next(iter(refused.values())))


def _type(request: HttpRequest, tables: list[ShownTable]) -> Refusals:
    """Write the totals that differ from what is written; those that are refused, by table."""
    refused: Refusals = {}
    for table in tables:
        said = _said(request, table)
        if not any(said) or said == _written(table) or not _changeable(table):
            continue
        try:
            as_of = whole_number(request.POST.get(f"seq-{table.pk}", ""))
            if as_of != (table.sheet.seq if table.sheet else 0):
                raise LeagueRefused(LeagueRefusal.SHEET_CHANGED)
            services.type_totals(
                table_id=table.pk,
                values={
                    **{f"points_{place}": one for place, one in enumerate(said)},
                    "sure": request.POST.get(f"sure-{table.pk}", ""),
                },
                player=request.user,
                now=timezone.now(),
                for_club=True,
                as_of=as_of,
            )
        except (LeagueRefused, TableRefused) as no:
            refused[table.pk] = no
    return refused


def _confirm(request: HttpRequest, tables: list[ShownTable]) -> Refusals:
    """Confirm every typed sheet that nobody objects to, as it stood on the page; those that are refused, by table: the
    sheets on which numbers stand that are not written down."""
    refused: Refusals = {}
    count = 0
    for table in tables:
        if _unsaved(request, table):
            refused[table.pk] = LeagueRefused(LeagueRefusal.NOT_SAVED)
            continue
        if table.sheet is None or not _ready(table) or table.sheet.disputed:
            continue
        try:
            services.confirm_sheet(
                table_id=table.pk,
                player=request.user,
                seen=table.sheet.rounds,
                as_of=whole_number(request.POST.get(f"seq-{table.pk}", "")),
                now=timezone.now(),
                for_club=True,
            )
            count += 1
        except (LeagueRefused, TableRefused) as no:
            refused[table.pk] = no
    if count:
        told = ngettext("{count} sheet counts now.", "{count} sheets count now.", count)
        messages.success(request, told.format(count=count))
    return refused


def _tables(evening: Evening, round_number: int) -> list[ShownTable]:
    """The tables on paper of a round. Raises Http404 for a round that is not drawn."""
    rounds = cockpit.rounds_of(evening, queries.entered_in(evening.competition))
    shown = next((each for each in rounds if each.number == round_number), None)
    if shown is None:
        raise Http404
    return [table for table in shown.tables if table.on_paper]


def _page(request: HttpRequest, evening: Evening, round_number: int, refused: Refusals) -> HttpResponse:
    tables = _tables(evening, round_number)
    rows = [_row(request, table, refused.get(table.pk)) for table in tables]
    page = {
        **frame_of(request, evening),
        **shown_tables(evening, queries.entered_in(evening.competition)),
        "number": round_number,
        "rows": rows,
        "look_again": [row for row in rows if row.refused],
        "changeable": any(row.changeable for row in rows),
        "some_over": any(row.table.state == ShownState.OVER for row in rows),
        "to_confirm": sum(_ready(row.table) and not row.table.sheet.disputed for row in rows),  # type: ignore[union-attr]
        "longest": LONGEST,
    }
    changed = bool(refused) and _gravest(refused).code == LeagueRefusal.SHEET_CHANGED
    status = 409 if changed else 422 if refused else 200
    return render(request, "league/evenings/paper_round.html", page, status=status)


def _row(request: HttpRequest, table: ShownTable, refused: LeagueRefused | TableRefused | None) -> PaperRow:
    stays = refused is not None and refused.code != LeagueRefusal.SHEET_CHANGED
    values = _said(request, table) if stays else _written(table)
    return PaperRow(
        table=table,
        sides=tuple(
            TypedSide(f"points-{table.pk}-{place}", " – ".join(one.name for one in side.sitters), value)
            for place, (side, value) in enumerate(zip(table.sides, values, strict=True))
        ),
        changeable=_changeable(table),
        partly=0 < table.played < table.planned,
        refused=refused,
        asks=sum_asked(refused),
    )


def _changeable(table: ShownTable) -> bool:
    return table.state == ShownState.PAPER and table.sheet is not None


def _ready(table: ShownTable) -> bool:
    """Whether its sheet is typed to the end and waits to be confirmed."""
    sheet = table.sheet
    return sheet is not None and sheet.waits and sheet.rounds >= table.planned


def _said(request: HttpRequest, table: ShownTable) -> list[str]:
    """The points typed for each side of a table, as text."""
    return [
        request.POST.get(f"points-{table.pk}-{place}", "").strip()[:LONGEST]
        for place in range(len(table.sides))
    ]


def _unsaved(request: HttpRequest, table: ShownTable) -> bool:
    """Whether the page was sent with numbers for this table that are not written down, also one or none of two."""
    said = _said(request, table)
    return _changeable(table) and said != _written(table) and (any(said) or _ready(table))


def _written(table: ShownTable) -> list[str]:
    """The points saved for each side, as text; "" for none."""
    return ["" if side.points is None else str(side.points) for side in table.sides]
