"""Views of a match's closed rounds, its record, and the rules it was played by; the people on the page of the rules can
be muted there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.names import whole_number
from games.table import services, signals
from games.table.lobby import duels, queries
from games.table.lobby.access import answer_refusals, forbid_storing, player_of, require_seat, seat_number
from games.table.lobby.forms import CodeForm
from games.table.log import due_times, folding, loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Deal, Match, Round
from games.table.models import Mute
from games.table.review import closed_round, fairness
from games.table.review.closed_round import own_round
from games.table.review.score_sheet import score_sheet
from games.table.screen.rule_card import (
    game_name,
    house_rules,
    names_of_games,
    preset_choices,
    preset_name,
    rule_card,
    words_explained,
)
from games.table.screen.spectators import may_look_back, own_rounds, require_may_look, require_may_look_back
from games.table.shared_deals import duel_of


@require_safe
@answer_refusals
@require_seat
def round_review(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """A closed round for those who played it; `card` is the position to look at. While other tables are still to play
    its cards, it is shown as the player saw it."""
    you_then = {} if may_look_back(match, number) else own_rounds(match, request.user)
    if number in you_then:
        own = own_round(match, number=number, you=you_then[number])
        page = {"match": match, "own": own, "deals_before": _deals_before(match)}
        return forbid_storing(render(request, "table/own_round.html", page))
    require_may_look_back(match, number)
    card = whole_number(request.GET.get("card", "0"))
    if card is None:
        raise TableRefused(TableRefusal.NO_SUCH_CARD)
    you = queries.seat_of(match, request.user)
    shown = closed_round.round_review(match, number=number, card=card, you=you)
    page = {
        "match": match,
        "review": shown,
        "yours": queries.is_turn_of(match, request.user),
        "may_duel": duels.may_duel(match),
        "of_duel": duel_of(match) is not None,
        "deals_before": _deals_before(match),
    }
    return forbid_storing(render(request, "table/review.html", page))


def _deals_before(match: Match) -> int | None:
    """How many deals of its evening lie before the first of a match, where all tables have the same; None elsewhere."""
    evening = signals.evening_table(match.pk) if match.club_id and match.shared_deals_id else None
    return None if evening is None else evening.deals_before


@require_safe
@answer_refusals
@require_seat
def turn(request: HttpRequest, match: Match) -> HttpResponse:
    """The way back to a table from the look back: whose turn it is; 204 when the page shows that already (`known`)."""
    yours = queries.is_turn_of(match, request.user)
    if match.status == Match.Status.RUNNING and request.GET.get("known") == ("yours" if yours else "others"):
        return forbid_storing(HttpResponse(status=204))
    return forbid_storing(render(request, "review/_way_back.html", {"match": match, "yours": yours}))


@require_safe
@answer_refusals
@require_seat
def score_page(request: HttpRequest, match: Match) -> HttpResponse:
    """The score sheet for those who play the match: names and points, no card."""
    if match.status == Match.Status.OPEN:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    page = {
        "match": match,
        "game_name": game_name(match.game),
        "sheet": score_sheet(match),
        "deals_before": _deals_before(match),
    }
    return forbid_storing(render(request, "table/sheet.html", page))


@require_safe
@answer_refusals
@require_seat
def record(request: HttpRequest, match: Match) -> HttpResponse:
    """The record of the closed rounds as a file, for those who played them."""
    require_may_look_back(match)
    response = JsonResponse(folding.record_of(match), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.json"'
    return forbid_storing(response)


@require_safe
@answer_refusals
def table_rules(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a table's rules: people, rule card, agreements, and the commitment of the running deal."""
    match = queries.match_of(code)
    player = player_of(request)
    if match.shared_deals_id is not None or match.status != Match.Status.OPEN:
        require_may_look(match, player)
    page = {
        "match": match,
        "others": others_at(match, player),
        "game_name": game_name(match.game),
        "style": match.house_rules or preset_name(match.game, match.options),
        "habits": habits_of(match),
        "card": rule_card(match.game, match.options, on_paper=match.on_paper),
        "words": words_explained(match.game),
        "seal": running_deal(match),
        "awaited": awaited_names(match),
        "cuts": cuts_at(match, player),
    }
    return forbid_storing(render(request, "table/rules.html", page))


