"""The club's list of members without the luck of the cards, and its switch."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.clubs.permissions import Right, may
from accounts.models import Club
from games.league.access import of_club
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.queries.without_luck import lists_without_luck


class ListForm(forms.ModelForm):
    """Whether the club has the list."""

    class Meta:
        model = Club
        fields = ("ranks_without_luck",)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.PLAY)
def club_without_luck(request: HttpRequest, club: Club) -> HttpResponse:
    """The list, for members; those who run the club switch it on and off here. Raises LeagueRefused(not_allowed)."""
    runs = may(player=request.user, club=club, right=Right.RUN_EVENING)
    if not runs and (request.method == "POST" or not club.ranks_without_luck):
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    form = ListForm(request.POST if request.method == "POST" else None, instance=club)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("league:club_without_luck", club.slug)
    lists = lists_without_luck(club, request.user) if club.ranks_without_luck else ()
    page = {"club": club, "lists": lists, "form": form if runs else None}
    return render(request, "clubs/without_luck.html", page, status=422 if form.is_bound else 200)
