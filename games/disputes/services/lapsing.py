"""Makes rulings final when the time to appeal is over, and escalates cases that nobody takes."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.clubs.permissions import Right, holders
from accounts.models import Player
from games.disputes import access
from games.disputes.models import Case, State
from games.disputes.notices import notices
from games.disputes.services.cases import add_entry, locked_case, update_case

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
        add_entry(case, what="final", by=None, now=now)
        notices.notify_final(case, now=now)
        return True


def escalate(*, now: datetime) -> int:
    """Tell a club's owners and the site's staff of cases nobody took in time, once each; returns how many.

    Called by the steward, safe to run twice: each case is locked and checked again.
    """
    waiting = Case.objects.filter(state__in=access.WAITING, deadline__lt=now, escalated_at=None)
    return sum(_escalate(case_id, now) for case_id in list(waiting.values_list("pk", flat=True)[:AT_ONCE]))


def _escalate(case_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = locked_case(case_id)
        late = case.deadline is not None and case.deadline < now
        if case.state not in access.WAITING or not late or case.escalated_at is not None:
            return False
        update_case(case, escalated_at=now)
        add_entry(case, what="escalated", by=None, now=now)
        told = set(Player.objects.filter(is_staff=True, is_active=True).values_list("pk", flat=True))
        if case.club is not None:
            told |= set(holders(club=case.club, right=Right.SET_ROLES))
        notices.notify_escalated(case, players=told - access.sat_there(case.round.match_id), now=now)
        return True
