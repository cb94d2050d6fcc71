"""The addresses of the read API below `/api/`."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import NinjaAPI

from accounts.site_address import absolute_url
from games.league.api.access import KeyInAddress, KeyInHeader, club_of
from games.league.api.schemas import ClubOut, EveningOut, ResultsOut, StandingsOut
from games.league.models import Competition, Evening
from games.league.queries import evening_lines, season_table
from games.league.seasons.exports import calendar_of, json_number, table_json

api: Final = NinjaAPI(
    title="Club API",
    version="1",
    description="Standings, evenings and results of one club, for its own site. Read only.",
    urls_namespace="api",
    docs_url=None,
    openapi_url=None,  # `key_views.description` answers it to GET alone
    auth=KeyInHeader(),
)


@api.get("/club", response=ClubOut, url_name="club")
def club(request: HttpRequest) -> dict[str, Any]:
    """The club, its seasons and their competitions."""
    own = club_of(request)
    seasons = own.seasons.prefetch_related("competitions")
    return {
        "name": own.name,
        "seasons": [
            {
                "name": season.name,
                "archived": season.archived_at is not None,
                "competitions": list(season.competitions.all()),
            }
            for season in seasons
        ],
    }


@api.get("/competitions/{number:competition}/standings", response=StandingsOut, url_name="standings")
def standings(request: HttpRequest, competition: int) -> dict[str, Any]:
    """The standings of a competition as they are now."""
    found = _competition(request, competition)
    return table_json(found, season_table(found))


@api.get("/competitions/{number:competition}/evenings", response=list[EveningOut], url_name="evenings")
def evenings(request: HttpRequest, competition: int) -> list[Evening]:
    """The evenings of a competition, the first one first."""
    return list(_competition(request, competition).evenings.order_by("starts_at", "number"))


@api.get("/evenings/{number:evening}/results", response=ResultsOut, url_name="results")
def results(request: HttpRequest, evening: int) -> dict[str, Any]:
    """The results of an evening as they are now, the best first."""
    found = get_object_or_404(
        Evening.objects.select_related("competition__season__club"),
        pk=evening,
        competition__season__club=club_of(request),
    )
    lines = evening_lines(found, season_table(found.competition))
    return {
        "evening": found,
        "competition": found.competition.name,
        "results": [
            {
                "place": line.place,
                "name": line.name,
                "points": json_number(line.points),
                "tables": list(map(json_number, line.tables)),
            }
            for line in lines
        ],
    }


@api.get(
    "/competitions/{number:competition}/calendar.ics",
    auth=[KeyInAddress(), KeyInHeader()],
    url_name="calendar",
    openapi_extra={"responses": {200: {"description": "iCalendar", "content": {"text/calendar": {}}}}},
)
def calendar(request: HttpRequest, competition: int) -> HttpResponse:
    """The evenings of a competition as a calendar feed."""
    found = _competition(request, competition)
    link = absolute_url(reverse("league:league", args=[found.pk]))
    return HttpResponse(calendar_of(found, link=link), content_type="text/calendar; charset=utf-8")


def _competition(request: HttpRequest, number: int) -> Competition:
    found = Competition.objects.select_related("season__club")
    return get_object_or_404(found, pk=number, season__club=club_of(request))
