"""What the pages of the league show. Reads only, but for tables that have moved on: those are counted first.

Every function asks a number of queries that does not grow with members, evenings or tables.
"""

from games.league.queries.entrants import Entered, ShownRating, entered_in, entrant_of, ratings_of
from games.league.queries.lines import Duel, EveningLine, duels_with, evening_lines
from games.league.queries.season import SeasonTable, season_table
from games.league.queries.tables import OwnTable, seats_receiver, tables_to_postpone

__all__ = [
    "Duel",
    "Entered",
    "EveningLine",
    "OwnTable",
    "SeasonTable",
    "ShownRating",
    "duels_with",
    "entered_in",
    "entrant_of",
    "evening_lines",
    "ratings_of",
    "season_table",
    "seats_receiver",
    "tables_to_postpone",
]
