"""The table itself: its page, and the door for moves without a socket or without JavaScript."""

from __future__ import annotations

from time import monotonic

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from games.kit import rate_limit
from games.kit.club_clock import club_clock
from games.table import services
from games.table.lobby import queries
from games.table.lobby.access import (
    CODE_HEADER,
    kept_nowhere,
    player_of,
    refusals_told,
    seat_number,
    seated_only,
    waiting_page,
)
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.screen import attendance, rendering
from games.table.screen.lost_seats import lost_seat_of
from games.table.screen.zones.seats import milliseconds
from games.table.sockets.wire import Said, read_fields

FORMS = (
    "hand",
    "answer",
    "answer-groups",
    "answer-none",
    "answer-suit",
    "answer-arrange",
    "answer-place",
    "answer-ready",
    "say",
    "chat",
    "rematch",
    "ask-pause",
    "ask-undo",
    "answer-around",
    "answer-no",
    "ask-advice",
)
"""Forms inside the table. It is drawn without a request, so the page lays a token beside it for each."""


@require_safe
@refusals_told
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as this player or a spectator sees it; before the start the page where people sit down."""
    match = queries.match_of(code)
    if match.status == Match.Status.OPEN:
        return kept_nowhere(render(request, "table/waiting.html", waiting_page(request, match)))
    return _page(request, match)


@require_POST
@refusals_told
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One form of the table: word, card, ready, talk. Refused: code, sentence, and the table as it is."""
    match = queries.match_of(code)
    player = player_of(request)
    sender = (match.pk, player and player.pk)
    if not rate_limit.posts.allows(sender, monotonic()):
        return _told_to_slow_down(request)
    try:
        said = read_fields(dict(request.POST.lists()))
        if said.word == "advice":
            return _advised(request, match, player, said.window)
        if _do(match, player, said):
            rate_limit.posts.give_back(sender)
    except TableRefused as refused:
        if match.status == Match.Status.OPEN:
            raise
        return _refused(request, match, refused)
    if request.htmx:
        return kept_nowhere(HttpResponse(_zones(loading.refreshed(match.pk), player)))
    return redirect("table", code)


@require_POST
@refusals_told
@seated_only
def mute(request: HttpRequest, match: Match) -> HttpResponse:
    """Not hear a seat any more; with `on` empty, hear it again."""
    change = services.mute if request.POST.get("on", "yes") else services.unmute
    change(match_id=match.pk, player=request.user, seat=seat_number(request))
    return redirect("table_rules", match.code)


@require_POST
@refusals_told
@seated_only
def rematch(request: HttpRequest, match: Match) -> HttpResponse:
    """The next match of the same people: opened by the first who asks, joined by the others."""
    new = services.rematch(match_id=match.pk, player=request.user, now=club_clock.now())
    return redirect("table", new.code)


def _do(match: Match, player: Player | None, said: Said) -> bool:
    """Whether the table has moved by it: talk, and what was done before, moves nothing."""
    if player is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    about = {"match_id": match.pk, "player": player, "now": club_clock.now()}
    if said.word != "say":
        return not services.submit_action(window=said.window, data=said.data, **about).done_before
    if "phrase" in said.data:
        services.say_phrase(phrase=said.data["phrase"], **about)
    else:
        services.say_text(text=said.data.get("text", ""), **about)
    return False


def _advised(request: HttpRequest, match: Match, player: Player | None, window: str) -> HttpResponse:
    """The table with the advice asked for: it is kept nowhere, so a page shows it at once."""
    if player is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    services.ask_advice(match_id=match.pk, player=player, window=window)
    if request.htmx:
        return kept_nowhere(HttpResponse(_zones(loading.table(match.pk), player, advised=window)))
    return _page(request, match, advised=window)


def _told_to_slow_down(request: HttpRequest) -> HttpResponse:
    """The word alone: drawing the table is what a flood would cost. Raises TableRefused(too_fast) for a page."""
    refused = TableRefused(TableRefusal.TOO_FAST)
    if not request.htmx:
        raise refused
    notice = rendering.word_to_post(refused.sentence, translation.get_language())
    response = HttpResponse(notice, status=refused.status, headers={CODE_HEADER: refused.code})
    return kept_nowhere(response)


def _refused(request: HttpRequest, match: Match, refused: TableRefused) -> HttpResponse:
    """The reason with the fresh table around it."""
    if request.htmx:
        # Whoever says no has just looked whether what is known is the newest.
        now = loading.table(match.pk, at_least=match.seq)
        zones = _zones(now, player_of(request), notice=refused.sentence)
        response = HttpResponse(zones, status=refused.status)
    else:
        response = _page(request, match, notice=refused.sentence, status=refused.status)
    response[CODE_HEADER] = refused.code
    return kept_nowhere(response)


def _page(
    request: HttpRequest, match: Match, *, notice: str = "", advised: str = "", status: int = 200
) -> HttpResponse:
    """The whole page around the one string the renderer draws."""
    player = player_of(request)
    now = loading.table(match.pk, at_least=match.seq)
    page = {
        "match": match,
        "table": rendering.whole_table(
            now,
            **_screen(now, player),
            language=translation.get_language(),
            notice=notice,
            lost_seat=lost_seat_of(now, player),
            advised=advised,
            taught="tips" in request.GET,
        ),
        "taught": "tips" in request.GET,
        "forms": FORMS,
        "now": str(milliseconds(club_clock.now())),
    }
    return kept_nowhere(render(request, "table/page.html", page, status=status))


def _zones(now: loading.Table, player: Player | None, *, notice: str = "", advised: str = "") -> str:
    return rendering.answer_to_post(
        now,
        **_screen(now, player),
        language=translation.get_language(),
        notice=notice,
        advised=advised,
    )


def _screen(now: loading.Table, player: Player | None) -> dict[str, object]:
    """Which seat looks, and what talk it hears. Whoever asks is at the table."""
    known = player.pk if player else None
    seat = now.seat_of(known)
    attendance.called(now.match_id, seat, now=club_clock.now())
    return {"seat": seat, "heard": loading.heard_by(now.match_id, known)}
