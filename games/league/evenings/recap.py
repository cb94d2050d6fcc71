"""The whole evening with the same cards on one page: what every deal was worth to everybody, and the same as a file;
and the evening of one entrant, deal by deal.

Made of open deals alone, as `deals.py` is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext, pgettext

from accounts.names import sort_key
from games.engine_words import direction, place_name
from games.league import queries
from games.league.duplicate.scoring import DIRECTIONS, TableResult, average_worth, points_from
from games.league.evenings.deals import (
    average_text,
    averages_taken_back,
    party_name,
    per_cent_text,
    score_text,
    worth_text,
)
from games.league.evenings.open_deals import DealResult, contracts_made
from games.league.models import Entrant, Evening
from games.league.queries import NamedEntrant
from games.league.services.evenings.compared_results import (
    PlayedDeal,
    compared_sides,
    deals_of,
    scoring_rules,
    worths_by_deal,
)
from games.league.standings.rules import Points, TableRules
from games.league.words import mean_text
from games.spreadsheet import Cell, csv_text
from games.table.log.models import Match


class RecapCell(NamedTuple):
    """What a deal was worth to somebody, "" without a result; `left_out` of the mean, because a bot held the cards."""

    worth: str
    left_out: bool


@dataclass(frozen=True, slots=True)
class RecapRow:
    """An entrant: its place ("" without), name, the deals in order, and the mean of those that count, "" without."""

    place: str
    name: str
    cells: tuple[RecapCell, ...]
    mean: str


@dataclass(frozen=True, slots=True)
class Recap:
    """The numbers of the open deals, and a row for each entrant, in the order of the evening's list; those for whom
    nothing counts, because a bot played for them, at the end."""

    deals: tuple[int, ...]
    rows: tuple[RecapRow, ...]

    @property
    def leaves_out(self) -> bool:
        """Whether a deal is left out of somebody's mean."""
        return any(cell.left_out for row in self.rows for cell in row.cells)


def recap_of(evening: Evening) -> Recap:
    """What every open deal of an evening was worth to everybody."""
    competition = evening.competition
    rules = competition.table_rules
    found = deals_of(competition, [evening.pk]).get(evening.pk, ())
    numbers = tuple(deal.number for deal in found)
    worths = worths_by_deal((result for deal in found for result in deal.results), rules)
    table = queries.season_table(competition)

    def row(entrant: int, place: int | None, name: str, mean: Points | None) -> RecapRow:
        own = {worth.deal: worth for worth in worths[entrant]}
        cells = tuple(
            RecapCell(_cell(own[number].score, rules), not own[number].counts)
            if number in own
            else RecapCell("", left_out=False)
            for number in numbers
        )
        mean_said = "" if mean is None else mean_text(Fraction(mean), rules)
        return RecapRow("" if place is None else f"{place}", name, cells, mean_said)

    listed = {
        line.entrant: line
        for line in queries.evening_lines(evening, table)
        if any(worth.counts for worth in worths.get(line.entrant, ()))
    }
    rows = [
        row(each.entrant, each.place, each.name_with_substitutes, each.points) for each in listed.values()
    ]
    left_out = [
        (party_name((entrant,), table.entered, (entrant,)), entrant)
        for entrant in worths
        if entrant not in listed and entrant in table.entered
    ]
    rows += [
        row(entrant, None, name, None)
        for name, entrant in sorted(left_out, key=lambda each: sort_key(each[0]))
    ]
    return Recap(numbers, tuple(rows))


def _cell(score: Fraction, rules: TableRules) -> str:
    """What a deal was worth, short: per cent without the sign, or points from the mean."""
    return per_cent_text(score) if rules.in_per_cent else worth_text(score, rules)


def deals_csv(evening: Evening) -> str:
    """Every result of every open deal: a line a table, or a line a place where each plays for itself. Worth is in per
    cent or in points, not rounded."""
    competition = evening.competition
    names = queries.entrants_by_key(competition)
    parts = queries.parts_at_tables(evening, names)
    found = deals_of(competition, [evening.pk]).get(evening.pk, ())
    worths = worths_by_deal((result for deal in found for result in deal.results), competition.table_rules)
    worth_of = {(entrant, worth.deal): worth.score for entrant, own in worths.items() for worth in own}

    def worth(entrants: Sequence[int], number: int) -> Fraction | None:
        return next((worth_of[each, number] for each in entrants if (each, number) in worth_of), None)

    results = [
        (deal, result) for deal in found for result in sorted(deal.results, key=lambda each: each.table)
    ]
    by_table = len(compared_sides(competition)) == len(DIRECTIONS)
    rows: list[list[Cell]] = []
    for deal, result in results:
        points = list(result.points or ()) if result.counts else []
        if by_table:
            names_there = queries.names_at(names, parts, number=deal.round, table=result.table)
            parties = [party_name(side, names_there, result.bots) for side in result.sides]
            worths_there = [worth(side, deal.number) for side in result.sides]
            rows.append(
                [deal.number, deal.round, result.table, *parties, *(points or [None, None]), *worths_there]
            )
            continue
        for at, side in enumerate(result.sides):
            made = points[at] if points else None
            place = place_name(at, len(result.sides))
            rows.append(
                [
                    deal.number,
                    deal.round,
                    result.table,
                    place,
                    party_name(side, names, result.bots),
                    made,
                    worth(side, deal.number),
                ]
            )
    first = [pgettext("with the same cards", "Deal"), gettext("Round"), gettext("Table")]
    heads = [gettext("North-South"), gettext("East-West")]
    per_cent = competition.table_rules.in_per_cent
    value = gettext("Per cent") if per_cent else gettext("Worth")
    if not by_table:
        return csv_text([*first, gettext("Place"), gettext("Name"), gettext("Points"), value], rows)
    points_heads = [f"{gettext('Points')} {each}" for each in heads]
    return csv_text([*first, *heads, *points_heads, *(f"{value} {each}" for each in heads)], rows)


