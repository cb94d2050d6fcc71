"""Queries of the league's pages. Read-only, except that tables with new log entries are counted first.

Every function asks a number of queries that does not grow with members, evenings or tables.
"""

from games.league.queries.evenings import (
    ClubEvening,
    FinishedTable,
    OwnTable,
    PaperSheet,
    TableToPlay,
    club_evenings,
    evening_table_of,
    finished_tables,
    has_played_two_evenings,
    is_at_an_evening,
    next_evenings,
    page_of_evening,
    paper_sheets,
    sheet_photo,
    tables_to_play,
    tables_to_postpone,
)
from games.league.queries.lines import (
    CrossRow,
    EveningLine,
    HeadToHead,
    MissedRounds,
    cross_table,
    evening_lines,
    head_to_head_of,
    missed_rounds,
)
from games.league.queries.same_place import SharedPlace, SharedPlaces, shared_places
from games.league.queries.seasons import (
    WORDS,
    AskedEvening,
    Availability,
    ChangedByRuling,
    MemberDue,
    NamedEntrant,
    PlayerRating,
    Repeat,
    SeasonRound,
    SeasonTable,
    asked_evenings,
    availability_of,
    competitors,
    count_not_entered,
    dues_of,
    entrant_of,
    entrants_by_key,
    fixture_list,
    matches_ranked_for,
    names_for_lists,
    names_of_members,
    players_compared_with,
    players_ranked_at,
    ratings_of,
    repeats_of,
    ruled_rounds,
    running_entries,
    season_table,
)
