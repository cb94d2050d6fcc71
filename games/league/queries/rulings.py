"""The rulings that changed what rounds of a competition count, for its public lists."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext

from games.league.draw import columns_of
from games.league.models import Competition, LeagueTable, TableSeat
from games.table.log.models import Round
from games.table.log.paper_entries import TOGETHER
from games.trail import RULING_ACTIONS, AuditEntry
from games.trail_values import ruled_points_in_words


@dataclass(frozen=True, slots=True)
class ChangedByRuling:
    """A ruling that changed what a round of the competition counts: when, by whom ("" for the clock) and what was done
    (a code of the trail), on which evening (its number), where, who sits in each column of the sheet, and the points
    before and after as the trail has them."""

    at: datetime
    by: str
    what: str
    evening: int
    place: str
    columns: str
    before: str
    after: str

    @property
    def values(self) -> tuple[str, str]:
        """The points before and after in words, without the name of a player who got or lost some: a list of them may
        be public."""
        before, after = (
            ruled_points_in_words(value, of_one=_points_of_one) for value in (self.before, self.after)
        )
        return before, after

    @property
    def change(self) -> str:
        """The points before and after in one text."""
        return " → ".join(self.values)


def _points_of_one(found: re.Match[str]) -> str:
    return gettext("one player: {points}").format(points=found[2])


def ruled_rounds(competition: Competition) -> tuple[ChangedByRuling, ...]:
    """The rulings that changed what a round of the competition counts, from the trail, the newest first."""
    lines = AuditEntry.objects.filter(
        what__in=RULING_ACTIONS, match__league_table__evening__competition=competition
    ).exclude(before=F("after"))
    found = list(lines.select_related("actor", "match__league_table__evening__competition"))
    matches = {line.match_id for line in found}
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in (
        TableSeat.objects.filter(table__match__in=matches).select_related("player").order_by("number")
    ):
        seats[seat.table_id].append(seat)
    rounds = Round.objects.filter(match__in=matches).values_list("match", "number", "result")
    by_totals = {(match, number) for match, number, result in rounds if TOGETHER in result.get("facts", {})}
    return tuple(
        ChangedByRuling(
            at=line.at,
            by=line.actor.known_as if line.actor else "",
            what=line.what,
            evening=table.evening.number,
            place=_place_of(table, None if (line.match_id, line.round) in by_totals else line.round),
            columns=_columns_in_words(table, seats[table.pk]),
            before=line.before,
            after=line.after,
        )
        for line in found
        for table in (line.match.league_table,)
    )


def _place_of(table: LeagueTable, number: int | None) -> str:
    where = {"evening": table.evening.number, "round": table.round, "table": table.number}
    place = gettext("Evening %(evening)s, round %(round)s, table %(table)s") % where
    if number is None:
        return place
    if table.evening.competition.table_rules.same_cards:
        return gettext("%(place)s: deal %(number)s") % {"place": place, "number": table.deals_before + number}
    return gettext("%(place)s: game %(number)s") % {"place": place, "number": number}


def _columns_in_words(table: LeagueTable, seats: Sequence[TableSeat]) -> str:
    names = {seat.number: seat.player.known_as for seat in seats}
    competition = table.evening.competition
    columns = columns_of(competition.the_game, competition.house_options, len(names))
    return " : ".join(" – ".join(names[number] for number in column) for column in columns)
