"""Shared by the services of cases: locking, checking texts, updating and ending a case, the audit trail."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import TEXT_LENGTH, Case, State
from games.kit import trail
from games.table import services as table_services
from games.table.log.models import Round


def locked_case(case_id: int) -> Case:
    """The case, locked together with its round until the end of the transaction. Refuses no_such_case.

    The round is locked first everywhere, so changes of two cases to one round are serialised.
    """
    Round.objects.select_for_update(of=("self",)).filter(cases=case_id).first()
    found = (
        Case.objects.select_for_update(of=("self",))
        .select_related("round__match__club", "club")
        .filter(pk=case_id)
        .first()
    )
    if found is None:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_CASE)
    return found


def checked_text(
    text: str, *, missing: DisputeRefusal = DisputeRefusal.NOTHING_SAID, longest: int = TEXT_LENGTH
) -> str:
    """The text without surrounding blanks. Refuses `missing`, too_long."""
    text = text.strip()
    if not text:
        raise DisputeRefused(missing)
    if len(text) > longest:
        raise DisputeRefused(DisputeRefusal.TOO_LONG, longest=longest)
    return text


def update_case(case: Case, **changes: Any) -> Case:
    """Store changes of a locked case and return it."""
    for field, value in changes.items():
        setattr(case, field, value)
    case.save(update_fields=list(changes))
    return case


def end_case(case: Case, state: State, *, by: int | None, now: datetime, reason: str = "") -> Case:
    """End a case without a ruling; the round is no longer provisional because of it."""
    table_services.close_review(match_id=case.round.match_id, number=case.round.number, player=by, now=now)
    add_entry(case, what=state, by=by, now=now, reason=reason, before=case.state, after=state)
    return update_case(
        case, state=state, closed_by_id=by, closing_reason=reason, closed_at=now, deadline=None
    )


def add_entry(case: Case, *, what: str, by: int | None, now: datetime, **fields: Any) -> None:
    """Write a line of the audit trail about this case. Texts of players stay out of it."""
    trail.add_entry(
        what=what,
        actor=by,
        now=now,
        club=case.club_id,
        match=case.round.match_id,
        round_number=case.round.number,
        case=case.pk,
        **fields,
    )
