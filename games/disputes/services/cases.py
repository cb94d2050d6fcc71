"""What all services of a case share: the lock, the words, the end of a case, the line in the trail."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, State
from games.kit import trail
from games.table import services as table_services
from games.table.log.models import Round

LONGEST: Final = 2000
RULE_LONGEST: Final = 80


def locked_case(case_id: int) -> Case:
    """The case, its round's row and its own locked to the end of the transaction, the round first everywhere: what two
    cases do to one round follows one after the other. Refuses no_such_case."""
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


def said(text: str, *, missing: DisputeRefusal = DisputeRefusal.NOTHING_SAID, longest: int = LONGEST) -> str:
    """The text, blanks around it left out. Refuses `missing`, too_long."""
    text = text.strip()
    if not text:
        raise DisputeRefused(missing)
    if len(text) > longest:
        raise DisputeRefused(DisputeRefusal.TOO_LONG, longest=longest)
    return text


def moved_on(case: Case, **changes: Any) -> Case:
    """Write changes of a locked case."""
    for field, value in changes.items():
        setattr(case, field, value)
    case.save(update_fields=list(changes))
    return case


def ended(case: Case, state: State, *, by: int | None, now: datetime, reason: str = "") -> Case:
    """The case is over without a ruling, and the round no longer provisional because of it."""
    table_services.close_review(match_id=case.round.match_id, number=case.round.number, player=by, now=now)
    entered(case, what=state, by=by, now=now, reason=reason, before=case.state, after=state)
    return moved_on(case, state=state, closed_by_id=by, closing_reason=reason, closed_at=now, deadline=None)


def entered(case: Case, *, what: str, by: int | None, now: datetime, **told: Any) -> None:
    """A line of the trail about this case; what players said stays in the case."""
    trail.add_entry(
        what=what,
        actor=by,
        now=now,
        club=case.club_id,
        match=case.round.match_id,
        round_number=case.round.number,
        case=case.pk,
        **told,
    )
