"""Pages on which a club writes to its members: messages and news."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.members import Right
from accounts.models import MAX_CONTACT_LENGTH, MAX_NEWS_LENGTH, Club
from accounts.names import whole_number
from accounts.sent_forms import do_once
from games.league import services
from games.league.access import of_club
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening
from games.league.services import MAX_MESSAGE_LENGTH
from games.league.services.clubs import MessageReach

# The form of a message of the secretary.

WRITTEN_TO: Final = timedelta(days=14)
"""Time after its start for which an evening can be written to."""
COMPETITION, EVENING = "c", "e"
"""The letter before a key that says to whom a message goes, also in the links of `manage.html` and `cockpit.html`."""


class MessageForm(forms.Form):
    """The text of the message, and to whom it goes: all members, or those of a competition or an evening that is not
    archived."""

    to = forms.ChoiceField(
        label=pgettext_lazy("the readers of a message", "To"),
        required=False,
        help_text=_(
            "Of an evening: before the draw all who have not said no, then all who come or have a seat."
        ),
    )
    text = forms.CharField(
        label=_("Message"), max_length=MAX_MESSAGE_LENGTH, widget=forms.Textarea(attrs={"rows": 5})
    )

    def __init__(self, *args: Any, club: Club, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        open_now = Competition.objects.filter(season__club=club, season__archived_at=None)
        evenings = Evening.objects.filter(competition__in=open_now, starts_at__gt=now - WRITTEN_TO)
        competitions = open_now.select_related("season").order_by("name", "pk")
        self._competitions = {f"{COMPETITION}{each.pk}": each for each in competitions}
        self._evenings = {
            f"{EVENING}{each.pk}": each
            for each in evenings.select_related("competition").order_by("starts_at", "pk")
        }
        self.fields["to"].choices = list(self._choices())

    def competition(self) -> Competition | None:
        """The competition chosen."""
        return self._competitions.get(self.cleaned_data["to"])

    def evening(self) -> Evening | None:
        """The evening chosen."""
        return self._evenings.get(self.cleaned_data["to"])

    def _choices(self) -> Iterator[tuple[Any, Any]]:
        yield "", _("all members")
        if self._competitions:
            yield (
                _("Everybody who takes part in"),
                [(key, f"{each.name} · {each.season.name}") for key, each in self._competitions.items()],
            )
        if self._evenings:
            yield (
                _("Those of an evening"),
                [(key, _evening_label(each)) for key, each in self._evenings.items()],
            )


def _evening_label(evening: Evening) -> str:
    date = date_format(localtime(evening.starts_at), "SHORT_DATE_FORMAT")
    return f"{evening.competition.name}, {evening.number} ({date})"


# A message of the secretary to members of the club.


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
@do_once()
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
            reach = services.send_message(
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
            messages.success(request, _reach_in_words(reach))
            if reach.without_login:
                messages.warning(request, _without_login(reach.without_login))
            return redirect("league:club", club.slug)
    reach = services.message_reach(club=club, by=request.user, now=now)
    without_login = _without_login(reach.without_login) if reach.without_login else ""
    page = {"club": club, "form": form, "without_login": without_login}
    return render(request, "league/clubs/message.html", page, status=status)


def _reach_in_words(reach: MessageReach) -> str:
    """How many read the message on the site, and how many of them by mail too, as a sentence."""
    sentence = ngettext(
        "{count} member is told on the site, {mailed} by mail too.",
        "{count} members are told on the site, {mailed} by mail too.",
        reach.on_site,
    )
    return sentence.format(count=reach.on_site, mailed=reach.by_mail)


def _without_login(count: int) -> str:
    """How many cannot read the message, as a sentence."""
    sentence = ngettext(
        "{count} member has no login and must be told otherwise.",
        "{count} members have no login and must be told otherwise.",
        count,
    )
    return sentence.format(count=count)


# The page on which the secretary writes the news and the contact text of the club.

PUBLISH, REMOVE, CONTACT = "publish", "remove", "contact"
FOUR_LINES: Final = forms.Textarea(attrs={"rows": 4})


class NewsForm(forms.Form):
    """A short text for the page of the club."""

    text = forms.CharField(label=_("News"), max_length=MAX_NEWS_LENGTH, widget=FOUR_LINES)


class ContactForm(forms.Form):
    """How to reach the club; empty takes it off the page."""

    contact = forms.CharField(
        label=_("How to reach the club"),
        help_text=_("Name, telephone, address: what the club wants to be read. Empty: nothing."),
        max_length=MAX_CONTACT_LENGTH,
        required=False,
        widget=FOUR_LINES,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(Right.MANAGE_MEMBERS)
@do_once(PUBLISH)
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
        page["kept"] = services.MAX_NEWS_KEPT
        return render(request, "league/clubs/news/edit.html", page, status=422 if doing else 200)
    messages.success(request, gettext("Saved."))
    return redirect("league:club_news", club.slug)
