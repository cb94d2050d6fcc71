"""An evening for its players: signing up and off, another date for a table, the report and the list for paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.clubs.permissions import Right, may
from accounts.numbers import whole_number
from games.league import queries, services
from games.league.access import of_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings import cockpit as director
from games.league.evenings.report import report_of, shown_line
from games.league.forms import DateForm
from games.league.models import Evening
from games.league.replaced_seats import seats_held_for


@require_safe
@of_evening(Right.SEE)
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The evening for its players: who comes, who sits where, what it brought."""
    table = queries.season_table(evening.competition)
    entered = table.entered
    said = {sign.entrant_id: sign.comes for sign in evening.sign_ups.all()}
    you = queries.entrant_of(evening.competition, request.user) if request.user.is_authenticated else None
    page = {
        **frame_of(request, evening),
        "coming": sorted(entered[pk].name for pk, comes in said.items() if comes and pk in entered),
        "away": sorted(entered[pk].name for pk, comes in said.items() if not comes and pk in entered),
        "you": you,
        "your_word": said.get(you.pk) if you else None,
        "late": timezone.now() >= evening.deadline,
        "rounds": director.rounds_of(evening, {pk: each.name for pk, each in entered.items()}),
        "lines": [shown_line(line) for line in queries.evening_lines(evening, table)],
        "cancelled": evening.corrections.filter(what="cancelled").first(),
        "held": seats_held_for(evening, request.user.pk),
        "own_tables": queries.tables_to_postpone(evening, request.user.pk),
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
    own = queries.entrant_of(evening.competition, request.user)
    if said:
        entrant = get_object_or_404(evening.competition.entrants, pk=number_of(said))
        if entrant != own and not runs(request, evening):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    elif own is None:
        raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
    else:
        entrant = own
    services.sign(
        evening_id=evening.pk, entrant=entrant, comes=comes == "yes", player=request.user, now=timezone.now()
    )
    return redirect("cockpit" if said else "evening", evening.pk)


@require_POST
@of_evening(Right.PLAY)
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
    return redirect("evening", evening.pk)


@require_safe
@of_evening(Right.SEE)
def report(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The evening in words to paste, with the season as it was after it, and its list for A4."""
    table = queries.season_table(evening.competition)
    lines = queries.evening_lines(evening, table)
    then = queries.season_table(evening.competition, until=evening)
    page = {
        **frame_of(request, evening),
        "report": report_of(evening, lines, then),
        "lines": [shown_line(line) for line in lines],
        "tallies": [gettext(tally.label) for tally in table.tallies],
    }
    return render(request, "league/report.html", page)


def number_of(said: str) -> int:
    """A number a form names. Refuses unreadable."""
    number = whole_number(said)
    if number is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return number


def runs(request: HttpRequest, evening: Evening) -> bool:
    """Whether who asks may run the evening."""
    club = evening.competition.season.club
    return may(player=request.user, club=club, right=Right.RUN_EVENING)


def frame_of(request: HttpRequest, evening: Evening) -> dict[str, object]:
    """What every page of an evening shows around it."""
    return {
        "evening": evening,
        "competition": evening.competition,
        "season": evening.competition.season,
        "club": evening.competition.season.club,
        "runs": runs(request, evening),
    }
