"""Table of contents: where the models of this app are written."""

from games.disputes.models import Agreement, Answer, Case, Complaint, Ruling
from games.kit.trail import AuditEntry
from games.league.models import (
    Competition,
    Correction,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningMark,
    HouseRules,
    LeagueTable,
    Postponement,
    RatedMatch,
    Rating,
    Season,
    SeatChange,
    SignUp,
    TableScore,
    TableSeat,
)
from games.table.log.deal_counts import DealCount, HandCount
from games.table.log.disconnections import Disconnection
from games.table.log.models import Action, Deal, Match, Mute, Round, Seat, TalkLine

__all__ = [
    "Action",
    "Agreement",
    "Answer",
    "AuditEntry",
    "Case",
    "Competition",
    "Complaint",
    "Correction",
    "Deal",
    "DealCount",
    "Disconnection",
    "Entrant",
    "EntrantPlayer",
    "Evening",
    "EveningMark",
    "HandCount",
    "HouseRules",
    "LeagueTable",
    "Match",
    "Mute",
    "Postponement",
    "RatedMatch",
    "Rating",
    "Round",
    "Ruling",
    "Season",
    "Seat",
    "SeatChange",
    "SignUp",
    "TableScore",
    "TableSeat",
    "TalkLine",
]
