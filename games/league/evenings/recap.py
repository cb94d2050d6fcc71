"""The whole evening with the same cards on one page: what every deal was worth to everybody, and the same as a file.

Made of open deals alone, as `deals.py` is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, pgettext

from games.engine_words import place_name, points_text
from games.league import queries
from games.league.evenings.deals import DIRECTIONS, worth_text
from games.league.models import Evening
from games.league.place_words import mean_text
from games.league.services.evenings.compared_results import compared_sides, deals_of, worths_by_deal
from games.league.standings.rules import TableRules
from games.spreadsheet import Cell, csv_text


@dataclass(frozen=True, slots=True)
class RecapRow:
    """An entrant: its place ("" without), name, what each of the deals was worth ("" where it has none), the mean, and
    whether a bot played for it in some deal."""

    place: str
    name: str
    worths: tuple[str, ...]
    mean: str


@dataclass(frozen=True, slots=True)
class Recap:
    """The numbers of the open deals, and a row for each entrant, in the order of the evening's list."""

    deals: tuple[int, ...]
    rows: tuple[RecapRow, ...]


def recap_of(evening: Evening) -> Recap:
    """What every open deal of an evening was worth to everybody."""
    competition = evening.competition
    rules = competition.table_rules
    found = deals_of(competition, [evening.pk]).get(evening.pk, ())
    numbers = tuple(deal.number for deal in found)
    worths = worths_by_deal((result for deal in found for result in deal.results), rules)
    rows = []
    for line in queries.evening_lines(evening, queries.season_table(competition)):
        own = {worth.deal: worth for worth in worths.get(line.entrant, ())}
        if not own:
            continue
        cells = tuple(_cell(own[number].score, rules) if number in own else "" for number in numbers)
        place = "" if line.place is None else f"{line.place}"
        rows.append(
            RecapRow(place, line.name_with_substitutes, cells, mean_text(Fraction(line.points), rules))
        )
    return Recap(numbers, tuple(rows))


def _cell(score: Fraction, rules: TableRules) -> str:
    """What a deal was worth, short: per cent without the sign, or points from the mean."""
    return points_text(round(score, 1)) if rules.in_per_cent else worth_text(score, rules)


def deals_csv(evening: Evening) -> str:
    """Every result of every open deal: a line a table, or a line a place where each plays for itself. Worth is in per
    cent or in points, rounded to two decimals."""
    competition = evening.competition
    names = queries.entrants_by_key(competition)
    found = deals_of(competition, [evening.pk]).get(evening.pk, ())
    worths = worths_by_deal((result for deal in found for result in deal.results), competition.table_rules)
    worth_of = {(entrant, worth.deal): worth.score for entrant, own in worths.items() for worth in own}

    def party(entrants: Sequence[int]) -> str:
        return " – ".join(names[entrant].name for entrant in entrants if entrant in names)

    def worth(entrants: Sequence[int], number: int) -> Cell:
        score = next((worth_of[each, number] for each in entrants if (each, number) in worth_of), None)
        return None if score is None else round(float(score), 2)

    results = [
        (deal, result) for deal in found for result in sorted(deal.results, key=lambda each: each.table)
    ]
    by_table = len(compared_sides(competition)) == len(DIRECTIONS)
    rows: list[list[Cell]] = []
    for deal, result in results:
        points = list(result.points or ()) if result.counts else []
        if by_table:
            both = [party(side) for side in result.sides]
            worths_there = [worth(side, deal.number) for side in result.sides]
            rows.append(
                [deal.number, deal.round, result.table, *both, *(points or [None, None]), *worths_there]
            )
            continue
        for at, side in enumerate(result.sides):
            made = points[at] if points else None
            place = place_name(at, len(result.sides))
            rows.append(
                [deal.number, deal.round, result.table, place, party(side), made, worth(side, deal.number)]
            )
    first = [pgettext("with the same cards", "Deal"), gettext("Round"), gettext("Table")]
    heads = [gettext("North-South"), gettext("East-West")]
    per_cent = competition.table_rules.in_per_cent
    value = gettext("Per cent") if per_cent else gettext("Worth")
    if not by_table:
        return csv_text([*first, gettext("Place"), gettext("Name"), gettext("Points"), value], rows)
    points_heads = [f"{gettext('Points')} {each}" for each in heads]
    return csv_text([*first, *heads, *points_heads, *(f"{value} {each}" for each in heads)], rows)
