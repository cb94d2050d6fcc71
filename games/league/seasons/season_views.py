"""Pages of a season: table, entrants, fixtures, cross table, availability."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.members import Right, may
from accounts.models import Club
from accounts.names import whole_number
from games.league import queries, services
from games.league.access import of_club, of_competition
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, Season, Seating
from games.league.models.seasons import MAX_SIGNALS_LENGTH
from games.league.seasons import exports
from games.league.seasons.best_deals import deals_of_note
from games.league.seasons.columns import COLUMNS
from games.league.seasons.display import (
    CHART_HEIGHT,
    CHART_WIDTH,
    counts_wins,
    outlook_of,
    place_counts,
    season_chart,
    side_rankings,
    table_evenings,
    table_rows,
    tallies_had,
    tallies_of_all,
    tally_counts,
    with_worthless_absences,
)
from games.league.seasons.forms import RulesForm
from games.league.standings.evening_scores import OF_OWN_AVERAGE
from games.league.standings.scores import MarkKind
from games.league.words import rules_in_words
from games.table.screen.rule_card import game_name, preset_name, rule_card


def frame_of(request: HttpRequest, competition: Competition) -> dict[str, object]:
    """What every page of a competition shows around its own; `runs` says whether the reader runs the club."""
    club = competition.season.club
    return {
        "competition": competition,
        "season": competition.season,
        "club": club,
        "runs": may(player=request.user, club=club, right=Right.RUN_EVENING),
    }


# The season's table and what hangs on it: a player's season, exports, the secretary's tools.


@require_safe
@of_competition(Right.SEE)
def league(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The table of the season."""
    table = queries.season_table(competition)
    rows = table_rows(table, player=request.user.pk)
    own = next((shown.row for shown in rows if shown.is_you), None)
    columns = [column for column in COLUMNS if column.on_page]
    page = {
        **frame_of(request, competition),
        "table": table,
        "columns": columns,
        "rows": [(shown, [column.words(table, shown.row) for column in columns]) for shown in rows],
        "own": own and own.entrant,
        "outlook": own and outlook_of(competition, table, own),
        "two_sided": counts_wins(competition),
        "by_meetings": any(shown.row.tie == "head_to_head" for shown in rows),
        "rankings": side_rankings(table),
        "deals_of_note": deals_of_note(competition, table),
        "tallies": tallies_of_all(table),
        "evenings": competition.evenings.all(),
        "has_fixture_list": competition.seating == Seating.ROUND_ROBIN,
    }
    return render(request, "league/seasons/table.html", page)


