"""The secretary's tools of a competition: its evenings, who takes part, corrections, and what can be changed or taken
away."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.clubs.permissions import Right
from accounts.names import sort_key
from accounts.numbers import whole_number
from accounts.people.mentions import with_names
from accounts.people.sent_forms import done_once
from games.league import queries, services
from games.league.access import of_competition
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.forms.entrants import CorrectionForm, EntrantForm
from games.league.forms.faults import focus_fault
from games.league.models import Competition, Evening, TableSeat
from games.league.seasons.manage_forms import CompetitionChangeForm, EntrantChangeForm, NamesForm, PlanForm
from games.league.seasons.season_views import frame_of


@require_http_methods(["GET", "HEAD", "POST"])
@of_competition(Right.RUN_EVENING)
@done_once("enter", "names", "evening", "correct")
def league_manage(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The secretary's tools of a competition: evenings, participants, corrections, the competition itself."""
    doing = request.POST.get("do", "") if request.method == "POST" else ""
    forms = _forms(request, competition, doing)
    if doing:
        if doing not in forms:
            raise Http404
        if forms[doing].is_valid() and DOING[doing](request, competition, forms[doing]):
            return redirect("league:league_manage", competition.pk)
        focus_fault(forms[doing])
    entered = queries.entered_in(competition)
    by_name = sorted(entered.values(), key=lambda each: sort_key(each.name))
    page = {
        **frame_of(request, competition),
        "forms": forms,
        "entered": [each for each in by_name if not each.withdrawn],
        "withdrawn": [each for each in by_name if each.withdrawn],
        "evenings": competition.evenings.all(),
        "corrections": [
            (entry, entered[entry.entrant_id].name if entry.entrant_id in entered else "")
            for entry in with_names(competition.corrections.select_related("actor")[:100], "before", "after")
        ],
    }
    return render(
        request, "league/seasons/manage.html", page, status=422 if request.method == "POST" else 200
    )


def _forms(request: HttpRequest, competition: Competition, doing: str):
    """All forms of the page, the one that was sent with what it said."""
    entered = [(each.pk, each.name) for each in queries.entered_in(competition).values()]
    evenings = [(each.pk, f"{each.number}") for each in competition.evenings.all()]

    def said(name: str):
        return request.POST if doing == name else None

    return {
        "enter": EntrantForm(said("enter"), competition=competition, prefix="enter"),
        "names": NamesForm(said("names"), competition=competition, prefix="names"),
        "evening": PlanForm(said("evening"), prefix="evening"),
        "correct": CorrectionForm(said("correct"), entrants=entered, evenings=evenings, prefix="correct"),
        "change": CompetitionChangeForm.of(competition, said("change")),
    }


def _enter(request: HttpRequest, competition: Competition, form: EntrantForm) -> bool:
    players = list(form.cleaned_data["players"])
    groups = [[player] for player in players] if competition.size == 1 else [players]
    services.enter_players(
        competition=competition,
        groups=groups,
        name=form.cleaned_data.get("name", ""),
        actor=request.user,
        now=timezone.now(),
    )
    return True


def _enter_names(request: HttpRequest, competition: Competition, form: NamesForm) -> bool:
    """Whether everybody was entered; else the faults stand in the form."""
    entered = services.enter_by_name(
        competition=competition,
        text=form.cleaned_data["names"],
        new_members=form.cleaned_data["new_members"],
        actor=request.user,
        now=timezone.now(),
    )
    for fault in entered.faults:
        form.add_error("names", _("Line {line}: {fault}").format(line=fault.line, fault=fault.sentence))
    if entered.new_members:
        many = len(entered.new_members)
        told = ngettext("{count} new member: {names}.", "{count} new members: {names}.", many)
        names = ", ".join(player.nickname for player in entered.new_members)
        messages.success(request, told.format(count=many, names=names))
    return not entered.faults


