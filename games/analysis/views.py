"""The pages of the look back: a closed round played on otherwise, and the picture of a finished match to hand on."""

from __future__ import annotations

from time import monotonic
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from accounts.names import whole_number
from games.analysis.picture import picture_of
from games.analysis.played_on import round_played_on
from games.rate_limit import RateLimit
from games.table.lobby.access import answer_refusals, forbid_storing, require_seat
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.screen.spectators import require_may_look_back

PLAY_ON_LIMIT: Final = RateLimit(burst=6, per_second=0.2)
"""Rounds one player may have played on: six at once, then one in five seconds. Each takes a fifth of a second."""


@require_safe
@answer_refusals
@require_seat
def play_on(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """A closed round played on by good players from `card` on, with the card `instead` in its place."""
    require_may_look_back(match, number)
    card = whole_number(request.GET.get("card", ""))
    if card is None:
        raise TableRefused(TableRefusal.NO_SUCH_CARD)
    if not PLAY_ON_LIMIT.take(request.user.pk, monotonic()):
        raise TableRefused(TableRefusal.TOO_FAST)
    page = round_played_on(match, number=number, card=card, instead=request.GET.get("instead", ""))
    return forbid_storing(render(request, "analysis/play_on.html", {"match": match, "page": page}))


@require_safe
@answer_refusals
@require_seat
def picture(request: HttpRequest, match: Match) -> HttpResponse:
    """A picture of a finished match to hand on, for those who played it, as SVG."""
    require_may_look_back(match)
    if match.status != Match.Status.FINISHED:
        raise TableRefused(TableRefusal.ALL_ROUNDS_FIRST)
    day = date_format(localtime(match.finished_at or match.created_at), "DATE_FORMAT")
    page = {"picture": picture_of(match, request.user, day=day), "host": request.get_host()}
    return forbid_storing(render(request, "analysis/picture.html", page, content_type="image/svg+xml"))
