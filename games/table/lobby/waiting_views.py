"""Pages before and around a table: opening one, joining by code, leaving, the screen in its middle."""

from __future__ import annotations

from datetime import timedelta
from random import SystemRandom
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.forms import GuestForm
from accounts.invitations import could_be_code
from accounts.models import Club, Player, PlayerKind
from accounts.sent_forms import SAME_TABLE, do_once
from games.club_clock import club_clock, milliseconds
from games.table import services
from games.table.abandoned_matches import pause_if_left
from games.table.lobby import access, queries
from games.table.lobby.access import (
    answer_refusals,
    count_wrong_code,
    forbid_storing,
    player_of,
    require_few_new_tables,
    require_few_wrong_codes,
    require_seat,
    seat_number,
    waiting_page,
)
from games.table.lobby.forms import CodeForm, TableForm
from games.table.lobby.guests import player_or_guest, seat_newcomer, sign_in_guest, want_seat
from games.table.log import awaited, loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.screen import rendering
from games.table.screen.rule_card import game_summary, names_of_games, options_alone
from games.table.signals import way_back_of
from games.table.sockets.rights import shared_table

# Opening a table, and everything that happens at a table before the start.

AGAINST_BOTS: Final = 4
"""Players at a table against bots, where the game leaves a choice."""


@require_POST
@answer_refusals
@do_once(within=SAME_TABLE)
def play_now(request: HttpRequest) -> HttpResponse:
    """A match against bots, started at once; a visitor becomes a guest. With `tips` it is a first game, as it is when
    the game is named as `first_game`: then by the house rules the game has for it (`options_alone`)."""
    now = club_clock.now()
    first = request.POST.get("first_game")
    game = _game(first or request.POST.get("game"))
    player = player_or_guest(request, SystemRandom())
    require_few_new_tables(player)
    match = services.open_table(
        created_by=player, game=game, options=options_alone(game, first=bool(first)), now=now
    )
    services.sit(match_id=match.pk, player=player)
    services.fill_with_bots(match_id=match.pk, player=player, up_to=AGAINST_BOTS)
    services.start_match(match_id=match.pk, player=player, now=now)
    where = reverse("table:table", args=[match.code])
    return redirect(f"{where}?tips=on" if first or "tips" in request.POST else where)


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
@do_once(within=SAME_TABLE)
def table_new(request: HttpRequest) -> HttpResponse:
    """Open a table with chosen house rules; the player who opens it gets the first seat."""
    game = game_asked_for(request)
    form = TableForm(request.POST or None, game=game)
    if request.method != "POST" or not form.is_valid():
        page = {"form": form, "game": game, "games": names_of_games(), "summary": game_summary(game)}
        return render(request, "table/new.html", page, status=422 if form.is_bound else 200)
    match = open_from_form(form, player_or_guest(request, SystemRandom()))
    return redirect("table:table", match.code)


def open_from_form(form: TableForm, player: Player, *, club: Club | None = None) -> Match:
    """The table a valid form describes, its opener seated. Refuses too_fast."""
    require_few_new_tables(player)
    chosen = form.cleaned_data
    match = services.open_table(
        created_by=player,
        game=form.game.key,
        options=form.cleaned_options(),
        house_rules=form.whose_rules(),
        club=club,
        visibility=chosen["visibility"],
        phrases_on=chosen["phrases_on"],
        chat_on=chosen["chat_on"],
        pace=chosen["pace"],
        undo_allowed=chosen["undo_allowed"],
        look_back=chosen["look_back"],
        deck_cut=chosen["deck_cut"],
        bot_level=chosen.get("bot_level", ""),
        signals=chosen.get("agreed", ""),
        now=club_clock.now(),
    )
    services.sit(match_id=match.pk, player=player)
    return match


def game_asked_for(request: HttpRequest) -> str:
    """The game a page is about, the first one when nothing was said. Raises Http404."""
    return _game(request.POST.get("game") or request.GET.get("game"))


def _game(key: str | None) -> str:
    """The game of that key, the first one for none. Raises Http404."""
    known = names_of_games()
    if not key:
        return next(iter(known))
    if key not in known:
        raise Http404
    return key


@require_safe
@answer_refusals
def table_join_code(request: HttpRequest) -> HttpResponse:
    """Redirect to the table with this code, or to the screen in its middle; the code of a club redirects to the
    page where it is typed.
    """
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        code = form.cleaned_data["code"]
        if could_be_code(code):
            return redirect(f"{reverse('league:club_by_code')}?{urlencode({'code': code})}")
        require_few_wrong_codes(request, code)
        if Match.objects.filter(code=code, on_paper=False).exists():
            return redirect("table:table", code)
        if Match.objects.filter(screen_code=code, status=Match.Status.RUNNING).exists():
            return redirect("table:shared_screen", code)
        count_wrong_code(request)
        form.add_error("code", TableRefused(TableRefusal.NO_SUCH_TABLE).sentence)
    return render(request, "table/join.html", {"form": form}, status=422 if form.is_bound else 200)


@never_cache
@require_safe
@answer_refusals
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """The seats before the start: 204 when the page shows them already, off to the table once it started."""
    match = queries.match_of(code)
    if match.status != Match.Status.OPEN:
        return HttpResponseClientRedirect(reverse("table:table", args=[code]))
    waiting = waiting_page(request, match)
    if request.GET.get("known") == waiting["known"]:
        return HttpResponse(status=204)
    return render(request, "table/seats.html", waiting)


