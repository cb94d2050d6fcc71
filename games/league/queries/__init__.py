"""Queries of the league's pages. Read-only, except that tables with new log entries are counted first.

Every function asks a number of queries that does not grow with members, evenings or tables.
"""

from games.league.queries.availability import (
    COMING_WORDS,
    AskedEvening,
    Availability,
    asked_evenings,
    availability_of,
)
from games.league.queries.entrants import (
    NamedEntrant,
    PlayerRating,
    competitors,
    count_not_entered,
    entrant_of,
    entrants_by_key,
    matches_ranked_for,
    names_at,
    names_for_lists,
    names_of_members,
    parts_at_tables,
    players_compared_with,
    players_ranked_at,
    ratings_of,
    running_entries,
)
from games.league.queries.evenings import (
    FinishedTable,
    OwnTable,
    PaperSheet,
    TableToPlay,
    evening_table_of,
    finished_tables,
    is_at_an_evening,
    is_barred_from_table,
    key_of_evening,
    page_of_evening,
    paper_sheets,
    provisional_rounds_of,
    sheet_photo,
    tables_to_play,
    tables_to_postpone,
)
from games.league.queries.house_rules import competitions_to_choose, newest_rules
from games.league.queries.lines import EveningLine, MissedRounds, evening_lines, worths_to_choose
from games.league.queries.own_evenings import NextEvening, OwnSeat, next_evenings
from games.league.queries.seasons import (
    ChangedByRuling,
    CrossRow,
    HeadToHead,
    SeasonRound,
    SeasonTable,
    cross_table,
    fixture_list,
    head_to_head_of,
    ruled_rounds,
    season_table,
)
