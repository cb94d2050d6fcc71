"""Views of the deal of the day: its page, the begin, the list of a day, choices beside others', longer lists."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.daily import days, queries, services
from games.daily.errors import DailyRefusal, DailyRefused
from games.daily.pages import compared
from games.kit.club_clock import club_clock
from games.kit.refusals import refusal_page
from games.table.log.errors import TableRefused

View = Callable[..., HttpResponse]
PERIODS: Final = {"week": days.week_of, "month": days.month_of}


def for_players(view: View) -> View:
    """Let signed-in players in, and answer a refusal with its sentence, status and code. Nothing is cached."""

    @login_required
    @wraps(view)
    def told(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except (DailyRefused, TableRefused) as refused:
            response = refusal_page(request, "daily/refused.html", refused)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return told


@require_safe
@for_players
def today(request: HttpRequest) -> HttpResponse:
    """The page of today: begin, go on, or the way to the list."""
    now = club_clock.now()
    day = days.day_at(now)
    play = queries.own_play(request.user, day)
    page = {
        "date": day,
        "yesterday": day - days.A_DAY,
        "own": queries.shown(play, now) if play else None,
        "unfinished": queries.unfinished_yesterday(request.user, now),
        "played": queries.how_many(day),
    }
    return render(request, "daily/today.html", page)


@require_POST
@for_players
def begin(request: HttpRequest) -> HttpResponse:
    """Begin the match of today, or go to the one that was begun."""
    play = services.begin(player=request.user, now=club_clock.now())
    return redirect("table:table", play.match.code)


@require_safe
@for_players
def day(request: HttpRequest, day: date) -> HttpResponse:
    """The list of a day, for who has played all its rounds, and for everybody once it is closed."""
    now = club_clock.now()
    deal = queries.deal_shown_to(request.user, day, now)
    play = queries.own_play(request.user, day)
    if play is not None and play.points is None and services.finished_plays().filter(pk=play.pk).exists():
        services.count(play=play)
    own = queries.shown(play, now) if play else None
    page = {
        "date": day,
        "own": own,
        "rounds": range(1, own.rounds + 1) if own else (),
        "lines": queries.list_of_day(deal, request.user),
        "is_open": deal.shared_deals.closes_at > now,
    }
    return render(request, "daily/day.html", page)


@require_safe
@for_players
def choices(request: HttpRequest, day: date) -> HttpResponse:
    """The reader's own decisions beside those of others who saw the same. Refuses play_first without a match."""
    queries.deal_shown_to(request.user, day, club_clock.now())
    play = queries.own_play(request.user, day)
    if play is None or play.points is None:
        raise DailyRefused(DailyRefusal.PLAY_FIRST)
    return render(request, "daily/choices.html", {"date": day, "play": play, "rounds": compared(play)})


@require_safe
@for_players
def period(request: HttpRequest, period: str, day: date) -> HttpResponse:
    """The list of the week or the month of that day, over its closed days."""
    now = club_clock.now()
    first, last = PERIODS[period](day)
    page = {
        "period": period,
        "title": _("List of the week") if period == "week" else _("List of the month"),
        "first": first,
        "last": last,
        "before": first - days.A_DAY if queries.has_deals_before(first) else None,
        "lines": queries.list_of_period(first, last, request.user, now),
    }
    return render(request, "daily/period.html", page)
