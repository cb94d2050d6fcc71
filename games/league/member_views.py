"""Pages of a club's members: the list, imports, roles, names, merging, how they are reached."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import AccountRefusal, AccountRefused
from accounts.forms import NAME_FIELD
from accounts.invitations import make_personal_link, personal_link_of, why_no_personal_link
from accounts.member_imports import awaits_address, give_address, import_and_welcome, take_members_back
from accounts.member_lists import ReadList, check_members
from accounts.members import (
    Right,
    correct_names,
    is_changeable,
    is_entry,
    is_entry_of,
    listed_phones,
    manageable_membership,
    may,
    names_line,
    note_phone,
    set_role,
)
from accounts.merging import merge_members, request_merge
from accounts.models import Club, Membership, Player, Role
from accounts.models.clubs import MailedInvitation
from accounts.names import tidy_phone, whole_number
from accounts.sent_forms import SAME_TABLE, do_once, forget_refused
from accounts.site_address import absolute_url
from games.league import queries, services
from games.league.access import of_club
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.list_forms import COLUMNS, MembersForm, column_previews
from games.league.models import Entrant
from games.spreadsheet import csv_text

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
        self.fields["double"].label_from_instance = lambda each: names.get(each.pk, each.nickname)


class AddressForm(forms.Form):
    """The mail address of somebody else."""

    address = forms.EmailField(
        label=_("Mail address"),
        max_length=MailedInvitation._meta.get_field("address").max_length,
        error_messages={"invalid": AccountRefusal.ADDRESS_WRONG.label},  # type: ignore[attr-defined]
        widget=forms.EmailInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


# The members of a club: their list, the way in and out, names put right, a double member made one.


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.PLAY)
def members(request: HttpRequest, club: Club) -> HttpResponse:
    """The members' list, real names beside nicknames: a name leads to the player's page, for who manages members to the
    member's. The owner gives roles here, and who manages members makes guests members."""
    sets_roles = may(player=request.user, club=club, right=Right.SET_ROLES)
    if request.method == "POST":
        if not sets_roles and not _makes_guest_a_member(request, club):
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
        "entries": _withdrawable(request, club, request.user),
        "sees_phones": may(player=request.user, club=club, right=Right.SEE_PHONES),
    }
    return render(request, "league/clubs/members.html", page)


def _makes_guest_a_member(request: HttpRequest, club: Club) -> bool:
    """Whether a manager of members makes a member of a guest of the club: no other role is theirs to give."""
    guests = club.memberships.filter(player=whole_number(request.POST.get("player", "")), role=Role.GUEST)
    manages = may(player=request.user, club=club, right=Right.MANAGE_MEMBERS)
    return manages and request.POST.get("role") == Role.MEMBER and guests.exists()


def _give_role(request: HttpRequest, club: Club) -> HttpResponse:
    membership = get_object_or_404(club.memberships, player=whole_number(request.POST.get("player", "")))
    role = request.POST.get("role", "")
    if role not in Role.values:
        raise Http404
    try:
        set_role(club=club, player=membership.player, role=role, actor=request.user, now=timezone.now())
    except AccountRefused as refused:
        messages.error(request, refused.sentence)
    return redirect("league:club_members", club.slug)


