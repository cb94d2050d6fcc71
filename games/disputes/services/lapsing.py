"""Makes rulings final when the time to appeal is over."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from games.disputes.models import Case, State
from games.disputes.notices import notices
from games.disputes.services.cases import add_to_trail, locked_case, update_case

AT_ONCE: Final = 50


def lapse(*, now: datetime) -> int:
    """Make rulings final whose time to appeal is over; returns how many, at most `AT_ONCE`.

    Called by the steward, safe to run twice: each case is locked and checked again.
    """
    due = Case.objects.filter(state=State.RULED, deadline__lt=now).order_by("deadline")
    return sum(_make_final(case_id, now) for case_id in list(due.values_list("pk", flat=True)[:AT_ONCE]))


def _make_final(case_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = locked_case(case_id)
        if case.state != State.RULED or case.deadline is None or case.deadline >= now:
            return False
        update_case(case, state=State.FINAL, deadline=None, closed_at=now)
        add_to_trail(case, what="final", by=None, now=now)
        notices.notify_final(case, now=now)
        return True
