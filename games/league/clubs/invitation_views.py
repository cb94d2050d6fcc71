"""Pages for inviting people to a club and for joining it by link, code or mailed invitation."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.clubs.permissions import Right, may
from accounts.errors import Refusal, refuse
from accounts.invitations.join_codes import code_typed, make_code, standing_code, switch_code_off
from accounts.invitations.links import (
    invitation_of,
    invitation_to,
    invites_to,
    join_by,
    renew_link,
    switch_link_off,
)
from accounts.invitations.mailed import invitations_of, invite_by_mail, withdraw_invitation
from accounts.models import Club, active_language
from accounts.numbers import whole_number
from accounts.people.sent_forms import done_once
from games.league.access import of_club, refusals_told
from games.league.clubs.invitation_forms import CodeForm, InvitationForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_told
def club_by_code(request: HttpRequest) -> HttpResponse:
    """To the invitation behind a code; each try counts, of an account and of an address."""
    form = CodeForm(request.POST if request.method == "POST" else None, initial=_typed(request))
    if not form.is_valid():
        return render(
            request, "clubs/invitations/code.html", {"form": form}, status=422 if form.is_bound else 200
        )
    try:
        if not _may_try(request):
            raise refuse(Refusal.TOO_MANY_CODES)
        found = code_typed(typed=form.cleaned_data["code"], now=timezone.now())
    except ValidationError as refused:
        form.add_error("code", refused)
        status = 429 if refused.code == Refusal.TOO_MANY_CODES else 422
        return render(request, "clubs/invitations/code.html", {"form": form}, status=status)
    return redirect("league:club_join", found.club.slug, invitation_of(found))


def _typed(request: HttpRequest) -> dict[str, str]:
    """The code passed on by the lobby's code field, as initial data of the form."""
    return {"code": request.GET.get("code", "")[:40]}


def _may_try(request: HttpRequest) -> bool:
    by_address = ratelimit.consume(request, action="club_code")
    return by_address and (
        not request.user.is_authenticated or ratelimit.consume(request, action="club_code_player")
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_told
def club_join(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The page of an invitation, and joining. One that opens nothing says so, and not whether the club is there."""
    club, now = Club.objects.filter(slug=slug).first(), timezone.now()
    if club is None or not invites_to(token, club, now=now):
        if club is not None and may(player=request.user, club=club, right=Right.PLAY):
            return redirect("league:club", club.slug)  # a member opened the link again
        return _over(request)
    if request.method == "POST" and request.user.is_authenticated:
        try:
            join_by(token=token, club=club, player=request.user, now=now)
        except ValidationError:
            return _over(request)
        return redirect("league:club", club.slug)
    return render(request, "clubs/invitations/join.html", {"club": club})


def _over(request: HttpRequest) -> HttpResponse:
    (sentence,) = refuse(Refusal.INVITATION_OVER).messages
    return render(request, "clubs/invitations/join_over.html", {"sentence": sentence}, status=404)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
@done_once()
def club_invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Show all ways to invite people; a POST sends an invitation by mail. The answer does not reveal whether the
    address has an account."""
    form = InvitationForm(request.POST if request.method == "POST" else None)
    now = timezone.now()
    if form.is_valid():
        try:
            _written(request, club, form)
        except ValidationError as refused:
            form.add_error("address", refused)
        else:
            messages.success(request, _("The invitation is on its way."))
            return redirect("league:club_invite", club.slug)
    page = {
        "club": club,
        "form": form,
        "code": standing_code(club=club, now=now),
        "link": request.build_absolute_uri(reverse("league:club_join", args=[club.slug, invitation_to(club)]))
        if club.link_is_on
        else "",
        "invitations": invitations_of(club, now=now),
    }
    return render(request, "clubs/invitations/invite.html", page, status=422 if form.is_bound else 200)


def _written(request: HttpRequest, club: Club, form: InvitationForm) -> None:
    """Send the invitation of a valid form. Refuses written-enough and what `invite_by_mail` refuses."""
    if not ratelimit.consume(request, action="club_invitation", key=form.cleaned_data["address"].lower()):
        raise refuse(Refusal.WRITTEN_ENOUGH)
    invite_by_mail(
        club=club,
        actor=request.user,
        language=active_language(),
        now=timezone.now(),
        **form.cleaned_data,
    )


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def club_code_new(request: HttpRequest, club: Club) -> HttpResponse:
    """Make a new code; when another secretary has made one meanwhile, show that one."""
    seen = request.POST.get("instead_of", "")
    made = make_code(club=club, actor=request.user, instead_of=seen, now=timezone.now())
    return redirect(f"{reverse('league:club_invite', args=[made.club.slug])}#code")


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def club_code_off(request: HttpRequest, club: Club) -> HttpResponse:
    """No code opens the club any more."""
    switch_code_off(club=club, actor=request.user, now=timezone.now())
    return redirect(f"{reverse('league:club_invite', args=[club.slug])}#code")


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def club_link_new(request: HttpRequest, club: Club) -> HttpResponse:
    """Make a new open link; when another secretary has made one meanwhile, show that one."""
    seen = whole_number(request.POST.get("number", ""))
    renew_link(club=club, actor=request.user, instead_of=seen, now=timezone.now())
    return redirect(f"{reverse('league:club_invite', args=[club.slug])}#link")


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def club_link_off(request: HttpRequest, club: Club) -> HttpResponse:
    """No open link leads into the club any more."""
    switch_link_off(club=club, actor=request.user, now=timezone.now())
    return redirect(f"{reverse('league:club_invite', args=[club.slug])}#link")


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def club_withdraw(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Withdraw an invitation. One of another club is answered as missing."""
    try:
        withdraw_invitation(club=club, number=number, actor=request.user, now=timezone.now())
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    return redirect("league:club_invite", club.slug)
