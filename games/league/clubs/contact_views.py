"""How members are reached: address and phone number of an entry without a login, and the phone list of the club."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.clubs.permissions import Right
from accounts.clubs.phones import listed_phones, note_phone
from accounts.errors import Refusal, refuse
from accounts.invitations.welcome import give_address
from accounts.models import Club
from games.league.access import of_club
from games.league.clubs.invitation_forms import AddressForm
from games.league.clubs.member_forms import PhoneForm
from games.league.clubs.member_views import managed_membership, member_page


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
                raise refuse(Refusal.WRITTEN_ENOUGH)
            give_address(
                club=club, player=membership.player, address=address, actor=request.user, now=timezone.now()
            )
        except ValidationError as refused:
            if refused.code == Refusal.ADDRESS_IS_THEIRS:  # the page has no form for it any more
                messages.error(request, " ".join(refused.messages))
                return redirect("league:club_member", club.slug, player)
            form.add_error("address", refused)
        else:
            messages.success(request, _("The address is in the list, and the invitation is on its way."))
            return redirect("league:club_member", club.slug, player)
    return member_page(request, club, membership, mail=form)


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
            messages.success(request, _("Saved."))
        return redirect("league:club_member", club.slug, player)
    return member_page(request, club, membership, phone=form)


@require_safe
@of_club(Right.SEE_PHONES)
def club_phones(request: HttpRequest, club: Club) -> HttpResponse:
    """The phone list of the club, for its members."""
    return render(request, "clubs/members/phones.html", {"club": club, "phones": listed_phones(club)})
