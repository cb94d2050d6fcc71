"""The cockpit's page, its buttons, and the clock of the round for the room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from datetime import datetime
from random import SystemRandom
from typing import Any, Final

from allauth.core import ratelimit
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.form_fields import focus_fault
from accounts.members import Right, may
from accounts.models import Player
from accounts.names import sort_key, whole_number
from accounts.sent_forms import do_once
from games.league import queries, services
from games.league.access import of_evening, of_led_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.attendance import attendance_context, worths_of
from games.league.evenings.cockpit import TABLE_FORMS, CockpitState, cockpit_context
from games.league.evenings.cockpit_tables import replaceable
from games.league.evenings.consumers import cockpit_html
from games.league.evenings.early_ends import break_off_costs, early_close_costs
from games.league.evenings.evening_views import frame_of, number_of, runs
from games.league.evenings.forms import DateForm, EveningForm
from games.league.models import Evening, RoundClock
from games.league.services.evenings.same_cards import hides_sheet
from games.league.services.evenings.seats import entrants_coming
from games.league.services.substitutes import after_redraw
from games.refusals import CODE_HEADER, Refusing
from games.table.log.errors import TableRefused

# Every action of the director's cockpit, by the name its buttons send.


def _draw(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw(
        evening_id=evening.pk,
        version=version,
        chance=SystemRandom(),
        movement=request.POST.get("movement", ""),
        **_by(request),
    )


def _rest(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw_rest(
        evening_id=evening.pk,
        version=version,
        chance=SystemRandom(),
        movement=request.POST.get("movement", ""),
        **_by(request),
    )


def _open(request: HttpRequest, evening: Evening, version: int) -> None:
    services.open_round(evening_id=evening.pk, version=version, **_by(request))


def _start(request: HttpRequest, evening: Evening, version: int) -> None:
    services.start_tables(evening_id=evening.pk, now=timezone.now())


def _close(request: HttpRequest, evening: Evening, version: int) -> None:
    """Close the evening, once it is said what the rounds count that somebody missed, where that makes a difference.
    Refuses missed_rounds_unsaid."""
    words = _words_for_missed(request)
    rules = evening.competition.table_rules
    if rules.missed == "asked" and evening.status == Evening.Status.DRAWN:
        missed = queries.missed_rounds(evening, queries.entrants_by_key(evening.competition))
        unsaid = [
            line.name
            for line in missed
            if not words.get(line.entrant, line.answer) and (rules.same_cards or line.waited != line.nothing)
        ]
        if unsaid:
            raise LeagueRefused(LeagueRefusal.MISSED_ROUNDS_UNSAID, names=", ".join(unsaid))
    services.close_evening(evening_id=evening.pk, version=version, missed=words, **_by(request))


def _mark_missed_rounds(request: HttpRequest, evening: Evening, version: int) -> None:
    services.mark_missed_rounds(evening_id=evening.pk, version=version, missed=_words_for_missed(request))
    messages.success(request, _("Saved."))


def _words_for_missed(request: HttpRequest) -> dict[int, str]:
    """The words of a form about rounds missed, by entrant."""
    words = {name: word for name, word in request.POST.items() if name.startswith("missed-")}
    return {number_of(name.removeprefix("missed-")): word for name, word in words.items()}


def _reopen(request: HttpRequest, evening: Evening, version: int) -> None:
    services.reopen_evening(evening_id=evening.pk, version=version, **_by(request))


def _swap(request: HttpRequest, evening: Evening, version: int) -> None:
    """Exchange two; a sentence for each who now meets somebody of another round of the evening."""
    one = number_of(request.POST.get("one", ""))
    other = number_of(request.POST.get("other", ""))
    number = number_of(request.POST.get("round", ""))
    services.swap(
        evening_id=evening.pk, version=version, round_number=number, one=one, other=other, **_by(request)
    )
    repeats = queries.repeats_of(evening, number, (one, other))
    entered = queries.entrants_by_key(evening.competition)  # after the seats: who has one has a name
    for repeat in repeats:
        sentence = (
            gettext("{one} and {other} are partners in round {rounds} too.")
            if repeat.partners
            else gettext("{one} and {other} are opponents in round {rounds} too.")
        )
        first, second = (entered[entrant].name for entrant in repeat.entrants)
        rounds = ", ".join(map(str, repeat.rounds))
        messages.warning(request, sentence.format(one=first, other=second, rounds=rounds))


def _late_table(request: HttpRequest, evening: Evening, version: int) -> None:
    entrants = [number_of(each) for each in request.POST.getlist("entrants")]
    services.add_table(
        evening_id=evening.pk,
        version=version,
        round_number=number_of(request.POST.get("round", "")),
        entrants=entrants,
        **_by(request),
    )


def _walk_in(request: HttpRequest, evening: Evening, version: int) -> None:
    services.walk_in(
        evening_id=evening.pk,
        competition=evening.competition,
        text=request.POST.get("names", "")[:200],
        again="again" in request.POST,
        **_by(request),
    )


def _substitute(request: HttpRequest, evening: Evening, version: int) -> None:
    instead, only_round = request.POST.get("instead", ""), request.POST.get("only_round", "")
    name, after_rounds = request.POST.get("new_name", "").strip(), request.POST.get("after_rounds", "")
    if not request.POST.get("absent") or not (instead or name):
        raise LeagueRefused(LeagueRefusal.NOBODY_CHOSEN)
    about: dict[str, Any] = {
        "evening_id": evening.pk,
        "version": version,
        "absent": _player(request.POST["absent"]),
        "only_round": number_of(only_round) if only_round else None,
        "after_rounds": number_of(after_rounds) if after_rounds else 0,
        **_by(request),
    }
    if name:
        services.substitute_by_name(name=name[:200], **about)
    else:
        services.substitute(instead=None if instead == "bot" else _player(instead), **about)


def _ask_for_substitute(request: HttpRequest, evening: Evening, version: int) -> None:
    only_round = request.POST.get("only_round", "")
    count = services.ask_for_substitute(
        evening_id=evening.pk,
        absent=_player(request.POST.get("absent", "")),
        only_round=number_of(only_round) if only_round else None,
        **_by(request),
    )
    messages.success(
        request,
        ngettext("{count} member was told.", "{count} members were told.", count).format(count=count),
    )


def _withdraw_request(request: HttpRequest, evening: Evening, version: int) -> None:
    services.withdraw_request(
        evening_id=evening.pk, request_id=number_of(request.POST.get("request", "")), now=timezone.now()
    )


def _director(request: HttpRequest, evening: Evening, version: int) -> None:
    _name_director(request, evening, leads=True)


def _no_director(request: HttpRequest, evening: Evening, version: int) -> None:
    _name_director(request, evening, leads=False)


def _name_director(request: HttpRequest, evening: Evening, *, leads: bool) -> None:
    services.name_director(
        evening_id=evening.pk,
        director=_player(request.POST.get("director", "")),
        leads=leads,
        **_by(request),
    )


def _start_late(request: HttpRequest, evening: Evening, version: int) -> None:
    services.start_late(
        table_id=_table(request, evening),
        version=version,
        missing=_missing_players(request),
        **_by(request),
    )


def _paper(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(table_id=_table(request, evening), version=version, **_by(request))


def _cards(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(table_id=_table(request, evening), version=version, on_paper=False, **_by(request))


def _play_later(request: HttpRequest, evening: Evening, version: int) -> None:
    form = DateForm(request.POST)
    if not form.is_valid():
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.set_table_date(
        table_id=_table(request, evening),
        version=version,
        starts_at=form.cleaned_data["starts_at"],
        **_by(request),
    )


def _play_now(request: HttpRequest, evening: Evening, version: int) -> None:
    services.open_postponed_for_club(table_id=_table(request, evening), version=version, **_by(request))


def _all_paper(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_all_on_paper(evening_id=evening.pk, version=version, **_by(request))


def _sign_all(request: HttpRequest, evening: Evening, version: int) -> None:
    services.sign_all(evening_id=evening.pk, **_by(request))


def _cancel(request: HttpRequest, evening: Evening, version: int) -> None:
    services.cancel_evening(
        evening_id=evening.pk,
        version=version,
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _plan_again(request: HttpRequest, evening: Evening, version: int) -> None:
    services.plan_again(evening_id=evening.pk, version=version, **_by(request))


def _break_off(request: HttpRequest, evening: Evening, version: int) -> None:
    services.break_off(
        table_id=_table(request, evening),
        version=version,
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _answer(request: HttpRequest, evening: Evening, version: int) -> None:
    left = request.POST.get("arbiter", "")
    table = _table(request, evening, named=left)
    text = request.POST.get(f"answer-{table}", "")
    services.answer_call(table_id=table, text=text, arbiter=bool(left), **_by(request))


def _walkover(request: HttpRequest, evening: Evening, version: int) -> None:
    services.walkover(
        table_id=_table(request, evening),
        version=version,
        missing=_missing_players(request),
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _take_back_walkover(request: HttpRequest, evening: Evening, version: int) -> None:
    services.take_back_walkover(
        table_id=_table(request, evening),
        version=version,
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _absence(word: str) -> Callable[[HttpRequest, Evening, int], None]:
    """Say afterwards whether somebody came."""

    def change(request: HttpRequest, evening: Evening, version: int) -> None:
        services.change_absence(
            evening_id=evening.pk,
            version=version,
            entrant=get_object_or_404(
                evening.competition.entrants, pk=number_of(request.POST.get("entrant", ""))
            ),
            word=word,
            **_by(request),
        )

    return change


def _move(request: HttpRequest, evening: Evening, version: int) -> None:
    form = EveningForm(request.POST, instance=copy(evening), prefix="move")
    if not form.is_valid():
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.move_evening(
        evening_id=evening.pk,
        version=version,
        reason=request.POST.get("reason", ""),
        **form.cleaned_data,
        **_by(request),
    )


def _by(request: HttpRequest) -> dict[str, Any]:
    """The director who does it, and the time."""
    return {"actor": request.user, "now": timezone.now()}


def _player(key: str) -> Player:
    """The player whose id a form names."""
    return get_object_or_404(Player, pk=number_of(key))


def _missing_players(request: HttpRequest) -> set[int]:
    """The players (ids) ticked as not being there; a pair has one tick for both, with a plus between."""
    return {number_of(each) for group in request.POST.getlist("missing") for each in group.split("+")}


def _table(request: HttpRequest, evening: Evening, *, named: str = "") -> int:
    table = number_of(named or request.POST.get("table", ""))
    if not evening.tables.filter(pk=table).exists():
        raise Http404
    return table


DOING: Final[Mapping[str, Callable[[HttpRequest, Evening, int], None]]] = {
    "draw": _draw,
    "rest": _rest,
    "open": _open,
    "start": _start,
    "close": _close,
    "missed": _mark_missed_rounds,
    "reopen": _reopen,
    "absence_yes": _absence("yes"),
    "absence_no": _absence("no"),
    "absence_absent": _absence("absent"),
    "swap": _swap,
    "late_table": _late_table,
    "walk_in": _walk_in,
    "substitute": _substitute,
    "wanted": _ask_for_substitute,
    "not_wanted": _withdraw_request,
    "start_late": _start_late,
    "paper": _paper,
    "cards": _cards,
    "play_later": _play_later,
    "play_now": _play_now,
    "all_paper": _all_paper,
    "all_come": _sign_all,
    "cancel": _cancel,
    "plan_again": _plan_again,
    "break_off": _break_off,
    "answer": _answer,
    "walkover": _walkover,
    "take_back_walkover": _take_back_walkover,
    "move": _move,
    "director": _director,
    "no_director": _no_director,
}
FOR_THE_CLUB: Final = frozenset({"cancel", "plan_again", "move", "director", "no_director"})
"""Actions that a director of the evening has no right to."""


# The director's cockpit: all tables of an evening on one page, and all actions on them.


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
        "directors": Player.objects.filter(
            pk__in=evening.directors.values("player"), memberships__club=evening.competition.season.club
        ).order_by("nickname_sort"),
        "refused": refused,
        "door_names": request.POST.get("names", "")[:200],
        "in_form": movable and bool(move_form.errors),
        "may_open": any(not each.is_open for each in rounds),
        "close_costs": early_close_costs(evening, rounds, tables["step"]),
        "may_draw_rest": evening.round < evening.rounds,
        "left_out": [
            entered[entrant].name
            for entrant in (after_redraw(evening).left_out if evening.status == Evening.Status.DRAWN else ())
            if entrant in entered
        ],
        "waiting": [
            table
            for each in rounds
            if each.number <= evening.round + 1
            for table in each.tables
            if not table.has_begun
        ],
        "freed": sorted(
            {
                (one.name, one.entrant)
                for each in rounds
                for table in each.tables
                for one in table.sitters
                if one.free
            },
            key=lambda each: (sort_key(each[0]), each[1]),
        ),
        "absences": [
            {"pk": each.pk, "name": each.name, "word": word}
            for each, word in sorted(
                (
                    (entered[pk], word)
                    for pk, word in services.could_be_absent(evening).items()
                    if pk in entered
                ),
                key=lambda each: sort_key(each[0].name),
            )
        ]
        if evening.status == Evening.Status.CLOSED
        else [],
        "now": timezone.now(),
        "replaceable": replaceable(rounds),
        "groups": _possible_substitutes(evening),
        "members": _members(evening),
        "movable": movable,
        "move_form": move_form,
        "moving": request.POST.get("do") == "move",
        "bots_allowed": evening.competition.table_rules.bots != "none",
        "not_entered": queries.count_not_entered(evening.competition) if _runs_club(request, evening) else 0,
    }
    return render(request, "league/evenings/cockpit.html", page, status=refused.status if refused else 200)


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
        and not (evening.round and evening.competition.table_rules.same_cards),
        "may_play_now": shown.state == CockpitState.DATED and its_round.number <= evening.round,
        "hides_sheet": shown.sheet is not None
        and hides_sheet(evening.tables.get(pk=table), request.user.pk, runs=True, now=timezone.now()),
        "break_off_costs": break_off_costs(shown, its_round, evening.competition.table_rules),
        "asks_break_off": "break_off" in request.GET or request.POST.get("do") == "break_off",
        "now": timezone.now(),
        "replaceable": replaceable([replace(its_round, tables=(shown,))]),
        "groups": _possible_substitutes(evening, free_in=its_round.number),
        "bots_allowed": evening.competition.table_rules.bots != "none",
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


def _possible_substitutes(
    evening: Evening, *, free_in: int | None = None
) -> tuple[tuple[str, tuple[Player, ...]], ...]:
    """The members without a seat in the round `free_in`, or in some round to come, in groups with a title: the stand-by
    list in its order, those who wait in an open round, others, and those who play now and are free in another round."""
    members = {player.pk: player for player in _members(evening)}
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
    there = set(entered.values_list("members__player", flat=True)) if evening.round else set()
    waits = [key for key in free if key in there - seated and key not in listed]
    left = [key for key in free if key not in listed and key not in waits]
    others = [key for key in left if key not in once]
    later = [key for key in left if key in once]
    groups = (
        (_("stand by"), listed),
        (_("wait in this round"), waits),
        (_("others"), others),
        (_("free in another round"), later),
    )
    return tuple((title, tuple(members[key] for key in keys)) for title, keys in groups if keys)


def _members(evening: Evening) -> QuerySet[Player]:
    """The members of the club, by name."""
    club = evening.competition.season.club
    return Player.objects.filter(memberships__club=club).order_by("nickname_sort")


@require_POST
@of_led_evening
@do_once("wanted")
def cockpit_do(request: HttpRequest, evening: Evening) -> HttpResponse:
    """One thing the director does; `version` is the evening as they saw it. Refused: the page afresh, and why.

    With `back`, a table, that page is the table's, else the cockpit. The whole club is asked for a substitute once a
    form, which no version guards, and so many times a day. To break off a table is first asked on its page, which
    says what that costs.
    """
    if request.POST.get("do") == "wanted" and not ratelimit.consume(
        request, action="substitute_wanted", user=request.user
    ):
        return ratelimit.respond_429(request)
    back = whole_number(request.POST.get("back", ""))
    if request.POST.get("do") == "ask_break_off":
        page = reverse("league:cockpit_table", args=[evening.pk, _table(request, evening)])
        return redirect(f"{page}?break_off=1#breaking-off")
    try:
        doing = DOING.get(request.POST.get("do", ""))
        if doing is None:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        if request.POST["do"] in FOR_THE_CLUB and not _runs_club(request, evening):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        doing(request, evening, number_of(request.POST.get("version", "")))
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


# The clock of the round for the room: a page for a tablet or a beamer, and the buttons of who leads the evening.


@require_http_methods(["GET", "HEAD", "POST"])
@of_evening(Right.SEE)
def round_clock(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The clock for everybody who sees the evening; who leads it starts, pauses and extends it here."""
    if request.method == "POST":
        if not runs(request, evening):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        _change(request, evening)
        return redirect("league:round_clock", evening.pk)
    page = {**frame_of(request, evening), "state": _state(evening), "usual": 45}
    return render(request, "league/evenings/round_clock.html", page)


