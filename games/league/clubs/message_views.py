"""A message of the secretary to all members of the club."""

from __future__ import annotations

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.clubs.permissions import Right
from accounts.models import Club
from games.league import notices
from games.league.access import of_club


class MessageForm(forms.Form):
    """The text of the message."""

    text = forms.CharField(label=_("Message"), max_length=1000, widget=forms.Textarea(attrs={"rows": 5}))


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
def club_message(request: HttpRequest, club: Club) -> HttpResponse:
    """Write to all members: under their bell, by mail and on their devices, as each of them wants."""
    form = MessageForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if not ratelimit.consume(request, action="club_message", user=request.user):
            return ratelimit.respond_429(request)
        with transaction.atomic():
            told = notices.of_message(
                club, text=form.cleaned_data["text"], by=request.user, now=timezone.now()
            )
        messages.success(request, ngettext("%d member is told.", "%d members are told.", told) % told)
        return redirect("league:club", club.slug)
    return render(
        request, "clubs/message.html", {"club": club, "form": form}, status=422 if form.is_bound else 200
    )
