"""What all views of a table share: who asks, how a refusal is told, the page before the start."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from accounts.models import Player
from games.table.events import seats_are_drawn
from games.table.lobby import queries
from games.table.lobby.guests import NicknameForm
from games.table.lobby.invitation import invitation
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.screen.rule_card import game_name, has_partners, style_name

View = Callable[..., HttpResponse]
CODE_HEADER: Final = "Refusal-Code"
"""Response header that carries the code of a refusal, for programs; people read the sentence."""


def player_of(request: HttpRequest) -> Player | None:
    """Who asks, None for a visitor."""
    return request.user if request.user.is_authenticated else None


def kept_nowhere(response: HttpResponse) -> HttpResponse:
    """The same answer, for its reader only: no browser, proxy or service worker keeps a copy."""
    patch_cache_control(response, no_store=True, private=True)
    return response


def refusals_told(view: View) -> View:
    """Answer a refused wish with its status, code and sentence, on the page before the start or its own."""

    @wraps(view)
    def told(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TableRefused as refused:
            response = _refusal_page(request, kwargs.get("code"), refused)
            response[CODE_HEADER] = refused.code
            return response

    return told


def seated_only(view: View) -> View:
    """Give the view the match instead of its code. Visitors sign in first; no seat: refused (not_seated)."""

    @wraps(view)
    def with_match(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        match = queries.match_of(code)
        player = player_of(request)
        if player is None and request.method in ("GET", "HEAD"):
            return redirect_to_login(request.get_full_path())
        if queries.seat_of(match, player) is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        return view(request, match=match, **kwargs)

    return with_match


def seat_number(request: HttpRequest) -> int:
    """The seat a form names. Raises TableRefused(no_such_seat)."""
    said = request.POST.get("seat", "")
    if len(said) == 1 and said in "0123456789":
        return int(said)
    raise TableRefused(TableRefusal.NO_SUCH_SEAT)


def waiting_page(
    request: HttpRequest,
    match: Match,
    *,
    form: forms.Form | None = None,
    refused: TableRefused | None = None,
) -> dict[str, object]:
    """What the page of a table before its start shows. `known` changes whenever its seats change."""
    player = player_of(request)
    places = queries.places_of(match, player)
    known = hashlib.sha256(repr(places).encode()).hexdigest()[:16]
    return {
        "match": match,
        "player": player,
        "game_name": game_name(match.game),
        "style": match.house_rules or style_name(match.game, match.options),
        "places": places,
        "partners": has_partners(match.game),
        "drawn": seats_are_drawn(match.pk),
        "you": next((place.number for place in places if place.is_you), None),
        "full": not any(place.free for place in places),
        "known": known,
        "link": invitation(request, match.code),
        "form": form or NicknameForm(),
        "refused": refused,
    }


def _refusal_page(request: HttpRequest, code: str | None, refused: TableRefused) -> HttpResponse:
    waiting = Match.objects.filter(code=code, status=Match.Status.OPEN, on_paper=False)
    match = waiting.first() if code else None
    if match is not None:
        page = waiting_page(request, match, refused=refused)
        return render(request, "table/waiting.html", page, status=refused.status)
    return render(request, "table/refused.html", {"refused": refused, "code": code}, status=refused.status)
