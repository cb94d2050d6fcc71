"""The cockpit's pages: all tables of an evening on one, and each of them; its buttons are `cockpit_actions`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import focus_fault
from accounts.members import Right, may, members_by_name
from accounts.models import Player
from accounts.names import sort_key, whole_number
from accounts.sent_forms import do_once
from games.league import queries, services
from games.league.access import number_of, of_led_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.attendance import attendance_context
from games.league.evenings.cockpit import (
    TABLE_FORMS,
    CockpitState,
    break_off_costs,
    cockpit_context,
    cockpit_html,
    early_close_costs,
)
from games.league.evenings.cockpit_actions import ACTIONS, FOR_THE_CLUB, sent_table
from games.league.evenings.cockpit_tables import CockpitRound, CockpitTable, replaceable
from games.league.evenings.evening_views import frame_of
from games.league.evenings.forms import EveningForm
from games.league.models import Evening
from games.league.queries import NamedEntrant
from games.league.services.evenings.same_cards import hides_sheet
from games.league.services.evenings.seats import entrants_coming
from games.league.services.substitutes import after_redraw
from games.league.words import worths_of
from games.refusals import CODE_HEADER, Refusing
from games.table.log.errors import TableRefused


@require_safe
@of_led_evening
def cockpit(request: HttpRequest, evening: Evening) -> HttpResponse:
    """All tables on one page, and everything a director does about them; there is nothing to do about an evening that
    an archived season has not played."""
    if evening.status in Evening.TO_PLAY and not evening.is_to_play:
        return redirect("league:evening", evening.pk)
    return _page(request, evening)


def _page(request: HttpRequest, evening: Evening, refused: Refusing | None = None) -> HttpResponse:
    entered = queries.entrants_by_key(evening.competition)
    tables = cockpit_context(evening, entered)
    rounds = tables["rounds"]
    move_form = _move_form(request, evening)
    movable = _runs_club(request, evening) and evening.status in Evening.TO_PLAY and not evening.round
    page = {
        **frame_of(request, evening),
        **tables,
        **attendance_context(evening, entered),
        "runs_club": _runs_club(request, evening),
        "directors": members_by_name(evening.competition.season.club).filter(
            pk__in=evening.directors.values("player")
        ),
        "refused": refused,
        "door_names": request.POST.get("names", "")[:200],
        "in_form": movable and bool(move_form.errors),
        "may_open": any(not each.is_open for each in rounds),
        "close_costs": early_close_costs(evening, rounds, tables["step"]),
        "may_draw_rest": evening.round < evening.rounds,
        "left_out": _left_out(evening, entered),
        "waiting": _tables_to_begin(evening, rounds),
        "freed": _freed_entrants(rounds),
        "absences": _absences(evening, entered),
        "now": timezone.now(),
        "replaceable": replaceable(rounds),
        "groups": possible_substitutes(evening),
        "members": members_by_name(evening.competition.season.club),
        "movable": movable,
        "move_form": move_form,
        "moving": request.POST.get("do") == "move",
        "bots_allowed": evening.competition.the_rules.bots != "none",
        "not_entered": queries.count_not_entered(evening.competition) if _runs_club(request, evening) else 0,
    }
    return render(request, "league/evenings/cockpit.html", page, status=refused.status if refused else 200)


def _left_out(evening: Evening, entered: Mapping[int, NamedEntrant]) -> list[str]:
    """The names of those replaced for all rounds to come whom a new draw of these would not seat."""
    if evening.status != Evening.Status.DRAWN:
        return []
    return [entered[entrant].name for entrant in after_redraw(evening).left_out if entrant in entered]


def _tables_to_begin(evening: Evening, rounds: Iterable[CockpitRound]) -> list[CockpitTable]:
    """The tables of the open rounds and the next one at which nobody has played yet."""
    return [
        table
        for each in rounds
        if each.number <= evening.round + 1
        for table in each.tables
        if not table.has_begun
    ]


def _freed_entrants(rounds: Iterable[CockpitRound]) -> list[tuple[str, int]]:
    """The entrants (name, key) whose seat is free, by name."""
    sitters = {one for each in rounds for table in each.tables for one in table.sitters}
    freed = {(one.name, one.entrant) for one in sitters if one.free}
    return sorted(freed, key=lambda each: (sort_key(each[0]), each[1]))


def _absences(evening: Evening, entered: Mapping[int, NamedEntrant]) -> list[dict[str, Any]]:
    """The entrants of a closed evening who had no seat, by name, with the word that stands of each."""
    if evening.status != Evening.Status.CLOSED:
        return []
    words = services.could_be_absent(evening)
    absent = sorted((entered[pk] for pk in words if pk in entered), key=lambda each: sort_key(each.name))
    return [{"pk": each.pk, "name": each.name, "word": words[each.pk]} for each in absent]


@require_safe
@of_led_evening
def cockpit_tables(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The tables and sign-ups alone, as they are now: what the page asks for when its socket is down."""
    return HttpResponse(cockpit_html(evening.pk, get_language() or ""))


