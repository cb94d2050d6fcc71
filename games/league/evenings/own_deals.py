"""The evening of one entrant with the same cards, deal by deal: what each was worth, against whom, by which contract,
and the mean so far.

Made of open deals alone, as `deals.py` is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from games.engine_words import direction, place_name
from games.league import queries
from games.league.duplicate.scoring import TableResult, average_worth, points_from
from games.league.evenings.deals import average_text, averages_taken_back, party_name, score_text, worth_text
from games.league.evenings.open_deals import DealResult, contracts_made
from games.league.models import Entrant, Evening
from games.league.queries import NamedEntrant
from games.league.services.evenings.compared_results import (
    PlayedDeal,
    deals_of,
    scoring_rules,
    worths_by_deal,
)
from games.league.words import mean_text
from games.table.log.models import Match


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
    rules, names = competition.the_rules, queries.entrants_by_key(competition)
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
