"""A screen in the middle of the table: the page that gives its code, and the screen itself."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.kit.club_clock import club_clock
from games.table import services
from games.table.lobby.access import kept_nowhere, refusals_told, seated_only
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.screen import rendering
from games.table.screen.zones.seats import milliseconds
from games.table.sockets.found_tables import shared_table


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_told
@seated_only
def screen_code(request: HttpRequest, match: Match) -> HttpResponse:
    """The code, link and QR code of the screen in the middle, for those who sit here. A post makes the code, or with
    `do=end` withdraws it.
    """
    if request.method == "POST":
        if request.POST.get("do") == "end":
            services.end_shared_screen(match_id=match.pk, player=request.user)
            messages.success(request, _("The code is withdrawn; no tablet shows this table any more."))
        else:
            services.open_shared_screen(match_id=match.pk, player=request.user)
        return redirect("table:screen_code", match.code)
    if match.status != Match.Status.RUNNING:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    link = ""
    if match.screen_code:
        link = request.build_absolute_uri(reverse("table:shared_screen", args=[match.screen_code]))
    return kept_nowhere(render(request, "table/screen_code.html", {"match": match, "link": link}))


@require_safe
@refusals_told
def shared_screen(request: HttpRequest, code: str) -> HttpResponse:
    """The table without any hand, whoever is signed in on this device; it notes nobody as present."""
    now = shared_table(code)
    if now is None:
        raise TableRefused(TableRefusal.NO_SUCH_TABLE)
    drawn = rendering.whole_table(now, seat=None, talk=(), language=translation.get_language())
    page = {"code": code, "table": drawn, "now": str(milliseconds(club_clock.now()))}
    return kept_nowhere(render(request, "table/shared.html", page))
