"""The whole evening with the same cards on one page: what every deal was worth to everybody, and the same as a file.

Made of open deals alone, as `deals.py` is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext, pgettext

from accounts.names import sort_key
from games.engine_words import place_name
from games.league import queries
from games.league.duplicate.scoring import DIRECTIONS
from games.league.evenings.deals import party_name, per_cent_text, worth_text
from games.league.models import Evening
from games.league.services.evenings.compared_results import compared_sides, deals_of, worths_by_deal
from games.league.standings.points import Points
from games.league.standings.rules import CompetitionRules
from games.league.words import mean_text
from games.spreadsheet import Cell, csv_text


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
    rules = competition.the_rules
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


def _cell(score: Fraction, rules: CompetitionRules) -> str:
    """What a deal was worth, short: per cent without the sign, or points from the mean."""
    return per_cent_text(score) if rules.in_per_cent else worth_text(score, rules)


def deals_csv(evening: Evening) -> str:
    """Every result of every open deal: a line a table, or a line a place where each plays for itself. Worth is in per
    cent or in points, not rounded."""
    competition = evening.competition
    names = queries.entrants_by_key(competition)
    parts = queries.parts_at_tables(evening, names)
    found = deals_of(competition, [evening.pk]).get(evening.pk, ())
    worths = worths_by_deal((result for deal in found for result in deal.results), competition.the_rules)
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
    per_cent = competition.the_rules.in_per_cent
    value = gettext("Per cent") if per_cent else gettext("Worth")
    if not by_table:
        return csv_text([*first, gettext("Place"), gettext("Name"), gettext("Points"), value], rows)
    points_heads = [f"{gettext('Points')} {each}" for each in heads]
    return csv_text([*first, *heads, *points_heads, *(f"{value} {each}" for each in heads)], rows)
