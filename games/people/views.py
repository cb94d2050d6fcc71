"""The pages of a player: profile, matches, reports, what others see, friends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial, wraps
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import AccountRefusal, AccountRefused
from accounts.forms import NAME_FIELD, DayField, RowsField
from accounts.friends import (
    MAX_REGULARS,
    answer_friend,
    ask_friend,
    block,
    choose_privacy,
    choose_regulars,
    end_friendship,
    friends_of,
    may_know,
    may_see,
    note_here,
    player_called,
    players_blocked_by,
    players_requested_by,
    privacy_of,
    regulars_of,
    relation,
    requesters_of,
    unblock,
    visible_clubs,
)
from accounts.models import Club, Player, PlayerKind
from accounts.models.players import Audience, Privacy
from accounts.names import whole_number
from accounts.sent_forms import SAME_TABLE, do_once
from games import refusals
from games.club_clock import club_clock
from games.league.services.evenings.same_place import ENOUGH_EVENINGS, RETENTION
from games.people import reports
from games.people.matches import figures_of, matches_of, page_of
from games.people.models import MAX_REPORT_LENGTH
from games.people.reports import MAX_ROUNDS_OFFERED, rounds_with
from games.table import services
from games.table.lobby import queries
from games.table.lobby.access import require_few_new_tables
from games.table.lobby.friends import friends_here, tables_of_friends
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match, Round
from games.table.screen.rule_card import names_of_games
from games.table.screen.spectators import of_clubs_open_to


class AskForm(forms.Form):
    """The name of the player to ask."""

    nickname = forms.CharField(
        **{**NAME_FIELD, "label": _("Their name at the table")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class RegularsForm(forms.Form):
    """The friends of the player's regular table."""

    friends = RowsField(
        label=_("My regular table"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        chosen = [friend.pk for friend in regulars_of(player)]
        super().__init__(*args, initial={"friends": chosen}, **kwargs)
        self.fields["friends"].queryset = friends_of(player)


class PrivacyForm(forms.ModelForm):
    """The parts of a profile that others may see."""

    prefix = "shown"  # a field called "matches" would hide `form.matches` from scripts

    class Meta:
        model = Privacy
        fields = ("figures", "matches", "shows_presence")
        # All choices are shown: the longest does not fit in a closed list on a phone.
        widgets = dict.fromkeys(("figures", "matches"), forms.RadioSelect)


class HistoryForm(forms.Form):
    """The filter of a player's matches; `clubs` are those the reader may know of."""

    who = forms.CharField(label=_("With whom, or the code of a table"), max_length=40, required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("all")
    )
    since = DayField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = DayField(label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [("", _("all")), *names_of_games().items()]
        self.fields["club"].queryset = clubs


class _RoundField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Round) -> str:
        """The table, the number of the round and its day."""
        day = date_format(timezone.localtime(obj.started_at), "SHORT_DATE_FORMAT")
        return gettext("{day}, table {code}, round {number}").format(
            day=day, code=obj.match.code, number=obj.number
        )


class ReportForm(forms.Form):
    """The text of a report, and the round it is about."""

    round = _RoundField(
        label=_("In which round?"),
        queryset=Round.objects.none(),
        required=False,
        empty_label=_("in no round we played"),
    )
    text = forms.CharField(
        label=_("What happened?"),
        max_length=MAX_REPORT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("The staff of the site reads it, nobody else. They see the round, card by card."),
    )

    def __init__(self, *args: Any, by: Player, about: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        newest = rounds_with(by, about).values_list("pk", flat=True)[:MAX_ROUNDS_OFFERED]
        self.fields["round"].queryset = rounds_with(by, about).filter(pk__in=list(newest))


# Decorators: sign in, load the other player, render refusals.

View = Callable[..., HttpResponse]

answer_refusals = refusals.answer_refusals("people/refused.html", AccountRefused, TableRefused)


def of_person(view: View) -> View:
    """As `answer_refusals`, with the other player instead of their number.

    404 for bots, accounts that ended, and those whose name this reader may not learn by counting up numbers.
    """

    @answer_refusals
    @wraps(view)
    def with_person(request: HttpRequest, person: int, **kwargs: Any) -> HttpResponse:
        people = Player.objects.filter(is_active=True).exclude(kind=PlayerKind.BOT)
        found = get_object_or_404(people, pk=person)
        if not (may_know(request.user, found) or _have_met_at_a_table(request.user, found)):
            raise Http404
        return view(request, person=found, **kwargs)

    return with_person


def _have_met_at_a_table(reader: Player, person: Player) -> bool:
    """Whether both sat at one match, or the person sits at a table that the reader finds in the lobby."""
    theirs = Match.objects.filter(seats__player=person)
    listed = theirs.filter(of_clubs_open_to(reader), visibility=Match.Visibility.LOBBY)
    listed = listed.exclude(status__in=Match.ENDED)
    return theirs.filter(seats__player=reader).exists() or listed.exists()


# The page of a player, the history of matches, reports to the staff, and the choice of what others see.


@require_safe
@of_person
def person(request: HttpRequest, person: Player) -> HttpResponse:
    """The page of a player: name and clubs, what the player shows to this reader, and what the reader can do."""
    between = relation(request.user, person)
    shown = privacy_of(person)
    sees = partial(may_see, viewer=request.user, other=person, friends=between.friends)
    page = {
        "person": person,
        "relation": between,
        "clubs": visible_clubs(request.user, person),
        "figures": figures_of(person) if sees(shown.figures) else None,
        "shows_matches": sees(shown.matches),
    }
    return render(request, "people/person.html", page)


@require_safe
@of_person
def matches(request: HttpRequest, person: Player) -> HttpResponse:
    """The finished matches of a player, filtered. 403 for a reader to whom the player does not show them."""
    friends = relation(request.user, person).friends
    if not may_see(privacy_of(person).matches, viewer=request.user, other=person, friends=friends):
        return render(request, "people/hidden.html", {"person": person}, status=403)
    form = HistoryForm(request.GET or None, clubs=visible_clubs(request.user, person))
    wanted = form.cleaned_data if form.is_valid() else {}
    now = club_clock.now()
    found = matches_of(person, wanted, reader=request.user, now=now)
    filters = request.GET.copy()
    filters.pop("page", None)
    page = {
        "person": person,
        "form": form,
        "page": page_of(found, request.GET.get("page"), player=person, reader=request.user, now=now),
        "filters": filters.urlencode(),
    }
    return render(request, "people/matches.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@of_person
@do_once()
def report(request: HttpRequest, person: Player) -> HttpResponse:
    """Report a player to the site's staff, with the round it is about."""
    posted = request.POST if request.method == "POST" else None
    form = ReportForm(posted, by=request.user, about=person)
    if form.is_valid():
        reports.report(
            by=request.user,
            about=person,
            text=form.cleaned_data["text"],
            about_round=form.cleaned_data["round"],
            now=club_clock.now(),
        )
        messages.success(request, gettext("The staff of the site has your report."))
        return redirect("people:person", person.pk)
    page = {"person": person, "form": form}
    return render(request, "people/report.html", page, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
def privacy(request: HttpRequest) -> HttpResponse:
    """Choose what others see."""
    posted = request.POST if request.method == "POST" else None
    form = PrivacyForm(posted, instance=privacy_of(request.user))
    if form.is_valid():
        choose_privacy(
            player=request.user,
            figures=Audience(form.cleaned_data["figures"]),
            matches=Audience(form.cleaned_data["matches"]),
            shows_presence=form.cleaned_data["shows_presence"],
        )
        messages.success(request, gettext("Saved."))
        return redirect("people:person", request.user.pk)
    page = {"form": form, "days": RETENTION.days, "enough": ENOUGH_EVENINGS}
    return render(request, "people/privacy.html", page, status=422 if form.is_bound else 200)


# The page of friends, and everything one player does about another.


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
@do_once()
def friends(request: HttpRequest) -> HttpResponse:
    """The page of friends. A POST asks the player of that name to be friends."""
    form = AskForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            other = player_called(form.cleaned_data["nickname"])
            _ask(request.user, other, club_clock.now())
            messages.success(request, gettext("Asked. The answer comes under the bell."))
            return redirect("people:friends")
        except ValidationError as refused:
            form.add_error("nickname", refused)
    page = _page_of_friends(request.user, form)
    return render(request, "people/friends.html", page, status=422 if request.method == "POST" else 200)


def _page_of_friends(player: Player, form: AskForm) -> dict[str, object]:
    now = club_clock.now()
    note_here(player, now=now)
    return {
        "form": form,
        "asking": requesters_of(player),
        "asked": players_requested_by(player),
        "blocked": players_blocked_by(player),
        "friends": friends_of(player),
        "here": {each.key: each for each in friends_here(player, now)},
        "tables": tables_of_friends(player, now),
        "regulars": regulars_of(player),
        "regulars_form": RegularsForm(player=player),
        "most_regulars": MAX_REGULARS,
    }


@require_POST
@answer_refusals
def regulars(request: HttpRequest) -> HttpResponse:
    """Choose the friends of the player's regular table."""
    form = RegularsForm(request.POST, player=request.user)
    if not form.is_valid():
        raise AccountRefused(AccountRefusal.NO_FRIEND)
    choose_regulars(player=request.user, friends=list(form.cleaned_data["friends"]))
    return redirect("people:friends")


@require_POST
@answer_refusals
@do_once(within=SAME_TABLE)
def regular_table(request: HttpRequest) -> HttpResponse:
    """Open a table and invite the friends of the player's regular table. Refuses no_friend, too_fast."""
    require_few_new_tables(request.user)
    usual = next(iter(names_of_games()))
    game = request.POST.get("game", usual)
    if game not in names_of_games():
        raise Http404
    match = services.open_with_regulars(player=request.user, game=game, now=club_clock.now())
    return redirect("table:table", match.code)


@require_POST
@answer_refusals
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite a friend to the table at which the player sits."""
    match = queries.match_of(code)
    if queries.seat_of(match, request.user) is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    friend = get_object_or_404(Player, pk=whole_number(request.POST.get("friend", "")) or 0)
    services.invite(match_id=match.pk, player=request.user, friend=friend, now=club_clock.now())
    return redirect("table:table", match.code)


def _ask(player: Player, other: Player, now: datetime) -> None:
    ask_friend(player=player, other=other, now=now)


def _accept(player: Player, other: Player, now: datetime) -> None:
    answer_friend(player=player, other=other, accept=True, now=now)


def _decline(player: Player, other: Player, now: datetime) -> None:
    answer_friend(player=player, other=other, accept=False, now=now)


def _end(player: Player, other: Player, now: datetime) -> None:
    end_friendship(player=player, other=other)


def _block(player: Player, other: Player, now: datetime) -> None:
    block(player=player, other=other, now=now)


def _unblock(player: Player, other: Player, now: datetime) -> None:
    unblock(player=player, other=other)


ACTIONS: Final[dict[str, Callable[[Player, Player, datetime], None]]] = {
    "ask": _ask,
    "accept": _accept,
    "decline": _decline,
    "end": _end,
    "block": _block,
    "unblock": _unblock,
}
"""By what a form of the pages of people says to `do`."""


@require_POST
@do_once("ask", "accept", "decline", "end")
@of_person  # inside: who ended a friendship may not know the person any more
def person_do(request: HttpRequest, person: Player) -> HttpResponse:
    """Ask, accept, decline, end, block or unblock, as the field `do` says. Refuses nothing_asked for other words."""
    doing = ACTIONS.get(request.POST.get("do", ""))
    if doing is None:
        raise AccountRefused(AccountRefusal.NOTHING_ASKED)
    doing(request.user, person, club_clock.now())
    if request.POST.get("back") == "friends":
        return redirect("people:friends")
    return redirect("people:person", person.pk)
