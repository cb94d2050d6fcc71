"""Pages of a club's house rules: their list, a version as a rule card, the next version, a table played by them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.members import Right, may
from accounts.models import Club
from accounts.names import whole_number
from accounts.sent_forms import SAME_TABLE, do_once
from games.engine.options import Preset
from games.league import services
from games.league.access import of_club
from games.league.errors import LeagueRefused
from games.league.models import HouseRules
from games.league.queries import competitions_to_choose, newest_rules
from games.league.seasons.forms import HouseRulesForm
from games.table.lobby.forms import TableForm
from games.table.lobby.waiting_views import game_asked_for, open_from_form
from games.table.screen.rule_card import (
    game_name,
    game_summary,
    names_of_games,
    preset_choices,
    preset_options,
    rule_card,
)


@require_safe
@of_club(Right.SEE)
def house_rules(request: HttpRequest, club: Club) -> HttpResponse:
    """The newest version of each of the club's house rules."""
    page = {
        "club": club,
        "rules": [(each, game_name(each.game)) for each in newest_rules(club)],
        "runs": may(player=request.user, club=club, right=Right.RUN_EVENING),
    }
    return render(request, "league/clubs/house_rules/list.html", page)


@require_safe
@of_club(Right.SEE)
def house_rules_card(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """One version as a rule card, to be read or printed, in the reader's language."""
    rules = get_object_or_404(club.house_rules.select_related("by"), pk=number)
    versions = club.house_rules.filter(name=rules.name).select_related("by")
    runs = may(player=request.user, club=club, right=Right.RUN_EVENING)
    page = {
        "club": club,
        "rules": rules,
        "versions": versions,
        "newest": versions[0],
        "is_newest": versions[0] == rules,
        "game": game_name(rules.game),
        "card": rule_card(rules.game, rules.options),
        "competitions": rules.competitions.select_related("season"),
        "could_choose": competitions_to_choose(rules) if runs else (),
        "runs": runs,
    }
    return render(request, "league/clubs/house_rules/card.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.RUN_EVENING)
@do_once()
def house_rules_new(request: HttpRequest, club: Club) -> HttpResponse:
    """New house rules, from the usual ones or from a preset everybody knows."""
    game, like = game_asked_for(request), request.GET.get("like", "")
    posted = request.POST if request.method == "POST" else None
    form = HouseRulesForm(posted, game=game, rules=preset_options(game, like))
    page = {
        "club": club,
        "form": form,
        "game": game,
        "games": names_of_games(),
        "summary": game_summary(game),
        "presets": preset_choices(game),
        "like": like,
    }
    return _save_house_rules(request, club, form, page, game=game)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.RUN_EVENING)
@do_once()
def house_rules_edit(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """The next version of house rules."""
    rules = get_object_or_404(club.house_rules, pk=number)
    posted = request.POST if request.method == "POST" else None
    form = HouseRulesForm(posted, game=rules.game, named=rules.name, rules=rules.options)
    page = {"club": club, "form": form, "game": rules.game, "rules": rules}
    return _save_house_rules(request, club, form, page, game=rules.game, edited=rules)


def _save_house_rules(
    request: HttpRequest,
    club: Club,
    form: HouseRulesForm,
    page: dict[str, object],
    *,
    game: str,
    edited: HouseRules | None = None,
) -> HttpResponse:
    if form.is_valid():
        try:
            rules = services.save_rules(
                club=club,
                name=form.cleaned_data.get("name", ""),
                game=game,
                options=form.cleaned_rules(),
                actor=request.user,
                now=timezone.now(),
                edited=edited,
            )
        except LeagueRefused as refused:
            form.add_error(None, refused.sentence)
        else:
            return redirect("league:house_rules_card", club.slug, rules.pk)
    return render(request, "league/clubs/house_rules/edit.html", page, status=422 if form.is_bound else 200)


@require_POST
@of_club(Right.RUN_EVENING)
def house_rules_choose(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """A competition that has not begun plays by this version."""
    rules = get_object_or_404(club.house_rules, pk=number)
    key = whole_number(request.POST.get("competition", ""))
    services.choose_rules(
        competition=get_object_or_404(competitions_to_choose(rules), pk=key),
        preset=rules,
        actor=request.user,
        now=timezone.now(),
    )
    return redirect("league:house_rules_card", club.slug, rules.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.PLAY)
@do_once(within=SAME_TABLE)
def club_table(request: HttpRequest, club: Club) -> HttpResponse:
    """A friendly table of the club, its own house rules offered first."""
    game = game_asked_for(request)
    own = [_as_preset(each) for each in newest_rules(club, game=game)]
    form = TableForm(request.POST if request.method == "POST" else None, game=game, own=own)
    if form.is_valid():
        return redirect("table:table", open_from_form(form, request.user, club=club).code)
    page = {
        "club": club,
        "form": form,
        "game": game,
        "games": names_of_games(),
        "summary": game_summary(game),
    }
    return render(request, "table/new.html", page, status=422 if form.is_bound else 200)


def _as_preset(rules: HouseRules) -> Preset:
    """House rules as the form of a table offers them."""
    return Preset(
        key=f"club-{rules.pk}",
        label=rules.label,
        help=gettext("House rules of {club}, version {version}.").format(
            club=rules.club.name, version=rules.version
        ),
        values=rules.options,
    )
