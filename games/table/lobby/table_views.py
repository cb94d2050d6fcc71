"""The page of a table, moves by POST without a socket or without JavaScript, and the ways from a match to what comes
after it: a rematch, the evening, the place there, the next table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.views.decorators.http import require_POST, require_safe

from accounts.client_address import address_of_request
from accounts.models import Player
from accounts.sign_in import device_of
from games.club_clock import club_clock, milliseconds
from games.refusals import CODE_HEADER
from games.table import services, signals
from games.table.lobby import queries
from games.table.lobby.access import answer_refusals, forbid_storing, player_of, require_seat, waiting_page
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.screen import attendance, rendering
from games.table.screen.spectators import require_may_look
from games.table.services.moves.own_deal import NOTHING_SET, may_decline, own_deal_of
from games.table.services.moves.own_deal import WORDS as OWN_WORDS
from games.table.services.talking import talk_for
from games.table.shared_deals import note_deals_seen
from games.table.sockets.rights import lost_seat_of
from games.table.sockets.submissions import Submission, read_fields

FORMS: Final = (
    "hand",
    "answer",
    "answer-groups",
    "answer-none",
    "answer-suit",
    "answer-proposal",
    "answer-arrange",
    "answer-place",
    "answer-ready",
    "answer-go-on",
    "answer-cut",
    "say",
    "chat",
    "rematch",
    "ask-pause",
    "ask-undo",
    "ask-director",
    "answer-agreements",
    "answer-back",
    "answer-call",
    "answer-no",
    "ask-advice",
    "ask-less",
    "ask-accuse",
)
"""The posted forms inside the table by id, as `templates/table/zones` names them. The table is drawn without a request,
so `page.html` lays a token beside it for each; a form that is missing here works by the socket alone."""
TAUGHT: Final = "taught"
"""The key in the session of the table (its code) whose page was asked for with tips."""
MAX_DEAL_AGE: Final = timedelta(seconds=8)
"""How long after the game moved on a page that is opened shows a deal; static/js/table/deal.js has it too."""


@require_safe
@answer_refusals
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as this player or a spectator sees it; before the start the page where people sit down."""
    match = queries.match_of(code)
    _send_page_opened(request, match)
    if match.status == Match.Status.OPEN:
        return forbid_storing(render(request, "table/waiting.html", waiting_page(request, match)))
    require_may_look(match, player_of(request))
    return _page(request, match)


@require_POST
@answer_refusals
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One form of the table: word, card, ready, talk. Refused: code, sentence, and the table as it is."""
    match = queries.match_of(code)
    player = player_of(request)
    require_may_look(match, player)
    try:
        submission = read_fields(dict(request.POST.lists()))
        if submission.word == "advice":
            return _advice_page(request, match, player, submission.window)
        _do(match, player, submission)
    except TableRefused as refused:
        if match.status == Match.Status.OPEN:
            raise
        return _refusal_page(request, match, refused)
    if request.htmx:
        return forbid_storing(HttpResponse(_zones(loading.newest_table(match.pk), player)))
    return redirect("table:table", code)


@require_POST
@answer_refusals
@require_seat
def rematch(request: HttpRequest, match: Match) -> HttpResponse:
    """Open the next match of the same people at the first request; later requests join it."""
    new = services.rematch(match_id=match.pk, player=request.user, now=club_clock.now())
    return redirect("table:table", new.code)


@require_safe
def evening(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the evening of a table, or the list of the day it belongs to; home where it has neither. The page
    there checks rights."""
    match = Match.objects.filter(code=code).first()
    return redirect((match and signals.way_back_of(match.pk)) or "home")


@require_safe
@answer_refusals
@require_seat
def evening_place(request: HttpRequest, match: Match) -> HttpResponse:
    """Where a player of the match stands on an evening with the same cards, for the end of the sheet; empty where
    nothing is known yet. It asks again until every table is done."""
    place = signals.evening_place(match.pk, request.user)
    return forbid_storing(render(request, "table/evening_place.html", {"place": place, "match": match}))


@require_safe
@answer_refusals
@require_seat
def next_table(request: HttpRequest, match: Match) -> HttpResponse:
    """Where a player of the match goes next on its evening, for the end of the match. It asks again until that table is
    open."""
    place = signals.next_table(match.pk, request.user)
    return forbid_storing(render(request, "table/next_table.html", {"next": place, "match": match}))


def _send_page_opened(request: HttpRequest, match: Match) -> None:
    if match.club_id is not None and match.status not in Match.ENDED and request.user.is_authenticated:
        signals.table_page_opened.send(
            None,
            match_id=match.pk,
            player=request.user,
            address=address_of_request(request),
            device=device_of(request),
            now=club_clock.now(),
        )


