"""Pages on which scores are typed: a table's sheet, its photo, and whole rounds on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.members import Right, may
from accounts.mentions import with_names
from accounts.names import sort_key, whole_number
from games.league import queries, services
from games.league.access import of_evening, of_led_evening, of_sheet
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings import cockpit_tables
from games.league.evenings.cockpit import cockpit_context
from games.league.evenings.cockpit_tables import CockpitState, CockpitTable
from games.league.evenings.evening_views import frame_of
from games.league.evenings.sheet_page import sheet_page
from games.league.leaders import leads
from games.league.models import Correction, Evening, LeagueTable, SheetPhoto
from games.league.models.evenings import MAX_REASON_LENGTH
from games.league.replaced_seats import has_sat_at, seats_held_for
from games.league.services.evenings.same_cards import hides_sheet, sheets_hidden_from
from games.league.standings.scores import MarkKind
from games.league.words import worths_of
from games.refusals import CODE_HEADER
from games.table import services as table_services
from games.table.log.errors import TableRefused

# A sheet on paper, typed on a phone: one side writes and the other confirms, or who runs the evening does both.


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

    return _write_sheet(request, sheet, write, by_rounds=True)


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

    return _write_sheet(request, sheet, write, by_rounds=False)


@require_POST
@of_sheet
def sheet_confirm(request: HttpRequest, sheet: LeagueTable) -> HttpResponse:
    """The other side, or who runs the evening, says the sheet is right."""
    rounds_seen = whole_number(request.POST.get("seen", ""))
    services.confirm_sheet(
        table_id=sheet.pk,
        player=request.user,
        seen=-1 if rounds_seen is None else rounds_seen,
        as_of=_as_of(request),
        now=timezone.now(),
        for_club=_writes_for_club(request, sheet),
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

    return _write_sheet(request, sheet, correct, by_rounds=False)


def _corrections_of(sheet: LeagueTable) -> list[Correction]:
    """What was corrected on this sheet, and why, the newest first: found by its place, with which `before` begins
    (`services.correct_sheet`)."""
    where = f"{sheet.evening.number}/{sheet.round}/{sheet.number}: "
    rows = Correction.objects.filter(
        evening=sheet.evening_id, what="sheet_corrected", before__startswith=where
    )
    return with_names(rows.select_related("actor"), "before", "after")


def _corrects(request: HttpRequest, sheet: LeagueTable) -> bool:
    """Whether the reader corrects sheets that count: the club's secretary, or an arbiter who did not sit there."""
    club = sheet.evening.competition.season.club
    return may(player=request.user, club=club, right=Right.RUN_EVENING) or _judges(request, sheet)


def _judges(request: HttpRequest, sheet: LeagueTable) -> bool:
    """Whether the reader is an arbiter of the club who did not sit at this table."""
    club = sheet.evening.competition.season.club
    decides = may(player=request.user, club=club, right=Right.DECIDE_DISPUTES)
    return decides and not has_sat_at(sheet, request.user.pk)


def _writes_for_club(request: HttpRequest, sheet: LeagueTable) -> bool:
    """Whether the reader types and confirms this sheet for the players: who leads the evening, or an arbiter who did
    not sit there."""
    return leads(sheet.evening, request.user) or _judges(request, sheet)


def _as_of(request: HttpRequest) -> int | None:
    """The entry of the sheet's log after which the page was shown; None where it does not say."""
    return whole_number(request.POST.get("seq", ""))


def _write_sheet(
    request: HttpRequest, sheet: LeagueTable, write: Callable[[bool], None], *, by_rounds: bool
) -> HttpResponse:
    try:
        write(_writes_for_club(request, sheet))
    except (LeagueRefused, TableRefused) as refused:
        typed = {} if refused.code == LeagueRefusal.SHEET_CHANGED else request.POST.dict()
        response = _page(request, sheet, by_rounds=by_rounds, refused=refused, values=typed)
        response[CODE_HEADER] = refused.code
        return response
    return redirect("league:sheet", sheet.evening_id, sheet.pk)


