"""The club's own pages: the clubs one is in, the club, its members, the way in."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.departures import remove_member
from accounts.imports import Fault, import_members
from accounts.invitations import invitation_to, invites_to, join
from accounts.models import Club, Membership, Role
from accounts.permissions import Right, may
from accounts.services import found_club, set_role
from games.league import services
from games.league.access import of_club, refusals_told
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.exports import csv_text
from games.league.forms import ClubForm, CompetitionForm, ImportForm, SeasonForm
from games.league.models import Evening
from games.league.reading import season_table


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs the player is in, public ones, and a new one."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            club = found_club(owner=request.user, **form.cleaned_data)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            return redirect("club", club.slug)
    mine = Membership.objects.filter(player=request.user).select_related("club").order_by("club__name")
    public = Club.objects.filter(is_public=True).exclude(memberships__player=request.user)[:50]
    page = {"form": form, "mine": mine, "public": public}
    return render(request, "clubs/clubs.html", page, status=422 if form.is_bound else 200)


@require_safe
@of_club(Right.SEE)
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """The club: its seasons with their tables, the evenings to come."""
    runs = may(player=request.user, club=club, right=Right.RUN_EVENING)
    page = {
        "club": club,
        "seasons": club.seasons.prefetch_related("competitions"),
        "evenings": Evening.objects.filter(
            competition__season__club=club, competition__season__archived_at=None
        )
        .exclude(status=Evening.Status.CLOSED)
        .select_related("competition")
        .order_by("starts_at")[:10],
        "members": club.memberships.count(),
        "is_member": may(player=request.user, club=club, right=Right.PLAY),
        "runs": runs,
        "season_form": SeasonForm(club=club) if runs else None,
        "invitation": _invitation(request, club) if runs else "",
    }
    return render(request, "clubs/club.html", page)


def _invitation(request: HttpRequest, club: Club) -> str:
    return request.build_absolute_uri(reverse("club_join", args=[club.slug, invitation_to(club)]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_told
def club_join(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The page of an invitation, and joining. A stale or foreign link is not there."""
    club = Club.objects.filter(slug=slug).first()
    if club is None or not invites_to(token, club):
        raise Http404
    if request.method == "POST" and request.user.is_authenticated:
        join(club=club, player=request.user)
        return redirect("club", club.slug)
    return render(request, "clubs/join.html", {"club": club})


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.PLAY)
def members(request: HttpRequest, club: Club) -> HttpResponse:
    """The members' list, real names beside nicknames; the owner gives roles here."""
    sets_roles = may(player=request.user, club=club, right=Right.SET_ROLES)
    if request.method == "POST":
        if not sets_roles:
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        return _give_role(request, club)
    page = {
        "club": club,
        "memberships": club.memberships.select_related("player").order_by("player__nickname"),
        "sets_roles": sets_roles,
        "manages": may(player=request.user, club=club, right=Right.MANAGE_MEMBERS),
        "roles": Role.choices,
    }
    return render(request, "clubs/members.html", page)


def _give_role(request: HttpRequest, club: Club) -> HttpResponse:
    said = request.POST.get("player", "")
    membership = get_object_or_404(
        club.memberships, player=int(said) if said.isascii() and said.isdigit() else 0
    )
    role = request.POST.get("role", "")
    if role not in Role.values:
        raise Http404
    try:
        set_role(club=club, player=membership.player, role=role)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    return redirect("club_members", club.slug)


@require_POST
@of_club(Right.PLAY)
def member_leave(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Leave the club; who manages the members shows others out, an owner only by an owner."""
    membership = club.memberships.select_related("player").filter(player=player).first()
    own = player == request.user.pk
    if not own and not may(player=request.user, club=club, right=Right.MANAGE_MEMBERS):
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    if membership is None:
        raise Http404
    above = membership.role == Role.OWNER and not may(player=request.user, club=club, right=Right.SET_ROLES)
    if above and not own:
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    try:
        remove_member(club=club, player=membership.player)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
        return redirect("club_members", club.slug)
    return redirect("clubs" if own else "club_members", *([] if own else [club.slug]))


@require_safe
@of_club(Right.MANAGE_MEMBERS)
def members_csv(request: HttpRequest, club: Club) -> HttpResponse:
    """The members as a file: nickname, name, mail, role, since."""
    rows = [
        (
            each.player.nickname,
            each.player.get_full_name(),
            each.player.email,
            each.role,
            each.since.date().isoformat(),
        )
        for each in club.memberships.select_related("player").order_by("player__nickname")
    ]
    text = csv_text([_("Name at the table"), _("Name"), _("Mail"), _("Role"), _("Since")], rows)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{club.slug}-members.csv"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
def members_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Members from a list. With a fault nobody is taken, and every fault is named."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    faults: tuple[Fault, ...] = ()
    if form.is_valid():
        made, faults = import_members(club=club, text=form.text(), now=timezone.now())
        if not faults:
            messages.success(request, ngettext("%d new member.", "%d new members.", made) % made)
            return redirect("club_members", club.slug)
    page = {"club": club, "form": form, "faults": faults}
    return render(request, "clubs/import.html", page, status=422 if form.is_bound else 200)


@require_POST
@of_club(Right.RUN_EVENING)
def season_new(request: HttpRequest, club: Club) -> HttpResponse:
    """A new season, empty or copied: who stood in a zone goes up or down a division."""
    form = SeasonForm(request.POST, club=club)
    if not form.is_valid():
        return render(request, "clubs/season.html", {"club": club, "form": form}, status=422)
    now, name, old = timezone.now(), form.cleaned_data["name"], form.cleaned_data["copied"]
    if old is None:
        services.found_season(club=club, name=name, now=now)
    else:
        moved = {
            row.entrant: -1 if row.zone == "promotion" else 1
            for competition in old.competitions.select_related("season__club")
            for row in season_table(competition).rows
            if row.zone
        }
        services.copy_season(season=old, name=name, now=now, moved=moved)
    return redirect("club", club.slug)


@require_POST
@of_club(Right.RUN_EVENING)
def season_archive(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """From now on this season is only read."""
    services.archive_season(season=get_object_or_404(club.seasons, pk=season), now=timezone.now())
    return redirect("club", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.RUN_EVENING)
def competition_new(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """A new competition of a season."""
    found = get_object_or_404(club.seasons, pk=season)
    form = CompetitionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        made = services.add_competition(
            season=found,
            game=form.game(),
            options=form.options(),
            rules=form.cleaned_rules(),
            **{key: form.cleaned_data[key] for key in ("name", "seating", "size", "rounds", "division")},
        )
        return redirect("league_manage", made.pk)
    page = {"club": club, "season": found, "form": form}
    return render(request, "clubs/competition.html", page, status=422 if form.is_bound else 200)
