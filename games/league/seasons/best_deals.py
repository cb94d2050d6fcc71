"""The side rankings of a season in which all tables have the same cards: the best deals, and the boldest calls that
were right against the field.

Made of open deals alone, as the standings are. Averages of an arbiter, deals that do not count and deals of a bot are
no feat of anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.translation import gettext, pgettext

from games.engine.club import Bold
from games.engine_words import with_sign
from games.league.duplicate.scoring import AVERAGE, TableResult, mean_of_field
from games.league.evenings.deals import worth_text
from games.league.models import Competition
from games.league.queries import SeasonTable
from games.league.services.evenings.compared_results import (
    PlayedDeal,
    compared_sides,
    deals_of,
    worths_by_deal,
)
from games.table.log.models import Round

MAX_LINES: Final = 5
"""Lines of a ranking."""


class DealOfNote(NamedTuple):
    """A line of a ranking: who, which deal of which evening (key, number and both in words), and what it was worth."""

    name: str
    evening: int
    number: int
    place: str
    worth: str


@dataclass(frozen=True, slots=True)
class DealRanking:
    """The best lines of a kind, and in a sentence what goes first."""

    title: str
    explained: str
    leaders: tuple[DealOfNote, ...]


class _Made(NamedTuple):
    """What somebody made of a deal: what it was `worth`, how many points more than the mean of the field, how bold
    an own call was that was right (0: none), and how many tables had such a call."""

    entrant: int
    evening: int
    number: int
    worth: Fraction
    lead: Fraction
    boldness: int
    callers: int


def deals_of_note(competition: Competition, table: SeasonTable) -> tuple[DealRanking, ...]:
    """The side rankings by deal of a competition; none where tables have their own cards. Those without a line are left
    out. A constant number of queries."""
    rules = table.rules
    if not rules.same_cards:
        return ()
    numbers = {evening.pk: evening.number for evening in table.evenings}
    middle = AVERAGE if rules.in_per_cent else 0
    above = [
        made
        for made in _all_made(competition, table, list(numbers))
        if made.worth > middle and made.entrant in table.entered
    ]

    bold = _bold_of(table)

    def line(made: _Made) -> DealOfNote:
        place = gettext("evening {evening}, deal {number}").format(
            evening=numbers[made.evening], number=made.number
        )
        worth = worth_text(made.worth, rules)
        if rules.in_per_cent:
            worth = f"{worth}, {with_sign(made.lead)}"
        if made.boldness and bold is not None:
            worth = f"{gettext(bold.words[made.boldness - 1])}, {worth}"
        return DealOfNote(table.name(made.entrant), made.evening, made.number, place, worth)

    def in_order(found: Sequence[_Made]) -> tuple[DealOfNote, ...]:
        return tuple(map(line, found[:MAX_LINES]))

    best = sorted(above, key=lambda made: (-made.worth, -made.lead, made[:3]))
    explained = (
        gettext("Per cent, and behind them how far above the mean of all with these cards.")
        if rules.in_per_cent
        else gettext("What the deal was worth beside all with these cards.")
    )
    best_deals = in_order([made._replace(boldness=0) for made in best])
    rankings = [DealRanking(pgettext("with the same cards", "Best deals"), explained, best_deals)]
    if bold is not None:
        boldest = sorted(
            (made for made in above if made.boldness),
            key=lambda made: (-made.boldness, made.callers, -made.worth, -made.lead, made[:3]),
        )
        explained = gettext(
            "Won, and better than the middle of all with these cards: the highest first, then the rarest."
        )
        rankings.append(DealRanking(gettext(bold.title), explained, in_order(boldest)))
    return tuple(ranking for ranking in rankings if ranking.leaders)


def _all_made(competition: Competition, table: SeasonTable, evenings: Sequence[int]) -> Iterator[_Made]:
    """What everybody made of every open deal of these evenings (keys) that counts."""
    found = deals_of(competition, evenings)
    calls = _calls_that_were_right(competition, table, found)
    for evening, deals in found.items():
        results = [result for deal in deals for result in deal.results]
        worths = {
            (entrant, own.deal): own.score
            for entrant, scores in worths_by_deal(results, table.rules).items()
            for own in scores
            if own.counts
        }
        for deal in deals:
            made_by_side = zip(*(result.made for result in deal.results if result.counts), strict=True)
            means = [mean_of_field(made, trimmed_from=len(made) + 1) for made in made_by_side]
            callers = sum((evening, deal.number, result.table) in calls for result in deal.results)
            for result in deal.results:
                if not result.counts:
                    continue
                caller, boldness = calls.get((evening, deal.number, result.table), (None, 0))
                for side, entrant in _entrants_at(result):
                    if entrant in result.bots or (entrant, deal.number) not in worths:
                        continue
                    yield _Made(
                        entrant,
                        evening,
                        deal.number,
                        worths[entrant, deal.number],
                        result.made[side] - means[side],
                        boldness if caller == side else 0,
                        callers,
                    )


def _entrants_at(result: TableResult) -> list[tuple[int, int]]:
    """Every side of a table with each of its entrants."""
    return [(side, entrant) for side, party in enumerate(result.sides) for entrant in party]


def _bold_of(table: SeasonTable) -> Bold | None:
    """The list of the boldest calls that the game has, None without."""
    return next((tally.bold for tally in table.tallies if tally.bold), None)


def _calls_that_were_right(
    competition: Competition, table: SeasonTable, found: dict[int, tuple[PlayedDeal, ...]]
) -> dict[tuple[int, int, int], tuple[int, int]]:
    """By evening, deal and table the side whose call was right, and how bold it was. One query."""
    tally = next((tally for tally in table.tallies if tally.bold), None)
    if tally is None or tally.bold is None:
        return {}
    at = {
        (match, deal.within): (evening, deal.number, number)
        for evening, deals in found.items()
        for deal in deals
        for number, match in deal.tables.items()
    }
    columns = compared_sides(competition)
    fact = f"result__facts__{tally.bold.fact}"
    rows = Round.objects.filter(match__in={match for match, _within in at}, **{f"{fact}__gt": 0})
    calls = {}
    for match, number, boldness, amounts in rows.values_list(
        "match", "number", fact, f"result__tallies__{tally.key}"
    ):
        side = next((side for side, column in enumerate(columns) if amounts and amounts[column[0]]), None)
        if side is not None and (match, number) in at:
            calls[at[match, number]] = side, min(boldness, len(tally.bold.words))
    return calls
