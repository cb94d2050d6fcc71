"""Stake and prizes of an evening: one tap at the door for each player, what is in the pot, and what each place gets."""

from __future__ import annotations

import re
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
from accounts.numbers import whole_number
from games.league import queries, services
from games.league.access import of_led_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.evening_views import frame_of
from games.league.models import Evening, StakePaid
from games.league.services.evenings.cash import MOST_STAKE
from games.league.standings.table import pay_prizes, read_prizes

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
        cents = 100 * int(typed[1]) + int(typed[2] or 0) if typed else MOST_STAKE + 1
        if cents > MOST_STAKE:
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
    elif request.method == "POST":
        return _tick(request, evening)
    page = {**frame_of(request, evening), **_sheet(evening), "form": form}
    return render(request, "league/evenings/cash.html", page, status=422 if form.is_bound else 200)


def _tick(request: HttpRequest, evening: Evening) -> HttpResponse:
    paid = "paid" in request.POST
    key = whole_number(request.POST.get("paid" if paid else "open", ""))
    if key is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.tick_stake(
        evening_id=evening.pk,
        player=get_object_or_404(Player, pk=key),
        paid=paid,
        actor=request.user,
        now=timezone.now(),
    )
    return redirect(f"{reverse('league:evening_cash', args=[evening.pk])}#player-{key}")


def _sheet(evening: Evening) -> dict[str, Any]:
    """Who paid, the pot, and the prizes of the places as they are now."""
    stake, rule = services.stake_of(evening)
    ticked = {each.player_id: each for each in evening.stakes.select_related("by")}
    payers = [Payer(player, ticked.get(player.pk)) for player in services.payers_of(evening)]
    pot = sum(each.cents for each in ticked.values())
    lines = queries.evening_lines(evening, queries.season_table(evening.competition))
    ranked = [line for line in lines if line.place is not None]
    payout = pay_prizes(
        read_prizes(rule) or {},
        pot,
        [(line.entrant, line.place) for line in ranked if line.place is not None],
    )
    return {
        "stake": shown_money(stake) if stake else "",
        "rule": rule,
        "payers": payers,
        "paid": len(ticked),
        "pot": shown_money(pot),
        "prizes": [
            (line, shown_money(payout.prizes[line.entrant]))
            for line in ranked
            if line.entrant in payout.prizes
        ],
        "paid_out": shown_money(sum(payout.prizes.values())),
        "left": shown_money(payout.left) if payout.left > 0 else "",
        "short": shown_money(-payout.left) if payout.left < 0 else "",
    }


def shown_money(cents: int) -> str:
    """An amount as the reader writes it: € 2.50, in Dutch € 2,50."""
    return f"€\N{NO-BREAK SPACE}{_decimal(cents)}"


def _decimal(cents: int) -> str:
    return number_format(Decimal(cents) / 100, 2, use_l10n=True)
