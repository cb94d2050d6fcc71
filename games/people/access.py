"""Decorators of the views of people: sign in, load the other player, render refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from accounts.errors import AccountRefused
from accounts.friends import may_know
from accounts.models import Player, PlayerKind
from games import refusals
from games.table.log.errors import TableRefused
from games.table.log.models import Match

View = Callable[..., HttpResponse]

for_players = refusals.for_players("people/refused.html", AccountRefused, TableRefused)


def of_person(view: View) -> View:
    """As `for_players`, with the other player instead of their number.

    404 for bots, accounts that ended, and those whose name this reader may not learn by counting up numbers.
    """

    @for_players
    @wraps(view)
    def with_person(request: HttpRequest, person: int, **kwargs: Any) -> HttpResponse:
        people = Player.objects.filter(is_active=True).exclude(kind=PlayerKind.BOT)
        found = get_object_or_404(people, pk=person)
        if not (may_know(request.user, found) or _have_met_at_a_table(request.user, found)):
            raise Http404
        return view(request, person=found, **kwargs)

    return with_person


def _have_met_at_a_table(reader: Player, person: Player) -> bool:
    """Whether both sat at one match, or the person sits at a table that is listed in the lobby."""
    theirs = Match.objects.filter(seats__player=person)
    listed = theirs.filter(visibility=Match.Visibility.LOBBY).exclude(status__in=Match.ENDED)
    return theirs.filter(seats__player=reader).exists() or listed.exists()
