"""The page on which an arbiter gives an average for a deal of a table, with a preview for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.members import Right, may
from accounts.models import Player
from games.league import queries, services
from games.league.access import of_led_evening, require_same_cards
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.deal_changes import TableChange, deal_changes
from games.league.evenings.deals import (
    average_text,
    counting_of,
    score_text,
)
from games.league.evenings.evening_views import frame_of
from games.league.evenings.forms import AverageForm
from games.league.models import Evening, LeagueTable
from games.league.preview import StandingsTable, standings_with_average
from games.league.replaced_seats import has_sat_at
from games.league.services.evenings.compared_results import (
    AverageRound,
    compared_sides,
    deals_of,
    key_of_results,
    require_can_decide,
)
from games.refusals import form_page


@dataclass(frozen=True, slots=True)
class TableDeal:
    """A deal of one table for who decides about it: `number` is that of the evening, `within` that of its match. What
    was made, or what was given with its reason; `others` is how many tables have a result to compare."""

    number: int
    within: int
    points: tuple[int, ...]
    average: str
    reason: str
    others: int

    @property
    def score(self) -> str:
        """The points as they are written."""
        return score_text(self.points)


@require_http_methods(["GET", "HEAD", "POST"])
@of_led_evening
def table_deals(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """The open deals of a table: what was made of each, and an average where an arbiter gives one."""
    found = get_object_or_404(
        evening.tables.prefetch_related("seats__player"), pk=table, round__lte=evening.round
    )
    require_same_cards(evening)
    deals = _deals_of_table(evening, found)
    choices = [(deal.within, gettext("Deal {number}").format(number=deal.number)) for deal in deals]
    names = queries.entrants_by_key(evening.competition)
    entrants = dict.fromkeys(seat.entrant_id for seat in found.seats.order_by("number"))
    sides = [names[entrant].name for entrant in entrants if entrant in names]
    by_place = sides if len(compared_sides(evening.competition)) > 2 else ()
    form = AverageForm(request.POST or None, deals=choices, by_place=by_place)
    refused = None
    if request.method == "POST" and form.is_valid():
        deal, average = form.cleaned_data["deal"], form.average_given()
        try:
            require_can_decide(found, evening, deal=deal, average=average, actor=request.user)
            preview = _preview_of(
                request.user, found, deal, AverageRound(average, form.cleaned_data["reason"])
            )
            if request.POST.get("seen") != preview.digest:
                return _preview_page(request, found, form, preview)
            services.give_average(
                table_id=found.pk,
                deal=deal,
                average=average,
                reason=form.cleaned_data["reason"],
                actor=request.user,
                now=timezone.now(),
            )
            return redirect("league:table_deals", evening.pk, found.pk)
        except LeagueRefused as refusal:
            refused = refusal
    page = {
        **frame_of(request, evening),
        "table": found,
        "sides": sides,
        "deals": deals,
        "form": form,
        "at_own_table": has_sat_at(found, request.user.pk),
        "names_directors": evening.status in Evening.TO_PLAY
        and may(player=request.user, club=evening.competition.season.club, right=Right.RUN_EVENING),
        **counting_of(evening.competition),
    }
    return form_page(
        request, "league/evenings/table_deals.html", page, refused=refused, is_sent=form.is_bound
    )


def _deals_of_table(evening: Evening, table: LeagueTable) -> list[TableDeal]:
    """The open deals of the table's round, also those it did not play."""
    found = []
    for deal in deals_of(evening.competition, [evening.pk]).get(evening.pk, ()):
        if deal.round != table.round:
            continue
        own = next((result for result in deal.results if result.table == table.number), None)
        average = table.average_for(deal.within)
        found.append(
            TableDeal(
                number=deal.number,
                within=deal.within,
                points=(own.points or ()) if own is not None else (),
                average=average_text(average.per_cent if average is not None else None),
                reason=average.reason if average is not None else "",
                others=sum(result.counts for result in deal.results if result is not own),
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class AveragePreview:
    """What an average would change: the deal at every table, and the standings. `own` is what the deal is worth to a
    reader who played it, before and after, where that changes."""

    number: int
    tables: tuple[TableChange, ...]
    standings: StandingsTable
    own: tuple[str, str] | None

    @property
    def digest(self) -> str:
        """A digest of what is shown, to see on confirmation that nothing has changed since."""
        return sha256(repr((self.number, self.tables, self.standings)).encode()).hexdigest()[:16]


def _preview_of(actor: Player, table: LeagueTable, within: int, averaged: AverageRound) -> AveragePreview:
    """What this average at a table would change for everybody. Writes nothing."""
    changed = deal_changes(table, within, {(key_of_results(table), within): averaged}, reader=actor)
    if changed is None:
        raise LeagueRefused(LeagueRefusal.DEAL_STILL_PLAYED)
    return AveragePreview(
        changed.number,
        changed.tables,
        standings_with_average(table, deal=within, averaged=averaged),
        changed.own,
    )


def _preview_page(
    request: HttpRequest, table: LeagueTable, form: AverageForm, preview: AveragePreview
) -> HttpResponse:
    changed = "seen" in request.POST
    page = {
        **frame_of(request, table.evening),
        "table": table,
        "form": form,
        "preview": preview,
        "changed": changed,
        "chosen": dict(form.fields["average"].choices)[form.cleaned_data["average"]],
    }
    return render(request, "league/evenings/average_preview.html", page, status=409 if changed else 200)
