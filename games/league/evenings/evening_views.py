"""The page of an evening, signing up for it, and its cash sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final
from zlib import crc32

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.members import Right, holders, may
from accounts.models import Player
from accounts.names import sort_key, whole_number
from accounts.sent_forms import do_once
from games.league import queries, services
from games.league.access import number_of, of_evening, of_led_evening
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings import cockpit_tables
from games.league.evenings.attendance import rounds_to_come_to
from games.league.evenings.forms import DateForm
from games.league.evenings.next_table import next_seat, seat_in_words
from games.league.evenings.own_place import place_on
from games.league.evenings.report import breakdown_of, report_line, report_of
from games.league.leaders import leads
from games.league.models import Entrant, Evening, StakePaid
from games.league.queries import EveningLine
from games.league.replaced_seats import seats_held_for
from games.league.services.evenings.seats import entrants_coming, entrants_coming_later
from games.league.services.evenings.stakes import MAX_STAKE_CENTS
from games.league.standings.prizes import Payout, pay_prizes, read_prizes
from games.table.lobby.access import player_of

# An evening for its players: signing up and off, another date for a table, the report and the list for paper.


@require_safe
@of_evening(Right.SEE)
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The page of an evening for its players: sign-ups, seating, results. While it is played it asks again by itself
    for what changes: 204 when the page shows that already."""
    table = queries.season_table(evening.competition)
    entered = table.entered
    words = {sign.entrant_id: sign.comes for sign in evening.sign_ups.all()}
    you = queries.entrant_of(evening.competition, request.user) if request.user.is_authenticated else None
    coming = entrants_coming(evening)
    your_word = (True if you.pk in coming else words.get(you.pk)) if you else None
    own = evening.player_sign_ups.filter(entrant=you, player=request.user.pk).first() if you else None
    lines = queries.evening_lines(evening, table)
    rounds = cockpit_tables.rounds_of(evening, entered)
    seated = cockpit_tables.table_of_player(rounds, request.user.pk)
    page = {
        **frame_of(request, evening),
        "coming": sorted((entered[pk].name for pk in coming if pk in entered), key=sort_key),
        "away": sorted(
            (entered[pk].name for pk, comes in words.items() if not comes and pk in entered), key=sort_key
        ),
        "you": you,
        "your_word": your_word,
        "own_word": own.comes if own else your_word,
        "later_rounds": rounds_to_come_to(evening),
        "your_first": entrants_coming_later(evening).get(you.pk, 0) if you else 0,
        "late": timezone.now() >= evening.deadline,
        "rounds": rounds,
        "seated": seated,
        "place": place_on(evening, you) if you and evening.competition.table_rules.same_cards else None,
        "next_seat": "" if seated else _next_seat(request, evening),
        "finished": queries.finished_tables(evening, player_of(request)),
        "lines": [report_line(line) for line in lines],
        "breakdown": breakdown_of(evening, lines, you.pk) if you else None,
        "runs_club": may(player=request.user, club=evening.competition.season.club, right=Right.RUN_EVENING),
        "cancelled": evening.corrections.filter(what="cancelled").first(),
        "held": seats_held_for(evening, request.user.pk),
        **_entry_context(request, evening, you),
        **_substitutes(request, evening, comes=bool(your_word)),
        "words": _words_of(evening, you) if you else (),
        "to_play": queries.tables_to_play(evening.competition, evening),
        "own_tables": queries.tables_to_postpone(evening, request.user.pk) if evening.is_to_play else (),
    }
    rounds_now = render_to_string("league/evenings/_rounds.html", page)
    lines_now = render_to_string("league/evenings/_lines.html", page)
    seat = (seated.pk, seated.code) if seated else page["next_seat"]
    known = f"{crc32(f'{evening.status}{seat}{rounds_now}{lines_now}'.encode()):08x}"
    if request.GET.get("known") == known:
        return HttpResponse(status=204)
    page |= {
        "rounds_now": rounds_now,
        "lines_now": lines_now,
        "known": known,
        "keeps_up": evening.status == Evening.Status.DRAWN and evening.is_to_play,
    }
    return render(request, "league/evenings/evening.html", page)


def _next_seat(request: HttpRequest, evening: Evening) -> str:
    """Where the reader sits in a round to come, in a sentence, once the first round is open; else ""."""
    if not evening.round or evening.status != Evening.Status.DRAWN or not request.user.is_authenticated:
        return ""
    seat = next_seat(evening, request.user, after=evening.round)
    return "" if seat is None else seat_in_words(seat)[0]