def _require_not_secret(request: HttpRequest, sheet: LeagueTable) -> None:
    """Check that the reader may read this sheet. Refuses others_play_it."""
    if hides_sheet(sheet, request.user.pk, runs=_writes_for_club(request, sheet), now=timezone.now()):
        raise LeagueRefused(LeagueRefusal.OTHERS_PLAY_IT)


def _page(
    request: HttpRequest,
    sheet: LeagueTable,
    *,
    by_rounds: bool,
    refused: LeagueRefused | TableRefused | None = None,
    values: Mapping[str, str] | None = None,
) -> HttpResponse:
    _require_not_secret(request, sheet)
    writes = _writes_for_club(request, sheet)
    shown = sheet_page(
        sheet,
        player=request.user.pk,
        runs=writes,
        typed=values or {},
        line=whole_number(request.GET.get("line", "")),
    )
    typed_again = refused is not None and refused.code != LeagueRefusal.SHEET_CHANGED
    is_member = may(player=request.user, club=sheet.evening.competition.season.club, right=Right.PLAY)
    page = {
        **frame_of(request, sheet.evening),
        "table": sheet,
        "sheet": shown,
        "as_arbiter": writes and not leads(sheet.evening, request.user),
        "deal_by_deal": sheet.evening.competition.the_rules.same_cards,
        "by_rounds": shown.by_rounds
        and (
            sheet.evening.competition.the_rules.same_cards
            or by_rounds
            or (bool(shown.lines) and not shown.by_totals and not typed_again)
        ),
        "held": seats_held_for(sheet.evening, request.user.pk),
        "refused": refused,
        "corrects": shown.confirmed and shown.corrected and _corrects(request, sheet),
        "corrections": _corrections_of(sheet) if is_member else (),
        "walkover": _walkover_at(sheet),
        "worth": worths_of(sheet.evening.competition).walkover,
        "reason": (values or {}).get("reason", ""),
        "reason_length": MAX_REASON_LENGTH,
        "asks": table_services.said_again(refused),
        "typed_again": typed_again,
        "more_typed": any(any(field.values) for field in shown.totals_fields[1:]),
        "photo": SheetPhoto.objects.filter(table=sheet).values_list("at", flat=True).first(),
        "sees_photo": is_member,
        "changes_photo": services.may_change_photo(
            sheet, request.user.pk, for_club=leads(sheet.evening, request.user)
        ),
        "rounds_said": (values or {}).get("rounds", ""),
    }
    return render(request, "league/evenings/sheet.html", page, status=refused.status if refused else 200)


def _walkover_at(table: LeagueTable) -> tuple[str, ...]:
    """The names of the entrants that have a walkover at a table that was not played."""
    if not table.is_unplayed:
        return ()
    marks = table.evening.marks.filter(kind=MarkKind.WALKOVER, round__in=(0, table.round))
    have_it = marks.filter(entrant__in=table.seats.values("entrant")).values_list("entrant", flat=True)
    entered = queries.entrants_by_key(table.evening.competition)
    return tuple(sorted((entered[each].name for each in have_it if each in entered), key=sort_key))


# The photo of a paper table's sheet: shown to members, attached and taken away.

NOTHING_RUNS = "default-src 'none'; sandbox"
"""The policy of a photo that is opened as a page of its own."""


