"""A sheet on paper, typed on a phone: one side writes, the other confirms."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import whole_number
from games.league import services
from games.league.access import of_sheet
from games.league.errors import LeagueRefused
from games.league.evenings.sheet import sheet_shown
from games.league.models import LeagueTable
from games.league.replaced_seats import seats_held_for
from games.table.log.errors import TableRefused


@require_safe
@of_sheet
def sheet(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """The sheet as typed so far, and the next round to type or the button to confirm."""
    return _page(request, sheet)


@require_POST
@of_sheet
def sheet_type(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """Write one round. Refused: what was typed stays in the form with the reason above it."""
    values = request.POST.dict()
    number = whole_number(request.POST.get("number", "")) or 0
    try:
        services.type_round(
            table_id=sheet.pk, number=number, values=values, player=request.user, now=timezone.now()
        )
    except (LeagueRefused, TableRefused) as refused:
        response = _page(request, sheet, refused=refused, values=values)
        response["Refusal-Code"] = refused.code
        return response
    return redirect("sheet", sheet.evening_id, sheet.pk)


@require_POST
@of_sheet
def sheet_confirm(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """The other side says the sheet is right."""
    said = whole_number(request.POST.get("seen", ""))
    seen = -1 if said is None else said
    services.confirm_sheet(table_id=sheet.pk, player=request.user, seen=seen, now=timezone.now())
    return redirect("sheet", sheet.evening_id, sheet.pk)


def _page(
    request: HttpRequest,
    sheet: LeagueTable,
    *,
    refused: LeagueRefused | TableRefused | None = None,
    values: Mapping[str, str] | None = None,
) -> HttpResponse:
    page = {
        "evening": sheet.evening,
        "competition": sheet.evening.competition,
        "club": sheet.evening.competition.season.club,
        "sheet": sheet_shown(sheet, player=request.user.pk),
        "held": seats_held_for(sheet.evening, request.user.pk),
        "refused": refused,
        "values": values or {},
    }
    return render(request, "league/sheet.html", page, status=refused.status if refused else 200)
