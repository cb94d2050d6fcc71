"""The read-only API of the league: who may ask, what is answered, and the keys a club gives out."""

from __future__ import annotations

from datetime import date, datetime
from time import monotonic
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError
from ninja.security import APIKeyQuery, HttpBearer
from pydantic import create_model

from accounts.client_address import address_of_request
from accounts.members import Right
from accounts.models import Club
from accounts.sent_forms import do_once
from accounts.site_address import absolute_url
from games.league import services
from games.league.access import of_club
from games.league.models import ApiKey, Competition, Evening
from games.league.queries import evening_lines, season_table
from games.league.seasons.columns import COLUMNS
from games.league.seasons.exports import calendar_of, json_number, table_json
from games.league.services.clubs import digest_of
from games.rate_limit import CodeGuesses, RateLimit

# Access to the read API: a key names its club, and may ask once a second, sixty times at once.

requests_of_keys: Final = RateLimit(burst=60, per_second=1)
wrong_keys: Final = CodeGuesses()


class KeyInHeader(HttpBearer):
    """The key in the header `Authorization: Bearer KEY`."""

    def authenticate(self, request: HttpRequest, token: str) -> Club | None:
        """Return the club of the key, None for an unknown one. Raises HttpError(429)."""
        return club_of_key(token, request)


class KeyInAddress(APIKeyQuery):
    """The key as `?key=KEY`, for calendars, which send no headers."""

    param_name = "key"

    def authenticate(self, request: HttpRequest, key: str | None) -> Club | None:
        """Return the club of the key, None for an unknown one. Raises HttpError(429)."""
        return club_of_key(key or "", request)


def club_of_key(key: str, request: HttpRequest) -> Club | None:
    """Return the club of the key, None for an unknown one, and for one of a member who is blocked on this site.

    Raises HttpError(429) for one that asks too often, and where too many wrong keys came from one household. A right
    key is not refused for those: nobody hits one by chance, and a calendar's servers ask for many clubs.
    """
    now = monotonic()
    keys = ApiKey.objects.exclude(made_by__is_active=False).select_related("club")
    found = keys.filter(digest=digest_of(key)).first()
    if found is None:
        guess: Any = {"address": address_of_request(request), "account": None, "now": now}
        if wrong_keys.refuse("", **guess):
            raise HttpError(429, "Too many unknown keys from this address. Wait ten minutes.")
        wrong_keys.count_wrong(**guess)
        return None
    if not requests_of_keys.take(found.pk, now):
        raise HttpError(429, "Too many requests: one a second, sixty at once.")
    return found.club


def club_of(request: HttpRequest) -> Any:
    """Return the club of the key a request was let in with."""
    return request.auth


# Shapes of the answers of the read API, as the OpenAPI document describes them.


class CompetitionOut(Schema):
    """A competition of a season; `id` is what the other addresses ask for."""

    id: int
    name: str
    division: int
    game: str


class SeasonOut(Schema):
    """A season, the newest first."""

    name: str
    archived: bool
    competitions: list[CompetitionOut]


class ClubOut(Schema):
    """The club of the key."""

    name: str
    seasons: list[SeasonOut]


class EveningOut(Schema):
    """An evening; `status` is planned, drawn, closed or off."""

    id: int
    number: int
    starts_at: datetime
    place: str
    status: str


class HeldEvening(Schema):
    """An evening that counts in the standings."""

    number: int
    date: date


class EveningResultOut(Schema):
    """One evening of a row; `why` says where no table was played, `struck` that it does not count."""

    points: int | float
    why: str
    struck: bool


RowOut = create_model(
    "RowOut",
    __base__=Schema,
    __doc__="""A row of the standings; `place` is null without the evenings needed. `points` are the sum of the evenings
    that count, `mean` their average where places go by it; `balance` are the points made at tables less those
    against.""",
    **{column.key: (column.kind, ...) for column in COLUMNS},
    results=(list[EveningResultOut | None], ...),
)


class StandingsOut(Schema):
    """The standings as they are now."""

    club: str
    season: str
    competition: str
    at: datetime
    evenings: list[HeldEvening]
    rows: list[RowOut]  # type: ignore[valid-type]


class ResultOut(Schema):
    """A line of an evening: the points of each table and their sum. With two winners `place` is that in the `half`: 1
    of those who stay at their table, 2 of those who move; 0 with one winner."""

    place: int | None
    half: int
    name: str
    points: int | float
    tables: list[int | float]


class ResultsOut(Schema):
    """The results of an evening as they are now."""

    evening: EveningOut
    competition: str
    results: list[ResultOut]


# The addresses of the read API below `/api/`.

api: Final = NinjaAPI(
    title="Club API",
    version="1",
    description="Standings, evenings and results of one club, for its own site. Read only.",
    urls_namespace="api",
    docs_url=None,
    openapi_url=None,  # `description` answers it to GET alone
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
                "half": line.half,
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


# Pages about the read API: how to use it, and the keys of a club.


class KeyForm(forms.Form):
    """The purpose of a new key."""

    name = forms.CharField(
        label=_("What is the key for?"), max_length=60, help_text=_("For example: our own site.")
    )


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """How to use the read API, with examples."""
    return render(request, "league/clubs/api.html", {"origin": absolute_url("/api").rstrip("/")})


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """The OpenAPI description of the read API."""
    return JsonResponse(api.get_openapi_schema())


NEW_KEY: Final = "new_api_key"
"""The session's field for a key between the form that made it and the page that shows it once."""


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
@do_once()
def club_keys(request: HttpRequest, club: Club) -> HttpResponse:
    """The keys of the club. A new key waits in the session for the page after the post, which shows it once."""
    form, key = KeyForm(request.POST if request.method == "POST" else None), ""
    if form.is_valid():
        key = services.make_api_key(
            club=club, name=form.cleaned_data["name"], actor=request.user, now=timezone.now()
        )
        request.session[NEW_KEY] = [club.pk, key]
        return redirect("league:club_keys", club.slug)
    waiting = request.session.get(NEW_KEY)
    if request.method == "GET" and waiting is not None and waiting[0] == club.pk:
        key = request.session.pop(NEW_KEY)[1]
    page = {"club": club, "form": form, "key": key, "keys": club.api_keys.all()}
    return render(request, "league/clubs/keys.html", page, status=422 if form.is_bound else 200)


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def club_key_off(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Remove a key."""
    services.remove_api_key(club=club, number=number, actor=request.user, now=timezone.now())
    return redirect("league:club_keys", club.slug)
