"""The clock of the round for the room: a page for a tablet or a beamer, and the buttons of who leads the evening."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.members import Right
from accounts.names import whole_number
from games.club_clock import milliseconds
from games.league import services
from games.league.access import number_of, of_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.evening_views import frame_of
from games.league.leaders import leads
from games.league.models import Evening, RoundClock
from games.league.services.evenings.round_clock import MAX_MINUTES

USUAL_MINUTES: Final = 45
"""The length that the form of a new round proposes."""
LAST_MILLISECOND: Final = 10**15
"""Above every end of a clock that a page can have seen (`clock_end`), in milliseconds since 1970."""


@require_http_methods(["GET", "HEAD", "POST"])
@of_evening(Right.SEE)
def round_clock(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The clock for everybody who sees the evening; who leads it starts, pauses and extends it here."""
    if request.method == "POST":
        if not leads(evening, request.user):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        _change(request, evening)
        return redirect("league:round_clock", evening.pk)
    page = {
        **frame_of(request, evening),
        "state": _state(evening),
        "usual": USUAL_MINUTES,
        "most": MAX_MINUTES,
    }
    return render(request, "league/evenings/round_clock.html", page)


def _change(request: HttpRequest, evening: Evening) -> None:
    about, now = {"evening_id": evening.pk}, timezone.now()
    doing = request.POST.get("do", "")
    if doing == "start":
        services.start_clock(minutes=number_of(request.POST.get("minutes", "")), now=now, **about)
    elif doing == "extend":
        seen = whole_number(request.POST.get("seen", ""), most=LAST_MILLISECOND)
        services.extend_clock(minutes=number_of(request.POST.get("minutes", "")), now=now, seen=seen, **about)
    elif doing == "pause":
        services.pause_clock(now=now, **about)
    elif doing == "resume":
        services.resume_clock(now=now, **about)
    elif doing == "remove":
        services.remove_clock(**about)
    else:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)


@require_safe
@of_evening(Right.SEE)
def round_clock_state(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What a screen asks for every few seconds, so that a pause is seen on all of them."""
    return JsonResponse(_state(evening))


def _state(evening: Evening) -> dict[str, int | None]:
    """The server's clock, and the end of a running round, in milliseconds since 1970; the seconds left of a paused one.
    Both empty: there is no clock."""
    clock = RoundClock.objects.filter(evening=evening).first()
    running = clock is not None and clock.ends_at is not None
    return {
        "now": milliseconds(timezone.now()),
        "ends": milliseconds(clock.ends_at) if running else None,
        "left": clock.left if clock is not None and not running else None,
    }
