"""Writes of players: file a complaint, answer, withdraw, settle, appeal."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.disputes import access
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Agreement, Answer, Case, CaseKind, Complaint, State
from games.disputes.notices import missing_arbiters, notices
from games.disputes.services.cases import add_entry, checked_text, end_case, locked_case, update_case
from games.table import services as table_services
from games.table.log.models import Round


def file_case(
    *, round_id: int, player: Player, kind: CaseKind, text: str, now: datetime, moment: int | None = None
) -> Case:
    """File a complaint about a closed round: a new case, or another complaint in the open case of that kind.

    The round becomes provisional. The round's row is locked, so concurrent complaints of one kind make one case.
    Refuses no_such_round, is_a_replay, round_running, not_seated, too_late, nothing_said, too_long, filed_already,
    decided_already.
    """
    with transaction.atomic():
        round_ = (
            Round.objects.select_for_update(of=("self",))
            .select_related("match__club")
            .filter(pk=round_id)
            .first()
        )
        if round_ is None:
            raise DisputeRefused(DisputeRefusal.NO_SUCH_ROUND)
        access.expect_may_file(player, round_, now)
        text = checked_text(text)
        known = round_.cases.filter(kind=kind).exclude(state=State.WITHDRAWN).first()
        if known is not None and known.state not in access.UNDECIDED:
            raise DisputeRefused(DisputeRefusal.DECIDED_ALREADY)
        case = locked_case(known.pk) if known is not None else _opened(round_, player, kind, moment, now)
        _complain(case, player, text, moment, now)
        add_entry(case, what="filed", by=player.pk, now=now, after=str(kind))
        notices.notify_filed(case, by=player.pk, text=text, now=now)
        if known is None:
            missing_arbiters.ask_for_an_arbiter(case, now=now)
        return case


def answer(*, case_id: int, player: Player, text: str, now: datetime) -> Answer:
    """Answer a complaint or an appeal, once per player and instance, until the deadline. The case is locked.

    Refuses no_such_case, not_seated, not_now, too_late, nothing_said, too_long, answered_already.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_may_answer(player, case, now)
        given = Answer.objects.create(
            case=case,
            player=player,
            text=checked_text(text),
            on_appeal=case.state in access.ON_APPEAL,
            at=now,
        )
        add_entry(case, what="answered", by=player.pk, now=now)
        notices.notify_answered(case, by=player.pk, now=now)
        return given


def withdraw(*, case_id: int, player: Player, now: datetime) -> Case:
    """Withdraw a complaint; the case ends with its last complaint. The case is locked.

    Refuses no_such_case, not_allowed, decided_already.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_may_withdraw(player, case)
        case.complaints.filter(player=player).update(withdrawn_at=now)
        if case.complaints.filter(withdrawn_at=None).exists():
            add_entry(case, what="complaint_withdrawn", by=player.pk, now=now)
            return case
        end_case(case, State.WITHDRAWN, by=player.pk, now=now)
        notices.notify_ended(case, by=player.pk, reason="", now=now)
        return case


def agree_to_settle(*, case_id: int, player: Player, now: datetime) -> Case:
    """Agree that the round stands; the case is settled when all seated people agree. The case is locked.

    Refuses no_such_case, not_seated, decided_already.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_may_agree(player, case)
        _agreed, new = Agreement.objects.get_or_create(case=case, player=player, defaults={"at": now})
        if new:
            add_entry(case, what="agreed", by=player.pk, now=now)
        if access.sitting(case.round.match_id) <= set(case.agreements.values_list("player", flat=True)):
            end_case(case, State.SETTLED, by=player.pk, now=now)
            notices.notify_ended(case, by=player.pk, reason="", now=now)
        return case


def appeal(*, case_id: int, player: Player, text: str, now: datetime) -> Case:
    """Appeal against a ruling, once, until the deadline. The round becomes provisional again. The case is locked.

    Refuses no_such_case, not_seated, not_now, too_late, one_appeal, nothing_said, too_long.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_may_appeal(player, case, now)
        text = checked_text(text)
        table_services.open_review(
            match_id=case.round.match_id, number=case.round.number, player=player.pk, now=now
        )
        update_case(
            case,
            state=State.APPEALED,
            appealed_by=player,
            appeal_text=text,
            appealed_at=now,
            deadline=access.answer_until(case, now),
        )
        add_entry(case, what="appealed", by=player.pk, now=now)
        notices.notify_appealed(case, by=player.pk, text=text, now=now)
        missing_arbiters.ask_for_an_arbiter(case, now=now)
        return case


def _opened(round_: Round, player: Player, kind: CaseKind, moment: int | None, now: datetime) -> Case:
    case = Case(round=round_, kind=kind, moment=moment, club=round_.match.club, filed_at=now)
    case.deadline = access.answer_until(case, now)
    case.save()
    table_services.open_review(match_id=round_.match_id, number=round_.number, player=player.pk, now=now)
    return case


def _complain(case: Case, player: Player, text: str, moment: int | None, now: datetime) -> None:
    """Store a complaint, also again after a withdrawal, and delete the agreements to settle."""
    if player.pk in access.complainants(case):
        raise DisputeRefused(DisputeRefusal.FILED_ALREADY)
    Complaint.objects.update_or_create(
        case=case,
        player=player,
        defaults={"text": text, "moment": moment, "at": now, "withdrawn_at": None},
    )
    case.agreements.all().delete()
