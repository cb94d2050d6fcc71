"""The page of the deals that all tables of an evening had: what was made of each, from the reader's side first.

It is made of open deals alone (`services.evenings.same_cards`); of a round that a table is still to play it says so
and nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from accounts.members import Right
from games.kit.engine_words import minus, points_text, signed
from games.league import queries
from games.league.access import of_evening
from games.league.duplicate.movements import Party
from games.league.duplicate.scoring import (
    EAST_WEST,
    NORTH_SOUTH,
    TableResult,
    expected_results,
    frequency_list,
    traveller,
)
from games.league.evenings.evening_views import frame_of
from games.league.models import Evening
from games.league.queries import Entered
from games.league.services.evenings.same_cards import PlayedDeal, deals_of, scoring_rules
from games.league.standings.rules import TableRules


@dataclass(frozen=True, slots=True)
class FrequencyLine:
    """A result as often as it was made: the points of the reader's direction first, and what it is worth to it."""

    points: tuple[int, int]
    times: int
    worth: str
    mine: bool


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """What one table made of a deal, north-south first. `points` are empty where it counts for nobody."""

    table: int
    north_south: str
    east_west: str
    points: tuple[int, ...]
    worth: str
    worth_of_others: str
    mine: bool


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A deal with its list. `own` is the reader's line in words, "" for those who did not play it; `code` is that of
    their table, whose round `within` they may look back at. `east_west`: the list is from that side."""

    number: int
    within: int
    own: str
    code: str
    east_west: bool
    lines: tuple[FrequencyLine, ...]
    tables: tuple[TravellerRow, ...]


@dataclass(frozen=True, slots=True)
class DealsOfRound:
    """A round of the evening: its deals, none while a table is still to play them."""

    number: int
    deals: tuple[ShownDeal, ...]


@require_safe
@of_evening(Right.SEE)
def evening_deals(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The deals of an evening on which all tables have the same cards, as far as all have played them."""
    competition = evening.competition
    rules = competition.table_rules
    if not rules.same_cards:
        raise Http404
    you = queries.entrant_of(competition, request.user) if request.user.is_authenticated else None
    names = queries.entered_in(competition)
    found = deals_of(competition, [evening.pk]).get(evening.pk, ())
    codes = dict(evening.tables.filter(seats__player=request.user.pk).values_list("match", "match__code"))
    by_round: dict[int, list[ShownDeal]] = defaultdict(list)
    expected = expected_results(result for deal in found for result in deal.results)
    for deal in found:
        by_round[deal.round].append(
            shown_deal(deal, rules, expected=expected, you=you.pk if you else 0, names=names, codes=codes)
        )
    page = {
        **frame_of(request, evening),
        "rounds": [DealsOfRound(number, tuple(by_round[number])) for number in range(1, evening.round + 1)],
        "in_per_cent": rules.counting == "matchpoints",
    }
    return render(request, "league/evenings/deals.html", page)


def shown_deal(
    deal: PlayedDeal,
    rules: TableRules,
    *,
    expected: int,
    you: int,
    names: Mapping[int, Entered],
    codes: Mapping[int, str],
) -> ShownDeal:
    """A deal in words, seen by the entrant `you` (0: nobody of the evening). `codes` are those of the reader's own
    tables by match."""
    counting = scoring_rules(rules)
    mine = next((one for one in deal.results if you in (*one.north_south, *one.east_west)), None)
    side = EAST_WEST if mine is not None and you in mine.east_west else NORTH_SOUTH
    lines = [
        FrequencyLine(
            points=_from(side, line.points),
            times=line.times,
            worth=_worth(line.scores[side], rules),
            mine=mine is not None and mine.counts and mine.points == line.points,
        )
        for line in frequency_list(deal.results, counting, expected=expected)
    ]
    if side == EAST_WEST:
        lines.reverse()
    return ShownDeal(
        number=deal.number,
        within=deal.within,
        own=_own_line(mine, lines),
        code=codes.get(deal.tables.get(mine.table, 0), "") if mine is not None else "",
        east_west=side == EAST_WEST,
        lines=tuple(lines),
        tables=tuple(
            TravellerRow(
                table=line.result.table,
                north_south=_named(line.result.north_south, names),
                east_west=_named(line.result.east_west, names),
                points=line.result.points or (),
                worth=_worth(line.scores[NORTH_SOUTH], rules) if line.scores else "",
                worth_of_others=_worth(line.scores[EAST_WEST], rules) if line.scores else "",
                mine=line.result is mine,
            )
            for line in traveller(deal.results, counting, expected=expected)
        ),
    )


def _own_line(mine: TableResult | None, lines: Sequence[FrequencyLine]) -> str:
    """The reader's result as a sentence: the points, how many others made the same, and what it is worth."""
    if mine is None:
        return ""
    line = next((one for one in lines if one.mine), None)
    if line is None:
        return gettext("You: this round counts for nobody at your table")
    ours, theirs = map(minus, map(str, line.points))
    others = line.times - 1
    told = gettext("You: {ours} : {theirs}, made by nobody else, {worth}")
    if others:
        told = ngettext(
            "You: {ours} : {theirs}, shared with one pair, {worth}",
            "You: {ours} : {theirs}, shared with {others} pairs, {worth}",
            others,
        )
    return told.format(ours=ours, theirs=theirs, others=others, worth=line.worth)


def _from(side: int, points: tuple[int, int]) -> tuple[int, int]:
    north_south, east_west = points
    return (east_west, north_south) if side == EAST_WEST else points


def _worth(score: Fraction, rules: TableRules) -> str:
    """What a result is worth: "71 %", or points above or below the mean, as "+12,5"."""
    if rules.counting == "matchpoints":
        return gettext("{number} %").format(number=points_text(Fraction(round(score * 10), 10)))
    return signed(score)


def _named(party: Party, names: Mapping[int, Entered]) -> str:
    return " – ".join(names[entrant].name for entrant in party if entrant in names)
