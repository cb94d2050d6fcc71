"""The cockpit of who runs an evening: all its tables on one page, and everything done about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.clubs.permissions import Right
from accounts.models import Player
from games.kit.refusals import Refusing
from games.league import queries, services
from games.league.access import CODE_HEADER, of_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings import cockpit as director
from games.league.evenings.evening_views import frame_of, number_of
from games.league.evenings.next_step import shown_tables
from games.league.forms import EveningForm
from games.league.models import Evening
from games.table.log.errors import TableRefused


@require_safe
@of_evening(Right.RUN_EVENING)
def cockpit(request: HttpRequest, evening: Evening) -> HttpResponse:
    """All tables on one page, and everything a director does about them."""
    return _page(request, evening)


def _page(request: HttpRequest, evening: Evening, refused: Refusing | None = None) -> HttpResponse:
    entered = queries.entered_in(evening.competition)
    said = {sign.entrant_id: sign.comes for sign in evening.sign_ups.all()}
    tables = shown_tables(evening, entered)
    rounds = tables["rounds"]
    page = {
        **frame_of(request, evening),
        **tables,
        "refused": refused,
        "may_open": any(not each.is_open for each in rounds),
        "may_draw_rest": evening.round < evening.competition.rounds,
        "words": [
            (each, said.get(each.pk))
            for each in sorted(entered.values(), key=lambda each: each.name.casefold())
            if not each.withdrawn
        ],
        "coming": sum(said.values()),
        "waiting": [
            table
            for each in rounds
            if each.number <= evening.round + 1
            for table in each.tables
            if not table.has_begun
        ],
        "now": timezone.now(),
        "replaceable": director.replaceable(rounds),
        "members": Player.objects.filter(memberships__club=evening.competition.season.club).order_by(
            "nickname"
        ),
        "move_form": EveningForm(instance=evening, prefix="move"),
        "bots_allowed": evening.competition.table_rules.bots != "none",
    }
    return render(request, "league/cockpit.html", page, status=refused.status if refused else 200)


@require_safe
@of_evening(Right.RUN_EVENING)
def cockpit_tables(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The cockpit's tables alone, as they are now: what the page asks for when its socket is down."""
    return render(
        request, "league/_cockpit.html", shown_tables(evening, queries.entered_in(evening.competition))
    )


def _draw(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw(evening_id=evening.pk, version=version, chance=SystemRandom(), now=timezone.now())


def _rest(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw_rest(evening_id=evening.pk, version=version, chance=SystemRandom(), now=timezone.now())


def _open(request: HttpRequest, evening: Evening, version: int) -> None:
    services.open_round(evening_id=evening.pk, version=version, actor=request.user, now=timezone.now())


def _start(request: HttpRequest, evening: Evening, version: int) -> None:
    services.start_tables(evening_id=evening.pk, now=timezone.now())


def _close(request: HttpRequest, evening: Evening, version: int) -> None:
    services.close_evening(evening_id=evening.pk, version=version, actor=request.user, now=timezone.now())


def _reopen(request: HttpRequest, evening: Evening, version: int) -> None:
    services.reopen_evening(evening_id=evening.pk, version=version, actor=request.user, now=timezone.now())


def _swap(request: HttpRequest, evening: Evening, version: int) -> None:
    services.swap(
        evening_id=evening.pk,
        version=version,
        round_number=number_of(request.POST.get("round", "")),
        one=number_of(request.POST.get("one", "")),
        other=number_of(request.POST.get("other", "")),
    )


def _late_table(request: HttpRequest, evening: Evening, version: int) -> None:
    entrants = [number_of(each) for each in request.POST.getlist("entrants")]
    table = services.add_table(
        evening_id=evening.pk,
        version=version,
        round_number=number_of(request.POST.get("round", "")),
        entrants=entrants,
    )
    if table.round <= evening.round:
        services.open_late(table_id=table.pk, version=version + 1, actor=request.user, now=timezone.now())


def _substitute(request: HttpRequest, evening: Evening, version: int) -> None:
    said = request.POST.get("instead", "")
    services.substitute(
        evening_id=evening.pk,
        version=version,
        absent=get_object_or_404(Player, pk=number_of(request.POST.get("absent", ""))),
        instead=None if said == "bot" else get_object_or_404(Player, pk=number_of(said)),
        actor=request.user,
        now=timezone.now(),
    )


def _wanted(request: HttpRequest, evening: Evening, version: int) -> None:
    told = services.ask_for_substitute(
        evening_id=evening.pk,
        absent=get_object_or_404(Player, pk=number_of(request.POST.get("absent", ""))),
        actor=request.user,
        now=timezone.now(),
    )
    messages.success(
        request,
        ngettext("{count} member was told.", "{count} members were told.", told).format(count=told),
    )


def _start_late(request: HttpRequest, evening: Evening, version: int) -> None:
    services.start_late(
        table_id=_table(request, evening),
        version=version,
        missing=_missing(request),
        actor=request.user,
        now=timezone.now(),
    )


def _paper(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(table_id=_table(request, evening), version=version)


def _cards(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(table_id=_table(request, evening), version=version, on_paper=False)


def _cancel(request: HttpRequest, evening: Evening, version: int) -> None:
    services.cancel_evening(
        evening_id=evening.pk,
        version=version,
        actor=request.user,
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
    )


def _break_off(request: HttpRequest, evening: Evening, version: int) -> None:
    services.break_off(
        table_id=_table(request, evening),
        version=version,
        actor=request.user,
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
    )


def _walkover(request: HttpRequest, evening: Evening, version: int) -> None:
    services.walkover(
        table_id=_table(request, evening),
        version=version,
        missing=_missing(request),
        actor=request.user,
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
    )


def _move(request: HttpRequest, evening: Evening, version: int) -> None:
    form = EveningForm(request.POST, prefix="move")
    if not form.is_valid():
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.move_evening(
        evening_id=evening.pk,
        version=version,
        actor=request.user,
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
        **form.cleaned_data,
    )


DOING: Final[Mapping[str, Callable[[HttpRequest, Evening, int], None]]] = {
    "draw": _draw,
    "rest": _rest,
    "open": _open,
    "start": _start,
    "close": _close,
    "reopen": _reopen,
    "swap": _swap,
    "late_table": _late_table,
    "substitute": _substitute,
    "wanted": _wanted,
    "start_late": _start_late,
    "paper": _paper,
    "cards": _cards,
    "cancel": _cancel,
    "break_off": _break_off,
    "walkover": _walkover,
    "move": _move,
}


@require_POST
@of_evening(Right.RUN_EVENING)
def cockpit_do(request: HttpRequest, evening: Evening) -> HttpResponse:
    """One thing the director does; `version` is the evening as they saw it. Refused: the cockpit afresh, and why."""
    try:
        doing = DOING.get(request.POST.get("do", ""))
        if doing is None:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        doing(request, evening, number_of(request.POST.get("version", "")))
    except (LeagueRefused, TableRefused) as refused:
        evening.refresh_from_db()
        response = _page(request, evening, refused)
        response[CODE_HEADER] = refused.code
        return response
    return redirect("cockpit", evening.pk)


def _missing(request: HttpRequest) -> set[int]:
    """The players (ids) ticked as not being there."""
    return {number_of(each) for each in request.POST.getlist("missing")}


def _table(request: HttpRequest, evening: Evening) -> int:
    table = number_of(request.POST.get("table", ""))
    if not evening.tables.filter(pk=table).exists():
        raise Http404
    return table
