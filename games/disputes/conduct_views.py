"""Pages of conduct: the public grid, the cards of a club for its arbiters, a player's own cards, and who often plays
from one place."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.members import Right, may
from accounts.models import Club, Player, PlayerKind
from accounts.names import whole_number
from accounts.sent_forms import do_once
from games.analysis.queries import ENOUGH_CARDS, PartnersRightUnseen, partners_right_unseen
from games.club_clock import club_clock
from games.disputes import access, conduct, queries, services
from games.disputes.decorators import answer_refusals
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.forms import WordsForm
from games.disputes.models import MAX_TEXT_LENGTH, Case, Colour, ConductCard, Offence
from games.league.services.evenings.same_place import ENOUGH_EVENINGS, RETENTION, shared_places
from games.refusals import form_page
from games.table.log.models import Round


class ConductCardForm(forms.Form):
    """A card for a player of a club; with a case for those who sat at its table first."""

    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    colour = forms.ChoiceField(label=_("Card"), choices=Colour.choices, widget=forms.RadioSelect)
    offence = forms.ChoiceField(label=_("What for?"), choices=Offence.choices, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("What happened?"),
        help_text=_("The player and the arbiters of the club read it."),
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, players: Collection[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [("", _("choose somebody")), *players]


@require_safe
def grid(request: HttpRequest) -> HttpResponse:
    """The grid of penalties and what cards carry over, for everybody."""
    rows = [
        (offence, offence.label, *(penalty.label for penalty in penalties))
        for offence, penalties in conduct.GRID.items()
    ]
    return render(
        request, "disputes/conduct/grid.html", {"rows": rows, "evenings": conduct.EVENINGS_ON_RECORD}
    )


@require_safe
@answer_refusals
def my_conduct(request: HttpRequest) -> HttpResponse:
    """The reader's own cards and what they carry over."""
    return render(request, "disputes/conduct/mine.html", {"cards": conduct.cards_of_player(request.user)})


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
@do_once()
def club_conduct(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards of a club, and the form to give one; `case` is the number of a case it belongs to."""
    club = _judged_club(request, slug)
    case = _case_of(request, club)
    form = ConductCardForm(
        request.POST if request.method == "POST" else None,
        players=_players(club, case, but=request.user),
        initial={"colour": Colour.YELLOW},
    )
    refused = None
    if form.is_valid():
        data = form.cleaned_data
        try:
            card = services.give_conduct_card(
                club=club,
                player=get_object_or_404(Player, pk=data["player"]),
                colour=Colour(data["colour"]),
                offence=Offence(data["offence"]),
                reason=data["reason"],
                case=case,
                arbiter=request.user,
                now=timezone.now(),
            )
        except DisputeRefused as error:
            refused = error
        else:
            messages.success(request, _card_message(card))
            return redirect("disputes:club_conduct", club.slug)
    cards = conduct.cards_of_club(club)
    counting = [each for each in cards if each.counts]
    page = {
        "club": club,
        "case": case,
        "form": form,
        "counting": counting,
        "over": [each for each in cards if not each.counts],
        "readable_cases": queries.readable_cases(
            request.user, {each.card.case_id for each in cards} - {None}
        ),
        "withdrawable": services.withdrawable_cards([each.card for each in counting], request.user),
    }
    return form_page(request, "disputes/conduct/club.html", page, refused=refused, is_sent=form.is_bound)


@require_POST
@answer_refusals
def conduct_withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a card back, with a reason."""
    club = _judged_club(request, slug)
    card = get_object_or_404(ConductCard, pk=number, club=club)
    form = WordsForm(request.POST)
    if not form.is_valid():
        raise DisputeRefused(DisputeRefusal.REASON_MISSING)
    services.withdraw_conduct_card(
        card_id=card.pk, arbiter=request.user, reason=form.cleaned_data["text"], now=timezone.now()
    )
    messages.success(request, gettext("The card is taken back. The player is told."))
    return redirect("disputes:club_conduct", club.slug)


@require_safe
@answer_refusals
def club_same_place(request: HttpRequest, slug: str) -> HttpResponse:
    """Pairs who often sat at one table and in one place, and partners who were often right where they could not know;
    for those who judge the club or run its evenings."""
    club = get_object_or_404(Club, slug=slug)
    if not may(player=request.user, club=club, right=Right.RUN_EVENING):
        _judged_club(request, slug)
    now = club_clock.now()
    partners, compared = partners_right_unseen_in(club, since=now - RETENTION)
    page = {
        "club": club,
        "shared": shared_places(club, now=now),
        "partners": partners,
        "compared": compared,
        "enough_cards": ENOUGH_CARDS,
        "days": RETENTION.days,
        "enough": ENOUGH_EVENINGS,
        "judging": access.is_judge(request.user, club),
    }
    return render(request, "disputes/conduct/same_place.html", page)


def partners_right_unseen_in(club: Club, *, since: datetime) -> tuple[tuple[PartnersRightUnseen, ...], int]:
    """`partners_right_unseen` in the rounds of a club's evenings that were closed from `since` on."""
    rounds = Round.objects.filter(
        match__league_table__evening__competition__season__club=club, closed_at__gte=since
    )
    return partners_right_unseen(rounds)


def _judged_club(request: HttpRequest, slug: str) -> Club:
    """The club, for its arbiters and staff. Raises Http404, refuses not_allowed."""
    club = get_object_or_404(Club, slug=slug)
    if access.is_judge(request.user, club):
        return club
    if not may(player=request.user, club=club, right=Right.SEE):
        raise Http404
    raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)


def _case_of(request: HttpRequest, club: Club) -> Case | None:
    """The case named in the address. Raises Http404 where it is not one of the club, or the arbiter may not read it."""
    key = request.GET.get("case", "")
    if not key:
        return None
    case = get_object_or_404(
        Case.objects.select_related("round__match", "club"), pk=whole_number(key), club=club
    )
    if access.reads_as_party(request.user, case.round.match_id, judge=True):
        raise Http404
    return case


def _players(club: Club, case: Case | None, *, but: Player) -> list[tuple[int, str]]:
    """Those who can be given a card, by name; with a case only those who sat at its table."""
    found = Player.objects.exclude(kind=PlayerKind.BOT).exclude(pk=but.pk).order_by("nickname_sort", "pk")
    if case is not None:
        found = found.filter(pk__in=access.players_ever_seated(case.round.match_id))
    else:
        found = found.filter(memberships__club=club)
    return list(found.values_list("pk", "nickname"))


def _card_message(card: ConductCard) -> str:
    if card.second:
        return gettext(
            "The card is red, since another was on record. The player and those who run the evenings are told."
        )
    if card.colour == Colour.RED:
        return gettext("The red card stands. The player and those who run the evenings are told.")
    return gettext("The yellow card stands. The player is told.")
