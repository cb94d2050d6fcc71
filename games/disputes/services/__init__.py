"""Writes of cases.

Arguments are keyword-only. Every function runs its own transaction, and its docstring names its locks. Refusals are
`errors.DisputeRefused`; nothing has changed then. Everybody concerned gets a notice.
"""

from games.disputes.services.deadlines import set_deadlines
from games.disputes.services.filing import agree_to_settle, answer, appeal, file_case, withdraw
from games.disputes.services.judging import ask_for_answers, give_back, reject, rule, take_case
from games.disputes.services.lapsing import escalate, lapse
from games.disputes.services.previewing import Preview, SheetLine, preview
from games.disputes.services.replaying import enter_replays, give_up_replay, remind_of_replays

__all__ = [
    "Preview",
    "SheetLine",
    "agree_to_settle",
    "answer",
    "appeal",
    "ask_for_answers",
    "enter_replays",
    "escalate",
    "file_case",
    "give_back",
    "give_up_replay",
    "lapse",
    "preview",
    "reject",
    "remind_of_replays",
    "rule",
    "set_deadlines",
    "take_case",
    "withdraw",
]
