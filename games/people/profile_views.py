"""The page of a player, the history of matches, reports to the staff, and the choice of what others see."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.friend_models import Audience
from accounts.friends.blocks import choose_privacy
from accounts.friends.known import clubs_shown, may_see, privacy_of, relation
from accounts.models import Player
from accounts.people.sent_forms import done_once
from games.kit.club_clock import club_clock
from games.people import reports
from games.people.access import for_players, of_person
from games.people.figures import figures_of
from games.people.forms import HistoryForm, PrivacyForm, ReportForm
from games.people.history import matches_of, page_of


@require_safe
@of_person
def person(request: HttpRequest, person: Player) -> HttpResponse:
    """The page of a player: name and clubs, what the player shows to this reader, and what the reader can do."""
    between = relation(request.user, person)
    shown = privacy_of(person)
    sees = partial(may_see, viewer=request.user, other=person, friends=between.friends)
    page = {
        "person": person,
        "relation": between,
        "clubs": clubs_shown(request.user, person),
        "figures": figures_of(person) if sees(shown.figures) else None,
        "shows_matches": sees(shown.matches),
    }
    return render(request, "people/person.html", page)


@require_safe
@of_person
def matches(request: HttpRequest, person: Player) -> HttpResponse:
    """The finished matches of a player, filtered. 403 for a reader to whom the player does not show them."""
    friends = relation(request.user, person).friends
    if not may_see(privacy_of(person).matches, viewer=request.user, other=person, friends=friends):
        return render(request, "people/hidden.html", {"person": person}, status=403)
    form = HistoryForm(request.GET or None, clubs=clubs_shown(request.user, person))
    wanted = form.cleaned_data if form.is_valid() else {}
    found = matches_of(person, wanted, reader=request.user, now=club_clock.now())
    asked = request.GET.copy()
    asked.pop("page", None)
    page = {
        "person": person,
        "form": form,
        "page": page_of(found, request.GET.get("page"), player=person, reader=request.user),
        "asked": asked.urlencode(),
    }
    return render(request, "people/matches.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@of_person
@done_once()
def report(request: HttpRequest, person: Player) -> HttpResponse:
    """Report a player to the site's staff, with the round it is about."""
    posted = request.POST if request.method == "POST" else None
    form = ReportForm(posted, by=request.user, about=person)
    if form.is_valid():
        reports.report(
            by=request.user,
            about=person,
            text=form.cleaned_data["text"],
            about_round=form.cleaned_data["round"],
            now=club_clock.now(),
        )
        messages.success(request, _("The staff of the site has your report."))
        return redirect("people:person", person.pk)
    page = {"person": person, "form": form}
    return render(request, "people/report.html", page, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def privacy(request: HttpRequest) -> HttpResponse:
    """Choose what others see."""
    posted = request.POST if request.method == "POST" else None
    form = PrivacyForm(posted, instance=privacy_of(request.user))
    if form.is_valid():
        choose_privacy(
            player=request.user,
            figures=Audience(form.cleaned_data["figures"]),
            matches=Audience(form.cleaned_data["matches"]),
            shows_presence=form.cleaned_data["shows_presence"],
        )
        messages.success(request, _("Saved."))
        return redirect("people:person", request.user.pk)
    return render(request, "people/privacy.html", {"form": form}, status=422 if form.is_bound else 200)
