"""The season's table and what hangs on it: a player's season, exports, the secretary's tools."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.clubs.permissions import Right, may
from accounts.people.mentions import with_names
from games.league import queries, services
from games.league.access import of_competition
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.forms import CorrectionForm, EntrantForm, EveningForm, ImportForm, RulesForm
from games.league.models import Competition, TableScore
from games.league.seasons import exports
from games.league.seasons.display import (
    CHART_HEIGHT,
    CHART_WIDTH,
    most_sides,
    rules_told,
    season_chart,
    shown_nights,
    shown_places,
    shown_rows,
    shown_tallies,
    side_rankings,
)
from games.league.seasons.outlook import outlook_of
from games.league.standings.scores import Score
from games.table.screen.rule_card import game_name, rule_card, style_name


@require_safe
@of_competition(Right.SEE)
def league(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The table of the season."""
    table = queries.season_table(competition)
    rows = shown_rows(table, player=request.user.pk)
    own = next((shown.row for shown in rows if shown.is_you), None)
    page = {
        **_frame(request, competition),
        "table": table,
        "rows": rows,
        "own": own and own.entrant,
        "outlook": own and outlook_of(competition, table, own),
        "rankings": side_rankings(table),
        "evenings": competition.evenings.all(),
    }
    return render(request, "league/table.html", page)


