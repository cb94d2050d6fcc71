"""Signing up for the evenings of a whole season in one form, and who comes to which for those who run them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.clubs.permissions import Right, may
from accounts.models import Club
from accounts.numbers import whole_number
from games.league import queries, services
from games.league.access import of_club
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Entrant, Season


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.PLAY)
def season_availability(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """The evenings to come with a tick each: the reader's own, or with `entrant` those of an entrant, for those who run
    the club.

    `shown` names the evenings that stood in the form; one planned since is left alone. An evening whose deadline passed
    meanwhile is written as late, as on its own page.
    """
    found = get_object_or_404(club.seasons, pk=season)
    said = request.POST.get("entrant", "") or request.GET.get("entrant", "")
    entrants = _entrants(request, found, said)
    asked = queries.asked_evenings(
        found, entrants=entrants, player=None if said else request.user, now=timezone.now()
    )
    if request.method == "POST":
        shown = {whole_number(each) for each in request.POST.getlist("shown")}
        ticked = {whole_number(each) for each in request.POST.getlist("comes")}
        by_pk = {entrant.pk: entrant for entrant in entrants}
        own = {each.evening.pk: by_pk[each.entrant] for each in asked}
        if not shown or not ticked <= shown or not shown <= own.keys():
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        services.sign_season(
            entrants=own,
            comes={evening: evening in ticked for evening in shown},
            player=request.user,
            now=timezone.now(),
            for_club=bool(said),
        )
        messages.success(request, _("Saved."))
        return redirect(
            "league:season_everybody" if said else "league:season_availability", club.slug, season
        )
    page = {
        "club": club,
        "season": found,
        "asked": asked,
        "open": any(each.is_open for each in asked),
        "several": len({each.evening.competition_id for each in asked}) > 1,
        "takes_part": bool(entrants),
        "pairs": any(each.evening.competition.size > 1 for each in asked),
        "runs": may(player=request.user, club=club, right=Right.RUN_EVENING),
        "entrant": said,
        "name": queries.entered_in(entrants[0].competition)[entrants[0].pk].name if said else "",
    }
    return render(request, "league/seasons/availability.html", page)


def _entrants(request: HttpRequest, season: Season, said: str) -> list[Entrant]:
    """The reader's entrants in the season; or the one named, for those who run the club. Refuses not_allowed."""
    entrants = Entrant.objects.filter(competition__season=season, withdrawn_at=None).select_related(
        "competition"
    )
    if not said:
        return list(entrants.filter(members__player=request.user))
    if not may(player=request.user, club=season.club, right=Right.RUN_EVENING):
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    return [get_object_or_404(entrants, pk=whole_number(said))]


@require_safe
@of_club(Right.RUN_EVENING)
def season_everybody(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """Who comes to which evening of the season; each name leads to their form."""
    found = get_object_or_404(club.seasons, pk=season)
    page = {"club": club, "season": found, "lists": queries.availability_of(found, timezone.now())}
    return render(request, "league/seasons/everybody.html", page)