# The evening of one entrant, deal by deal: what each was worth, against whom, by which contract, and the mean so far.


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The deal at a table of the entrant: where it sat, with whom (single players) and against whom, its points first
    in `score`, and how the deal was played. `score` is "" where it counts for nobody; `average` has the per cent of an
    arbiter instead, with the `reason`; `taken_back` is why one was taken back."""

    number: int
    place: str
    partner: str
    opponents: str
    score: str
    average: str
    reason: str
    contract: DealResult | None
    makers: str
    taken_back: str = ""


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """A deal of the entrant: what it was worth, "" where it does not count for it, and the mean with all before it. A
    team of four has it at two tables. `is_own_mean`: of an average that an arbiter gave the mean of the other deals
    counts."""

    number: int
    round: int
    worth: str
    mean: str
    with_bot: bool
    is_own_mean: bool
    tables: tuple[OwnTable, ...]


def own_deals(evening: Evening, entrant: Entrant) -> tuple[OwnDeal, ...]:
    """The open deals of an entrant in their order. The log of a table is read where it is not cached."""
    competition = evening.competition
    rules, names = competition.table_rules, queries.entrants_by_key(competition)
    parts = queries.parts_at_tables(evening, names)
    found = deals_of(competition, [evening.pk]).get(evening.pk, ())
    worths = worths_by_deal((result for deal in found for result in deal.results), rules)
    of_deal = {worth.deal: worth for worth in worths.get(entrant.pk, ())}
    with_own_results = [(deal, _results_of(deal, entrant)) for deal in found]
    matches = Match.objects.in_bulk(
        {deal.tables[one.table] for deal, own in with_own_results for one in own if one.table in deal.tables}
    )
    taken_back = averages_taken_back(evening)
    shown: list[OwnDeal] = []
    counted: list[Fraction] = []
    for deal, own in with_own_results:
        if not own:
            continue
        worth = of_deal.get(deal.number)
        if worth is not None and worth.counts:
            counted.append(worth.score)
        averages = [
            points_from(one.side_of(entrant.pk) or 0, one.average)[0]
            for one in own
            if one.average is not None
        ]
        is_own_mean = bool(
            averages
            and worth
            and not rules.by_scale
            and worth.score != average_worth(averages[0], scoring_rules(rules))
        )
        tables = [
            replace(
                _table_of(
                    evening,
                    deal,
                    one,
                    entrant,
                    queries.names_at(names, parts, number=deal.round, table=one.table),
                    matches,
                ),
                taken_back=taken_back.get((deal.round, one.table, deal.within), "")
                if one.average is None
                else "",
            )
            for one in own
        ]
        shown.append(
            OwnDeal(
                deal.number,
                deal.round,
                worth=worth_text(worth.score, rules) if worth is not None and worth.counts else "",
                mean=mean_text(Fraction(sum(counted), len(counted)), rules) if counted else "",
                with_bot=any(entrant.pk in one.bots for one in own),
                is_own_mean=is_own_mean,
                tables=tuple(tables),
            )
        )
    return tuple(shown)


def _results_of(deal: PlayedDeal, entrant: Entrant) -> list[TableResult]:
    return [result for result in deal.results if result.side_of(entrant.pk) is not None]


def _table_of(
    evening: Evening,
    deal: PlayedDeal,
    result: TableResult,
    entrant: Entrant,
    names: Mapping[int, NamedEntrant],
    matches: Mapping[int, Match],
) -> OwnTable:
    side = result.side_of(entrant.pk) or 0
    seats = len(result.sides)
    others = [party for at, party in enumerate(result.sides) if at != side]
    match = matches.get(deal.tables.get(result.table, 0))
    contract = (
        contracts_made(evening.competition, [match], deal.within).get(match.pk) if match is not None else None
    )
    return OwnTable(
        number=result.table,
        place=direction(side) if seats == 2 else place_name(side, seats),
        partner=party_name(tuple(one for one in result.sides[side] if one != entrant.pk), names, result.bots),
        opponents=", ".join(party_name(party, names, result.bots) for party in others),
        score=score_text(points_from(side, result.points)) if result.counts and result.points else "",
        average=average_text(points_from(side, result.average)) if result.average is not None else "",
        reason=deal.reasons.get(result.table, ""),
        contract=contract,
        makers=direction(contract.makers) if contract is not None and seats == 2 else "",
    )
