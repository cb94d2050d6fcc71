"""The page on which the secretary writes the news and the contact text of the club."""

from __future__ import annotations

from typing import Final

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.clubs.permissions import Right
from accounts.models import CONTACT_LENGTH, NEWS_LENGTH, Club
from accounts.numbers import whole_number
from accounts.people.sent_forms import done_once
from games.league import services
from games.league.access import of_club
from games.league.errors import LeagueRefusal, LeagueRefused

PUBLISH, REMOVE, CONTACT = "publish", "remove", "contact"
LINES: Final = forms.Textarea(attrs={"rows": 4})


class NewsForm(forms.Form):
    """A short text for the page of the club."""

    text = forms.CharField(label=gettext_lazy("News"), max_length=NEWS_LENGTH, widget=LINES)


class ContactForm(forms.Form):
    """How to reach the club; empty takes it off the page."""

    contact = forms.CharField(
        label=gettext_lazy("How to reach the club"),
        help_text=gettext_lazy("Name, telephone, address: what the club wants to be read. Empty: nothing."),
        max_length=CONTACT_LENGTH,
        required=False,
        widget=LINES,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
@done_once(PUBLISH)
def club_news(request: HttpRequest, club: Club) -> HttpResponse:
    """Publish and remove news, and write the contact text. Refuses unreadable for a post that does neither."""
    doing = request.POST.get("do", "") if request.method == "POST" else ""
    news = NewsForm(request.POST if doing == PUBLISH else None)
    contact = ContactForm(request.POST if doing == CONTACT else None, initial={"contact": club.contact})
    if request.method == "POST" and not ratelimit.consume(request, action="club_news", user=request.user):
        return ratelimit.respond_429(request)
    about = {"club": club, "actor": request.user, "now": timezone.now()}
    if doing == REMOVE:
        number = whole_number(request.POST.get("news", ""))
        if number is None:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        services.remove_news(news_id=number, **about)
    elif news.is_valid():
        services.publish_news(text=news.cleaned_data["text"], **about)
    elif contact.is_valid():
        services.write_contact(text=contact.cleaned_data["contact"], **about)
    elif request.method == "POST" and not (news.is_bound or contact.is_bound):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    else:
        page = {"club": club, "news": club.news.all(), "forms": {"news": news, "contact": contact}}
        page["kept"] = services.NEWS_KEPT
        return render(request, "clubs/news/edit.html", page, status=422 if doing else 200)
    messages.success(request, _("Saved."))
    return redirect("league:club_news", club.slug)
