"""A sheet on paper, typed on a phone: one side writes and the other confirms, or who runs the evening does both."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.clubs.permissions import Right, may
from accounts.numbers import whole_number
from games.kit.refusals import CODE_HEADER
from games.league import services
from games.league.access import of_sheet
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.evening_views import frame_of, runs
from games.league.evenings.sheet import sheet_shown, sum_asked
from games.league.models import LeagueTable, SheetPhoto
from games.league.models.evenings import REASON_LENGTH
from games.league.replaced_seats import sat_at, seats_held_for
from games.table.log.errors import TableRefused


@require_safe
@of_sheet
def sheet(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """The sheet as typed so far: its totals to type, or round by round, and the buttons of who judges it."""
    return _page(request, sheet, by_rounds="line" in request.GET)


@require_POST
@of_sheet
def sheet_type(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """Write one round. Refused: what was typed stays in the form with the reason above it, unless somebody else changed
    the sheet; then the form has its numbers of now."""
    values = request.POST.dict()
    number = whole_number(request.POST.get("number", "")) or 0

    def write(for_club: bool) -> None:
        services.type_round(
            table_id=sheet.pk,
            number=number,
            values=values,
            player=request.user,
            now=timezone.now(),
            for_club=for_club,
            as_of=_as_of(request),
        )

    return _written(request, sheet, write, by_rounds=True)


@require_POST
@of_sheet
def sheet_totals(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """Write the whole sheet as totals. Refused as `sheet_type`."""
    values = request.POST.dict()

    def write(for_club: bool) -> None:
        services.type_totals(
            table_id=sheet.pk,
            values=values,
            player=request.user,
            now=timezone.now(),
            for_club=for_club,
            as_of=_as_of(request),
        )

    return _written(request, sheet, write, by_rounds=False)


@require_POST
@of_sheet
def sheet_confirm(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """The other side, or who runs the evening, says the sheet is right."""
    said = whole_number(request.POST.get("seen", ""))
    services.confirm_sheet(
        table_id=sheet.pk,
        player=request.user,
        seen=-1 if said is None else said,
        as_of=_as_of(request),
        now=timezone.now(),
        for_club=runs(request, sheet.evening),
    )
    return redirect("league:sheet", sheet.evening_id, sheet.pk)


@require_POST
@of_sheet
def sheet_object(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """The other side says the sheet is not right."""
    services.object_to_sheet(
        table_id=sheet.pk, player=request.user, why=request.POST.get("why", ""), now=timezone.now()
    )
    return redirect("league:sheet", sheet.evening_id, sheet.pk)


@require_POST
@of_sheet
def sheet_correct(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """Correct a sheet that counts, all of it at once, with a reason. Refused as `sheet_type`."""
    if not _corrects(request, sheet):
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    values = request.POST.dict()

    def correct(_for_club: bool) -> None:
        services.correct_sheet(
            table_id=sheet.pk,
            values=values,
            actor=request.user,
            reason=values.get("reason", ""),
            now=timezone.now(),
            as_of=_as_of(request),
        )

    return _written(request, sheet, correct, by_rounds=False)


def _corrects(request: HttpRequest, sheet: LeagueTable) -> bool:
    """Whether the reader corrects sheets that count: the club's secretary, or an arbiter who did not sit there."""
    club = sheet.evening.competition.season.club
    if may(player=request.user, club=club, right=Right.RUN_EVENING):
        return True
    decides = may(player=request.user, club=club, right=Right.DECIDE_DISPUTES)
    return decides and not sat_at(sheet, request.user.pk)


def _as_of(request: HttpRequest) -> int | None:
    """The entry of the sheet's log after which the page was shown; None where it does not say."""
    return whole_number(request.POST.get("seq", ""))


def _written(
    request: HttpRequest, sheet: LeagueTable, write: Callable[[bool], None], *, by_rounds: bool
) -> HttpResponse:
    try:
        write(runs(request, sheet.evening))
    except (LeagueRefused, TableRefused) as refused:
        typed = {} if refused.code == LeagueRefusal.SHEET_CHANGED else request.POST.dict()
        response = _page(request, sheet, by_rounds=by_rounds, refused=refused, values=typed)
        response[CODE_HEADER] = refused.code
        return response
    return redirect("league:sheet", sheet.evening_id, sheet.pk)


def _page(
    request: HttpRequest,
    sheet: LeagueTable,
    *,
    by_rounds: bool,
    refused: LeagueRefused | TableRefused | None = None,
    values: Mapping[str, str] | None = None,
) -> HttpResponse:
    shown = sheet_shown(
        sheet,
        player=request.user.pk,
        runs=runs(request, sheet.evening),
        typed=values or {},
        line=whole_number(request.GET.get("line", "")),
    )
    page = {
        **frame_of(request, sheet.evening),
        "table": sheet,
        "sheet": shown,
        "by_rounds": shown.by_rounds and (by_rounds or (bool(shown.lines) and not shown.by_totals)),
        "held": seats_held_for(sheet.evening, request.user.pk),
        "refused": refused,
        "corrects": shown.confirmed and shown.corrected and _corrects(request, sheet),
        "reason": (values or {}).get("reason", ""),
        "reason_length": REASON_LENGTH,
        "asks": sum_asked(refused),
        "photo": SheetPhoto.objects.filter(table=sheet).values_list("at", flat=True).first(),
        "sees_photo": may(player=request.user, club=sheet.evening.competition.season.club, right=Right.PLAY),
        "changes_photo": services.may_change_photo(
            sheet, request.user.pk, for_club=runs(request, sheet.evening)
        ),
        "rounds_said": (values or {}).get("rounds", ""),
    }
    return render(request, "league/evenings/sheet.html", page, status=refused.status if refused else 200)
