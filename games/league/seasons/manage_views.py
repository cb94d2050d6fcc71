"""Pages on which a competition is run: its evenings, who takes part, corrections, what can be taken away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.validators import RegexValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import RowsField, focus_fault
from accounts.members import Right
from accounts.mentions import with_names
from accounts.models import Player
from accounts.names import sort_key, whole_number
from accounts.sent_forms import do_once
from games.league import queries, services
from games.league.access import of_competition
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.forms import EveningForm
from games.league.models import Competition, Entrant, Evening, Seating, TableSeat
from games.league.queries import NamedEntrant
from games.league.seasons.forms import SEATING_HELP, CorrectionForm, EntrantForm
from games.league.seasons.season_views import frame_of
from games.league.services.evenings.plans import MAX_EVENINGS
from games.league.services.evenings.same_cards import may_be_on_paper

# Forms of the secretary's tools of a competition: evenings planned, names entered, what can be changed afterwards.


class PlanForm(EveningForm):
    """Plan an evening, or one every week."""

    times = forms.IntegerField(label=_("How many evenings"), min_value=1, max_value=MAX_EVENINGS, initial=1)
    weeks = forms.TypedChoiceField(
        label=_("How often"),
        choices=[(1, _("every week")), (2, _("every two weeks")), (4, _("every four weeks"))],
        coerce=int,
    )


NAMES_TAKEN: Final = {
    1: (_("Names"), _("One name a line. Nothing else is needed.")),
    2: (_("Pairs"), _("One pair a line: two names with a comma between, as in Anna, Bert.")),
    4: (_("Teams"), _("One team a line: four names with commas between.")),
}
"""The label and the hint of the box for names, by how many play as one."""


class NamesForm(forms.Form):
    """Enter single players, pairs or teams by their names, a line each."""

    names = forms.CharField(
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        strip=False,  # a fault names the line as it stands in the box
        validators=[RegexValidator(r"\S", forms.Field.default_error_messages["required"])],
    )
    new_members = forms.BooleanField(
        label=_("Names that nobody has become members without a login"), required=False, initial=True
    )

    withdrawn: Sequence[NamedEntrant] = ()
    """Those named in lines that were refused because they are withdrawn."""

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = self.fields["names"]
        names.label, names.help_text = NAMES_TAKEN[competition.size]


class EntrantChangeForm(forms.Form):
    """Another name or another partner for an entrant."""

    players = RowsField(label=_("Players"), queryset=Player.objects.none())
    name = forms.CharField(label=_("Name of the pair or team"), max_length=60, required=False)

    def __init__(self, *args: Any, entrant: Entrant, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        competition = entrant.competition
        elsewhere = competition.entrants.exclude(pk=entrant.pk).values("members__player")
        free = Player.objects.filter(memberships__club=competition.season.club_id).exclude(pk__in=elsewhere)
        self.fields["players"].queryset = free.order_by("nickname_sort")
        self.fields["players"].initial = list(entrant.members.values_list("player", flat=True))
        self.fields["name"].initial = entrant.name
        if competition.size == 1:
            del self.fields["name"]


class CompetitionChangeForm(forms.Form):
    """The name of a competition and how its evenings are seated."""

    name = forms.CharField(label=_("Name"), max_length=60)
    division = forms.IntegerField(label=_("Division"), min_value=1, max_value=20)
    seating = forms.ChoiceField(
        label=_("How an evening is seated"), help_text=SEATING_HELP, choices=Seating.choices
    )
    rounds = forms.IntegerField(label=_("Tables an evening for each player"), min_value=1, max_value=10)
    at_table = forms.IntegerField(label=_("Players at a table"), min_value=2, max_value=10)

    @classmethod
    def of(cls, competition: Competition, data: Any = None) -> CompetitionChangeForm:
        """The form of this competition, filled with what it is now; the only one of its season has no division to be
        asked for."""
        fields = ("name", "division", "seating", "rounds", "at_table")
        form = cls(data, initial={field: getattr(competition, field) for field in fields}, prefix="change")
        if competition.division == 1 and competition.season.competitions.count() == 1:
            del form.fields["division"]
        return form


# The page of these tools, and what it leads to.


@require_http_methods(["GET", "HEAD", "POST"])
@of_competition(Right.RUN_EVENING)
@do_once("enter", "names", "evening", "correct")
def league_manage(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The secretary's tools of a competition: evenings, participants, corrections, the competition itself."""
    doing = request.POST.get("do", "") if request.method == "POST" else ""
    forms = _forms(request, competition, doing)
    if doing:
        if doing not in forms:
            raise Http404
        if forms[doing].is_valid() and ACTIONS[doing](request, competition, forms[doing]):
            if doing in CONFIRMED_ACTIONS:
                messages.success(request, gettext("Saved."))
            return redirect("league:league_manage", competition.pk)
        focus_fault(forms[doing])
    entered = queries.entrants_by_key(competition)
    by_name = sorted(entered.values(), key=lambda each: sort_key(each.name))
    page = {
        **frame_of(request, competition),
        "forms": forms,
        "entered": [each for each in by_name if not each.withdrawn],
        "withdrawn": [each for each in by_name if each.withdrawn],
        "evenings": competition.evenings.all(),
        "may_be_on_paper": may_be_on_paper(competition),
        "ruled": queries.ruled_rounds(competition)[:100],
        "corrections": [
            (entry, entered[entry.entrant_id].name if entry.entrant_id in entered else "")
            for entry in with_names(
                competition.corrections.select_related("actor", "evening")[:100], "before", "after"
            )
        ],
    }
    return render(
        request, "league/seasons/manage.html", page, status=422 if request.method == "POST" else 200
    )


