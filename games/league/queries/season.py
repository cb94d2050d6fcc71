"""The table of a season as it stands this moment: tables that have moved on are counted first. A constant number of
queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.club import Tally
from games.league.models import Competition, Evening
from games.league.queries.entrants import Entered, entered_in
from games.league.services.standing import standing_of
from games.league.standings.rules import TableRules
from games.league.standings.scores import Better, Score, Season
from games.league.standings.table import Row, ranked_by


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table of a competition as it stands this moment. `evenings` are those held, oldest first; `season` is what
    each of them is worth, also to entrants withdrawn since. `better` is which end of a total is first, `tallies` are
    those of the game."""

    rows: tuple[Row, ...]
    entered: dict[int, Entered]
    evenings: tuple[Evening, ...]
    rules: TableRules
    better: Better
    tallies: tuple[Tally, ...]
    season: Season

    def name(self, entrant: int) -> str:
        """The name of an entrant."""
        return self.entered[entrant].name


def season_table(
    competition: Competition,
    *,
    instead: Mapping[int, Sequence[Score]] | None = None,
    until: Evening | None = None,
) -> SeasonTable:
    """The table now, with whatever tables have moved on since it was asked for last.

    `instead` gives tables (by key) other scores than they have: the season as it would be. `until` is the last evening
    that is looked at: the season as it was then, with what was corrected since.
    """
    entered = entered_in(competition)
    standing = standing_of(competition, instead=instead, until=until)
    game, rules = competition.the_game, competition.table_rules
    return SeasonTable(
        rows=standing.rows,
        entered=entered,
        evenings=standing.evenings,
        rules=rules,
        better=ranked_by(rules, game.better),
        tallies=tuple(game.tallies),
        season=standing.season,
    )