def _plan(request: HttpRequest, competition: Competition, form: PlanForm) -> bool:
    services.plan_evenings(competition=competition, now=timezone.now(), **form.cleaned_data)
    return True


def _correct(request: HttpRequest, competition: Competition, form: CorrectionForm) -> bool:
    said = form.cleaned_data
    doing = services.correct if said["kind"] == "correction" else services.deduct
    doing(
        evening=get_object_or_404(competition.evenings, pk=said["evening"]),
        entrant=get_object_or_404(competition.entrants, pk=said["entrant"]),
        points=said["points"],
        actor=request.user,
        reason=said["reason"],
        now=timezone.now(),
    )
    return True


def _change(request: HttpRequest, competition: Competition, form: CompetitionChangeForm) -> bool:
    services.change_competition(
        competition=competition, actor=request.user, now=timezone.now(), **form.cleaned_data
    )
    return True


DOING = {
    "enter": _enter,
    "names": _enter_names,
    "evening": _plan,
    "correct": _correct,
    "change": _change,
}


@require_POST
@of_competition(Right.RUN_EVENING)
def entrant_withdraw(request: HttpRequest, competition: Competition, entrant: int) -> HttpResponse:
    """An entrant takes no further part, what was played stays; or takes part again after all."""
    about = {
        "entrant": get_object_or_404(competition.entrants, pk=entrant),
        "actor": request.user,
        "now": timezone.now(),
    }
    name = queries.entered_in(competition)[entrant].name
    if request.POST.get("do") == "again":
        services.enter_again(**about)
        messages.success(request, _("{name} takes part again.").format(name=name))
    else:
        usual = pgettext("somebody who takes part", "withdrawn")
        services.withdraw(reason=request.POST.get("reason", "") or usual, **about)
        said = _("{name} is withdrawn. Under “Withdrawn” one tap lets them take part again.")
        messages.success(request, said.format(name=name))
        freed = TableSeat.objects.free().filter(entrant=entrant, table__evening__status=Evening.Status.DRAWN)
        for number in sorted(set(freed.values_list("table__evening__number", flat=True))):
            messages.warning(
                request,
                _(
                    "In evening {number} a seat is free now: draw the rest anew, or let somebody else sit there."
                ).format(number=number),
            )
    return redirect("league:league_manage", competition.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@of_competition(Right.RUN_EVENING)
def entrant_change(request: HttpRequest, competition: Competition, entrant: int) -> HttpResponse:
    """Another name or partner for an entrant, or take away one that was entered by mistake."""
    found = get_object_or_404(competition.entrants, pk=entrant)
    found.competition = competition
    if request.POST.get("do") == "remove":
        services.remove_entrant(entrant=found)
        return redirect("league:league_manage", competition.pk)
    form = EntrantChangeForm(request.POST if request.method == "POST" else None, entrant=found)
    if form.is_valid():
        services.change_entrant(
            entrant=found,
            players=list(form.cleaned_data["players"]),
            name=form.cleaned_data.get("name", ""),
            actor=request.user,
            now=timezone.now(),
        )
        return redirect("league:league_manage", competition.pk)
    page = {
        **frame_of(request, competition),
        "form": form,
        "entrant": queries.entered_in(competition)[found.pk],
    }
    return render(request, "league/seasons/entrant_change.html", page, status=422 if form.is_bound else 200)


@require_POST
@of_competition(Right.RUN_EVENING)
def league_delete(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Take away an evening without results, or the competition itself."""
    club = competition.season.club
    if request.POST.get("do") == "evening":
        evening = get_object_or_404(
            competition.evenings, pk=whole_number(request.POST.get("evening", "")) or 0
        )
        version = whole_number(request.POST.get("version", ""))
        services.delete_evening(evening_id=evening.pk, version=-1 if version is None else version)
        return redirect("league:league_manage", competition.pk)
    if request.POST.get("do") != "competition":
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.delete_competition(competition=competition)
    return redirect("league:club", club.slug)