@require_safe
@of_competition(Right.SEE)
def league_print(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The season list for paper: every evening of everybody on A4."""
    table = queries.season_table(competition)
    columns = [column for column in COLUMNS if column.on_print]
    rows = []
    for shown in table_rows(table, player=None):
        results = {result.evening: result for result in shown.row.results}
        by_evening = [results.get(evening.pk) for evening in table.evenings]
        rows.append((shown, by_evening, [column.words(table, shown.row) for column in columns]))
    return render(
        request,
        "league/seasons/season_print.html",
        {
            **frame_of(request, competition),
            "table": table,
            "columns": columns,
            "rows": rows,
            "two_sided": counts_wins(competition),
        },
    )


@require_safe
@of_competition(Right.SEE)
def league_cross(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Who against whom, on the screen and on paper."""
    rows = queries.cross_table(competition, queries.season_table(competition))
    page = {**frame_of(request, competition), "rows": rows}
    return render(request, "league/seasons/cross.html", page)


@require_safe
@of_competition(Right.SEE)
def league_fixtures(request: HttpRequest, competition: Competition) -> HttpResponse:
    """All rounds of a round robin on one page for paper."""
    page = {**frame_of(request, competition), "rounds": queries.fixture_list(competition)}
    return render(request, "league/seasons/fixtures.html", page)


@require_safe
@of_competition(Right.SEE)
def entrant(request: HttpRequest, competition: Competition, entrant: int) -> HttpResponse:
    """One entrant's season: evenings, chart, records."""
    table = queries.season_table(competition)
    shown = next(
        (row for row in table_rows(table, player=request.user.pk) if row.row.entrant == entrant), None
    )
    if shown is None:
        raise Http404
    results = table_evenings(shown.row, table)
    chart = season_chart(results)
    page = {
        **frame_of(request, competition),
        "shown": shown,
        "entered": table.entered[entrant],
        "results": with_worthless_absences(shown.row, table, results),
        "outlook": outlook_of(competition, table, shown.row),
        "has_own_average": table.rules.announced in OF_OWN_AVERAGE
        and any(result.why == MarkKind.ANNOUNCED for result in shown.row.results),
        "chart": chart,
        "line": " ".join(f"{point.x},{point.y}" for point in chart),
        "width": CHART_WIDTH,
        "height": CHART_HEIGHT,
        # With the same cards none of two opponents wins a table: each is compared with those who held its cards.
        "head_to_head": ()
        if table.rules.same_cards
        else queries.head_to_head_of(competition, entrant, table),
        "places": place_counts(shown.row, sides=competition.most_sides),
        "tallies": tally_counts(shown.row, tallies_had(table)),
        "ratings": queries.ratings_of(table.entered[entrant].players, competition.game),
        "signals": Entrant.objects.get(pk=entrant).signals,
        "signals_length": MAX_SIGNALS_LENGTH,
        "is_own": request.user.pk in table.entered[entrant].players,
    }
    return render(request, "league/seasons/entrant.html", page)


@require_POST
@of_competition(Right.PLAY)
def entrant_signals(request: HttpRequest, competition: Competition, entrant: int) -> HttpResponse:
    """Write down the signals of an entrant: its players, or the secretary for them."""
    if "signals" not in request.POST:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    found = get_object_or_404(competition.entrants, pk=entrant)
    services.write_signals(entrant=found, text=request.POST["signals"], player=request.user)
    return redirect("league:entrant", competition.pk, entrant)


FILE_WORDS: Final = {
    "table.csv": pgettext_lazy("file name", "standings"),
    "results.csv": pgettext_lazy("file name", "results"),
    "cross.csv": pgettext_lazy("file name", "who against whom"),
    "corrections.csv": pgettext_lazy("file name", "corrections"),
    "evenings.ics": pgettext_lazy("file name", "evenings"),
}


def file_name(about: str, word: str, ending: str) -> str:
    """The name of a downloaded file, in plain letters: "tuesday-standings.csv"."""
    return f"{slugify(f'{about} {word}') or 'file'}.{ending}"


@require_safe
@of_competition(Right.SEE)
def league_file(request: HttpRequest, competition: Competition, kind: str) -> HttpResponse:
    """The table, the results, the corrections or the calendar as a file."""
    files: dict[str, Callable[[], HttpResponse]] = {
        "table.csv": lambda: _csv(exports.table_csv(queries.season_table(competition))),
        "table.json": lambda: JsonResponse(
            exports.table_json(competition, queries.season_table(competition))
        ),
        "results.csv": lambda: _csv(exports.results_csv(queries.season_table(competition))),
        "cross.csv": lambda: _csv(
            exports.cross_csv(
                queries.cross_table(competition, queries.season_table(competition)),
                same_cards=competition.the_rules.same_cards,
            )
        ),
        "corrections.csv": lambda: _csv(
            exports.corrections_csv(
                competition.corrections.select_related("actor", "evening"),
                queries.entrants_by_key(competition),
                queries.ruled_rounds(competition),
            )
        ),
        "evenings.ics": lambda: HttpResponse(
            exports.calendar_of(
                competition, link=request.build_absolute_uri(reverse("league:league", args=[competition.pk]))
            ),
            content_type="text/calendar; charset=utf-8",
        ),
    }
    if kind not in files:
        raise Http404
    response = files[kind]()
    if not kind.endswith("json"):
        name = file_name(competition.name, str(FILE_WORDS[kind]), kind.rpartition(".")[2])
        response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response


def _csv(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/csv; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
@of_competition(Right.SEE)
def league_rules(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The rules of the table and of the game, for everybody; who runs it changes the table's, with a reason."""
    page = frame_of(request, competition)
    form = RulesForm(
        request.POST if request.method == "POST" else None,
        tallies=tuple(competition.the_game.tallies),
        rules=competition.rules,
        competition=competition,
    )
    if request.method == "POST":
        if not page["runs"]:
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        if form.is_valid():
            changed = services.change_rules(
                competition=competition,
                rules=form.cleaned_rules(),
                actor=request.user,
                reason=request.POST.get("reason", ""),
                now=timezone.now(),
            )
            _say_what_changed(request, competition, changed)
            return redirect("league:league_rules", competition.pk)
    page |= {
        "form": form,
        "own": rules_in_words(competition),
        "card": rule_card(
            competition.game, competition.options, on_paper=competition.the_rules.cards == "paper"
        ),
        "game": game_name(competition.game),
        "style": preset_name(competition.game, competition.options),
    }
    return render(request, "league/seasons/rules.html", page, status=422 if form.is_bound else 200)


def _say_what_changed(request: HttpRequest, before: Competition, after: Competition) -> None:
    """A message that the rules are saved, with what they were and are."""
    written = after.corrections.filter(what="rules").order_by("-pk").first()
    if written is None or before.rules == after.rules:
        messages.info(request, gettext("The rules are as they were: nothing was changed."))
    else:
        messages.success(request, gettext("Rules saved. {change}").format(change=written.change))


# Signing up for the evenings of a whole season in one form, and who comes to which for those who run them.


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.PLAY)
def season_availability(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """The evenings to come with a word each: the reader's own, or with `entrant` those of an entrant, for those who run
    the club.

    `shown-<evening>` is the word that stood in the form, `word-<evening>` the one chosen: only words that changed are
    written. An evening whose deadline passed meanwhile is written as late, as on its own page.
    """
    found = get_object_or_404(club.seasons, pk=season)
    key = request.POST.get("entrant", "") or request.GET.get("entrant", "")
    entrants = _entrants(request, found, key)
    evenings = queries.asked_evenings(
        found, entrants=entrants, player=None if key else request.user, now=timezone.now()
    )
    if request.method == "POST":
        by_pk = {entrant.pk: entrant for entrant in entrants}
        own = {each.evening.pk: by_pk[each.entrant] for each in evenings}
        services.sign_season(
            entrants=own,
            comes=_changed_words(request.POST, own),
            player=request.user,
            now=timezone.now(),
            for_club=bool(key),
        )
        messages.success(request, gettext("Saved."))
        return redirect("league:season_everybody" if key else "league:season_availability", club.slug, season)
    page = {
        "club": club,
        "season": found,
        "evenings": evenings,
        "open": any(each.is_open for each in evenings),
        "several": len({each.evening.competition_id for each in evenings}) > 1,
        "takes_part": bool(entrants),
        "pairs": any(each.evening.competition.size > 1 for each in evenings),
        "runs": may(player=request.user, club=club, right=Right.RUN_EVENING),
        "entrant": key,
        "name": queries.entrants_by_key(entrants[0].competition)[entrants[0].pk].name if key else "",
    }
    return render(request, "league/seasons/availability.html", page)


def _changed_words(sent: Mapping[str, str], own: Collection[int]) -> dict[int, bool | None]:
    """The words that are others than those shown, by evening. `own` are the evenings that the form may have. Refuses
    unreadable."""
    by_word = {word: comes for comes, word in queries.COMING_WORDS.items()}
    shown = {
        whole_number(name.removeprefix("shown-")): word
        for name, word in sent.items()
        if name.startswith("shown-")
    }
    chosen = {evening: sent.get(f"word-{evening}") for evening in shown}
    if not shown or not shown.keys() <= set(own) or not by_word.keys() >= set(chosen.values()):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return {evening: by_word[word] for evening, word in chosen.items() if word != shown[evening]}


def _entrants(request: HttpRequest, season: Season, key: str) -> list[Entrant]:
    """The reader's entrants in the season; or the one named, for those who run the club. Refuses not_allowed."""
    entrants = Entrant.objects.filter(competition__season=season, withdrawn_at=None).select_related(
        "competition"
    )
    if not key:
        return list(entrants.filter(members__player=request.user))
    if not may(player=request.user, club=season.club, right=Right.RUN_EVENING):
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    return [get_object_or_404(entrants, pk=whole_number(key))]


@require_safe
@of_club(Right.RUN_EVENING)
def season_everybody(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """Who comes to which evening of the season; each name leads to their form."""
    found = get_object_or_404(club.seasons, pk=season)
    page = {"club": club, "season": found, "lists": queries.availability_of(found, timezone.now())}
    return render(request, "league/seasons/everybody.html", page)
