"""Pages of the deals that all tables of an evening had.

Each deal has a page of its own with the hands, and a link by which it is shown to anybody without names.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.device_settings import visitor
from accounts.members import Right
from accounts.models import CardLetters, active_language
from games.league import queries
from games.league.access import of_evening, require_same_cards
from games.league.duplicate.scoring import expected_results
from games.league.evenings.deals import DealList, DealsOfRound, counting_of, deal_list, deal_lists, record_of
from games.league.evenings.evening_views import frame_of
from games.league.evenings.own_deals import own_deals
from games.league.evenings.own_place import place_on
from games.league.evenings.recap import deals_csv
from games.league.leaders import leads
from games.league.models import Entrant, Evening
from games.league.services.evenings.compared_results import deals_of
from games.table.lobby.access import player_of
from games.table.log.models import Match
from games.table.screen.spectators import own_rounds

LINK_SIGNER: Final = Signer(salt="open deal of an evening")
"""Signs the links by which a deal is shown to people outside the club."""


def letters_of(request: HttpRequest) -> str:
    """The letters on the reader's cards."""
    reader = player_of(request) or visitor(request)
    return CardLetters.on_a_page(reader.card_letters, active_language())


@require_safe
@of_evening(Right.SEE)
def evening_deals(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The deals of an evening on which all tables have the same cards, as far as all have played them."""
    require_same_cards(evening)
    by_round: dict[int, list[DealList]] = defaultdict(list)
    for deal, shown in deal_lists(evening, player_of(request)):
        by_round[deal.round].append(shown)
    own = _own_rounds(request, evening)
    still_played = set(evening.deals.filter(shared_deals__public_from=None).values_list("round", flat=True))
    you = _own_entrant(request, evening)
    page = {
        **frame_of(request, evening),
        "place": place_on(evening, you) if you else None,
        "rounds": [
            DealsOfRound(
                number,
                tuple(by_round[number]),
                to_come=number in still_played or not by_round[number],
                own=tuple(own[number]),
            )
            for number in range(1, evening.round + 1)
        ],
        "you": you,
        "playing_at": _table_played_at(request, evening),
        "leads": leads(evening, request.user) and evening.competition.season.archived_at is None,
        **counting_of(evening.competition),
    }
    return render(request, "league/evenings/deals.html", page)


@require_safe
@of_evening(Right.SEE)
def deals_file(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Every result of the open deals of an evening, as CSV."""
    require_same_cards(evening)
    response = HttpResponse(deals_csv(evening), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{evening.pk}-deals.csv"'
    return response


@require_safe
@of_evening(Right.SEE)
def evening_deal(request: HttpRequest, evening: Evening, deal: int) -> HttpResponse:
    """One open deal: the hands, and what every table did with it."""
    require_same_cards(evening)
    shown = {own.number: (played, own) for played, own in deal_lists(evening, player_of(request))}
    if deal not in shown:
        raise Http404
    link = reverse("league:shared_deal", args=[LINK_SIGNER.sign(f"{evening.pk}.{deal}")])
    page = {
        **frame_of(request, evening),
        "record": record_of(evening, *shown[deal], letters=letters_of(request)),
        "link": request.build_absolute_uri(link),
        "you": _own_entrant(request, evening),
        "before": max((number for number in shown if number < deal), default=None),
        "after": min((number for number in shown if number > deal), default=None),
    }
    return render(request, "league/evenings/deal.html", page)


@require_safe
@of_evening(Right.SEE)
def own_evening(request: HttpRequest, evening: Evening, entrant: int) -> HttpResponse:
    """The open deals of one entrant, with what each was worth and the mean so far."""
    require_same_cards(evening)
    found = get_object_or_404(evening.competition.entrants, pk=entrant)
    page = {
        **frame_of(request, evening),
        "name": queries.entrants_by_key(evening.competition)[found.pk].name,
        "is_own": found == _own_entrant(request, evening),
        "place": place_on(evening, found),
        "deals": own_deals(evening, found),
        **counting_of(evening.competition),
    }
    return render(request, "league/evenings/own_evening.html", page)


@require_safe
def shared_deal(request: HttpRequest, token: str) -> HttpResponse:
    """An open deal for anybody who was given the link: hands and results, and nobody's name."""
    try:
        evening_id, _dot, number = LINK_SIGNER.unsign(token).partition(".")
    except BadSignature:
        raise Http404 from None
    evening = Evening.objects.select_related("competition__season__club").filter(pk=evening_id).first()
    if evening is None or not evening.competition.the_rules.same_cards:
        raise Http404
    competition = evening.competition
    found = deals_of(competition, [evening.pk]).get(evening.pk, ())
    played = next((deal for deal in found if deal.number == int(number)), None)
    if played is None:
        raise Http404
    expected = expected_results(result for deal in found for result in deal.results)
    shown = deal_list(played, competition.the_rules, expected=expected, you=0, names={}, codes={}, counted={})
    record = record_of(evening, played, shown, letters=letters_of(request))
    return render(
        request, "league/evenings/shared_deal.html", {"record": record, "game": competition.the_game}
    )


def _table_played_at(request: HttpRequest, evening: Evening) -> str:
    """The code of the table of the evening at which the reader plays now, "" without one."""
    if not request.user.is_authenticated:
        return ""
    running = evening.tables.filter(match__status=Match.Status.RUNNING, seats__player=request.user)
    return running.values_list("match__code", flat=True).first() or ""


def _own_entrant(request: HttpRequest, evening: Evening) -> Entrant | None:
    """The reader's own entrant in the competition of the evening."""
    if not request.user.is_authenticated:
        return None
    return queries.entrant_of(evening.competition, request.user)


def _own_rounds(request: HttpRequest, evening: Evening) -> dict[int, list[tuple[str, int, int]]]:
    """The deals at the reader's tables that they may look back at while others still play the cards, by round of the
    evening."""
    found: dict[int, list[tuple[str, int, int]]] = defaultdict(list)
    if request.user.is_authenticated:
        mine = evening.tables.filter(match__shared_deals__own_rounds=True, match__seats__player=request.user)
        for table in mine.select_related("match__shared_deals").order_by("round"):
            found[table.round] += [
                (table.match.code, number, table.deals_before + number)
                for number in own_rounds(table.match, request.user)
            ]
    return found
