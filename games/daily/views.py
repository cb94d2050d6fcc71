"""Views of the deal of the day: its page, the begin, the list of a day, choices beside others', longer lists."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games import refusals
from games.club_clock import club_clock
from games.daily import days, queries, services
from games.daily.comparison import compare_rounds
from games.daily.errors import DailyRefusal, DailyRefused
from games.table.log.errors import TableRefused

PERIODS: Final = {"week": days.week_of, "month": days.month_of}

answer_refusals = refusals.answer_refusals("daily/refused.html", DailyRefused, TableRefused)
"""Decorates a view: signed-in players only, refusals answered by a page, nothing cached."""


@require_safe
@answer_refusals
def today(request: HttpRequest) -> HttpResponse:
    """The page of today: begin, go on, or the way to the list."""
    now = club_clock.now()
    day = days.day_at(now)
    play = queries.own_play(request.user, day)
    page = {
        "date": day,
        "yesterday": day - days.A_DAY,
        "own": queries.own_match(play, now) if play else None,
        "unfinished": queries.unfinished_match_of_yesterday(request.user, now),
        "played": queries.players_finished(day),
    }
    return render(request, "daily/today.html", page)


@require_POST
@answer_refusals
def begin(request: HttpRequest) -> HttpResponse:
    """Begin the match of today, or go to the one that was begun."""
    play = services.begin(player=request.user, now=club_clock.now())
    return redirect("table:table", play.match.code)


@require_safe
@answer_refusals
def day(request: HttpRequest, day: date) -> HttpResponse:
    """The list of a day, for who has played all its rounds, and for everybody once it is closed."""
    now = club_clock.now()
    deal = queries.visible_deal(request.user, day, now)
    play = queries.own_play(request.user, day)
    if play is not None:
        services.count_if_finished(play=play)
    own = queries.own_match(play, now) if play else None
    page = {
        "date": day,
        "own": own,
        "rounds": range(1, own.rounds + 1) if own else (),
        "lines": queries.list_of_day(deal, request.user),
        "is_open": deal.shared_deals.public_from > now,
    }
    return render(request, "daily/day.html", page)


@require_safe
@answer_refusals
def choices(request: HttpRequest, day: date) -> HttpResponse:
    """The reader's own decisions beside those of others who saw the same. Refuses play_first, and did_not_count where
    the day is closed and the reader had not finished in time."""
    queries.visible_deal(request.user, day, club_clock.now())
    play = queries.own_play(request.user, day)
    if play is not None:
        services.count_if_finished(play=play)
    if play is None or play.points is None:
        raise DailyRefused(DailyRefusal.DID_NOT_COUNT)
    return render(request, "daily/choices.html", {"date": day, "play": play, "rounds": compare_rounds(play)})


@require_safe
@answer_refusals
def period(request: HttpRequest, period: str, day: date) -> HttpResponse:
    """The list of the week or the month of that day, over its closed days."""
    now = club_clock.now()
    first, last = PERIODS[period](day)
    page = {
        "period": period,
        "title": gettext("List of the week") if period == "week" else gettext("List of the month"),
        "first": first,
        "last": last,
        "before": first - days.A_DAY if queries.has_deals_before(first) else None,
        "lines": queries.list_of_period(first, last, request.user, now),
    }
    return render(request, "daily/period.html", page)
