"""Table of contents: where the models of this app are written."""

from games.analysis.models import Analysis, DealContracts
from games.club_file.models import ClubUpload
from games.daily.models import DailyDeal, DailyDecision, DailyPlay
from games.disputes.models import Agreement, Answer, Case, Complaint, ConductCard, Question, Ruling
from games.league.models import (
    ApiKey,
    Competition,
    Correction,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningDeals,
    EveningDirector,
    EveningMark,
    EveningReminder,
    HouseRules,
    LeagueTable,
    PlayerSignUp,
    Postponement,
    RatedMatch,
    Rating,
    RoundClock,
    Season,
    SeatChange,
    SignUp,
    StakePaid,
    StandBy,
    SubstituteRequest,
    TableScore,
    TableSeat,
)
from games.people.models import Report
from games.table.log.deals import DealCount, HandCount
from games.table.log.models import Action, Deal, Match, Round, Seat
from games.table.log.states import Disconnection
from games.table.maintenance import Maintenance
from games.table.shared_deals import DealsSeen, Duel, MatchSeen, SharedDeals
from games.table.table_invitations import TableInvitation
from games.table.talk_models import Mute, TalkLine
from games.trail import AuditEntry

__all__ = [
    "Action",
    "Agreement",
    "Analysis",
    "Answer",
    "ApiKey",
    "AuditEntry",
    "Case",
    "ClubUpload",
    "Competition",
    "Complaint",
    "ConductCard",
    "Correction",
    "DailyDeal",
    "DailyDecision",
    "DailyPlay",
    "Deal",
    "DealContracts",
    "DealCount",
    "DealsSeen",
    "Disconnection",
    "Duel",
    "Entrant",
    "EntrantPlayer",
    "Evening",
    "EveningDeals",
    "EveningDirector",
    "EveningMark",
    "EveningReminder",
    "HandCount",
    "HouseRules",
    "LeagueTable",
    "Maintenance",
    "Match",
    "MatchSeen",
    "Mute",
    "PlayerSignUp",
    "Postponement",
    "Question",
    "RatedMatch",
    "Rating",
    "Report",
    "Round",
    "RoundClock",
    "Ruling",
    "Season",
    "Seat",
    "SeatChange",
    "SharedDeals",
    "SignUp",
    "StakePaid",
    "StandBy",
    "SubstituteRequest",
    "TableInvitation",
    "TableScore",
    "TableSeat",
    "TalkLine",
]
