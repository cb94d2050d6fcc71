"""Leaving a match that runs: the page that says beforehand what follows, and the leaving itself."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import PlayerKind
from games.kit.club_clock import club_clock
from games.table import services
from games.table.abandoned_matches import pause_if_left
from games.table.events import evening_of
from games.table.lobby.access import kept_nowhere, refusals_told, seated_only
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match

A_MINUTE: Final = 60


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_told
@seated_only
def leave_match(request: HttpRequest, match: Match) -> HttpResponse:
    """Say what follows when the player leaves, with the pause in minutes, and the club whose evening it is; a POST
    leaves. Where no bot plays for others the page says so, and offers the call for the director in place of leaving.
    """
    if match.status != Match.Status.RUNNING:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    others = match.seats.exclude(player__kind=PlayerKind.BOT).exclude(player=request.user)
    keys = list(others.values_list("player", flat=True))
    now = club_clock.now()
    if request.method == "POST":
        services.leave_match(match_id=match.pk, player=request.user, now=now)
        messages.success(
            request, _("A bot plays on for you.") if keys else _("The match is stopped. It is kept.")
        )
        return redirect("table:home")
    pause = pause_if_left(request.user, keys, now)
    page = {
        "match": match,
        "alone": not keys,
        "needed": bool(keys) and not match.bots_stand_in,
        "has_director": match.director != Match.Director.NONE,
        "with_strangers": pause is not None,
        "club": match.club.name if match.club and evening_of(match.pk) else "",
        "minutes": int(pause.total_seconds()) // A_MINUTE if pause else 0,
    }
    return kept_nowhere(render(request, "table/leave.html", page))
