"""Stake and prizes of an evening: one tap at the door for each player, what is in the pot, and what each place gets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.names import whole_number
from games.league import queries, services
from games.league.access import of_led_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.evening_views import frame_of
from games.league.models import Evening, StakePaid
from games.league.queries import EveningLine
from games.league.services.payments import MAX_STAKE_CENTS
from games.league.standings.places import Payout, pay_prizes, read_prizes

_MONEY: Final = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{2}))?")


class StakeForm(forms.Form):
    """The stake of an evening and the rule of its prizes."""

    stake = forms.CharField(label=_("Stake of each player, in euros"), max_length=8)
    prizes = forms.CharField(
        label=_("Places with a prize"),
        max_length=120,
        required=False,
        help_text=_(
            "“1-4, 8, 12” shares the pot equally. “1: 3x, 2: 2x, 3” gives the first three shares and the second two. "
            "“1-3, 8: 2.50” gives the eighth € 2.50 and shares the rest."
        ),
    )

    def clean_stake(self) -> int:
        """The stake in cents."""
        typed = _MONEY.fullmatch(self.cleaned_data["stake"].strip().removeprefix("€").strip())
        cents = 100 * int(typed[1]) + int(typed[2] or 0) if typed else MAX_STAKE_CENTS + 1
        if cents > MAX_STAKE_CENTS:
            raise forms.ValidationError(_("Type an amount such as 2.50."))
        return cents

    def clean_prizes(self) -> str:
        """The rule as it was typed, if it can be read."""
        typed: str = self.cleaned_data["prizes"]
        if read_prizes(typed) is None:
            raise forms.ValidationError(_("That could not be read. Type it as in the examples."))
        return typed


@dataclass(frozen=True, slots=True)
class Payer:
    """A player of the evening and the stake that was paid; None while it is open."""

    player: Player
    paid: StakePaid | None


@require_http_methods(["GET", "HEAD", "POST"])
@of_led_evening
def cash(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The cash sheet. `paid` or `open` names the player whose tick is set or taken back; `do=stake` sets the rules."""
    stake, prizes = services.stake_of(evening)
    form = StakeForm(initial={"stake": _decimal(stake), "prizes": prizes})
    if request.method == "POST" and request.POST.get("do") == "stake":
        form = StakeForm(request.POST)
        if form.is_valid():
            services.set_stake(
                evening_id=evening.pk, actor=request.user, now=timezone.now(), **form.cleaned_data
            )
            return redirect("league:evening_cash", evening.pk)
    elif request.method == "POST" and "all" in request.POST:
        return _tick_all(request, evening)
    elif request.method == "POST":
        return _tick(request, evening)
    page = {**frame_of(request, evening), **_sheet(evening), "form": form}
    return render(request, "league/evenings/cash.html", page, status=422 if form.is_bound else 200)


def _tick(request: HttpRequest, evening: Evening) -> HttpResponse:
    paid = "paid" in request.POST
    key = whole_number(request.POST.get("paid" if paid else "open", ""))
    if key is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.tick_stakes(
        evening_id=evening.pk,
        players=[get_object_or_404(Player, pk=key)],
        paid=paid,
        actor=request.user,
        now=timezone.now(),
    )
    return redirect(f"{reverse('league:evening_cash', args=[evening.pk])}#player-{key}")


def _tick_all(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Tick all who have not paid; or take the ticks back that were set together at the moment the form names."""
    moment = request.POST["all"]
    paid = moment == "paid"
    ticks = evening.stakes.select_related("player")
    together = [each.player for each in services.ticked_at(ticks, moment)]
    services.tick_stakes(
        evening_id=evening.pk,
        players=services.payers_of(evening) if paid else together,
        paid=paid,
        actor=request.user,
        now=timezone.now(),
    )
    return redirect("league:evening_cash", evening.pk)


def _sheet(evening: Evening) -> dict[str, Any]:
    """Who paid, the pot, and the prizes of the places as they are now."""
    stake, rule = services.stake_of(evening)
    ticked = {each.player_id: each for each in evening.stakes.select_related("by")}
    payers = [Payer(player, ticked.get(player.pk)) for player in services.payers_of(evening)]
    pot = sum(each.cents for each in ticked.values())
    lines = queries.evening_lines(evening, queries.season_table(evening.competition))
    payout = prize_money(evening, lines)
    together = services.ticked_together(ticked.values())
    since = evening.corrections.filter(at__gt=evening.closed_at) if evening.closed_at else None
    return {
        "open_still": sum(payer.paid is None for payer in payers),
        "together": len(together),
        "ticked_at": f"{together[0].at}" if together else "",
        "corrected": since.order_by("-pk").first() if since is not None else None,
        "stake": money_text(stake) if stake else "",
        "rule": rule,
        "payers": payers,
        "paid": len(ticked),
        "pot": money_text(pot),
        "prizes": [
            (line, money_text(payout.prizes[line.entrant])) for line in lines if line.entrant in payout.prizes
        ],
        "paid_out": money_text(sum(payout.prizes.values())),
        "left": money_text(payout.left) if payout.left > 0 else "",
        "short": money_text(-payout.left) if payout.left < 0 else "",
    }


def prize_money(evening: Evening, lines: Sequence[EveningLine]) -> Payout:
    """The cents of each entrant of these lines of the evening by its rule, as they are now; nobody's without a stake.
    One query for the pot."""
    stake, rule = services.stake_of(evening)
    pot = sum(evening.stakes.values_list("cents", flat=True))
    places = [(line.entrant, line.place) for line in lines if line.place is not None]
    return pay_prizes(read_prizes(rule) or {} if stake else {}, pot, _in_one_list(places))


def _in_one_list(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Entrants with their places, best first. With two winners, the two firsts share the first two places, and so
    on, so that they share the prizes of both."""
    before = sorted(place for _entrant, place in places)
    return sorted(((entrant, before.index(place) + 1) for entrant, place in places), key=lambda each: each[1])


def money_text(cents: int) -> str:
    """An amount as the reader writes it: € 2.50, in Dutch € 2,50."""
    return f"€\N{NO-BREAK SPACE}{_decimal(cents)}"


def _decimal(cents: int) -> str:
    return number_format(Decimal(cents) / 100, 2, use_l10n=True)
