"""Pages for joining a club, by request, link, code or mailed invitation, and for inviting people to it."""

from __future__ import annotations

from urllib.parse import urlencode

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import AccountRefusal, AccountRefused
from accounts.invitations import (
    LETTERS,
    answer_request,
    ask_to_join,
    code_typed,
    invitation_of,
    invitation_to,
    invitations_of,
    invite_by_mail,
    invites_to,
    join_by,
    make_code,
    member_of_personal_link,
    note_sign_in,
    renew_link,
    standing_code,
    switch_code_off,
    switch_link_off,
    withdraw_invitation,
)
from accounts.members import Right, may
from accounts.models import Club, Membership, active_language
from accounts.models.clubs import MAX_GREETING_LENGTH, MAX_NAME_LENGTH
from accounts.names import whole_number
from accounts.sent_forms import do_once, forget_refused
from accounts.sign_in import BACKEND
from games.league.access import answer_refusals, of_club
from games.league.member_views import AddressForm


class CodeForm(forms.Form):
    """The form for the code of a club."""

    code = forms.CharField(
        label=_("Code of the club"),
        max_length=40,
        help_text=_("Capitals, dashes and spaces do not matter."),
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "characters",
                "autocomplete": "off",
                "spellcheck": "false",
                "placeholder": f"{LETTERS[:4]}-{LETTERS[-4:]}",
            }
        ),
    )


class InvitationForm(AddressForm):
    """Address, name and greeting of an invitation by mail."""

    name = forms.CharField(
        label=_("Name (may stay empty)"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    greeting = forms.CharField(
        label=_("A line from you (may stay empty)"), max_length=MAX_GREETING_LENGTH, required=False
    )


# Requests to join.


@require_POST
@login_required
@of_club(Right.SEE)
@do_once()
def club_ask(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask to become a member of a club one can see."""
    try:
        ask_to_join(
            club=club,
            player=request.user,
            text=request.POST.get("text", ""),
            now=timezone.now(),
            url=reverse("league:club_members", args=[club.slug]),
        )
    except AccountRefused as refused:
        forget_refused(request)
        messages.error(request, refused.sentence)
    else:
        messages.success(request, gettext("The club has your question. You are told when it answers."))
    return redirect("league:club", club.slug)


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def club_answer(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Accept or decline a request to join."""
    if (answer := request.POST.get("answer")) not in ("yes", "no"):
        raise Http404
    accepted = answer == "yes"
    try:
        answer_request(
            club=club,
            request_id=number,
            accepted=accepted,
            actor=request.user,
            now=timezone.now(),
            url=reverse("league:club", args=[club.slug]) if accepted else reverse("league:clubs"),
        )
    except AccountRefused as refused:
        messages.error(request, refused.sentence)
    return redirect("league:club_members", club.slug)


# Joining by an invitation.


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
def club_by_code(request: HttpRequest) -> HttpResponse:
    """To the invitation behind a code; each try counts, of an account and of an address."""
    form = CodeForm(request.POST if request.method == "POST" else None, initial=_typed_code(request))
    if not form.is_valid():
        return render(
            request,
            "league/clubs/invitations/code.html",
            {"form": form},
            status=422 if form.is_bound else 200,
        )
    try:
        if not _may_try(request):
            raise AccountRefused(AccountRefusal.TOO_MANY_CODES)
        found = code_typed(typed=form.cleaned_data["code"], now=timezone.now())
    except AccountRefused as refused:
        form.add_error("code", refused)
        return render(request, "league/clubs/invitations/code.html", {"form": form}, status=refused.status)
    return redirect("league:club_join", found.club.slug, invitation_of(found))


def _typed_code(request: HttpRequest) -> dict[str, str]:
    """The code passed on by the lobby's code field, as initial data of the form."""
    return {"code": request.GET.get("code", "")[:40]}


def _may_try(request: HttpRequest) -> bool:
    by_address = ratelimit.consume(request, action="club_code")
    return by_address and (
        not request.user.is_authenticated or ratelimit.consume(request, action="club_code_player")
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
def club_join(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The page of an invitation, and joining. One that opens nothing says so, and not whether the club is there."""
    club, now = Club.objects.filter(slug=slug).first(), timezone.now()
    if club is not None and (member := member_of_personal_link(token, club, now=now)) is not None:
        return _personal_link(request, club, token, member)
    if club is None or not invites_to(token, club, now=now):
        if club is not None and may(player=request.user, club=club, right=Right.PLAY):
            return redirect("league:club", club.slug)  # a member opened the link again
        return _over(request)
    if request.method == "POST" and request.user.is_authenticated:
        try:
            join_by(token=token, club=club, player=request.user, now=now)
        except AccountRefused:
            return _over(request)
        return redirect("league:club", club.slug)
    return render(request, "league/clubs/invitations/join.html", {"club": club})


def _personal_link(request: HttpRequest, club: Club, token: str, membership: Membership) -> HttpResponse:
    """The page of a personal link, and signing in by it as the member, who then chooses a password."""
    onward = urlencode({"next": reverse("league:club", args=[club.slug])})
    choosing = f"{reverse('accounts:register')}?{onward}"
    if request.user == membership.player:  # opened the link again on the same device
        return redirect(choosing)
    if request.method == "POST" and not request.user.is_authenticated:
        with transaction.atomic():
            member = member_of_personal_link(token, club, now=timezone.now(), lock=True)
            if member is None:
                return _over(request)
            note_sign_in(member, now=timezone.now())
            login(request, member.player, backend=BACKEND)
        return redirect(choosing)
    page = {"club": club, "member": membership.player}
    return render(request, "league/clubs/invitations/personal.html", page)


def _over(request: HttpRequest) -> HttpResponse:
    refused = AccountRefused(AccountRefusal.INVITATION_OVER)
    page = {"sentence": refused.sentence}
    return render(request, "league/clubs/invitations/join_over.html", page, status=refused.status)


# Inviting people.


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
@do_once()
def club_invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Show all ways to invite people; a POST sends an invitation by mail. The answer does not reveal whether the
    address has an account."""
    form = InvitationForm(request.POST if request.method == "POST" else None)
    now = timezone.now()
    if form.is_valid():
        try:
            _send_invitation(request, club, form)
        except AccountRefused as refused:
            form.add_error("address", refused)
        else:
            messages.success(request, gettext("The invitation is on its way."))
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
    return render(request, "league/clubs/invitations/invite.html", page, status=422 if form.is_bound else 200)


def _send_invitation(request: HttpRequest, club: Club, form: InvitationForm) -> None:
    """Send the invitation of a valid form. Refuses written_enough and what `invite_by_mail` refuses."""
    if not ratelimit.consume(request, action="club_invitation", key=form.cleaned_data["address"].lower()):
        raise AccountRefused(AccountRefusal.WRITTEN_ENOUGH)
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
    code = make_code(club=club, actor=request.user, instead_of=seen, now=timezone.now())
    return redirect(f"{reverse('league:club_invite', args=[code.club.slug])}#code")


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
    except AccountRefused as refused:
        messages.error(request, refused.sentence)
    return redirect("league:club_invite", club.slug)
