"""Pages of a club's members: the list, imports, roles, invitations and requests to join."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import Refusal, refuse
from accounts.forms import NAME_FIELD
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
    needs_personal_link,
    note_sign_in,
    personal_link_of,
    remove_member,
    renew_link,
    standing_code,
    switch_code_off,
    switch_link_off,
    withdraw_invitation,
)
from accounts.member_imports import ReadList, check_members
from accounts.members import (
    Right,
    correct_names,
    is_changeable,
    is_entry,
    is_entry_of,
    manageable_membership,
    may,
    names_line,
    set_role,
)
from accounts.merging import merge_members, request_merge
from accounts.models import Club, Membership, Player, Role, active_language
from accounts.models.clubs import GREETING_LENGTH, NAME_LENGTH, MailedInvitation
from accounts.names import tidy_phone, whole_number
from accounts.sent_forms import done_once
from accounts.sign_in import BACKEND
from accounts.site_address import absolute_url
from accounts.welcome import awaits_address, import_and_welcome, take_members_back
from games.kit.spreadsheet import csv_text
from games.league.access import of_club, refusals_told
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.forms import COLUMNS, MembersForm, columns_told

# Forms of the secretary about a member.


class NamesForm(forms.Form):
    """A member's names, put right. The name at the table is fixed where the member signs in."""

    nickname = forms.CharField(**NAME_FIELD)
    listed_name = forms.CharField(label=_("Name in the club's list"), max_length=150, required=False)

    def __init__(self, *args: Any, membership: Membership, **kwargs: Any) -> None:
        names = {"nickname": membership.player.nickname, "listed_name": membership.listed_name}
        super().__init__(*args, initial=names, **kwargs)
        self.fields["nickname"].label = _("Name at the table")
        if not is_entry_of(membership):
            self.fields["nickname"].disabled = True
            self.fields["nickname"].help_text = _("The member's own: they change it in their settings.")


class PhoneForm(forms.ModelForm):
    """The phone number of an entry without a login."""

    class Meta:
        model = Player
        fields = ["phone", "phone_listed"]
        labels = {"phone_listed": _("wants it in the phone list of the club")}
        help_texts = {"phone_listed": _("Ask first: all members read the list.")}
        widgets = {"phone": forms.TextInput(attrs={"type": "tel", "autocomplete": "off"})}

    def clean_phone(self) -> str:
        """The number without what a phone copied along with it."""
        return tidy_phone(self.cleaned_data["phone"])


class MergeForm(forms.Form):
    """Which member is this one once more."""

    double = forms.ModelChoiceField(
        label=_("The double entry"), queryset=Player.objects.none(), empty_label=_("choose a member")
    )
    sure = forms.BooleanField(label=_("It is one person, I am sure"), help_text=_("This cannot be undone."))

    def __init__(self, *args: Any, club: Club, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = club.memberships.select_related("player").exclude(player=player)
        names = {each.player_id: names_line(each) for each in others}
        self.fields["double"].queryset = Player.objects.filter(memberships__in=others).order_by(
            "nickname_sort"
        )
        self.fields["double"].label_from_instance = lambda each: names[each.pk]


# Forms for inviting a person to a club, and for joining by a code.


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


class AddressForm(forms.Form):
    """The mail address of somebody else."""

    address = forms.EmailField(
        label=_("Mail address"),
        max_length=MailedInvitation._meta.get_field("address").max_length,
        error_messages={"invalid": Refusal.ADDRESS_WRONG.label},
        widget=forms.EmailInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class InvitationForm(AddressForm):
    """Address, name and greeting of an invitation by mail."""

    name = forms.CharField(
        label=_("Name (may stay empty)"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    greeting = forms.CharField(
        label=_("A line from you (may stay empty)"), max_length=GREETING_LENGTH, required=False
    )


# The members of a club: their list, the way in and out, names put right, a double member made one.


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
            gettext(
                "%(name)s is removed. The club's link and code that were known are over; there is a new link."
            )
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
    text = csv_text(
        [gettext("Name at the table"), gettext("Name"), gettext("Mail"), gettext("Role"), gettext("Since")],
        rows,
    )
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
            "is_refused": bool(confirmed and read.lines and read.faults),
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
        sentence = gettext(
            "%(name)s has the same mail address as %(other)s, and signs in with a personal link: make it on the page "
            "of that member."
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
            messages.success(request, gettext("Saved."))
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
                messages.success(request, gettext("The two are one member now."))
            else:
                request_merge(**pair, now=timezone.now(), url=reverse("accounts:merge_answer"))
                messages.success(request, gettext("Both members are asked whether they agree."))
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
        "needs_link": needs_personal_link(membership),
        "personal_link": _address_of_personal_link(membership),
        "phone": (phone or PhoneForm(instance=player)) if is_entry_of(membership) else None,
        "changes": club.member_changes.filter(player=player).select_related("player", "actor")[:20],
        "sets_roles": may(player=request.user, club=club, right=Right.SET_ROLES),
        "roles": Role.choices,
    }
    return render(request, "clubs/member.html", page, status=422 if request.method == "POST" else 200)


def _address_of_personal_link(membership: Membership) -> str:
    token = personal_link_of(membership, now=timezone.now())
    return absolute_url(reverse("league:club_join", args=[membership.club.slug, token])) if token else ""


# Pages for inviting people to a club and for joining it by link, code or mailed invitation.


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
    if club is not None and (member := member_of_personal_link(token, club, now=now)) is not None:
        return _personal_link(request, club, token, member)
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
            login(request, member.player, backend=BACKEND)
            note_sign_in(member, now=timezone.now())
        return redirect(choosing)
    page = {"club": club, "member": membership.player}
    return render(request, "clubs/invitations/personal.html", page)


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
