"""Table of contents: where the staff's pages of this app are written.

Django loads only `games.admin`: an admin module of a room that is not imported here registers nothing.
"""

from games.analysis.admin import AnalysisAdmin
from games.disputes.admin import AnswerAdmin, AuditEntryAdmin, CaseAdmin, ComplaintAdmin, RulingAdmin
from games.league.admin import (
    CompetitionAdmin,
    CorrectionAdmin,
    EntrantAdmin,
    EveningAdmin,
    HouseRulesAdmin,
    LeagueTableAdmin,
    SeasonAdmin,
)
from games.people.admin import ReportAdmin
from games.table.admin import ActionAdmin, MatchAdmin, RoundAdmin, TalkLineAdmin

__all__ = [
    "ActionAdmin",
    "AnalysisAdmin",
    "AnswerAdmin",
    "AuditEntryAdmin",
    "CaseAdmin",
    "CompetitionAdmin",
    "ComplaintAdmin",
    "CorrectionAdmin",
    "EntrantAdmin",
    "EveningAdmin",
    "HouseRulesAdmin",
    "LeagueTableAdmin",
    "MatchAdmin",
    "ReportAdmin",
    "RoundAdmin",
    "RulingAdmin",
    "SeasonAdmin",
    "TalkLineAdmin",
]
