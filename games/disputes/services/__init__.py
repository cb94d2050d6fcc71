"""Writes of cases.

Arguments are keyword-only. Every function runs its own transaction, and its docstring names its locks. Refusals are
`errors.DisputeRefused`; nothing has changed then. Everybody concerned gets a notice.
"""

from games.disputes.services.conduct import give_conduct_card, withdraw_conduct_card, withdrawable_cards
from games.disputes.services.filing import (
    agree_to_settle,
    answer,
    answer_call,
    appeal,
    escalate,
    file_case,
    make_rulings_final,
    set_deadlines,
    withdraw,
    withdraw_appeal,
)
from games.disputes.services.judging import (
    Preview,
    SheetChange,
    ask_for_answers,
    enter_replays,
    give_back,
    give_ruling,
    give_up_replay,
    preview,
    reject,
    release_cases,
    remind_of_replays,
    take_case,
)
