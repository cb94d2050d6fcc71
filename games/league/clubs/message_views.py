"""A message of the secretary to members of the club."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.clubs.permissions import Right
from accounts.models import Club
from accounts.people.sent_forms import done_once
from games.league import services
from games.league.access import of_club
from games.league.clubs.message_forms import MessageForm
from games.league.errors import LeagueRefused
from games.league.services.announcing.messages import Told


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
@done_once()
def club_message(request: HttpRequest, club: Club) -> HttpResponse:
    """Write to members: under their bell, by mail and on their devices, as each of them wants. `to` in the address
    chooses to whom beforehand."""
    now = timezone.now()
    form = MessageForm(
        request.POST if request.method == "POST" else None,
        initial={"to": request.GET.get("to", "")},
        club=club,
        now=now,
    )
    status = 422 if form.is_bound else 200
    if form.is_valid():
        if not ratelimit.consume(request, action="club_message", user=request.user):
            return ratelimit.respond_429(request)
        try:
            told = services.send_message(
                club=club,
                text=form.cleaned_data["text"],
                by=request.user,
                now=now,
                competition=form.competition(),
                evening=form.evening(),
            )
        except LeagueRefused as refused:
            form.add_error(None, refused.sentence)
            status = refused.status
        else:
            messages.success(request, _on_site(told))
            if told.without_login:
                messages.warning(request, _without_login(told.without_login))
            return redirect("league:club", club.slug)
    return render(request, "clubs/message.html", {"club": club, "form": form}, status=status)


def _on_site(told: Told) -> str:
    """How many read the message on the site, and how many of them by mail too, as a sentence."""
    said = ngettext(
        "{count} member is told on the site, {mailed} by mail too.",
        "{count} members are told on the site, {mailed} by mail too.",
        told.on_site,
    )
    return said.format(count=told.on_site, mailed=told.by_mail)


def _without_login(count: int) -> str:
    """How many cannot read the message, as a sentence."""
    said = ngettext(
        "{count} member has no login and must be told otherwise.",
        "{count} members have no login and must be told otherwise.",
        count,
    )
    return said.format(count=count)
