"""The table of a season as it would be, were some rounds of a match worth something else. Nothing is saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from django.urls import reverse
from django.utils.translation import gettext

from games.engine.options import options_of
from games.league.models import LeagueTable, TableScore
from games.league.queries import SeasonTable, season_table
from games.league.services.evenings.compared_results import AverageRound, RuledRound, key_of_results
from games.league.services.evenings.table_scores import rounds_of, scores_of
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import PlayedRound, Score
from games.league.standings.table import Row

Points: TypeAlias = tuple[int, ...]
"""Points by seat, as a ruling gives them."""


@dataclass(frozen=True, slots=True)
class RoundAs:
    """A round under a hypothetical ruling: the points and tallies that count, those of single seats, whether
    it counts at all; `provisional`, whether it is still under review.
    """

    number: int
    points: Points
    tallies: Mapping[str, Points]
    seats: Points = ()
    void: bool = False
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of a table of standings; `place` is None without one. `moved` places up (negative: down), `gained`
    points. Where places go by an average, `total` and `gained` are of that."""

    name: str
    place: int | None
    total: int | Decimal
    provisional: int = 0
    moved: int = 0
    gained: int | Decimal = 0

    @property
    def changes(self) -> bool:
        return bool(self.moved or self.gained)


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """A table of standings in which a match counts, before and after, best first. `finished`: its season is over.
    `counted` says how its points come about, `others` why those change who did not sit at the table, "" where none do.
    `in_per_cent`: an evening is worth per cent.
    """

    title: str
    url: str
    finished: bool
    counted: str
    others: str
    before: tuple[StandingsRow, ...]
    after: tuple[StandingsRow, ...]
    in_per_cent: bool = False

    @property
    def stays_provisional(self) -> bool:
        """Whether points of somebody hang on another round that is under review."""
        return any(row.provisional for row in self.after)

    @property
    def changed(self) -> tuple[StandingsRow, ...]:
        """The rows after it whose place or total is another than before."""
        return tuple(row for row in self.after if row.changes)


def standings_with(match_id: int, rounds: Mapping[int, RoundAs]) -> StandingsTable | None:
    """The competition's table before and after; None for a match that is not of a league."""
    found = LeagueTable.objects.filter(match=match_id).select_related("match", "evening__competition__season")
    table = found.first()
    if table is None:
        return None
    competition = table.evening.competition
    before = season_table(competition)
    played = [_as_it_would_be(each, rounds.get(each.number)) for each in rounds_of([match_id])[match_id]]
    scores = [_score(score) for score in scores_of([table], {table.pk: played})]
    other_rounds = {(match_id, each.number): RuledRound(each.points, each.void) for each in played}
    after = season_table(competition, other_scores={table.pk: scores}, other_rounds=other_rounds)
    return _before_and_after(table, before, after)


def standings_with_average(table: LeagueTable, *, deal: int, averaged: AverageRound) -> StandingsTable:
    """The competition's table before and after, were this average given at a table for a deal of its match."""
    competition = table.evening.competition
    before = season_table(competition)
    after = season_table(competition, other_rounds={(key_of_results(table), deal): averaged})
    return _before_and_after(table, before, after)


def _before_and_after(table: LeagueTable, before: SeasonTable, after: SeasonTable) -> StandingsTable:
    competition = table.evening.competition
    rows_before = {row.entrant: row for row in before.rows}
    # Somebody may have been entered in between.
    rows = [row for row in after.rows if row.entrant in rows_before]
    sat = set(table.seats.values_list("entrant", flat=True))
    others = any(row.worth != rows_before[row.entrant].worth for row in rows if row.entrant not in sat)
    return StandingsTable(
        title=f"{competition.season.name} · {competition.name}",
        url=reverse("league:league", args=[competition.pk]),
        finished=competition.season.archived_at is not None,
        counted=_how_counted(competition.the_rules),
        others=_why_others(competition.the_rules) if others else "",
        before=tuple(_standings_row(before, row, row) for row in before.rows),
        after=tuple(_standings_row(after, row, rows_before[row.entrant]) for row in rows),
        in_per_cent=competition.the_rules.in_per_cent,
    )


def _how_counted(rules: CompetitionRules) -> str:
    """What the standings add up and by what places go, as the form of the rules calls it."""
    options = {described.name: described for described in options_of(type(rules))}
    labels = {name: gettext(options[name].values[getattr(rules, name)]) for name in ("counting", "ranking")}
    return gettext("The standings add up: {what}. Places go by {ranking}.").format(
        what=labels["counting"], ranking=labels["ranking"]
    )


def _why_others(rules: CompetitionRules) -> str:
    """Why a ruling about one table changes points of those at others."""
    if rules.same_cards:
        if rules.in_per_cent:
            return gettext(
                "The others had the same cards and are compared with this table, so their per cent change too."
            )
        return gettext(
            "The others had the same cards and are compared with this table, so their points change too."
        )
    return gettext(
        "For the others the best or the lowest score of the evening counts, so their points change too."
    )


def _as_it_would_be(played: PlayedRound, instead: RoundAs | None) -> PlayedRound:
    if instead is None:
        return played
    return played._replace(
        points=instead.points,
        tallies=instead.tallies,
        seats=instead.seats,
        void=instead.void,
        provisional=instead.provisional,
    )


def _score(counted: TableScore) -> Score:
    """A row that is not saved, as the standings read it: fields of the same names, but for the keys of two rows."""
    names = {"entrant": "entrant_id", "evening": "evening_id"}
    return Score(*(getattr(counted, names.get(name, name)) for name in Score._fields))


def _standings_row(table: SeasonTable, row: Row, was: Row) -> StandingsRow:
    both = row.place is not None and was.place is not None
    return StandingsRow(
        name=table.entered[row.entrant].name,
        place=row.place,
        total=row.worth,
        provisional=row.provisional,
        moved=was.place - row.place if both else 0,
        gained=row.worth - was.worth,
    )