SEATED_ANSWERS: Final = {"seated-no": True, "seated-absent": False}
"""The words for those who did not come to the table they have, and whether they had signed off."""


@require_POST
@of_evening(Right.PLAY)
def sign(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Come or not: the player for their own entrant, the secretary for anybody, also that they did not come ("absent")
    or go home after the rounds they played ("home"). "from-2" is coming later, from that round on; the words
    `SEATED_ANSWERS` say of somebody with a seat in a round that is open that they did not come at all. With `from_home`
    back to home.
    """
    comes = request.POST.get("comes", "")
    first = re.fullmatch(r"from-(\d{1,3})", comes)
    if comes not in ("yes", "no", "absent", "home", *SEATED_ANSWERS) and first is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    key = request.POST.get("entrant", "")
    own = queries.entrant_of(evening.competition, request.user)
    if key:
        entrant = get_object_or_404(evening.competition.entrants, pk=number_of(key))
        if entrant != own and not runs(request, evening):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
    elif own is None:
        raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
    else:
        entrant = own
    if comes in SEATED_ANSWERS:
        if not runs(request, evening):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        services.stay_away(
            evening_id=evening.pk,
            entrant=entrant,
            signed_off=SEATED_ANSWERS[comes],
            player=request.user,
            reason=gettext("Not come"),
            now=timezone.now(),
        )
    else:
        services.sign(
            evening_id=evening.pk,
            entrant=entrant,
            comes=comes == "yes" or first is not None,
            player=request.user,
            now=timezone.now(),
            for_club=bool(key),
            signed_off=comes != "absent",
            from_round=number_of(first[1]) if first else 1 if key else None,
        )
    if "from_home" in request.POST:
        return redirect("home")
    return redirect("league:cockpit" if key else "league:evening", evening.pk)


@require_POST
@of_evening(Right.PLAY)
def substitute(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Take the seat for which a substitute is wanted, or go on the stand-by list or off it."""
    doing = request.POST.get("do", "")
    if doing == "play":
        wanted = services.open_requests(evening).filter(pk=number_of(request.POST.get("request", ""))).first()
        if wanted is None:
            raise LeagueRefused(LeagueRefusal.SUBSTITUTE_FOUND)
        services.accept_request(request_id=wanted.pk, player=request.user, now=timezone.now())
    elif doing in ("ready", "not_ready"):
        services.stand_by(
            evening_id=evening.pk, player=request.user, ready=doing == "ready", now=timezone.now()
        )
    else:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return redirect("league:evening", evening.pk)


def _substitutes(request: HttpRequest, evening: Evening, *, comes: bool) -> dict[str, object]:
    """The requests the reader can accept, and their place on the stand-by list (0: none). Readers who come are not
    asked to stand by before the draw; afterwards they may have a round to wait in.
    """
    open_still = evening.is_to_play
    club = evening.competition.season.club
    if not open_still or not may(player=request.user, club=club, right=Right.PLAY):
        return {"wanted": (), "may_stand_by": False, "stands_by": 0}
    listed = list(evening.stand_bys.values_list("player", flat=True))
    stands_by = listed.index(request.user.pk) + 1 if request.user.pk in listed else 0
    plays = comes and evening.status != Evening.Status.DRAWN
    return {
        "wanted": services.requests_for(evening, request.user),
        "may_stand_by": bool(stands_by) or (not plays and services.may_stand_by(evening, request.user)),
        "stands_by": stands_by,
    }


def _entry_context(request: HttpRequest, evening: Evening, you: Entrant | None) -> dict[str, object]:
    """The names of those who enter players, for a member without an entrant (else none); and for those who run the
    club, how many members are not entered."""
    club = evening.competition.season.club
    open_still = evening.is_to_play
    if not open_still or not may(player=request.user, club=club, right=Right.PLAY):
        return {"enter_you": "", "not_entered": 0}
    if may(player=request.user, club=club, right=Right.RUN_EVENING):
        return {"enter_you": "", "not_entered": queries.count_not_entered(evening.competition)}
    if you:
        return {"enter_you": "", "not_entered": 0}
    running = Player.objects.filter(pk__in=holders(club=club, right=Right.RUN_EVENING))
    names = running.order_by("nickname_sort").values_list("nickname", flat=True)
    return {"enter_you": ", ".join(names), "not_entered": 0}


def _words_of(evening: Evening, you: Entrant) -> tuple[tuple[str, bool], ...]:
    """The sign-ups of the players of the reader's pair or team: name, and whether they come."""
    rows = evening.player_sign_ups.filter(entrant=you, player__in=you.members.values("player"))
    return tuple(rows.order_by("player__nickname_sort").values_list("player__nickname", "comes"))


@require_POST
@of_evening(Right.PLAY)
@do_once("propose")
def table_date(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Another date for a table, between its two sides: proposed, accepted or not, and opened when it has come."""
    found = get_object_or_404(evening.tables, pk=table)
    about = {"table_id": found.pk, "player": request.user, "now": timezone.now()}
    doing = request.POST.get("do", "")
    if doing == "propose":
        form = DateForm(request.POST)
        if not form.is_valid():
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        services.propose_date(starts_at=form.cleaned_data["starts_at"], **about)
    elif doing in ("accept", "decline"):
        services.answer_date(accept=doing == "accept", **about)
    elif doing == "open":
        services.open_postponed(**about)
    else:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return redirect("league:evening", evening.pk)


@require_safe
@of_evening(Right.SEE)
def report(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The evening in words to paste, with the season as it was after it, and its list for A4."""
    table = queries.season_table(evening.competition)
    lines = queries.evening_lines(evening, table)
    then = queries.season_table(evening.competition, until=evening)
    counted = [place for place in range(len(table.tallies)) if any(line.tallies[place] for line in lines)]
    page = {
        **frame_of(request, evening),
        "report": report_of(evening, lines, then),
        "lines": [(report_line(line), [line.tallies[place] for place in counted]) for line in lines],
        "tallies": [gettext(table.tallies[place].label) for place in counted],
    }
    return render(request, "league/evenings/report.html", page)


def runs(request: HttpRequest, evening: Evening) -> bool:
    """Whether the reader leads the evening."""
    return leads(evening, request.user)


def frame_of(request: HttpRequest, evening: Evening) -> dict[str, object]:
    """The template context shared by all pages of an evening."""
    return {
        "evening": evening,
        "competition": evening.competition,
        "season": evening.competition.season,
        "club": evening.competition.season.club,
        "runs": runs(request, evening),
    }


# Stake and prizes of an evening: one tap at the door for each player, what is in the pot, and what each place gets.

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
    services.tick_stake(
        evening_id=evening.pk,
        player=get_object_or_404(Player, pk=key),
        paid=paid,
        actor=request.user,
        now=timezone.now(),
    )
    return redirect(f"{reverse('league:evening_cash', args=[evening.pk])}#player-{key}")


def _tick_all(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Tick all who have not paid; or take the ticks back that were set together last."""
    open_still, together = _open_and_together(evening)
    paid = request.POST["all"] == "paid"
    services.tick_stakes(
        evening_id=evening.pk,
        players=open_still if paid else together,
        paid=paid,
        actor=request.user,
        now=timezone.now(),
    )
    return redirect("league:evening_cash", evening.pk)


def _open_and_together(evening: Evening) -> tuple[list[Player], list[Player]]:
    """The players who have not paid, and those ticked together last; nobody where the newest tick is of one."""
    ticks = list(evening.stakes.select_related("player").order_by("-at"))
    newest = [each.player for each in ticks if each.at == ticks[0].at]
    paid = {each.player_id for each in ticks}
    open_still = [player for player in services.payers_of(evening) if player.pk not in paid]
    return open_still, newest if len(newest) > 1 else []


def _sheet(evening: Evening) -> dict[str, Any]:
    """Who paid, the pot, and the prizes of the places as they are now."""
    stake, rule = services.stake_of(evening)
    ticked = {each.player_id: each for each in evening.stakes.select_related("by")}
    payers = [Payer(player, ticked.get(player.pk)) for player in services.payers_of(evening)]
    pot = sum(each.cents for each in ticked.values())
    lines = queries.evening_lines(evening, queries.season_table(evening.competition))
    payout = prize_money(evening, lines)
    open_still, together = _open_and_together(evening)
    since = evening.corrections.filter(at__gt=evening.closed_at) if evening.closed_at else None
    return {
        "open_still": len(open_still),
        "together": len(together),
        "corrected": since.exclude(what="evening_closed").order_by("-pk").first() if since else None,
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
