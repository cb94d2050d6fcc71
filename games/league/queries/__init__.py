"""Queries of the league's pages. Read-only, except that tables with new log entries are counted first.

Every function asks a number of queries that does not grow with members, evenings or tables.
"""

from games.league.queries.availability import AskedEvening, Availability, asked_evenings, availability_of
from games.league.queries.contributions import MemberDue, dues_of
from games.league.queries.entrants import (
    Entered,
    ShownRating,
    entered_in,
    entrant_of,
    not_entered,
    ratings_of,
)
from games.league.queries.evenings_played import evenings_played_receiver
from games.league.queries.fixtures import SeasonRound, fixture_list
from games.league.queries.lines import (
    CrossRow,
    Duel,
    EveningLine,
    MissedRounds,
    cross_table,
    duels_with,
    evening_lines,
    missed_rounds,
)
from games.league.queries.next_evenings import evenings_receiver
from games.league.queries.papers import PaperSheet, paper_sheets, sheet_photo_receiver
from games.league.queries.repeats import Repeat, repeats_of
from games.league.queries.season import SeasonTable, season_table
from games.league.queries.tables import (
    FinishedTable,
    OwnTable,
    evening_receiver,
    finished_tables,
    seats_receiver,
    tables_to_postpone,
)

__all__ = [
    "AskedEvening",
    "Availability",
    "CrossRow",
    "Duel",
    "Entered",
    "EveningLine",
    "FinishedTable",
    "MemberDue",
    "MissedRounds",
    "OwnTable",
    "PaperSheet",
    "Repeat",
    "SeasonRound",
    "SeasonTable",
    "ShownRating",
    "asked_evenings",
    "availability_of",
    "cross_table",
    "duels_with",
    "dues_of",
    "entered_in",
    "entrant_of",
    "evening_lines",
    "evening_receiver",
    "evenings_played_receiver",
    "evenings_receiver",
    "finished_tables",
    "fixture_list",
    "missed_rounds",
    "not_entered",
    "paper_sheets",
    "ratings_of",
    "repeats_of",
    "season_table",
    "seats_receiver",
    "sheet_photo_receiver",
    "tables_to_postpone",
]