@require_safe
@of_competition(Right.SEE)
def league_print(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The season list for paper: every evening of everybody on A4."""
    table = queries.season_table(competition)
    columns = [evening.pk for evening in table.evenings]
    rows = []
    for shown in shown_rows(table, player=None):
        nights = {night.evening: night for night in shown.row.nights}
        rows.append((shown, [nights.get(pk) for pk in columns]))
    return render(
        request, "league/season_print.html", {**_frame(request, competition), "table": table, "rows": rows}
    )


@require_safe
@of_competition(Right.SEE)
def entrant(request: HttpRequest, competition: Competition, entrant: int) -> HttpResponse:
    """One entrant's season: evenings, chart, records."""
    table = queries.season_table(competition)
    shown = next(
        (row for row in shown_rows(table, player=request.user.pk) if row.row.entrant == entrant), None
    )
    if shown is None:
        raise Http404
    nights = shown_nights(shown.row, table)
    chart = season_chart(nights)
    page = {
        **_frame(request, competition),
        "shown": shown,
        "nights": nights,
        "outlook": outlook_of(competition, table, shown.row),
        "chart": chart,
        "line": " ".join(f"{point.x},{point.y}" for point in chart),
        "width": CHART_WIDTH,
        "height": CHART_HEIGHT,
        "duels": queries.duels_with(competition, entrant, table),
        "places": shown_places(shown.row, sides=most_sides(competition)),
        "tallies": shown_tallies(shown.row, table),
        "ratings": queries.ratings_of(table.entered[entrant].players, competition.game),
    }
    return render(request, "league/entrant.html", page)


@require_safe
@of_competition(Right.SEE)
def league_file(request: HttpRequest, competition: Competition, kind: str) -> HttpResponse:
    """The table, the results, the corrections or the calendar as a file."""
    makers: dict[str, Callable[[], HttpResponse]] = {
        "table.csv": lambda: _csv(exports.table_csv(queries.season_table(competition))),
        "table.json": lambda: JsonResponse(
            exports.table_json(competition, queries.season_table(competition))
        ),
        "results.csv": lambda: _csv(_results(competition)),
        "corrections.csv": lambda: _csv(
            exports.corrections_csv(
                competition.corrections.select_related("actor"), queries.entered_in(competition)
            )
        ),
        "evenings.ics": lambda: HttpResponse(
            exports.calendar_of(
                competition, link=request.build_absolute_uri(reverse("league", args=[competition.pk]))
            ),
            content_type="text/calendar; charset=utf-8",
        ),
    }
    if kind not in makers:
        raise Http404
    response = makers[kind]()
    if not kind.endswith("json"):
        response["Content-Disposition"] = f'attachment; filename="{competition.pk}-{kind}"'
    return response


def _csv(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/csv; charset=utf-8")


def _results(competition: Competition) -> str:
    scores = TableScore.objects.filter(evening__competition=competition).values_list(*Score._fields)
    numbers = dict(competition.evenings.values_list("pk", "number"))
    entered = queries.entered_in(competition)
    return exports.results_csv(map(Score._make, scores), entered, numbers, competition.the_game)


@require_http_methods(["GET", "HEAD", "POST"])
@of_competition(Right.RUN_EVENING)
def league_manage(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The secretary's tools of a competition: who takes part, the evenings, corrections."""
    doing = request.POST.get("do", "") if request.method == "POST" else ""
    forms = _forms(request, competition, doing)
    if doing:
        if doing not in forms:
            raise Http404
        if forms[doing].is_valid():
            DOING[doing](request, competition, forms[doing].cleaned_data)
            return redirect("league_manage", competition.pk)
    entered = queries.entered_in(competition)
    by_name = sorted(entered.values(), key=lambda each: each.name.casefold())
    page = {
        **_frame(request, competition),
        "forms": forms,
        "entered": [each for each in by_name if not each.withdrawn],
        "withdrawn": [each for each in by_name if each.withdrawn],
        "evenings": competition.evenings.all(),
        "corrections": [
            (entry, entered[entry.entrant_id].name if entry.entrant_id in entered else "")
            for entry in with_names(competition.corrections.select_related("actor")[:100], "before", "after")
        ],
    }
    return render(request, "league/manage.html", page, status=422 if request.method == "POST" else 200)


def _forms(request: HttpRequest, competition: Competition, doing: str):  # type: ignore[no-untyped-def]
    """All forms of the page, the one that was sent with what it said."""
    entered = [(each.pk, each.name) for each in queries.entered_in(competition).values()]
    evenings = [(each.pk, f"{each.number}") for each in competition.evenings.all()]

    def said(name: str):  # type: ignore[no-untyped-def]
        return request.POST if doing == name else None

    return {
        "enter": EntrantForm(said("enter"), competition=competition, prefix="enter"),
        "evening": EveningForm(said("evening"), prefix="evening"),
        "correct": CorrectionForm(said("correct"), entrants=entered, evenings=evenings, prefix="correct"),
    }


def _enter(request: HttpRequest, competition: Competition, said: dict) -> None:  # type: ignore[type-arg]
    players = list(said["players"])
    groups = [[player] for player in players] if competition.size == 1 else [players]
    for group in groups:
        services.enter(competition=competition, players=group, name=said.get("name", ""))


def _plan(request: HttpRequest, competition: Competition, said: dict) -> None:  # type: ignore[type-arg]
    services.plan_evening(competition=competition, **said)


def _correct(request: HttpRequest, competition: Competition, said: dict) -> None:  # type: ignore[type-arg]
    doing = services.correct if said["kind"] == "correction" else services.deduct
    doing(
        evening=get_object_or_404(competition.evenings, pk=said["evening"]),
        entrant=get_object_or_404(competition.entrants, pk=said["entrant"]),
        points=said["points"],
        actor=request.user,
        reason=said["reason"],
        now=timezone.now(),
    )


DOING = {"enter": _enter, "evening": _plan, "correct": _correct}


@require_http_methods(["GET", "HEAD", "POST"])
@of_competition(Right.SEE)
def league_rules(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The rules of the table and of the game, for everybody; who runs it changes the table's, with a reason."""
    page = _frame(request, competition)
    form = RulesForm(
        request.POST if request.method == "POST" else None,
        tallies=tuple(competition.the_game.tallies),
        rules=competition.rules,
    )
    if request.method == "POST":
        if not page["runs"]:
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        if form.is_valid():
            services.change_rules(
                competition=competition,
                rules=form.cleaned_rules(),
                actor=request.user,
                reason=request.POST.get("reason", ""),
                now=timezone.now(),
            )
            return redirect("league_rules", competition.pk)
    page |= {
        "form": form,
        "own": rules_told(competition),
        "card": rule_card(competition.game, competition.options),
        "game": game_name(competition.game),
        "style": style_name(competition.game, competition.options),
    }
    return render(request, "league/rules.html", page, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@of_competition(Right.RUN_EVENING)
def results_import(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Evenings played elsewhere, from a list. With a fault nothing is written, and every fault is named."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    form.fields["pasted"].label = _("Evening, name, points: one result a line, commas between")
    page: dict[str, object] = {"form": form, "faults": ()}
    if form.is_valid():
        _many, page["faults"] = services.import_results(
            competition=competition,
            text=form.text(),
            names={each.name: each.pk for each in queries.entered_in(competition).values()},
            actor=request.user,
            now=timezone.now(),
        )
        if not page["faults"]:
            return redirect("league", competition.pk)
    page |= _frame(request, competition)
    return render(request, "league/import.html", page, status=422 if form.is_bound else 200)


@require_POST
@of_competition(Right.RUN_EVENING)
def entrant_withdraw(request: HttpRequest, competition: Competition, entrant: int) -> HttpResponse:
    """An entrant takes no further part, what was played stays; or takes part again after all."""
    about = {
        "entrant": get_object_or_404(competition.entrants, pk=entrant),
        "actor": request.user,
        "now": timezone.now(),
    }
    if request.POST.get("do") == "again":
        services.enter_again(**about)
    else:
        services.withdraw(reason=request.POST.get("reason", "") or _("withdrawn"), **about)
    return redirect("league_manage", competition.pk)


def _frame(request: HttpRequest, competition: Competition) -> dict[str, object]:
    club = competition.season.club
    return {
        "competition": competition,
        "season": competition.season,
        "club": club,
        "runs": may(player=request.user, club=club, right=Right.RUN_EVENING),
    }
