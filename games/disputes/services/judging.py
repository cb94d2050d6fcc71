"""What arbiters do: take a case, give it back, reject it, rule."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.disputes.models import Case, Ruling
from games.disputes.rulings import Wanted


def take_case(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Take an open or appealed case; the evidence is what the log held at this moment.

    Of two arbiters one gets it. Refuses no_such_case, not_allowed, sat_there, same_arbiter, taken_already,
    decided_already.
    """
    raise NotImplementedError


def give_back(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Let somebody else take it. Refuses no_such_case, not_yours."""
    raise NotImplementedError


def reject(*, case_id: int, arbiter: Player, reason: str, now: datetime) -> Case:
    """Close a case that is none, saying why. An appeal is ruled on, not rejected.

    Refuses no_such_case, not_yours, decided_already, reason_missing, too_long.
    """
    raise NotImplementedError


def rule(
    *,
    case_id: int,
    arbiter: Player,
    wanted: Wanted,
    reason: str,
    rule: str,
    now: datetime,
    confirmed_finished: bool = False,
) -> Ruling:
    """Decide a case one has taken, or its appeal: one transaction for the ruling, the entry of the match's log, the
    round's row, the audit trail and the notices. The league counts again by itself.

    Refuses what `preview` refuses, and reason_missing, rule_missing, too_long, decided_already (another was
    quicker), season_finished (the round counts in a finished season and that was not confirmed).
    """
    raise NotImplementedError
