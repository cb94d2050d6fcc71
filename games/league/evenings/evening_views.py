"""The pages of an evening for its players and the room: signing up and off, another date for a table, the report, the
list, and the clock of the round."""

from __future__ import annotations

import re
from typing import Final
from zlib import crc32

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.members import Right, holders, may
from accounts.models import Player
from accounts.names import sort_key, whole_number
from accounts.sent_forms import do_once
from games.club_clock import milliseconds
from games.league import queries, services
from games.league.access import number_of, of_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings import cockpit_tables
from games.league.evenings.attendance import rounds_to_come_to
from games.league.evenings.forms import DateForm
from games.league.evenings.own_place import next_seat, place_on, seat_in_words
from games.league.evenings.report import breakdown_of, report_line, report_of
from games.league.leaders import leads
from games.league.models import Entrant, Evening, RoundClock
from games.league.replaced_seats import seats_held_for
from games.league.services.evenings.round_clock import MAX_MINUTES
from games.league.services.evenings.seats import entrants_coming, entrants_coming_later
from games.table.lobby.access import player_of


@require_safe
@of_evening(Right.SEE)
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The page of an evening for its players: sign-ups, seating, results. While it is played it asks again by itself
    for what changes: 204 when the page shows that already."""
    table = queries.season_table(evening.competition)
    entered = table.entered
    words = {sign.entrant_id: sign.comes for sign in evening.sign_ups.all()}
    you = queries.entrant_of(evening.competition, request.user) if request.user.is_authenticated else None
    coming = entrants_coming(evening)
    your_word = (True if you.pk in coming else words.get(you.pk)) if you else None
    own = evening.player_sign_ups.filter(entrant=you, player=request.user.pk).first() if you else None
    lines = queries.evening_lines(evening, table)
    rounds = cockpit_tables.rounds_of(evening, entered)
    seated = cockpit_tables.table_of_player(rounds, request.user.pk)
    page = {
        **frame_of(request, evening),
        "coming": sorted((entered[pk].name for pk in coming if pk in entered), key=sort_key),
        "away": sorted(
            (entered[pk].name for pk, comes in words.items() if not comes and pk in entered), key=sort_key
        ),
        "you": you,
        "your_word": your_word,
        "own_word": own.comes if own else your_word,
        "later_rounds": rounds_to_come_to(evening),
        "your_first": entrants_coming_later(evening).get(you.pk, 0) if you else 0,
        "late": timezone.now() >= evening.deadline,
        "rounds": rounds,
        "seated": seated,
        "place": place_on(evening, you) if you and evening.competition.the_rules.same_cards else None,
        "next_seat": "" if seated else _next_seat(request, evening),
        "finished": queries.finished_tables(evening, player_of(request)),
        "lines": [report_line(line) for line in lines],
        "breakdown": breakdown_of(evening, lines, you.pk) if you else None,
        "runs_club": may(player=request.user, club=evening.competition.season.club, right=Right.RUN_EVENING),
        "cancelled": evening.corrections.filter(what="cancelled").first(),
        "held": seats_held_for(evening, request.user.pk),
        **_entry_context(request, evening, you),
        **_substitutes(request, evening, comes=bool(your_word)),
        "words": _words_of(evening, you) if you else (),
        "to_play": queries.tables_to_play(evening.competition, evening),
        "own_tables": queries.tables_to_postpone(evening, request.user.pk) if evening.is_to_play else (),
    }
    rounds_now = render_to_string("league/evenings/_rounds.html", page)
    lines_now = render_to_string("league/evenings/_lines.html", page)
    seat = (seated.pk, seated.code) if seated else page["next_seat"]
    known = f"{crc32(f'{evening.status}{seat}{rounds_now}{lines_now}'.encode()):08x}"
    if request.GET.get("known") == known:
        return HttpResponse(status=204)
    page |= {
        "rounds_now": rounds_now,
        "lines_now": lines_now,
        "known": known,
        "keeps_up": evening.status == Evening.Status.DRAWN and evening.is_to_play,
    }
    return render(request, "league/evenings/evening.html", page)


def _next_seat(request: HttpRequest, evening: Evening) -> str:
    """Where the reader sits in a round to come, in a sentence, once the first round is open; else ""."""
    if not evening.round or evening.status != Evening.Status.DRAWN or not request.user.is_authenticated:
        return ""
    seat = next_seat(evening, request.user, after=evening.round)
    return "" if seat is None else seat_in_words(seat)[0]


SEATED_ANSWERS: Final = {"seated-no": True, "seated-absent": False}
"""The words for those who did not come to the table they have, and whether they had signed off."""


@require_POST
@of_evening(Right.PLAY)
def sign(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Come or not: the player for their own entrant, who leads for the `entrant` named, also that they did not come
    ("absent") or go home after the rounds they played ("home"). "from-2" is coming later, from that round on; the words
    `SEATED_ANSWERS` say of somebody with a seat in a round that is open that they did not come at all. With `from_home`
    back to home.
    """
    comes = request.POST.get("comes", "")
    first = re.fullmatch(r"from-(\d{1,3})", comes)
    if comes not in ("yes", "no", "absent", "home", *SEATED_ANSWERS) and first is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    key = request.POST.get("entrant", "")
    if (key or comes in SEATED_ANSWERS) and not leads(evening, request.user):
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    if key:
        entrant = get_object_or_404(evening.competition.entrants, pk=number_of(key))
    else:
        entrant = queries.entrant_of(evening.competition, request.user)
    if entrant is None:
        raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
    if comes in SEATED_ANSWERS:
        services.stay_away(
            evening_id=evening.pk,
            entrant=entrant,
            signed_off=SEATED_ANSWERS[comes],
            player=request.user,
            reason=gettext("Not come"),
            now=timezone.now(),
        )
    else:
        services.sign(
            evening_id=evening.pk,
            entrant=entrant,
            comes=comes == "yes" or first is not None,
            player=request.user,
            now=timezone.now(),
            for_club=bool(key),
            signed_off=comes != "absent",
            from_round=number_of(first[1]) if first else 1 if key else None,
        )
    if "from_home" in request.POST:
        return redirect("home")
    return redirect("league:cockpit" if key else "league:evening", evening.pk)


