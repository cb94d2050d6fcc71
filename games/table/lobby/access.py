"""Shared by all views of a table: the player of a request, refusals as responses, the page before the start."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from http import HTTPStatus
from time import monotonic
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control

from accounts.client_address import address_of_request
from accounts.errors import AccountRefused
from accounts.forms import GuestForm
from accounts.friends import note_here
from accounts.models import Player
from accounts.site_address import link_for_phones
from games.bots.registry import has_levels, level_unchosen
from games.club_clock import club_clock
from games.engine.seats import Seat
from games.rate_limit import code_guesses, tables_opened
from games.refusals import refusal_page
from games.table.lobby import duels, queries
from games.table.lobby.forms import BOT_LEVELS
from games.table.lobby.friends import friends_to_invite
from games.table.lobby.guests import wanted_seat
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.screen import attendance
from games.table.screen.rule_card import game_name, game_summary, has_partners, preset_name
from games.table.screen.spectators import may_look
from games.table.shared_deals import duel_of
from games.table.signals import seats_are_drawn
from games.table.sockets.rights import account_of, sits_at

View = Callable[..., HttpResponse]


def player_of(request: HttpRequest) -> Player | None:
    """The signed-in player, None for a visitor."""
    return request.user if request.user.is_authenticated else None


def require_few_new_tables(player: Player) -> None:
    """Raises TableRefused(too_fast) for a player who opens tables faster than they can be played."""
    if not tables_opened.take(player.pk, monotonic()):
        raise TableRefused(TableRefusal.TOO_FAST)


def require_few_wrong_codes(request: HttpRequest, code: str) -> None:
    """Raises TableRefused(too_many_codes) where too many wrong codes came from this household or account.

    Those who sit at the table with that code, and those who opened it here before, are not refused.
    """
    player = player_of(request)
    source = {"address": address_of_request(request), "account": account_of(player), "now": monotonic()}
    if code_guesses.refuse(code, **source) and not sits_at(code, player):
        raise TableRefused(TableRefusal.TOO_MANY_CODES)


def count_wrong_code(request: HttpRequest) -> None:
    """Count a code that opened nothing."""
    account = account_of(player_of(request))
    code_guesses.count_wrong(address=address_of_request(request), account=account, now=monotonic())


class GuessedCodesMiddleware:
    """Count wrong codes in addresses of pages, in every room, and look none up where there were too many."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        code = request.resolver_match.kwargs.get("code") if request.resolver_match else None
        if code is None:
            return response
        if response.status_code == HTTPStatus.NOT_FOUND:
            count_wrong_code(request)
        elif response.status_code == HTTPStatus.OK:
            code_guesses.remember_opened(code, address=address_of_request(request))
        return response

    def process_view(
        self, request: HttpRequest, view: View, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Answer 429 instead of the view where no code is looked up now."""
        if "code" in kwargs:
            try:
                require_few_wrong_codes(request, kwargs["code"])
            except TableRefused as refused:
                return refusal_page(request, "table/refused.html", refused)
        return None


def forbid_storing(response: HttpResponse) -> HttpResponse:
    """The response with headers that forbid storing it in browser, proxy or service worker."""
    patch_cache_control(response, no_store=True, private=True)
    return response


def answer_refusals(view: View) -> View:
    """Decorate a view: answer a refusal with its status, code and sentence, on the page before the start or
    its own.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (TableRefused, AccountRefused) as refused:
            return _refusal_page(request, kwargs.get("code"), refused)

    return wrapped


def require_seat(view: View) -> View:
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
    cell = request.POST.get("seat", "")
    if len(cell) == 1 and cell in "0123456789":
        return int(cell)
    raise TableRefused(TableRefusal.NO_SUCH_SEAT)


def require_free_seat(match: Match, seat: int | None, *, or_another: bool = False) -> None:
    """Raise TableRefused unless a newcomer can sit there (None: anywhere; `or_another`: or at another seat), as far as
    one can see now: not_open, no_such_seat, seat_taken, table_full.
    """
    if match.status != Match.Status.OPEN:
        raise TableRefused(TableRefusal.NOT_OPEN)
    seats, taken = range(max(match.the_game.seats)), set(match.seats.values_list("number", flat=True))
    free = [number for number in seats if number not in taken]
    if seat is not None and seat not in seats:
        raise TableRefused(TableRefusal.NO_SUCH_SEAT)
    if seat is not None and seat not in free and not or_another:
        raise TableRefused(TableRefusal.SEAT_TAKEN)
    if not free:
        raise TableRefused(TableRefusal.TABLE_FULL)


def waiting_page(
    request: HttpRequest,
    match: Match,
    *,
    form: forms.Form | None = None,
    refused: TableRefused | AccountRefused | None = None,
) -> dict[str, object]:
    """The template context of a table before its start. `known` is a hash that changes whenever its seats change;
    `duel` are the deals of another table that are played here; `enough` is whether as many sit as the game needs;
    `may_watch` is whether the player may look on once it is played;
    `seat_offered` is the free seat held out to a newcomer. Notes the player as being here, and at this table.
    """
    player = player_of(request)
    if player is not None and not player.is_guest:
        note_here(player, now=club_clock.now())
    prefetch_related_objects([match], "seats__player")
    places, duel = queries.places_of(match, player), duel_of(match)
    if duel is not None:
        places = queries.with_cards_of(places, duel)
    you = next((place.number for place in places if place.is_you), None)
    attendance.note_page(match.pk, you, now=club_clock.now())
    drawn, partners = seats_are_drawn(match.pk), has_partners(match.game)
    offered = None if drawn or you is not None else _seat_to_offer(request, match, places)
    known = hashlib.sha256(repr((places, offered)).encode()).hexdigest()[:16]
    return {
        "match": match,
        "duel": duel and {"code": duel.code, "sides": duels.sides_at(duel, duel.first_match)},
        "player": player,
        "game_name": game_name(match.game),
        "summary": game_summary(match.game),
        "style": match.house_rules or preset_name(match.game, match.options),
        "places": places,
        "partners": partners,
        "seat_offered": offered,
        "shared_from": request.GET.get(FROM, ""),
        "levels": BOT_LEVELS if has_levels(match.game) else (),
        "level": match.bot_level or level_unchosen(match.game),
        "drawn": drawn,
        "you": you,
        "full": not any(place.free for place in places),
        "may_watch": match.shared_deals_id is None and may_look(match, player),
        "enough": sum(not place.free for place in places) in match.the_game.seats,
        "known": known,
        "friends": partial(friends_to_invite, match, player),
        "link": invitation(request, match.code, seat=you if partners else None),
        "form": form or GuestForm(),
        "refused": refused,
    }


def _seat_to_offer(request: HttpRequest, match: Match, places: Sequence[queries.Place]) -> Seat | None:
    """The free seat a newcomer tapped before, else in a game with partners the one across from the player who shared
    the link, or from the opener where the link names nobody; None without one."""
    free = {place.number for place in places if place.free}
    wanted = wanted_seat(request, match)
    if wanted in free:
        return wanted
    if not has_partners(match.game):
        return None
    named = request.GET.get(FROM, "")
    known = {str(place.number): place.number for place in places if not place.free}
    friend = known.get(named) if named else queries.seat_of(match, match.created_by)
    across = None if friend is None else (friend + len(places) // 2) % len(places)
    return across if across in free else None


def _refusal_page(
    request: HttpRequest, code: str | None, refused: TableRefused | AccountRefused
) -> HttpResponse:
    waiting = Match.objects.filter(code=code, status=Match.Status.OPEN, on_paper=False)
    match = waiting.first() if code else None
    if match is not None:
        typed = GuestForm(initial={"nickname": request.POST.get("nickname", "")})
        page = waiting_page(request, match, form=typed, refused=refused)
        return refusal_page(request, "table/waiting.html", refused, page)
    known = Match.objects.filter(code=code).values_list("code", flat=True).first()
    return refusal_page(request, "table/refused.html", refused, {"code": known})


FROM: Final = "from"
"""The key in a link of the seat of the player who shared it."""


def invitation(request: HttpRequest, code: str, *, seat: Seat | None = None) -> str:
    """Return the link to a table, with the `seat` of the player who shares it; on the server's own screen with the
    address the server printed for phones.
    """
    path = reverse("table:table", args=[code])
    if seat is not None:
        path = f"{path}?{urlencode({FROM: seat})}"
    return link_for_phones(request, path)