@require_safe
@of_led_evening
def cockpit_table(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """One table, and everything the director does at it."""
    return _table_page(request, evening, table)


def _table_page(
    request: HttpRequest, evening: Evening, table: int, refused: Refusing | None = None
) -> HttpResponse:
    entered = queries.entrants_by_key(evening.competition)
    tables = cockpit_context(evening, entered)
    of_round = {one.pk: (each, one) for each in tables["rounds"] for one in each.tables}
    if table not in of_round:
        raise Http404
    its_round, shown = of_round[table]
    page = {
        **frame_of(request, evening),
        "rounds": tables["rounds"],
        "table": shown,
        "clock": tables["clocks"].get(table),
        "forms": (*TABLE_FORMS, f"missing-{table}"),
        "back": table,
        "refused": refused,
        "worths": worths_of(evening.competition),
        "waits": not shown.has_begun and its_round.number <= evening.round + 1,
        "may_play_later": not shown.has_begun
        and not (evening.round and evening.competition.the_rules.same_cards),
        "may_play_now": shown.state == CockpitState.DATED and its_round.number <= evening.round,
        "hides_sheet": shown.sheet is not None
        and hides_sheet(evening.tables.get(pk=table), request.user.pk, runs=True, now=timezone.now()),
        "break_off_costs": break_off_costs(shown, its_round, evening.competition),
        "asks_break_off": "break_off" in request.GET or request.POST.get("do") == "break_off",
        "now": timezone.now(),
        "replaceable": replaceable([replace(its_round, tables=(shown,))]),
        "groups": possible_substitutes(evening, free_in=its_round.number),
        "bots_allowed": evening.competition.the_rules.bots != "none",
    }
    return render(request, "league/evenings/table.html", page, status=refused.status if refused else 200)


def _runs_club(request: HttpRequest, evening: Evening) -> bool:
    """Whether the reader runs all evenings of the club, not this one alone."""
    return may(player=request.user, club=evening.competition.season.club, right=Right.RUN_EVENING)


def _move_form(request: HttpRequest, evening: Evening) -> EveningForm:
    """The form for another date or place; after a refused one with what was typed, on a copy of the evening."""
    typed = request.POST if request.POST.get("do") == "move" else None
    form = EveningForm(typed, instance=copy(evening), prefix="move")
    focus_fault(form)
    return form


@require_POST
@of_led_evening
@do_once("wanted")
def cockpit_do(request: HttpRequest, evening: Evening) -> HttpResponse:
    """One thing the director does; `version` is the evening as they saw it. Refused: the page afresh, and why.

    With `back`, a table, that page is the table's, else the cockpit. The whole club is asked for a substitute once a
    form, which no version guards, and so many times a day. To break off a table is first asked on its page, which
    says what that costs.
    """
    word = request.POST.get("do", "")
    if word == "wanted" and not ratelimit.consume(request, action="substitute_wanted", user=request.user):
        return ratelimit.respond_429(request)
    back = whole_number(request.POST.get("back", ""))
    if word == "ask_break_off":
        page = reverse("league:cockpit_table", args=[evening.pk, sent_table(request, evening)])
        return redirect(f"{page}?break_off=1#breaking-off")
    try:
        if word not in ACTIONS:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        if word in FOR_THE_CLUB and not _runs_club(request, evening):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        ACTIONS[word](request, evening, number_of(request.POST.get("version", "")))
    except (LeagueRefused, TableRefused) as refused:
        evening.refresh_from_db()
        of_table = back is not None and evening.tables.filter(pk=back).exists()
        response = (
            _table_page(request, evening, back, refused) if of_table else _page(request, evening, refused)
        )
        response[CODE_HEADER] = refused.code
        return response
    if back is not None and evening.tables.filter(pk=back).exists():
        return redirect("league:cockpit_table", evening.pk, back)
    return redirect("league:cockpit", evening.pk)


def possible_substitutes(
    evening: Evening, *, free_in: int | None = None
) -> tuple[tuple[str, tuple[Player, ...]], ...]:
    """The members without a seat in the round `free_in`, or in some round to come, in groups with a title: the stand-by
    list in its order, those who wait in an open round, others, and those who play now and are free in another round."""
    members = {player.pk: player for player in members_by_name(evening.competition.season.club)}
    rounds: dict[int, set[int]] = defaultdict(set)
    seats = evening.tables.filter(round__gte=evening.round).values_list("round", "seats__player")
    for number, player in seats:
        rounds[number].add(player)
    always = set.intersection(*rounds.values()) if rounds else set()
    always |= rounds.get(free_in or 0, set())
    seated = rounds.get(evening.round, set())
    once = set[int]().union(*rounds.values())
    free = [key for key in members if key not in always]
    listed = [key for key in evening.stand_bys.values_list("player", flat=True) if key in free]
    entered = evening.competition.entrants.filter(pk__in=entrants_coming(evening))
    coming = set(entered.values_list("members__player", flat=True)) if evening.round else set()
    waits = [key for key in free if key in coming - seated and key not in listed]
    left = [key for key in free if key not in listed and key not in waits]
    others = [key for key in left if key not in once]
    later = [key for key in left if key in once]
    groups = (
        (gettext("stand by"), listed),
        (gettext("wait in this round"), waits),
        (gettext("others"), others),
        (gettext("free in another round"), later),
    )
    return tuple((title, tuple(members[key] for key in keys)) for title, keys in groups if keys)
