"""An evening: signing up and off, the cockpit of who runs it, the report and the list for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.permissions import Right, may
from games.league import cockpit as director
from games.league import reading, services
from games.league.access import of_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.forms import EveningForm
from games.league.models import Evening
from games.league.report import report_of


@require_safe
@of_evening(Right.SEE)
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The evening for its players: who comes, who sits where, what it brought."""
    entered = reading.entered_in(evening.competition)
    said = {sign.entrant_id: sign.comes for sign in evening.sign_ups.all()}
    you = reading.entrant_of(evening.competition, request.user) if request.user.is_authenticated else None
    page = {
        **_frame(request, evening),
        "coming": sorted(entered[pk].name for pk, comes in said.items() if comes and pk in entered),
        "away": sorted(entered[pk].name for pk, comes in said.items() if not comes and pk in entered),
        "you": you,
        "your_word": said.get(you.pk) if you else None,
        "late": timezone.now() >= evening.deadline,
        "rounds": director.rounds_of(evening, {pk: each.name for pk, each in entered.items()}),
        "lines": reading.evening_lines(evening, entered),
    }
    return render(request, "league/evening.html", page)


@require_POST
@of_evening(Right.PLAY)
def sign(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Come or not: the player for their own entrant, the secretary for anybody."""
    comes = request.POST.get("comes")
    if comes not in ("yes", "no"):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    said = request.POST.get("entrant", "")
    own = reading.entrant_of(evening.competition, request.user)
    if said:
        entrant = get_object_or_404(evening.competition.entrants, pk=_number(said))
        if entrant != own and not _runs(request, evening):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    elif own is None:
        raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
    else:
        entrant = own
    services.sign(
        evening_id=evening.pk, entrant=entrant, comes=comes == "yes", player=request.user, now=timezone.now()
    )
    return redirect("cockpit" if said else "evening", evening.pk)


@require_safe
@of_evening(Right.RUN_EVENING)
def cockpit(request: HttpRequest, evening: Evening) -> HttpResponse:
    """All tables on one page, and everything a director does about them."""
    entered = reading.entered_in(evening.competition)
    said = {sign.entrant_id: sign.comes for sign in evening.sign_ups.all()}
    rounds = director.rounds_of(evening, {pk: each.name for pk, each in entered.items()})
    page = {
        **_frame(request, evening),
        "rounds": rounds,
        "words": [(each, said.get(each.pk)) for each in sorted(entered.values(), key=lambda each: each.name)],
        "coming": sum(said.values()),
        "next_round": evening.round + 1 if any(not each.is_open for each in rounds) else None,
        "playing": any(table.state == director.OPEN for each in rounds for table in each.tables),
        "sitters": sorted(
            {
                (sitter.player, sitter.name)
                for each in rounds
                for table in each.tables
                for sitter in table.sitters
            },
            key=lambda each: each[1],
        ),
        "members": Player.objects.filter(memberships__club=evening.competition.season.club).order_by(
            "nickname"
        ),
        "move_form": EveningForm(instance=evening, prefix="move"),
        "bots_allowed": reading.rules_of(evening.competition).bots != "none",
    }
    return render(request, "league/cockpit.html", page)


@require_safe
@of_evening(Right.RUN_EVENING)
def cockpit_tables(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The cockpit's tables alone, as they are now: what the page asks for when its socket is down."""
    entered = reading.entered_in(evening.competition)
    rounds = director.rounds_of(evening, {pk: each.name for pk, each in entered.items()})
    return render(request, "league/_cockpit.html", {"rounds": rounds, "evening": evening})


def _draw(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw(evening_id=evening.pk, version=version, chance=SystemRandom())


def _rest(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw_rest(evening_id=evening.pk, version=version, chance=SystemRandom())


def _open(request: HttpRequest, evening: Evening, version: int) -> None:
    services.open_round(evening_id=evening.pk, version=version, actor=request.user, now=timezone.now())


def _start(request: HttpRequest, evening: Evening, version: int) -> None:
    services.start_tables(evening_id=evening.pk, now=timezone.now())


def _close(request: HttpRequest, evening: Evening, version: int) -> None:
    services.close_evening(evening_id=evening.pk, version=version, now=timezone.now())


def _swap(request: HttpRequest, evening: Evening, version: int) -> None:
    services.swap(
        evening_id=evening.pk,
        version=version,
        round_number=_number(request.POST.get("round", "")),
        one=_number(request.POST.get("one", "")),
        other=_number(request.POST.get("other", "")),
    )


def _late_table(request: HttpRequest, evening: Evening, version: int) -> None:
    entrants = [_number(each) for each in request.POST.getlist("entrants")]
    table = services.add_table(
        evening_id=evening.pk,
        version=version,
        round_number=_number(request.POST.get("round", "")),
        entrants=entrants,
    )
    if table.round <= evening.round:
        services.open_late(table_id=table.pk, version=version + 1, actor=request.user, now=timezone.now())


def _substitute(request: HttpRequest, evening: Evening, version: int) -> None:
    said = request.POST.get("instead", "")
    services.substitute(
        evening_id=evening.pk,
        version=version,
        absent=get_object_or_404(Player, pk=_number(request.POST.get("absent", ""))),
        instead=None if said == "bot" else get_object_or_404(Player, pk=_number(said)),
        actor=request.user,
        now=timezone.now(),
    )


def _paper(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(table_id=_table(request, evening), version=version)


def _break_off(request: HttpRequest, evening: Evening, version: int) -> None:
    services.break_off(
        table_id=_table(request, evening),
        version=version,
        actor=request.user,
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
    )


def _walkover(request: HttpRequest, evening: Evening, version: int) -> None:
    side = _number(request.POST.get("side", ""))
    if side not in (0, 1):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.walkover(
        table_id=_table(request, evening),
        version=version,
        side=side,
        actor=request.user,
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
    )


def _move(request: HttpRequest, evening: Evening, version: int) -> None:
    form = EveningForm(request.POST, prefix="move")
    if not form.is_valid():
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.move_evening(
        evening_id=evening.pk,
        version=version,
        actor=request.user,
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
        **form.cleaned_data,
    )


DOING: Final[Mapping[str, Callable[[HttpRequest, Evening, int], None]]] = {
    "draw": _draw,
    "rest": _rest,
    "open": _open,
    "start": _start,
    "close": _close,
    "swap": _swap,
    "late_table": _late_table,
    "substitute": _substitute,
    "paper": _paper,
    "break_off": _break_off,
    "walkover": _walkover,
    "move": _move,
}


@require_POST
@of_evening(Right.RUN_EVENING)
def cockpit_do(request: HttpRequest, evening: Evening) -> HttpResponse:
    """One thing the director does; `version` is the evening as they saw it."""
    doing = DOING.get(request.POST.get("do", ""))
    if doing is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    doing(request, evening, _number(request.POST.get("version", "")))
    return redirect("cockpit", evening.pk)


@require_safe
@of_evening(Right.SEE)
def report(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The evening in words to paste, and its list for A4."""
    table = reading.season_table(evening.competition)
    lines = reading.evening_lines(evening, table.entered)
    page = {**_frame(request, evening), "report": report_of(evening, lines, table), "lines": lines}
    return render(request, "league/report.html", page)


def _table(request: HttpRequest, evening: Evening) -> int:
    table = _number(request.POST.get("table", ""))
    if not evening.tables.filter(pk=table).exists():
        raise Http404
    return table


def _number(said: str) -> int:
    if not (said.isascii() and said.isdigit() and len(said) <= 12):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return int(said)


def _runs(request: HttpRequest, evening: Evening) -> bool:
    club = evening.competition.season.club
    return may(player=request.user, club=club, right=Right.RUN_EVENING)


def _frame(request: HttpRequest, evening: Evening) -> dict[str, object]:
    return {
        "evening": evening,
        "competition": evening.competition,
        "season": evening.competition.season,
        "club": evening.competition.season.club,
        "runs": _runs(request, evening),
    }