@require_POST
@answer_refusals
@require_seat
def mute(request: HttpRequest, match: Match) -> HttpResponse:
    """Mute a seat for this player; with `on` empty, unmute it."""
    change = services.mute if request.POST.get("on", "yes") else services.unmute
    change(match_id=match.pk, player=request.user, seat=seat_number(request))
    return redirect("table:table_rules", match.code)


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of a game; `table` is the code of the table they were opened from, to which the page leads back."""
    if game not in names_of_games():
        raise Http404
    asked = CodeForm({"code": request.GET.get("table", "")})
    code = asked.cleaned_data["code"] if asked.is_valid() else ""
    opened_from = Match.objects.filter(code=code, on_paper=False).first()
    page = {
        "game": game,
        "games": names_of_games(),
        "from_table": opened_from and opened_from.code,
        "house_rules": house_rules(game),
        "presets": preset_choices(game),
    }
    return render(request, f"rules/{game}.html", page)


@require_safe
def deals(request: HttpRequest, game: str) -> HttpResponse:
    """How the cards of a game are shuffled, and what every seat was dealt beside what chance gives."""
    if game not in names_of_games():
        raise Http404
    page = {"game": game, "games": names_of_games(), "fairness": fairness.fairness(game)}
    return render(request, "rules/deals.html", page)


# What the page of a table's rules shows beside its rule card: what was agreed, the running deal, the people to mute.

HABITS: Final = (
    "pace",
    "undo_allowed",
    "look_back",
    "phrases_on",
    "chat_on",
    "spectators",
    "bots_stand_in",
)
"""The fields of a match that say how people play there, whatever the game."""


def habits_of(match: Match) -> tuple[tuple[str, str], ...]:
    """What was agreed beside the rules of the game when the table was made: label and value of each of `HABITS`, in the
    reader's language."""
    yes, no = gettext("yes"), gettext("no")
    values = {
        name: match.get_pace_display() if name == "pace" else yes if getattr(match, name) else no
        for name in HABITS
    }
    return tuple(
        (capfirst(str(Match._meta.get_field(name).verbose_name)), value) for name, value in values.items()
    )


def running_deal(match: Match) -> Deal | None:
    """The deal being played, for its round and commitment; the seed is not read."""
    running = match.deals.filter(round__status=Round.Status.RUNNING).select_related("round")
    return running.defer("seed", "sealed").order_by("-number").first()


def cuts_at(match: Match, player: Player | None) -> tuple[tuple[str, str], ...]:
    """Who cut the deck of the deal being played, and with which word, without those this player muted. Those of a deal
    to come are told afterwards."""
    if not match.deck_cut or match.status == Match.Status.OPEN:
        return ()
    table = loading.table_of(match)
    muted = {other.key for other in others_at(match, player) if other.muted}
    cuts = [(table.sitters[seat], word) for seat, word in table.state.cuts]
    return tuple((sitter.name, word) for sitter, word in cuts if sitter.player not in muted)


def awaited_names(match: Match) -> tuple[tuple[str, datetime], ...]:
    """The names of those a table by the day waits for, and until when; nobody elsewhere."""
    if not match.is_by_the_day or match.status != Match.Status.RUNNING:
        return ()
    table = loading.table_of(match)
    return tuple((table.sitters[one.seat].name, one.until) for one in due_times.awaited_seats(table))


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody else at the table (`key` of the player), and whether this player has muted them."""

    seat: int
    key: int
    name: str
    muted: bool


def others_at(match: Match, player: Player | None) -> tuple[Neighbour, ...]:
    """The people a seated player may mute; nobody for a spectator."""
    seats = tuple(match.seats.select_related("player"))
    if player is None or all(seat.player_id != player.pk for seat in seats):
        return ()
    muted = set(Mute.objects.filter(match=match, player=player).values_list("muted_id", flat=True))
    return tuple(
        Neighbour(seat.number, seat.player_id, seat.player.nickname, seat.player_id in muted)
        for seat in seats
        if seat.player_id != player.pk and not seat.player.is_bot
    )
