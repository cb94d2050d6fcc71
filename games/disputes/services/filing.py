"""What the players of a table do: ask, answer, withdraw, settle, appeal."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.disputes.models import Answer, Case, CaseKind


def file_case(
    *, round_id: int, player: Player, kind: CaseKind, text: str, now: datetime, moment: int | None = None
) -> Case:
    """Say that a closed round is wrong: a new case, or one more complaint in the open case of that kind.

    The round is provisional from now on. Refuses no_such_round, round_running, not_seated, too_late, nothing_said,
    too_long, filed_already, decided_already.
    """
    raise NotImplementedError


def answer(*, case_id: int, player: Player, text: str, now: datetime) -> Answer:
    """Say what one saw oneself; once a person and instance, until the deadline.

    Refuses no_such_case, not_seated, not_now, too_late, nothing_said, too_long, answered_already.
    """
    raise NotImplementedError


def withdraw(*, case_id: int, player: Player, now: datetime) -> Case:
    """Take one's own complaint back; the case ends with its last complaint, unless it is decided.

    Refuses no_such_case, not_allowed, decided_already.
    """
    raise NotImplementedError


def agree_to_settle(*, case_id: int, player: Player, now: datetime) -> Case:
    """Agree that the round stands as it is written; settled when every person who sat there agrees.

    Refuses no_such_case, not_seated, decided_already.
    """
    raise NotImplementedError


def appeal(*, case_id: int, player: Player, text: str, now: datetime) -> Case:
    """Ask for another arbiter's ruling, once, until the deadline. The round is provisional again.

    Refuses no_such_case, not_seated, not_now, too_late, one_appeal, nothing_said, too_long.
    """
    raise NotImplementedError
