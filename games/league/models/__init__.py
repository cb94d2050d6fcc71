"""Seasons, competitions, evenings with their sign-ups and seating, and the scores of tables.

Only `games.league.services` and the import of a club write here. The score of a table follows from its rounds
(`TableScore` keeps the sum, and the table the number of the log it was counted at); a change by hand is a
`Correction`.
"""

from __future__ import annotations

from games.league.models.evenings import (
    Correction,
    Evening,
    EveningDirector,
    EveningMark,
    EveningReminder,
    PlaceMark,
    PlayerSignUp,
    ResultsImport,
    RoundClock,
    SignUp,
    StakePaid,
    StandBy,
    SubstituteRequest,
)
from games.league.models.seasons import (
    SINGLE_PLAYERS,
    ApiKey,
    Competition,
    Contribution,
    Entrant,
    EntrantPlayer,
    HouseRules,
    RatedMatch,
    Rating,
    Season,
    Seating,
)
from games.league.models.tables import (
    EveningDeals,
    LeagueTable,
    Postponement,
    SeatChange,
    SheetPhoto,
    TableScore,
    TableSeat,
)
