"""The work of a think worker: from the line of a question to the line of its answer."""

from __future__ import annotations

import logging
from typing import Final

from games.engine.bots.levels import Level, player
from games.engine.errors import Refused
from games.table.thinking.questions import Answer, read_question, write_answer

BUSY: Final = 1.0
"""Seconds a question waited for a worker, above which the strong level answers as the good one."""
TOO_LATE: Final = 2.0
"""Seconds after which a question is dropped: its table has been played on by then."""

log = logging.getLogger("club.think")


def answered(line: bytes, *, waited: float) -> bytes | None:
    """The line of the answer to a question that `waited` so many seconds, None for one that is dropped.

    A question of another release that cannot be read is dropped too, and logged without its content.
    """
    if waited > TOO_LATE:
        return None
    try:
        question = read_question(line)
    except (LookupError, TypeError, ValueError, Refused) as fault:
        log.warning("a question cannot be read: %s", type(fault).__name__)
        return None
    hurried = waited > BUSY and question.level == Level.STRONG and question.asked.shared_deals is None
    level = Level.GOOD if hurried else question.level
    decision = player(question.game, level, question.asked.seed)(question.view, question.choices)
    data = decision.answers[0]
    if not question.asked.tip:
        return write_answer(Answer(question.asked, data))
    return write_answer(Answer(question.asked, data, decision.why(data), decision.sure))
