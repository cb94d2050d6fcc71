"""What time does to cases: an appeal nobody made makes a ruling final."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from games.disputes.models import Case, State
from games.disputes.notices import notices
from games.disputes.services.cases import entered, locked_case, moved_on

AT_ONCE: Final = 50


def lapse(*, now: datetime) -> int:
    """Make final what was ruled and not appealed in time; how many, at most `AT_ONCE`. Called by the steward; twice
    does no harm, each case is locked and looked at again."""
    due = Case.objects.filter(state=State.RULED, deadline__lt=now).order_by("deadline")
    return sum(_lapsed(case_id, now) for case_id in list(due.values_list("pk", flat=True)[:AT_ONCE]))


def _lapsed(case_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = locked_case(case_id)
        if case.state != State.RULED or case.deadline is None or case.deadline >= now:
            return False
        moved_on(case, state=State.FINAL, deadline=None, closed_at=now)
        entered(case, what="final", by=None, now=now)
        notices.tell_final(case, now=now)
        return True
