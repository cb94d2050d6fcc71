"""Table of contents: where the models of this app are written."""

from games.league.models import (
    Competition,
    Correction,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningMark,
    LeagueTable,
    RatedMatch,
    Rating,
    Season,
    SignUp,
    TableScore,
    TableSeat,
)
from games.table.models import Action, Match, Mute, Round, Seat, TalkLine

__all__ = [
    "Action",
    "Competition",
    "Correction",
    "Entrant",
    "EntrantPlayer",
    "Evening",
    "EveningMark",
    "LeagueTable",
    "Match",
    "Mute",
    "RatedMatch",
    "Rating",
    "Round",
    "Season",
    "Seat",
    "SignUp",
    "TableScore",
    "TableSeat",
    "TalkLine",
]
