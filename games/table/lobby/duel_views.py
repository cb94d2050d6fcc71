"""Pages of a duel outside the clubs: the link to the deals of a finished table, and how they were played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.forms import GuestForm
from accounts.sent_forms import SAME_TABLE, do_once
from accounts.site_address import link_for_phones
from games.club_clock import club_clock
from games.table import services
from games.table.lobby import duels
from games.table.lobby.access import (
    answer_refusals,
    forbid_storing,
    player_of,
    require_few_new_tables,
    require_seat,
)
from games.table.lobby.waiting_views import sign_in_new_guest
from games.table.log.models import Match
from games.table.screen.rule_card import game_name, preset_name
from games.table.shared_deals import duel_of


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
@require_seat
def duel_of_table(request: HttpRequest, match: Match) -> HttpResponse:
    """For those who sit at a finished table: say what a link to its deals does, and make it; then, and for those who
    play the deals of a duel, the page of the duel."""
    known = duel_of(match)
    if known is not None:
        return redirect("table:duel", known.code)
    services.require_may_offer(match)
    if request.method == "POST":
        duel = services.offer_duel(match_id=match.pk, player=request.user, now=club_clock.now())
        return redirect("table:duel", duel.code)
    return forbid_storing(render(request, "table/duel_offer.html", {"match": match}))


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
@do_once(within=SAME_TABLE)
def duel(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a duel; a POST founds a table with its deals, or closes the link for who sits at the first table. A
    visitor gives a nickname and becomes a guest."""
    found, player = duels.duel_with_code(code), player_of(request)
    if request.method == "POST" and player is not None and request.POST.get("do") == "close":
        services.close_duel(duel=found, player=player, now=club_clock.now())
        return redirect("table:duel", code)
    form = GuestForm(request.POST if request.method == "POST" and player is None else None)
    if request.method == "POST":
        player = player or sign_in_new_guest(request, form)
        if player is not None:
            require_few_new_tables(player)
            match = services.open_duel_table(duel=found, player=player, now=club_clock.now())
            return redirect("table:table", match.code)
    own = duels.own_table(found, player)
    first = found.first_match
    page = {
        "duel": found,
        "form": form,
        "player": player,
        "own": own,
        "closed": found.shared_deals.public_from is not None,
        "at_first": duels.knows_first_table(found, player),
        "first": duels.sides_at(found, first),
        "sheet": duels.duel_sheet(found, player, code=request.GET.get("table", "")),
        "deals": duels.deals_planned(found),
        "game_name": game_name(first.game),
        "style": first.house_rules or preset_name(first.game, first.options),
        "link": link_for_phones(request, reverse("table:duel", args=[found.code])),
    }
    return forbid_storing(render(request, "table/duel.html", page, status=422 if form.errors else 200))
