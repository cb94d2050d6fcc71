"""The members of a club: their list, the way in and out, names put right, a double member made one."""

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
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.clubs.corrections import correct_names, is_changeable, manageable_membership
from accounts.clubs.entries import is_entry, is_entry_of
from accounts.clubs.imports import ReadList, check_members
from accounts.clubs.merge_agreement import request_merge
from accounts.clubs.merging import merge_members
from accounts.clubs.permissions import Right, may
from accounts.clubs.roles import set_role
from accounts.invitations.departures import remove_member
from accounts.invitations.requests import answer_request, ask_to_join
from accounts.invitations.welcome import awaits_address, import_and_welcome, take_members_back
from accounts.models import Club, Membership, Role
from accounts.numbers import whole_number
from accounts.people.sent_forms import done_once
from games.kit.spreadsheet import csv_text
from games.league.access import of_club
from games.league.clubs.invitation_forms import AddressForm
from games.league.clubs.member_forms import MergeForm, NamesForm, PhoneForm
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.forms.lists import COLUMNS, MembersForm, columns_told


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.PLAY)
def members(request: HttpRequest, club: Club) -> HttpResponse:
    """The members' list, real names beside nicknames: a name leads to the player's page, for who manages members to the
    member's. The owner gives roles here."""
    sets_roles = may(player=request.user, club=club, right=Right.SET_ROLES)
    if request.method == "POST":
        if not sets_roles:
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        return _give_role(request, club)
    manages = may(player=request.user, club=club, right=Right.MANAGE_MEMBERS)
    page = {
        "club": club,
        "memberships": [
            (each, manages and is_changeable(each, request.user, sets_roles=sets_roles))
            for each in club.memberships.select_related("player").order_by("player__nickname_sort")
        ],
        "requests": club.join_requests.filter(answered_at=None).select_related("player") if manages else (),
        "changes": club.member_changes.select_related("player", "actor")[:50] if manages else (),
        "manages": manages,
        "sees_phones": may(player=request.user, club=club, right=Right.SEE_PHONES),
    }
    return render(request, "clubs/members.html", page)


def _give_role(request: HttpRequest, club: Club) -> HttpResponse:
    membership = get_object_or_404(club.memberships, player=whole_number(request.POST.get("player", "")))
    role = request.POST.get("role", "")
    if role not in Role.values:
        raise Http404
    try:
        set_role(club=club, player=membership.player, role=role, actor=request.user, now=timezone.now())
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    return redirect("league:club_members", club.slug)