def _change(request: HttpRequest, evening: Evening) -> None:
    about, now = {"evening_id": evening.pk}, timezone.now()
    doing = request.POST.get("do", "")
    if doing == "start":
        services.start_clock(minutes=number_of(request.POST.get("minutes", "")), now=now, **about)
    elif doing == "extend":
        seen = whole_number(request.POST.get("seen", ""), most=10**15)
        services.extend_clock(minutes=number_of(request.POST.get("minutes", "")), now=now, seen=seen, **about)
    elif doing == "pause":
        services.pause_clock(now=now, **about)
    elif doing == "resume":
        services.resume_clock(now=now, **about)
    elif doing == "remove":
        services.remove_clock(**about)
    else:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)


@require_safe
@of_evening(Right.SEE)
def round_clock_state(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What a screen asks for every few seconds, so that a pause is seen on all of them."""
    return JsonResponse(_state(evening))


def _state(evening: Evening) -> dict[str, int | None]:
    """The server's clock, and the end of a running round, in milliseconds since 1970; the seconds left of a paused one.
    Both empty: there is no clock."""
    clock = RoundClock.objects.filter(evening=evening).first()
    running = clock is not None and clock.ends_at is not None
    return {
        "now": _milliseconds(timezone.now()),
        "ends": _milliseconds(clock.ends_at) if running else None,
        "left": clock.left if clock is not None and not running else None,
    }


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