@require_http_methods(["GET", "HEAD", "POST"])
@of_evening(Right.PLAY)
def sheet_photo(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """The photo, for members of the club also where everybody may read the sheet. A POST attaches one, or takes it
    away.
    """
    found = get_object_or_404(LeagueTable, pk=table, evening=evening, on_paper=True)
    if request.method == "POST":
        about = {"table_id": found.pk, "player": request.user, "for_club": leads(evening, request.user)}
        if request.POST.get("do") == "remove":
            services.remove_photo(**about)
        elif "photo" in request.FILES:
            services.attach_photo(raw=request.FILES["photo"].read(), now=timezone.now(), **about)
        else:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        return redirect("league:sheet", evening.pk, found.pk)
    found.evening = evening
    _require_not_secret(request, found)
    photo = SheetPhoto.objects.filter(table=found).first()
    if photo is None:
        raise Http404
    response = HttpResponse(bytes(photo.image), content_type=f"image/{photo.kind}")
    response["Content-Disposition"] = f'attachment; filename="{found.round}-{found.number}.{photo.kind}"'
    response["Content-Security-Policy"] = NOTHING_RUNS
    return response


# A round of tables on paper on one page: the secretary types every sheet as totals, and confirms them together.

MAX_POINTS_LENGTH: Final = 8
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
    rounds are; `hidden`: its sheet is kept from the reader, who plays the same cards; `refused` is why the numbers were
    not taken, `asks` the sum to say once more ("" without)."""

    table: CockpitTable
    sides: tuple[TypedSide, ...]
    changeable: bool
    partly: bool
    hidden: bool = False
    refused: LeagueRefused | TableRefused | None = None
    asks: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@of_led_evening
def paper_round(request: HttpRequest, evening: Evening, round_number: int) -> HttpResponse:
    """The totals of every table on paper of a round: typed, changed, and confirmed together once they are right.
    Where each deal is compared it leads to the sheets, and refuses totals (deal_by_deal)."""
    if request.method != "POST":
        return _paper_page(request, evening, round_number, {})
    if evening.competition.the_rules.same_cards:
        raise LeagueRefused(LeagueRefusal.DEAL_BY_DEAL)
    tables = _tables(evening, round_number)
    if request.POST.get("do") == "confirm":
        refused = _confirm(request, tables)
    elif request.POST.get("do") == "type":
        refused = _type(request, tables)
    else:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if refused:
        response = _paper_page(request, evening, round_number, refused)
        response[CODE_HEADER] = _gravest(refused).code
        return response
    return redirect("league:paper_round", evening.pk, round_number)


Refusals = dict[int, LeagueRefused | TableRefused]


def _gravest(refused: Refusals) -> LeagueRefused | TableRefused:
    """The refusal that the whole page answers with: a sheet that somebody changed before one that was mistyped."""
    changed = (each for each in refused.values() if each.code == LeagueRefusal.SHEET_CHANGED)
    return next(changed, next(iter(refused.values())))


def _type(request: HttpRequest, tables: list[CockpitTable]) -> Refusals:
    """Write the totals that differ from what is written, and say how many; those that are refused, by table."""
    refused: Refusals = {}
    count = 0
    for table in tables:
        points = _typed_points(request, table)
        if not any(points) or points == _written_round(table) or not _changeable(table):
            continue
        try:
            as_of = whole_number(request.POST.get(f"seq-{table.pk}", ""))
            if as_of != (table.sheet.seq if table.sheet else 0):
                raise LeagueRefused(LeagueRefusal.SHEET_CHANGED)
            services.type_totals(
                table_id=table.pk,
                values={
                    **{f"points_{place}": one for place, one in enumerate(points)},
                    "sure": request.POST.get(f"sure-{table.pk}", ""),
                },
                player=request.user,
                now=timezone.now(),
                for_club=True,
                as_of=as_of,
            )
            count += 1
        except (LeagueRefused, TableRefused) as refusal:
            refused[table.pk] = refusal
    if count:
        sentence = ngettext(
            "{count} sheet is written down. It counts once you confirm it below.",
            "{count} sheets are written down. They count once you confirm them below.",
            count,
        )
        messages.success(request, sentence.format(count=count))
    return refused


def _confirm(request: HttpRequest, tables: list[CockpitTable]) -> Refusals:
    """Confirm every typed sheet that nobody objects to, as it stood on the page; those that are refused, by table: the
    sheets on which numbers stand that are not written down."""
    refused: Refusals = {}
    count = 0
    for table in tables:
        if _is_unsaved(request, table):
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
        except (LeagueRefused, TableRefused) as refusal:
            refused[table.pk] = refusal
    if count:
        sentence = ngettext("{count} sheet counts now.", "{count} sheets count now.", count)
        messages.success(request, sentence.format(count=count))
    return refused


def _tables(evening: Evening, round_number: int) -> list[CockpitTable]:
    """The tables on paper of a round. Raises Http404 for a round that is not drawn."""
    rounds = cockpit_tables.rounds_of(evening, queries.entrants_by_key(evening.competition))
    shown = next((each for each in rounds if each.number == round_number), None)
    if shown is None:
        raise Http404
    return [table for table in shown.tables if table.on_paper]


def _paper_page(request: HttpRequest, evening: Evening, round_number: int, refused: Refusals) -> HttpResponse:
    tables = _tables(evening, round_number)
    deal_by_deal = evening.competition.the_rules.same_cards
    rows = [_row(request, table, refused.get(table.pk)) for table in tables]
    if deal_by_deal:
        hidden = sheets_hidden_from(
            request.user.pk, evening=evening, round_number=round_number, now=timezone.now()
        )
        rows = [replace(row, changeable=False, hidden=row.table.pk in hidden) for row in rows]
    page = {
        **frame_of(request, evening),
        **cockpit_context(evening, queries.entrants_by_key(evening.competition)),
        "number": round_number,
        "rows": rows,
        "sheets_hidden": any(row.hidden for row in rows),
        "look_again": [row for row in rows if row.refused],
        "deal_by_deal": deal_by_deal,
        "changeable": any(row.changeable for row in rows),
        "some_over": any(row.table.state == CockpitState.OVER for row in rows),
        "to_confirm": sum(_ready(row.table) and not row.table.sheet.disputed for row in rows),
        "longest": MAX_POINTS_LENGTH,
    }
    changed = bool(refused) and _gravest(refused).code == LeagueRefusal.SHEET_CHANGED
    status = 409 if changed else 422 if refused else 200
    return render(request, "league/evenings/paper_round.html", page, status=status)


def _row(request: HttpRequest, table: CockpitTable, refused: LeagueRefused | TableRefused | None) -> PaperRow:
    stays = refused is not None and refused.code != LeagueRefusal.SHEET_CHANGED
    values = _typed_points(request, table) if stays else _written_round(table)
    return PaperRow(
        table=table,
        sides=tuple(
            TypedSide(f"points-{table.pk}-{place}", " – ".join(one.name for one in side.sitters), value)
            for place, (side, value) in enumerate(zip(table.sides, values, strict=True))
        ),
        changeable=_changeable(table),
        partly=0 < table.played < table.planned,
        refused=refused,
        asks=table_services.said_again(refused),
    )


def _changeable(table: CockpitTable) -> bool:
    return table.state == CockpitState.PAPER and table.sheet is not None


def _ready(table: CockpitTable) -> bool:
    """Whether its sheet is typed to the end and waits to be confirmed."""
    sheet = table.sheet
    return sheet is not None and sheet.waits and sheet.rounds >= table.planned


def _typed_points(request: HttpRequest, table: CockpitTable) -> list[str]:
    """The points typed for each side of a table, as text."""
    return [
        request.POST.get(f"points-{table.pk}-{place}", "").strip()[:MAX_POINTS_LENGTH]
        for place in range(len(table.sides))
    ]


def _is_unsaved(request: HttpRequest, table: CockpitTable) -> bool:
    """Whether the page was sent with numbers for this table that are not written down, also one or none of two."""
    points = _typed_points(request, table)
    return _changeable(table) and points != _written_round(table) and (any(points) or _ready(table))


def _written_round(table: CockpitTable) -> list[str]:
    """The points saved for each side, as text; "" for none."""
    return ["" if side.points is None else str(side.points) for side in table.sides]
