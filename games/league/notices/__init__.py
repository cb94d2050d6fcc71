"""Notices of the league to players, written in the transaction of the event."""

from games.league.notices.evenings import (
    of_cancelled_evening,
    of_deadline_today,
    of_director,
    of_draw,
    of_evening_tomorrow,
    of_freed_seats,
    of_moved_evening,
    of_planned,
)
from games.league.notices.messages import of_message
from games.league.notices.substitutes import (
    asked_substitute,
    of_found_substitute,
    of_substitute,
    of_wanted_substitute,
)
from games.league.notices.tables import (
    of_answered_date,
    of_corrected_sheet,
    of_director_call,
    of_disputed_sheet,
    of_open_table,
    of_proposed_date,
)

__all__ = [
    "asked_substitute",
    "of_answered_date",
    "of_cancelled_evening",
    "of_corrected_sheet",
    "of_deadline_today",
    "of_director",
    "of_director_call",
    "of_disputed_sheet",
    "of_draw",
    "of_evening_tomorrow",
    "of_found_substitute",
    "of_freed_seats",
    "of_message",
    "of_moved_evening",
    "of_open_table",
    "of_planned",
    "of_proposed_date",
    "of_substitute",
    "of_wanted_substitute",
]