@require_POST
@of_club(Right.PLAY)
def member_leave(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Leave the club, and the competitions whose entrants `withdraw` names. Members' managers may remove others; only
    an owner removes an owner. Who leaves withdraws themselves alone, a pair is for those who run the club."""
    membership = club.memberships.select_related("player").filter(player=player).first()
    own = player == request.user.pk
    if not own and not may(player=request.user, club=club, right=Right.MANAGE_MEMBERS):
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    if membership is None:
        raise Http404
    above = membership.role == Role.OWNER and not may(player=request.user, club=club, right=Right.SET_ROLES)
    if above and not own:
        raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    ticked = {whole_number(key) for key in request.POST.getlist("withdraw")}
    entries = _withdrawable(request, club, membership.player)
    try:
        services.leave_club(
            club=club,
            player=membership.player,
            actor=request.user,
            withdraw_from=[entrant for entrant in entries if entrant.pk in ticked],
            now=timezone.now(),
        )
    except AccountRefused as refused:
        messages.error(request, refused.sentence)
        return redirect("league:club_members", club.slug)
    if not own:
        messages.success(
            request,
            gettext(
                "%(name)s is removed. The club's link and code that were known are over; there is a new link."
            )
            % {"name": membership.player.nickname},
        )
        if left := queries.running_entries(club, membership.player):
            sentence = gettext(
                "%(name)s still takes part in: %(competitions)s. Withdraw them there under “Run it”."
            )
            names = ", ".join(entrant.competition.name for entrant in left)
            messages.warning(request, sentence % {"name": membership.player.nickname, "competitions": names})
    return redirect("league:clubs" if own else "league:club_members", *([] if own else [club.slug]))


def _withdrawable(request: HttpRequest, club: Club, player: Player) -> list[Entrant]:
    """The entrants of the player that the reader may withdraw: those who run the club all, others themselves alone."""
    entries = queries.running_entries(club, player)
    if may(player=request.user, club=club, right=Right.RUN_EVENING):
        return list(entries)
    return [entrant for entrant in entries if len(entrant.members.all()) == 1]


@require_safe
@of_club(Right.MANAGE_MEMBERS)
def members_csv(request: HttpRequest, club: Club) -> HttpResponse:
    """The members as a file: nickname, name, mail, role, since. Only the mail in the club's list: that of an account is
    its player's own."""
    rows = [
        (
            each.player.nickname,
            each.real_name,
            each.listed_mail,
            each.get_role_display(),
            timezone.localdate(each.since).isoformat(),
        )
        for each in club.memberships.select_related("player").order_by("player__nickname_sort")
    ]
    text = csv_text(
        [
            gettext("Name at the table"),
            gettext("Name"),
            gettext("Mail in the club's list"),
            gettext("Role"),
            gettext("Since"),
        ],
        rows,
    )
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    word = slugify(pgettext("file name", "members"))
    response["Content-Disposition"] = f'attachment; filename="{club.slug}-{word}.csv"'
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
        raw, now, answers = form.cleaned_data["raw"], timezone.now(), form.answers()
        read = check_members(club=club, raw=raw, now=now, answers=answers)
        confirmed = form.cleaned_data["confirm"] and not form.has_other_columns
        if confirmed and not read.faults and read.new:
            tell = form.cleaned_data["tell"]
            count, mails, faults = import_and_welcome(
                club=club, raw=raw, actor=request.user, now=now, answers=answers, tell=tell
            )
            if not faults:
                _say_who_came_in(request, read, count, mails)
                return redirect("league:club_members", club.slug)
            read = check_members(club=club, raw=raw, now=now, answers=answers)
        status = 422 if confirmed or not read.can_be_taken else 200
        page |= {
            "read": read,
            "is_refused": bool(confirmed and read.lines and read.faults),
            "told_faults": () if read.lines else read.faults,
            "seen": form.preview_key(read.columns),
            "choices": COLUMNS.items(),
            "columns": column_previews(raw, read.columns, read.head),
        }
    page["imports"] = club.member_imports.select_related("actor")[:10]
    return render(request, "league/clubs/import.html", page, status=status)


def _say_who_came_in(request: HttpRequest, read: ReadList, count: int, mails: int) -> None:
    messages.success(request, ngettext("%d new member.", "%d new members.", count) % count)
    if mails:
        messages.success(
            request, ngettext("%d mail is on its way.", "%d mails are on their way.", mails) % mails
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
    count = take_members_back(batch=found, actor=request.user, now=timezone.now())
    messages.success(request, ngettext("%d member taken out.", "%d members taken out.", count) % count)
    return redirect("league:club_members_import", club.slug)


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
    except AccountRefused as refused:
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
        "mail": (mail or AddressForm(initial={"address": membership.listed_mail}))
        if awaits_address(membership)
        else None,
        "no_link": _why_no_link(membership, request.user),
        "personal_link": _address_of_personal_link(membership),
        "phone": (phone or PhoneForm(instance=player)) if is_entry_of(membership) else None,
        "entries": queries.running_entries(club, player),
        "changes": club.member_changes.filter(player=player).select_related("player", "actor")[:20],
        "sets_roles": may(player=request.user, club=club, right=Right.SET_ROLES),
        "roles": Role.choices,
    }
    return render(request, "league/clubs/member.html", page, status=422 if request.method == "POST" else 200)


def _why_no_link(membership: Membership, reader: Player) -> str:
    """The sentence that says why the reader can make no personal link for the member, "" where a link can be made."""
    refusal = why_no_personal_link(membership, reader)
    return "" if refusal is None else AccountRefused(refusal, name=membership.player.nickname).sentence


def _address_of_personal_link(membership: Membership) -> str:
    token = personal_link_of(membership, now=timezone.now())
    return absolute_url(reverse("league:club_join", args=[membership.club.slug, token])) if token else ""


# How members are reached: address and phone number of an entry without a login, and the phone list of the club.


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def member_mail(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Give an entry without a login its mail address, and invite the person to take it over. The answer does not
    reveal whether the address has an account."""
    membership = managed_membership(request, club, player)
    form = AddressForm(request.POST)
    if form.is_valid():
        address = form.cleaned_data["address"]
        try:
            if not ratelimit.consume(request, action="club_invitation", key=address.lower()):
                raise AccountRefused(AccountRefusal.WRITTEN_ENOUGH)
            give_address(
                club=club, player=membership.player, address=address, actor=request.user, now=timezone.now()
            )
        except AccountRefused as refused:
            if refused.code == AccountRefusal.ADDRESS_IS_THEIRS:  # the page has no form for it any more
                messages.error(request, refused.sentence)
                return redirect("league:club_member", club.slug, player)
            form.add_error("address", refused)
        else:
            messages.success(
                request, gettext("The address is in the list, and the invitation is on its way.")
            )
            return redirect("league:club_member", club.slug, player)
    return member_page(request, club, membership, mail=form)


@require_POST
@of_club(Right.MANAGE_MEMBERS)
@do_once(within=SAME_TABLE)
def member_link(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Make a personal link for a member who needs one; the member's page shows it."""
    membership = managed_membership(request, club, player)
    try:
        make_personal_link(club=club, player=membership.player, actor=request.user, now=timezone.now())
    except AccountRefused as refused:
        forget_refused(request)
        messages.error(request, refused.sentence)
    return redirect("league:club_member", club.slug, player)


@require_POST
@of_club(Right.MANAGE_MEMBERS)
def member_phone(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Note the phone number of an entry without a login, and whether it stands in the club's list."""
    membership = managed_membership(request, club, player)
    form = PhoneForm(request.POST)
    if form.is_valid():
        try:
            note_phone(
                club=club,
                player=membership.player,
                phone=form.cleaned_data["phone"],
                listed=form.cleaned_data["phone_listed"],
                actor=request.user,
                now=timezone.now(),
            )
        except ValidationError as refused:
            messages.error(request, " ".join(refused.messages))
        else:
            messages.success(request, gettext("Saved."))
        return redirect("league:club_member", club.slug, player)
    return member_page(request, club, membership, phone=form)


@require_safe
@of_club(Right.SEE_PHONES)
def club_phones(request: HttpRequest, club: Club) -> HttpResponse:
    """The phone list of the club, for its members."""
    return render(request, "league/clubs/members/phones.html", {"club": club, "phones": listed_phones(club)})
