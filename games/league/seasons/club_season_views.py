"""Pages on which a club makes, copies and archives seasons, adds competitions to them, and ticks contributions off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.members import Right
from accounts.models import Club, Player, Role
from accounts.names import sort_key, whole_number
from accounts.sent_forms import do_once
from games.league import services
from games.league.access import of_club
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Contribution, Entrant, Season
from games.league.queries import newest_rules, season_table
from games.league.seasons.forms import CompetitionForm, SeasonForm
from games.league.services.seasons import CopiedEntrants, Destination
from games.table.screen.rule_card import summaries


@require_POST
@of_club(Right.RUN_EVENING)
@do_once()
def season_new(request: HttpRequest, club: Club) -> HttpResponse:
    """A new season, empty or copied. Of a copied one who comes along is shown first, those in a promotion or relegation
    zone as the standings say, guests of the club not at all; sent again with `go` it is done as the form says.
    """
    form = SeasonForm(request.POST, club=club)
    if not form.is_valid():
        return render(request, "league/clubs/season.html", {"club": club, "form": form}, status=422)
    now, name, old = timezone.now(), form.cleaned_data["name"], form.cleaned_data.get("copied")
    if old is None:
        services.create_season(club=club, name=name, now=now)
    else:
        found = services.copied_entrants(old)
        choices = {entrant: to for each in found for entrant, to in each.destinations.items()}
        if "go" not in request.POST and choices:
            page = {"club": club, "old": old, "name": name, "divisions": _divisions(found)}
            return render(request, "league/clubs/promotion.html", page)
        chosen = {entrant: request.POST.get(f"to-{entrant}", "0") for entrant in choices}
        copy = services.copy_season(
            season=old,
            name=name,
            now=now,
            moved={entrant: _step(key, choices[entrant]) for entrant, key in chosen.items() if key != OUT},
            left_out=[entrant for entrant, key in chosen.items() if key == OUT],
            actor=request.user,
        )
        messages.success(request, _copied_sentence(copy, old))
    return redirect("league:club", club.slug)


def _copied_sentence(copy: Season, old: Season) -> str:
    """What was copied into a season. Two queries."""
    entered = Entrant.objects.filter(competition__season=copy).count()
    competitions = ", ".join(copy.competitions.values_list("name", flat=True))
    return ngettext(
        "“{copy}” was made from “{old}”: {competitions}, with their rules and {count} who takes part. Plan its "
        "evenings now.",
        "“{copy}” was made from “{old}”: {competitions}, with their rules and {count} who take part. Plan its "
        "evenings now.",
        entered,
    ).format(copy=copy.name, old=old.name, competitions=competitions, count=entered)


OUT: Final = "out"
"""Chosen for who takes no part in the next season."""


def _step(key: str, to: Sequence[Destination]) -> int:
    """The chosen step among those the entrant has. Refuses unreadable."""
    steps = {f"{each.step}": each.step for each in to}
    if key not in steps:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return steps[key]


@dataclass(frozen=True, slots=True)
class Mover:
    """An entrant in the order of the standings, where it can go and, before anything is changed, where it goes: by
    `step`, or `out`. `barred` names the divisions where somebody of them plays already."""

    place: int | None
    entrant: int
    name: str
    step: int
    destinations: tuple[Destination, ...]
    out: bool
    barred: str


@dataclass(frozen=True, slots=True)
class Division:
    """A competition of the old season, everybody who comes along, and the names of those who do not."""

    competition: Competition
    movers: tuple[Mover, ...]
    left: tuple[str, ...]

    @property
    def changing(self) -> list[Mover]:
        """Those who go to another division, or not along."""
        return [mover for mover in self.movers if mover.step or mover.out]

    @property
    def staying(self) -> list[Mover]:
        """The others."""
        return [mover for mover in self.movers if not mover.step and not mover.out]


def _divisions(found: Sequence[CopiedEntrants]) -> tuple[Division, ...]:
    """Everybody by competition, with the step the standings give them."""
    shown = []
    for each in found:
        table = season_table(each.competition)
        placed = [
            (row.place, row.entrant, row.zone) for row in table.rows if row.entrant in each.destinations
        ]
        listed = {entrant for _place, entrant, _zone in placed}
        placed += [(None, entrant, None) for entrant in each.destinations if entrant not in listed]
        movers = []
        for place, entrant, zone in placed:
            to = each.destinations[entrant]
            step = {"promotion": -1, "relegation": 1}.get(zone or "", 0)
            step = step if any(one.step == step for one in to) else 0
            out = entrant in each.guests
            barred = ", ".join(one.name for one in each.barred.get(entrant, ()))
            movers.append(Mover(place, entrant, table.name(entrant), 0 if out else step, to, out, barred))
        left = tuple(sorted((table.name(entrant) for entrant in each.left), key=sort_key))
        shown.append(Division(each.competition, tuple(movers), left))
    return tuple(shown)


@require_POST
@of_club(Right.RUN_EVENING)
def season_archive(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """Archive a season: from now on it is only read."""
    found = get_object_or_404(club.seasons, pk=season)
    services.archive_season(
        season=found,
        actor=request.user,
        now=timezone.now(),
        despite_reviews="all_the_same" in request.POST,
        require_all_played="not_played" not in request.POST,
    )
    messages.success(request, gettext("{name} is archived.").format(name=found.name))
    return redirect("league:club", club.slug)


@dataclass(frozen=True, slots=True)
class MemberDue:
    """A member of the club or somebody who paid as one, and who ticked the contribution off and when; None while it is
    open."""

    player: int
    nickname: str
    real_name: str
    by: str | None
    at: datetime | None


def dues_of(season: Season) -> tuple[MemberDue, ...]:
    """All members of the season's club by name, without its guests; and whoever is ticked off and is no member any
    more, so that a tick can be taken back. Three queries."""
    ticked = {
        each.player_id: each for each in Contribution.objects.filter(season=season).select_related("by")
    }
    members = season.club.memberships.filter(player__is_active=True).exclude(role=Role.GUEST)
    names = {each.player: each.real_name for each in members.select_related("player")}
    known = {player.pk for player in names}
    left = Player.objects.filter(pk__in=[key for key in ticked if key not in known])
    return tuple(
        MemberDue(
            player=player.pk,
            nickname=player.nickname,
            real_name=names.get(player, ""),
            by=one.by.nickname if (one := ticked.get(player.pk)) else None,
            at=one.at if one else None,
        )
        for player in sorted([*names, *left], key=lambda player: player.nickname_sort)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.RUN_EVENING)
def season_contribution(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """The list of who paid for a season; `paid` or `open` names the member whose tick is set or taken back. `all` ticks
    all who have not paid ("paid"), or takes back the ticks that were set together at the moment it names."""
    found = get_object_or_404(club.seasons.select_related("club"), pk=season)
    dues = dues_of(found)
    open_still = [each.player for each in dues if each.at is None]
    together = services.ticked_together(dues)
    if request.method == "POST" and "all" in request.POST:
        moment = request.POST["all"]
        paid = moment == "paid"
        ticked_then = [each.player for each in services.ticked_at(dues, moment)]
        services.tick_contributions(
            season=found,
            players=list(Player.objects.filter(pk__in=open_still if paid else ticked_then)),
            paid=paid,
            actor=request.user,
            now=timezone.now(),
        )
        return redirect("league:season_contribution", club.slug, season)
    if request.method == "POST":
        paid = "paid" in request.POST
        key = whole_number(request.POST.get("paid" if paid else "open", ""))
        if key is None:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        services.tick_contributions(
            season=found,
            players=[get_object_or_404(Player, pk=key)],
            paid=paid,
            actor=request.user,
            now=timezone.now(),
        )
        return redirect(f"{reverse('league:season_contribution', args=[club.slug, season])}#member-{key}")
    page = {
        "club": club,
        "season": found,
        "dues": dues,
        "paid": len(dues) - len(open_still),
        "open_still": len(open_still),
        "together": len(together),
        "ticked_at": f"{together[0].at}" if together else "",
    }
    return render(request, "league/clubs/members/contribution.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.RUN_EVENING)
@do_once()
def competition_new(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """A new competition of a season; of a form not sent yet what counts by its choices."""
    found = get_object_or_404(club.seasons, pk=season)
    if request.method == "GET" and request.htmx:
        chosen = CompetitionForm(request.GET, own=newest_rules(club), season=found)
        return render(request, "league/clubs/_in_short.html", {"form": chosen, "again": True})
    posted = request.POST if request.method == "POST" else None
    form = CompetitionForm(posted, own=newest_rules(club), season=found)
    if form.is_valid():
        competition = services.add_competition(
            season=found,
            game=form.game(),
            options=form.options(),
            preset=form.preset(),
            rules=form.cleaned_rules(),
            **{
                key: form.cleaned_data[key]
                for key in ("name", "seating", "size", "rounds", "at_table", "division")
                if key in form.cleaned_data
            },
        )
        return redirect("league:league_manage", competition.pk)
    page = {"club": club, "season": found, "form": form, "summaries": summaries()}
    return render(request, "league/clubs/competition.html", page, status=422 if form.is_bound else 200)