def _forms(request: HttpRequest, competition: Competition, doing: str):
    """All forms of the page, the one that was sent with what it said."""
    entered = [(each.pk, each.name) for each in queries.entrants_by_key(competition).values()]
    held = competition.evenings.exclude(status=Evening.Status.CANCELLED)
    evenings = [
        (each.pk, f"{each.number}: {date_format(localdate(each.starts_at), 'DATE_FORMAT')}") for each in held
    ]

    def sent(name: str):
        return request.POST if doing == name else None

    return {
        "enter": EntrantForm(sent("enter"), competition=competition, prefix="enter"),
        "names": NamesForm(sent("names"), competition=competition, prefix="names"),
        "evening": PlanForm(sent("evening"), prefix="evening"),
        "correct": CorrectionForm(sent("correct"), entrants=entered, evenings=evenings, prefix="correct"),
        "change": CompetitionChangeForm.of(competition, sent("change")),
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
        form.add_error("names", gettext("Line {line}: {fault}").format(line=fault.line, fault=fault.sentence))
    by_key = queries.entrants_by_key(competition)
    named = [by_key[each.withdrawn] for each in entered.faults if each.withdrawn in by_key]
    form.withdrawn = [each for each in named if not each.is_gone]
    if entered.new_members:
        many = len(entered.new_members)
        sentence = ngettext("{count} new member: {names}.", "{count} new members: {names}.", many)
        names = ", ".join(player.nickname for player in entered.new_members)
        messages.success(request, sentence.format(count=many, names=names))
    return not entered.faults


def _plan(request: HttpRequest, competition: Competition, form: PlanForm) -> bool:
    """Whether any evening was planned; else the form says that one stands there already."""
    planned = services.plan_evenings(
        competition=competition, actor=request.user, now=timezone.now(), **form.cleaned_data
    )
    if not planned:
        form.add_error(
            "starts_at", gettext("An evening of this competition is planned at that moment already.")
        )
    elif stood := form.cleaned_data["times"] - len(planned):
        sentence = ngettext(
            "{count} evening stood there already and was not planned again.",
            "{count} evenings stood there already and were not planned again.",
            stood,
        )
        messages.info(request, sentence.format(count=stood))
    return bool(planned)


def _correct(request: HttpRequest, competition: Competition, form: CorrectionForm) -> bool:
    cleaned = form.cleaned_data
    doing = services.correct if cleaned["kind"] == "correction" else services.deduct
    doing(
        evening=get_object_or_404(competition.evenings, pk=cleaned["evening"]),
        entrant=get_object_or_404(competition.entrants, pk=cleaned["entrant"]),
        points=cleaned["points"],
        actor=request.user,
        reason=cleaned["reason"],
        now=timezone.now(),
    )
    return True


def _change(request: HttpRequest, competition: Competition, form: CompetitionChangeForm) -> bool:
    cleaned = {"division": competition.division, **form.cleaned_data}
    services.change_competition(competition=competition, actor=request.user, now=timezone.now(), **cleaned)
    return True


ACTIONS = {
    "enter": _enter,
    "names": _enter_names,
    "evening": _plan,
    "correct": _correct,
    "change": _change,
}
CONFIRMED_ACTIONS: Final = frozenset({"correct", "change"})
"""What is confirmed in so many words, because the list above looks much as before."""


@require_POST
@of_competition(Right.RUN_EVENING)
def entrant_withdraw(request: HttpRequest, competition: Competition, entrant: int) -> HttpResponse:
    """An entrant takes no further part, what was played stays; or takes part again after all."""
    about = {
        "entrant": get_object_or_404(competition.entrants, pk=entrant),
        "actor": request.user,
        "now": timezone.now(),
    }
    name = queries.entrants_by_key(competition)[entrant].name
    if request.POST.get("do") == "again":
        services.enter_again(**about)
        messages.success(request, gettext("{name} takes part again.").format(name=name))
    else:
        usual = pgettext("somebody who takes part", "withdrawn")
        services.withdraw(reason=request.POST.get("reason", "") or usual, **about)
        sentence = gettext("{name} is withdrawn. Under “Withdrawn” one tap lets them take part again.")
        messages.success(request, sentence.format(name=name))
        freed = TableSeat.objects.free().filter(entrant=entrant, table__evening__status=Evening.Status.DRAWN)
        for number in sorted(set(freed.values_list("table__evening__number", flat=True))):
            messages.warning(
                request,
                gettext(
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
        services.remove_entrant(entrant=found, actor=request.user, now=timezone.now())
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
        "entrant": queries.entrants_by_key(competition)[found.pk],
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
        services.delete_evening(
            evening_id=evening.pk,
            version=-1 if version is None else version,
            actor=request.user,
            now=timezone.now(),
        )
        return redirect("league:league_manage", competition.pk)
    if request.POST.get("do") != "competition":
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.delete_competition(competition=competition, actor=request.user, now=timezone.now())
    return redirect("league:club", club.slug)