def _do(match: Match, player: Player | None, submission: Submission) -> None:
    """Do what the form says."""
    if player is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    about = {"match_id": match.pk, "player": player, "now": club_clock.now()}
    if submission.word in OWN_WORDS:
        services.set_own_deal(data=submission.data, **about)
    elif submission.word != "say":
        services.submit_action(window=submission.window, data=submission.data, **about)
    elif "phrase" in submission.data:
        services.say_phrase(phrase=submission.data["phrase"], **about)
    else:
        services.say_text(text=submission.data.get("text", ""), **about)


def _advice_page(request: HttpRequest, match: Match, player: Player | None, window: str) -> HttpResponse:
    """The table with the advice asked for. Advice is not stored, so it is part of this response."""
    if player is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    coming = services.ask_advice(match_id=match.pk, player=player, window=window, now=club_clock.now())
    services.wait_for_advice(coming)
    if request.htmx:
        return forbid_storing(HttpResponse(_zones(loading.newest_table(match.pk), player, advised=window)))
    return _page(request, match, advised=window)


def _refusal_page(request: HttpRequest, match: Match, refused: TableRefused) -> HttpResponse:
    """The reason, with the current table."""
    if request.htmx:
        # The refusal was judged on the newest state; no second look at the database.
        table = loading.table_of(match)
        zones = _zones(table, player_of(request), notice=refused.sentence)
        response = HttpResponse(zones, status=refused.status)
    else:
        response = _page(request, match, notice=refused.sentence, status=refused.status)
    response[CODE_HEADER] = refused.code
    return forbid_storing(response)


def _page(
    request: HttpRequest, match: Match, *, notice: str = "", advised: str = "", status: int = 200
) -> HttpResponse:
    """The whole page around the one string the renderer draws."""
    player = player_of(request)
    table = loading.table_of(match)
    seat = table.seat_of(player.pk if player else None)
    if player is not None and seat is None:
        note_deals_seen(match=match, player=player)
    taught = seat is not None and _is_taught(request, match)
    if taught:
        services.wait_for_advice(services.ask_tip(table, seat, club_clock.now()))
    page = {
        "match": match,
        "table": rendering.whole_table(
            table,
            **_screen(table, player),
            language=translation.get_language(),
            notice=notice,
            lost_seat=lost_seat_of(table, player),
            advised=advised,
            taught=taught,
            note="" if seat is None or not taught else _first_note(request, table, seat),
        ),
        "taught": taught,
        "calls": rendering.calls_zone(
            ()
            if seat is None or player is None or match.director == Match.Director.NONE
            else signals.open_calls(match.pk, player),
            translation.get_language(),
        ),
        "forms": FORMS,
        "own": NOTHING_SET if seat is None else own_deal_of(table.match_id, seat),
        "now": str(milliseconds(club_clock.now())),
        "moved_just_now": seat is not None and _has_moved_since(table, club_clock.now() - MAX_DEAL_AGE),
    }
    return forbid_storing(render(request, "table/page.html", page, status=status))


def _has_moved_since(table: Table, moment: datetime) -> bool:
    """Whether the game moved on after that moment, so that the page may have a deal to show."""
    return table.state.moved_at is not None and table.state.moved_at > moment


def _first_note(request: HttpRequest, table: Table, seat: int) -> str:
    """The note a page begins with. Answers to posts and later rounds have tips alone: a page without a socket does not
    know which notes it has shown.
    """
    began = request.method == "GET" and not table.game.results(table.state.game_state)
    return rendering.note_on(table, seat)[0] if began else ""


def _is_taught(request: HttpRequest, match: Match) -> bool:
    """Whether the page was asked for with tips, now or before: the links that lead back to a table do not say so."""
    if "tips" in request.GET:
        request.session[TAUGHT] = match.code
    return bool(request.session.get(TAUGHT) == match.code)


def _zones(table: loading.Table, player: Player | None, *, notice: str = "", advised: str = "") -> str:
    return rendering.answer_to_post(
        table,
        **_screen(table, player),
        language=translation.get_language(),
        notice=notice,
        advised=advised,
    )


def _screen(table: loading.Table, player: Player | None) -> dict[str, object]:
    """The seat, the talk and the settings of this player, as arguments for drawing. Notes the player as present."""
    known = player.pk if player else None
    seat = table.seat_of(known)
    attendance.note_page(table.match_id, seat, now=club_clock.now())
    unasked = own_deal_of(table.match_id, seat).unasked_deal if may_decline(table, seat) else 0
    return {"seat": seat, "talk": talk_for(table.match_id, known), "unasked": unasked}
