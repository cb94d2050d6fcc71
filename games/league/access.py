"""Access to the pages of a club: decorators for the views of the league and of club files, and what they refuse.

A club that is not public does not show that it exists to those who are not in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import is_valid_path
from django.views.decorators.cache import cache_control

from accounts.errors import AccountRefused
from accounts.members import Right, may
from accounts.models import Club
from accounts.names import whole_number
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.leaders import leads
from games.league.models import Competition, Evening, LeagueTable
from games.refusals import refusal_page
from games.table.log.errors import TableRefused

View = Callable[..., HttpResponse]


def answer_refusals(view: View) -> View:
    """Answer a refused wish with its status, code and sentence; nothing personal stays in a cache."""

    @cache_control(private=True, no_store=True)
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (LeagueRefused, TableRefused, AccountRefused) as refused:
            page = {"above": page_above(request.path)}
            return refusal_page(request, "league/refused.html", refused, page)

    return wrapped


def page_above(path: str) -> str:
    """The nearest address above this one that is a page: /e/3/ for /e/3/sheet/7/, as there is no list of sheets."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            break
    return path


def _let_in(request: HttpRequest, club: Club, right: Right) -> HttpResponse | None:
    """None for a reader with `right`; else the answer. Raises Http404 and LeagueRefused(not_allowed)."""
    if may(player=request.user, club=club, right=right):
        return None
    if not may(player=request.user, club=club, right=Right.SEE):
        return _unknown(request)
    raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)


def of_club(right: Right) -> Callable[[View], View]:
    """Give the view the club instead of its short name."""

    def decorate(view: View) -> View:
        @wraps(view)
        def with_club(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            club = Club.objects.filter(slug=slug).first()
            if club is None:
                return _unknown(request)
            return _let_in(request, club, right) or view(request, club=club, **kwargs)

        return answer_refusals(with_club)

    return decorate


def of_competition(right: Right) -> Callable[[View], View]:
    """Give the view the competition instead of its number."""

    def decorate(view: View) -> View:
        @wraps(view)
        def with_competition(request: HttpRequest, number: int, **kwargs: Any) -> HttpResponse:
            found = Competition.objects.select_related("season__club").filter(pk=number).first()
            if found is None:
                return _unknown(request)
            return _let_in(request, found.season.club, right) or view(request, competition=found, **kwargs)

        return answer_refusals(with_competition)

    return decorate


def of_evening(right: Right) -> Callable[[View], View]:
    """Give the view the evening instead of its number."""

    def decorate(view: View) -> View:
        @wraps(view)
        def with_evening(request: HttpRequest, number: int, **kwargs: Any) -> HttpResponse:
            found = Evening.objects.select_related("competition__season__club").filter(pk=number).first()
            if found is None:
                return _unknown(request)
            club = found.competition.season.club
            return _let_in(request, club, right) or view(request, evening=found, **kwargs)

        return answer_refusals(with_evening)

    return decorate


def of_led_evening(view: View) -> View:
    """Give the view the evening instead of its number, for those who lead it (`leaders.leads`)."""

    @of_evening(Right.SEE)
    @wraps(view)
    def with_led_evening(request: HttpRequest, evening: Evening, **kwargs: Any) -> HttpResponse:
        if not leads(evening, request.user):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        return view(request, evening=evening, **kwargs)

    return with_led_evening


def of_sheet(view: View) -> View:
    """Give the view a paper table, for whoever may see the club; only who is signed in writes on its sheet."""

    @of_evening(Right.SEE)
    @wraps(view)
    def with_sheet(request: HttpRequest, evening: Evening, table: int, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        found = get_object_or_404(LeagueTable, pk=table, evening=evening, on_paper=True)
        found.evening = evening  # with its competition and club, so that the view does not query them again
        return view(request, sheet=found, **kwargs)

    return with_sheet


def _unknown(request: HttpRequest) -> HttpResponse:
    """The answer for a page that does not exist, equal to that for a private one."""
    if not request.user.is_authenticated and request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    raise Http404


# What several views refuse.


def require_same_cards(evening: Evening) -> None:
    """Raise Http404 where tables have their own cards."""
    if not evening.competition.the_rules.same_cards:
        raise Http404


def number_of(cell: str) -> int:
    """A number a form names. Refuses unreadable."""
    number = whole_number(cell)
    if number is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return number
