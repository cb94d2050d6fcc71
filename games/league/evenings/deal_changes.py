"""What a decision about one table changes in the list of an open deal, at every table that had the same cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from accounts.models import Player
from games.league.evenings.deals import TravellerRow, deal_lists
from games.league.models import LeagueTable
from games.league.services.evenings.compared_results import AverageRound, RuledRound


class WorthChange(NamedTuple):
    """What a deal is worth to one side of a table, before and after a decision; empty where it counts for nobody.
    `score` are the points made where each plays for itself."""

    name: str
    before: str
    after: str
    score: str = ""

    @property
    def changes(self) -> bool:
        """Whether it is worth something else."""
        return self.before != self.after


class TableChange(NamedTuple):
    """A table of the deal before and after a decision: the points or average of both sides in words, and each side.
    Where each plays for itself, the sides say it all."""

    table: int
    before: str
    after: str
    sides: tuple[WorthChange, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class DealChange:
    """A deal before and after a decision: its number, and every table. `own` is what it is worth to a reader who played
    it, before and after, where that changes."""

    number: int
    tables: tuple[TableChange, ...]
    own: tuple[str, str] | None


def deal_changes(
    table: LeagueTable,
    within: int,
    other_rounds: Mapping[tuple[int, int], RuledRound | AverageRound],
    *,
    reader: Player | None,
) -> DealChange | None:
    """What these results instead of those that are written would change of the deal `within` the round of a table; None
    where it is not open. Writes nothing."""
    evening = table.evening
    before, after = (
        {
            shown.number: shown
            for played, shown in deals
            if (played.round, played.within) == (table.round, within)
        }
        for deals in (deal_lists(evening, reader), deal_lists(evening, reader, other_rounds))
    )
    if not after:
        return None
    [(number, shown)] = after.items()
    rows = {row.table: row for deal in before.values() for row in deal.tables}
    own_before = before[number].worth if number in before else ""
    return DealChange(
        number,
        tuple(
            _table_change(rows.get(row.table), row, mine=row.table == table.number)
            for row in sorted(shown.tables, key=lambda row: row.table)
        ),
        (own_before, shown.worth) if own_before and shown.worth and own_before != shown.worth else None,
    )


def ruled_deal(match_id: int, number: int, *, points: Sequence[int], void: bool) -> DealChange | None:
    """What a ruling that gives a round of this match these points by seat, or makes it void, would change of its deal;
    None where no other tables had the same cards."""
    table = LeagueTable.objects.filter(match=match_id).select_related("evening__competition").first()
    if table is None or not table.evening.competition.the_rules.same_cards:
        return None
    return deal_changes(table, number, {(match_id, number): RuledRound(points, void)}, reader=None)


def _table_change(before: TravellerRow | None, after: TravellerRow, *, mine: bool) -> TableChange:
    if after.places:
        places_before = (
            before.places
            if before is not None
            else tuple(place._replace(score="", worth="") for place in after.places)
        )
        sides = tuple(
            WorthChange(place.name, place_before.worth, place.worth, place_before.score)
            for place, place_before in zip(after.places, places_before, strict=True)
        )
        return TableChange(after.table, "", "", sides, mine)
    return TableChange(
        after.table,
        _result_of(before) if before is not None else gettext("not played"),
        _result_of(after),
        (
            WorthChange(after.north_south, before.worth if before is not None else "", after.worth),
            WorthChange(
                after.east_west, before.worth_of_others if before is not None else "", after.worth_of_others
            ),
        ),
        mine,
    )


def _result_of(row: TravellerRow) -> str:
    """The result of both sides of a table in a few characters."""
    return row.average or row.score or gettext("does not count")