@require_POST
@of_evening(Right.PLAY)
def substitute(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Take the seat for which a substitute is wanted, or go on the stand-by list or off it."""
    doing = request.POST.get("do", "")
    if doing == "play":
        asked = evening.substitute_requests.all()
        wanted = asked.filter(pk=number_of(request.POST.get("request", ""))).first()
        if wanted is None:
            raise LeagueRefused(LeagueRefusal.SUBSTITUTE_FOUND)
        services.accept_request(request_id=wanted.pk, player=request.user, now=timezone.now())
    elif doing in ("ready", "not_ready"):
        services.stand_by(
            evening_id=evening.pk, player=request.user, ready=doing == "ready", now=timezone.now()
        )
    else:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return redirect("league:evening", evening.pk)


def _substitutes(request: HttpRequest, evening: Evening, *, comes: bool) -> dict[str, object]:
    """The requests the reader can accept, and their place on the stand-by list (0: none). Readers who come are not
    asked to stand by before the draw; afterwards they may have a round to wait in.
    """
    open_still = evening.is_to_play
    club = evening.competition.season.club
    if not open_still or not may(player=request.user, club=club, right=Right.PLAY):
        return {"wanted": (), "may_stand_by": False, "stands_by": 0}
    listed = list(evening.stand_bys.values_list("player", flat=True))
    stands_by = listed.index(request.user.pk) + 1 if request.user.pk in listed else 0
    plays = comes and evening.status != Evening.Status.DRAWN
    return {
        "wanted": services.requests_for(evening, request.user),
        "may_stand_by": bool(stands_by) or (not plays and services.may_stand_by(evening, request.user)),
        "stands_by": stands_by,
    }


def _entry_context(request: HttpRequest, evening: Evening, you: Entrant | None) -> dict[str, object]:
    """The names of those who enter players, for a member without an entrant (else none); and for those who run the
    club, how many members are not entered."""
    club = evening.competition.season.club
    open_still = evening.is_to_play
    if not open_still or not may(player=request.user, club=club, right=Right.PLAY):
        return {"enter_you": "", "not_entered": 0}
    if may(player=request.user, club=club, right=Right.RUN_EVENING):
        return {"enter_you": "", "not_entered": queries.count_not_entered(evening.competition)}
    if you:
        return {"enter_you": "", "not_entered": 0}
    running = Player.objects.filter(pk__in=holders(club=club, right=Right.RUN_EVENING))
    names = running.order_by("nickname_sort").values_list("nickname", flat=True)
    return {"enter_you": ", ".join(names), "not_entered": 0}


def _words_of(evening: Evening, you: Entrant) -> tuple[tuple[str, bool], ...]:
    """The sign-ups of the players of the reader's pair or team: name, and whether they come."""
    rows = evening.player_sign_ups.filter(entrant=you, player__in=you.members.values("player"))
    return tuple(rows.order_by("player__nickname_sort").values_list("player__nickname", "comes"))


@require_POST
@of_evening(Right.PLAY)
@do_once("propose")
def table_date(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Another date for a table, between its two sides: proposed, accepted or not, and opened when it has come."""
    found = get_object_or_404(evening.tables, pk=table)
    about = {"table_id": found.pk, "player": request.user, "now": timezone.now()}
    doing = request.POST.get("do", "")
    if doing == "propose":
        form = DateForm(request.POST)
        if not form.is_valid():
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        services.propose_date(starts_at=form.cleaned_data["starts_at"], **about)
    elif doing in ("accept", "decline"):
        services.answer_date(accept=doing == "accept", **about)
    elif doing == "open":
        services.open_postponed(**about)
    else:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return redirect("league:evening", evening.pk)


@require_safe
@of_evening(Right.SEE)
def report(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The evening in words to paste, with the season as it was after it, and its list for A4."""
    table = queries.season_table(evening.competition)
    lines = queries.evening_lines(evening, table)
    then = queries.season_table(evening.competition, until=evening)
    counted = [place for place in range(len(table.tallies)) if any(line.tallies[place] for line in lines)]
    page = {
        **frame_of(request, evening),
        "report": report_of(evening, lines, then),
        "lines": [(report_line(line), [line.tallies[place] for place in counted]) for line in lines],
        "tallies": [gettext(table.tallies[place].label) for place in counted],
    }
    return render(request, "league/evenings/report.html", page)


def frame_of(request: HttpRequest, evening: Evening) -> dict[str, object]:
    """The template context shared by all pages of an evening."""
    return {
        "evening": evening,
        "competition": evening.competition,
        "season": evening.competition.season,
        "club": evening.competition.season.club,
        "runs": leads(evening, request.user),
    }


# The clock of the round for the room: a page for a tablet or a beamer, and the buttons of who leads the evening.

USUAL_MINUTES: Final = 45
"""The length that the form of a new round proposes."""
LAST_MILLISECOND: Final = 10**15
"""Above every end of a clock that a page can have seen (`clock_end`), in milliseconds since 1970."""


@require_http_methods(["GET", "HEAD", "POST"])
@of_evening(Right.SEE)
def round_clock(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The clock for everybody who sees the evening; who leads it starts, pauses and extends it here."""
    if request.method == "POST":
        if not leads(evening, request.user):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        _change_clock(request, evening)
        return redirect("league:round_clock", evening.pk)
    page = {
        **frame_of(request, evening),
        "state": _clock_state(evening),
        "usual": USUAL_MINUTES,
        "most": MAX_MINUTES,
    }
    return render(request, "league/evenings/round_clock.html", page)


def _change_clock(request: HttpRequest, evening: Evening) -> None:
    about, now = {"evening_id": evening.pk}, timezone.now()
    doing = request.POST.get("do", "")
    if doing == "start":
        services.start_clock(minutes=number_of(request.POST.get("minutes", "")), now=now, **about)
    elif doing == "extend":
        seen = whole_number(request.POST.get("seen", ""), most=LAST_MILLISECOND)
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
    return JsonResponse(_clock_state(evening))


def _clock_state(evening: Evening) -> dict[str, int | None]:
    """The server's clock, and the end of a running round, in milliseconds since 1970; the seconds left of a paused one.
    Both empty: there is no clock."""
    clock = RoundClock.objects.filter(evening=evening).first()
    running = clock is not None and clock.ends_at is not None
    return {
        "now": milliseconds(timezone.now()),
        "ends": milliseconds(clock.ends_at) if running else None,
        "left": clock.left if clock is not None and not running else None,
    }
