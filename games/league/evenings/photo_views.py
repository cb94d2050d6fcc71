"""The photo of a paper table's sheet: shown to members, attached and taken away."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.clubs.permissions import Right
from games.league import services
from games.league.access import of_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.evening_views import runs
from games.league.models import Evening, LeagueTable, SheetPhoto

NOTHING_RUNS = "default-src 'none'; sandbox"
"""The policy of a photo that is opened as a page of its own."""


@require_http_methods(["GET", "HEAD", "POST"])
@of_evening(Right.PLAY)
def sheet_photo(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """The photo, for members of the club also where everybody may read the sheet. A POST attaches one, or takes it
    away.
    """
    found = get_object_or_404(LeagueTable, pk=table, evening=evening, on_paper=True)
    if request.method == "POST":
        about = {"table_id": found.pk, "player": request.user, "for_club": runs(request, evening)}
        if request.POST.get("do") == "remove":
            services.remove_photo(**about)
        elif "photo" in request.FILES:
            services.attach_photo(raw=request.FILES["photo"].read(), now=timezone.now(), **about)
        else:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        return redirect("league:sheet", evening.pk, found.pk)
    photo = SheetPhoto.objects.filter(table=found).first()
    if photo is None:
        raise Http404
    response = HttpResponse(bytes(photo.image), content_type=f"image/{photo.kind}")
    response["Content-Disposition"] = f'attachment; filename="{found.round}-{found.number}.{photo.kind}"'
    response["Content-Security-Policy"] = NOTHING_RUNS
    return response