@require_POST
@answer_refusals
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down, at `seat` or the first free one; a newcomer whose seat was taken meanwhile sits at another. A visitor
    gives a nickname and becomes a guest; a seat tapped before that is remembered."""
    match = queries.match_of(code)
    seat = seat_number(request) if "seat" in request.POST else None
    player = player_of(request)
    if player is None:
        named = "nickname" in request.POST
        access.require_free_seat(match, seat, or_another=named)
        if seat is not None and not named:
            want_seat(request, match, seat)
            return redirect(f"{reverse('table:table', args=[code])}#join")
        form = GuestForm(request.POST)
        player = sign_in_new_guest(request, form)
        if player is None:
            return render(request, "table/waiting.html", waiting_page(request, match, form=form), status=422)
    seat_newcomer(request, match_id=match.pk, player=player, seat=seat)
    return redirect("table:table", code)


def sign_in_new_guest(request: HttpRequest, form: GuestForm) -> Player | None:
    """The new guest of the form's name; None when the form now says why not."""
    if not form.is_valid():
        return None
    try:
        return sign_in_guest(request, nickname=form.cleaned_data["nickname"])
    except ValidationError as taken:
        form.add_error("nickname", taken)
        return None


@require_POST
@answer_refusals
@require_seat
def leave(request: HttpRequest, match: Match) -> HttpResponse:
    """Get up before the start."""
    services.leave_seat(match_id=match.pk, player=request.user)
    return redirect("home")


@require_POST
@answer_refusals
@require_seat
def draw(request: HttpRequest, match: Match) -> HttpResponse:
    """Draw the seats at random."""
    services.draw_seats(match_id=match.pk, player=request.user, rng=SystemRandom())
    return redirect("table:table", match.code)


@require_POST
@answer_refusals
@require_seat
def bots(request: HttpRequest, match: Match) -> HttpResponse:
    """Fill all empty seats with bots of the chosen `level`, and start."""
    services.fill_with_bots(match_id=match.pk, player=request.user, level=request.POST.get("level", ""))
    services.start_match(match_id=match.pk, player=request.user, now=club_clock.now())
    return redirect("table:table", match.code)


@require_POST
@answer_refusals
@require_seat
def start(request: HttpRequest, match: Match) -> HttpResponse:
    """Start a table whose seats are all taken."""
    services.start_match(match_id=match.pk, player=request.user, now=club_clock.now())
    return redirect("table:table", match.code)


# Leaving a match that runs: the page that says beforehand what follows, and the leaving itself.


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
@require_seat
def leave_match(request: HttpRequest, match: Match) -> HttpResponse:
    """Say what follows when the player leaves, with the pause in minutes, and the club whose evening it is; a POST
    leaves. Where no bot plays for others the page says so, and offers the call for the director in place of leaving.
    """
    if match.status != Match.Status.RUNNING:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    now = club_clock.now()
    if request.method == "POST":
        services.leave_match(match_id=match.pk, player=request.user, now=now)
        match.refresh_from_db(fields=["status"])
        messages.success(
            request,
            gettext("A bot plays on for you.")
            if match.status == Match.Status.RUNNING
            else gettext("The match is stopped. It is kept."),
        )
        return redirect("home")
    table = loading.table_of(match)
    left = awaited.people(table) - {table.seat_of(request.user.pk)}
    others = match.seats.exclude(player__kind=PlayerKind.BOT).exclude(player=request.user)
    keys = list(others.values_list("player", flat=True))
    pause = None if match.is_by_the_day else pause_if_left(request.user, keys, now)
    page = {
        "match": match,
        "alone": not left,
        "needed": bool(left) and not match.bots_stand_in,
        "has_director": match.director != Match.Director.NONE or match.club_id is not None,
        "with_strangers": pause is not None,
        "club": match.club.name if match.club and way_back_of(match.pk) else "",
        "minutes": pause // timedelta(minutes=1) if pause else 0,
    }
    return forbid_storing(render(request, "table/leave.html", page))


# A screen in the middle of the table: the page that gives its code, and the screen itself.


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
@require_seat
def screen_code(request: HttpRequest, match: Match) -> HttpResponse:
    """The code, link and QR code of the screen in the middle, for those who sit here. A post makes the code, or with
    `do=end` withdraws it.
    """
    if request.method == "POST":
        if request.POST.get("do") == "end":
            services.end_shared_screen(match_id=match.pk, player=request.user)
            messages.success(request, gettext("The code is withdrawn; no tablet shows this table any more."))
        else:
            services.open_shared_screen(match_id=match.pk, player=request.user)
        return redirect("table:screen_code", match.code)
    if match.status != Match.Status.RUNNING:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    link = ""
    if match.screen_code:
        link = request.build_absolute_uri(reverse("table:shared_screen", args=[match.screen_code]))
    return forbid_storing(render(request, "table/screen_code.html", {"match": match, "link": link}))


@require_safe
@answer_refusals
def shared_screen(request: HttpRequest, code: str) -> HttpResponse:
    """The table without any hand, whoever is signed in on this device; it notes nobody as present."""
    now = shared_table(code)
    if now is None:
        raise TableRefused(TableRefusal.NO_SUCH_TABLE)
    drawn = rendering.whole_table(now, seat=None, talk=(), language=translation.get_language())
    page = {"code": code, "table": drawn, "now": str(milliseconds(club_clock.now()))}
    return forbid_storing(render(request, "table/shared.html", page))
