"""A club's page of disputed rounds: open cases, members who could be arbiter of one that waits, the deadlines."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.clubs.entries import entries_among
from accounts.clubs.permissions import Right, may
from accounts.clubs.roles import set_role
from accounts.models import Club, Membership, Player, PlayerKind, Role
from accounts.numbers import whole_number
from games.disputes import access, queries, services
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.filing.access import refusal_pages
from games.disputes.forms import DeadlinesForm
from games.disputes.models import Case


@require_http_methods(["GET", "HEAD", "POST"])
@refusal_pages
def club_deadlines(request: HttpRequest, slug: str) -> HttpResponse:
    """The open cases of a club as far as the reader may know of them, and its deadlines, for those who run its
    evenings."""
    club = _club_for(request, slug, Right.RUN_EVENING)
    names = ("filing_hours", "answer_hours", "appeal_days")
    form = DeadlinesForm(
        request.POST if request.method == "POST" else None,
        initial={name: getattr(club, name) for name in names},
    )
    if form.is_valid():
        services.set_deadlines(club=club, player=request.user, now=timezone.now(), **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("league:club", club.slug)
    rows, unseen = queries.open_cases_of(club, reader=request.user, now=timezone.now())
    stuck = queries.without_arbiter(club)
    sets_roles = may(player=request.user, club=club, right=Right.SET_ROLES)
    arbiters = club.memberships.filter(role=Role.ARBITER).select_related("player")
    page = {
        "club": club,
        "form": form,
        "rows": rows,
        "unseen": unseen,
        "stuck": stuck,
        "arbiters": [each.player.nickname for each in arbiters.order_by("player__nickname_sort")],
        "sets_roles": sets_roles,
        "candidates": _candidates(stuck, request.user) if stuck and sets_roles else (),
    }
    return render(request, "disputes/desk/deadlines.html", page, status=422 if form.is_bound else 200)


@require_POST
@refusal_pages
def club_arbiter(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a member an arbiter, for owners."""
    club = _club_for(request, slug, Right.SET_ROLES)
    key = whole_number(request.POST.get("player", ""))
    named = get_object_or_404(club.memberships.select_related("player"), player=key, role=Role.MEMBER).player
    try:
        set_role(club=club, player=named, role=Role.ARBITER, actor=request.user, now=timezone.now())
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    else:
        messages.success(request, _("%(name)s is an arbiter now.") % {"name": named.nickname})
    return redirect(f"{reverse('disputes:club_deadlines', args=[club.slug])}#arbiter")


def _club_for(request: HttpRequest, slug: str, right: Right) -> Club:
    """The club, for a reader with `right`. Raises Http404, refuses not_allowed."""
    club = get_object_or_404(Club, slug=slug)
    if not may(player=request.user, club=club, right=Right.SEE):
        raise Http404
    if not may(player=request.user, club=club, right=right):
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    return club


def _candidates(case: Case, reader: Player) -> tuple[Player, ...]:
    """The members with an account who could decide the case as its arbiter, by name.

    Readers who sat there and are not asked yet get those of the table too: the names left out would tell them of it.
    """
    sat = access.sat_there(case.round.match_id)
    left_out = set() if reader.pk in sat and not access.knows(reader, case) else sat | {case.arbiter_id}
    found = Membership.objects.filter(
        club=case.club_id, role=Role.MEMBER, player__is_active=True, player__kind=PlayerKind.PERSON
    )
    players = [each.player for each in found.select_related("player").order_by("player__nickname_sort")]
    left_out |= entries_among(player.pk for player in players)
    return tuple(player for player in players if player.pk not in left_out)
