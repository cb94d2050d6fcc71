"""The page of friends, and everything one player does about another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import Refusal, refuse
from accounts.friends import blocks, friendships, known
from accounts.friends.presence import note_here
from accounts.models import Player
from accounts.numbers import whole_number
from games.kit import rate_limit
from games.kit.club_clock import club_clock
from games.people.access import for_players, of_person
from games.people.forms import AskForm, RegularsForm
from games.table import services
from games.table.lobby import company, queries
from games.table.log.errors import TableRefusal, TableRefused
from games.table.screen.rule_card import games


@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def friends(request: HttpRequest) -> HttpResponse:
    """The page of friends. A POST asks the player of that name to be friends."""
    form = AskForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            other = friendships.player_called(form.cleaned_data["nickname"])
            _ask(request.user, other, club_clock.now())
            messages.success(request, _("Asked. The answer comes under the bell."))
            return redirect("people:friends")
        except ValidationError as refused:
            form.add_error("nickname", refused)
    page = _page_of_friends(request.user, form)
    return render(request, "people/friends.html", page, status=422 if request.method == "POST" else 200)


def _page_of_friends(player: Player, form: AskForm) -> dict[str, object]:
    now = club_clock.now()
    note_here(player, now=now)
    return {
        "form": form,
        "asking": known.requesters_of(player),
        "asked": known.requested_by(player),
        "blocked": known.blocked_by(player),
        "friends": known.friends_of(player),
        "here": {each.key: each for each in company.friends_here(player, now)},
        "tables": company.tables_of_friends(player),
        "regulars": known.regulars_of(player),
        "regulars_form": RegularsForm(player=player),
        "most_regulars": friendships.REGULARS,
    }


@require_POST
@for_players
def regulars(request: HttpRequest) -> HttpResponse:
    """Choose the friends of the player's regular table."""
    form = RegularsForm(request.POST, player=request.user)
    if not form.is_valid():
        raise refuse(Refusal.NO_FRIEND)
    friendships.choose_regulars(player=request.user, friends=list(form.cleaned_data["friends"]))
    return redirect("people:friends")


@require_POST
@for_players
def regular_table(request: HttpRequest) -> HttpResponse:
    """Open a table and invite the friends of the player's regular table. Refuses no_friend, too_fast."""
    if not rate_limit.tables.allows(request.user.pk, monotonic()):
        raise TableRefused(TableRefusal.TOO_FAST)
    usual = next(iter(games()))
    game = request.POST.get("game", usual)
    if game not in games():
        raise Http404
    match = services.open_with_regulars(player=request.user, game=game, now=club_clock.now())
    return redirect("table:table", match.code)


@require_POST
@for_players
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite a friend to the table at which the player sits."""
    match = queries.match_of(code)
    if queries.seat_of(match, request.user) is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    friend = get_object_or_404(Player, pk=whole_number(request.POST.get("friend", "")) or 0)
    services.invite(match_id=match.pk, player=request.user, friend=friend, now=club_clock.now())
    return redirect("table:table", match.code)


def _ask(player: Player, other: Player, now: datetime) -> None:
    friendships.ask_friend(player=player, other=other, now=now)


def _accept(player: Player, other: Player, now: datetime) -> None:
    friendships.answer_friend(player=player, other=other, accept=True, now=now)


def _decline(player: Player, other: Player, now: datetime) -> None:
    friendships.answer_friend(player=player, other=other, accept=False, now=now)


def _end(player: Player, other: Player, now: datetime) -> None:
    friendships.end_friendship(player=player, other=other)


def _block(player: Player, other: Player, now: datetime) -> None:
    blocks.block(player=player, other=other, now=now)


def _unblock(player: Player, other: Player, now: datetime) -> None:
    blocks.unblock(player=player, other=other)


DOING: Final[dict[str, Callable[[Player, Player, datetime], None]]] = {
    "ask": _ask,
    "accept": _accept,
    "decline": _decline,
    "end": _end,
    "block": _block,
    "unblock": _unblock,
}


@require_POST
@of_person
def person_do(request: HttpRequest, person: Player) -> HttpResponse:
    """Ask, accept, decline, end, block or unblock, as the field `do` says. Refuses nothing-asked for other words."""
    doing = DOING.get(request.POST.get("do", ""))
    if doing is None:
        raise refuse(Refusal.NOTHING_ASKED)
    doing(request.user, person, club_clock.now())
    if request.POST.get("back") == "friends":
        return redirect("people:friends")
    return redirect("people:person", person.pk)
