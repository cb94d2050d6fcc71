"""Seasons, competitions and their evenings: who comes, who sits where, what each table brought.

Only `games.league.services` writes here. What a table is worth follows from its rounds (`TableScore` keeps
the sum, and the table the number of the log it was counted at); what a secretary changes by hand is a
`Correction`.
"""

from __future__ import annotations

from games.league.models.corrections import Correction
from games.league.models.evenings import Evening, EveningMark, SignUp
from games.league.models.presets import HouseRules
from games.league.models.ratings import RatedMatch, Rating
from games.league.models.seasons import Competition, Entrant, EntrantPlayer, Season, Seating
from games.league.models.tables import LeagueTable, Postponement, SeatChange, TableScore, TableSeat

__all__ = [
    "Competition",
    "Correction",
    "Entrant",
    "EntrantPlayer",
    "Evening",
    "EveningMark",
    "HouseRules",
    "LeagueTable",
    "Postponement",
    "RatedMatch",
    "Rating",
    "Season",
    "SeatChange",
    "Seating",
    "SignUp",
    "TableScore",
    "TableSeat",
]