@require_POST
@of_club(Right.PLAY)
def member_leave(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Leave the club. Members' managers may remove others; only an owner removes an owner."""
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
        remove_member(club=club, player=membership.player, actor=request.user, now=timezone.now())
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
        return redirect("league:club_members", club.slug)
    if not own:
        messages.success(
            request,
            _("%(name)s is removed. The club's link and code that were known are over; there is a new link.")
            % {"name": membership.player.nickname},
        )
    return redirect("league:clubs" if own else "league:club_members", *([] if own else [club.slug]))


@require_safe
@of_club(Right.MANAGE_MEMBERS)
def members_csv(request: HttpRequest, club: Club) -> HttpResponse:
    """The members as a file: nickname, name, mail, role, since."""
    rows = [
        (
            each.player.nickname,
            each.real_name,
            each.listed_mail,
            each.role,
            timezone.localdate(each.since).isoformat(),
        )
        for each in club.memberships.select_related("player").order_by("player__nickname_sort")
    ]
    text = csv_text([_("Name at the table"), _("Name"), _("Mail"), _("Role"), _("Since")], rows)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{club.slug}-members.csv"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
def members_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Import members from a list. The first post shows what would happen and asks about doubtful rows; one with
    `confirm` writes all of it, or nothing where a fault is left."""
    form = MembersForm(request.POST, request.FILES) if request.method == "POST" else MembersForm()
    page: dict[str, object] = {"club": club, "form": form}
    status = 422 if form.is_bound else 200
    if form.is_valid():
        sheet, now, answers = form.cleaned_data["sheet"], timezone.now(), form.answers()
        read = check_members(club=club, sheet=sheet, now=now, answers=answers)
        confirmed = form.cleaned_data["confirm"] and not form.has_other_columns
        if confirmed and not read.faults and read.many:
            tell = form.cleaned_data["tell"]
            made, told, faults = import_and_welcome(
                club=club, sheet=sheet, actor=request.user, now=now, answers=answers, tell=tell
            )
            if not faults:
                _say_who_came_in(request, read, made, told)
                return redirect("league:club_members", club.slug)
            read = check_members(club=club, sheet=sheet, now=now, answers=answers)
        status = 422 if confirmed or not read.can_be_taken else 200
        page |= {
            "read": read,
            "told_faults": () if read.lines else read.faults,
            "seen": form.seen_with(read.columns),
            "choices": COLUMNS.items(),
            "columns": columns_told(sheet, read.columns, read.head),
        }
    page["imports"] = club.member_imports.select_related("actor")[:10]
    return render(request, "clubs/import.html", page, status=status)


def _say_who_came_in(request: HttpRequest, read: ReadList, made: int, told: int) -> None:
    messages.success(request, ngettext("%d new member.", "%d new members.", made) % made)
    if told:
        messages.success(
            request, ngettext("%d mail is on its way.", "%d mails are on their way.", told) % told
        )
    for line in read.sharing:
        sentence = _(
            "%(name)s has the same mail address as %(other)s, and signs in with the link or code of the club."
        )
        messages.info(request, sentence % {"name": line.player.nickname, "other": line.shares_with})


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def members_import_back(request: HttpRequest, club: Club, batch: int) -> HttpResponse:
    """Take the members of a list out of the club again."""
    found = get_object_or_404(club.member_imports, pk=batch)
    gone = take_members_back(batch=found, actor=request.user, now=timezone.now())
    messages.success(request, ngettext("%d member taken out.", "%d members taken out.", gone) % gone)
    return redirect("league:club_members_import", club.slug)


@require_POST
@login_required
@of_club(Right.SEE)
@done_once()
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
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    else:
        messages.success(request, _("The club has your question. You are told when it answers."))
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
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    return redirect("league:club_members", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
def member(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """The page of one member for managers of members: names, role, merging, removal."""
    membership = managed_membership(request, club, player)
    form = NamesForm(request.POST if request.method == "POST" else None, membership=membership)
    if form.is_valid():
        try:
            correct_names(
                club=club,
                player=membership.player,
                actor=request.user,
                now=timezone.now(),
                url=reverse("accounts:profile"),
                **form.cleaned_data,
            )
        except ValidationError as refused:
            form.add_error("nickname", refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("league:club_members", club.slug)
    return member_page(request, club, membership, form=form)


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def member_merge(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Merge a double entry into this member, with its seats and results."""
    membership = managed_membership(request, club, player)
    form = MergeForm(request.POST, club=club, player=membership.player)
    if form.is_valid():
        double = form.cleaned_data["double"]
        pair = {"club": club, "kept": membership.player, "double": double, "actor": request.user}
        try:
            if is_entry(membership.player) or is_entry(double):
                merge_members(**pair, now=timezone.now(), url=reverse("league:club", args=[club.slug]))
                messages.success(request, _("The two are one member now."))
            else:
                request_merge(**pair, now=timezone.now(), url=reverse("accounts:merge_answer"))
                messages.success(request, _("Both members are asked whether they agree."))
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            return redirect("league:club_members", club.slug)
    return member_page(request, club, membership, merge=form)


def managed_membership(request: HttpRequest, club: Club, player: int) -> Membership:
    """The membership to be changed. Raises Http404 and LeagueRefused(not_allowed)."""
    found = get_object_or_404(club.memberships.select_related("player"), player=player)
    try:
        manageable_membership(club=club, player=found.player, actor=request.user)
    except ValidationError as refused:
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED) from refused
    return found


def member_page(
    request: HttpRequest,
    club: Club,
    membership: Membership,
    *,
    form: NamesForm | None = None,
    merge: MergeForm | None = None,
    mail: AddressForm | None = None,
    phone: PhoneForm | None = None,
) -> HttpResponse:
    """The page of a member; the forms that were sent come with their faults."""
    player = membership.player
    page = {
        "club": club,
        "membership": membership,
        "form": form or NamesForm(membership=membership),
        "merge": merge or MergeForm(club=club, player=player),
        "mail": (mail or AddressForm()) if awaits_address(membership) else None,
        "phone": (phone or PhoneForm(instance=player)) if is_entry_of(membership) else None,
        "changes": club.member_changes.filter(player=player).select_related("player", "actor")[:20],
        "sets_roles": may(player=request.user, club=club, right=Right.SET_ROLES),
        "roles": Role.choices,
    }
    return render(request, "clubs/member.html", page, status=422 if request.method == "POST" else 200)
