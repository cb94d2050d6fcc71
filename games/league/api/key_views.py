"""Pages about the read API: how to use it, and the keys of a club."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.clubs.permissions import Right
from accounts.models import Club
from accounts.site_address import absolute_url
from games.league import services
from games.league.access import of_club
from games.league.api.endpoints import api


class KeyForm(forms.Form):
    """The purpose of a new key."""

    name = forms.CharField(
        label=_("What is the key for?"), max_length=60, help_text=_("For example: our own site.")
    )


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """How to use the read API, with examples."""
    return render(request, "clubs/api.html", {"origin": absolute_url("/api").rstrip("/")})


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """The OpenAPI description of the read API."""
    return JsonResponse(api.get_openapi_schema())


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
def club_keys(request: HttpRequest, club: Club) -> HttpResponse:
    """The keys of the club. A new key is shown once, on the page that answers the post."""
    form, key = KeyForm(request.POST if request.method == "POST" else None), ""
    if form.is_valid():
        key = services.make_api_key(
            club=club, name=form.cleaned_data["name"], actor=request.user, now=timezone.now()
        )
    page = {"club": club, "form": KeyForm() if key else form, "key": key, "keys": club.api_keys.all()}
    return render(request, "clubs/keys.html", page, status=422 if form.is_bound and not key else 200)


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def club_key_off(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Remove a key."""
    services.remove_api_key(club=club, number=number)
    return redirect("league:club_keys", club.slug)
