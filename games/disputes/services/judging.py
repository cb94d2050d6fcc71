"""Writes of arbiters: take a case, give it back, reject it, rule."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.disputes import access, named_rules
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, Ruling, State
from games.disputes.notices import notices
from games.disputes.ruling_kinds import RulingKind, Wanted
from games.disputes.services.cases import add_entry, checked_text, end_case, locked_case, update_case
from games.disputes.services.previewing import Preview, outcome_of
from games.disputes.services.replaying import end_replays
from games.kit.trail import RULE_LENGTH
from games.table import services as table_services
from games.table.log.states import Ruled


def take_case(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Take an open or appealed case; the evidence is the log up to now.

    The case is locked, so one of two arbiters gets it. Refuses no_such_case, not_allowed, sat_there, same_arbiter,
    taken_already, decided_already.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_judge(arbiter, case)
        if case.state not in access.PROVISIONAL:
            raise DisputeRefused(DisputeRefusal.DECIDED_ALREADY)
        on_appeal = case.state in access.ON_APPEAL
        holder = case.appeal_arbiter_id if on_appeal else case.arbiter_id
        if case.state in access.IN_HAND:
            if holder != arbiter.pk:
                raise DisputeRefused(DisputeRefusal.TAKEN_ALREADY)
            return case
        add_entry(case, what="taken", by=arbiter.pk, now=now)
        if on_appeal:
            return update_case(case, state=State.APPEAL_REVIEW, appeal_arbiter=arbiter)
        seq = case.round.match.seq
        return update_case(case, state=State.UNDER_REVIEW, arbiter=arbiter, taken_at=now, evidence_seq=seq)


def ask_for_answers(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Ask the other players of the match what they saw; until then they know nothing of the case.

    The time to answer begins now. Asking twice changes nothing. The case is locked. Refuses no_such_case, not_yours,
    not_now, decided_already.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_in_hand(arbiter, case)
        if case.state != State.UNDER_REVIEW:
            raise DisputeRefused(DisputeRefusal.NOT_NOW)
        if case.answers_asked_at is not None:
            return case
        update_case(case, answers_asked_at=now, deadline=access.answer_until(case, now))
        add_entry(case, what="answers_asked", by=arbiter.pk, now=now)
        notices.notify_asked(case, by=arbiter.pk, now=now)
        return case


def give_back(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Give a case back to the queue. The case is locked. Refuses no_such_case, not_yours, decided_already."""
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_in_hand(arbiter, case)
        add_entry(case, what="given_back", by=arbiter.pk, now=now)
        if case.state == State.APPEAL_REVIEW:
            return update_case(case, state=State.APPEALED, appeal_arbiter=None)
        return update_case(case, state=State.OPEN, arbiter=None, taken_at=None)


def reject(*, case_id: int, arbiter: Player, reason: str, now: datetime) -> Case:
    """Reject a case with a reason; an appeal cannot be rejected. The case is locked.

    Refuses no_such_case, not_yours, not_now, decided_already, reason_missing, too_long.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_in_hand(arbiter, case)
        if case.state != State.UNDER_REVIEW:
            raise DisputeRefused(DisputeRefusal.NOT_NOW)
        access.expect_undecided(case)
        reason = checked_text(reason, missing=DisputeRefusal.REASON_MISSING)
        end_case(case, State.REJECTED, by=arbiter.pk, now=now, reason=reason)
        notices.notify_ended(case, by=arbiter.pk, reason=reason, now=now)
        return case


def rule(
    *,
    case_id: int,
    arbiter: Player,
    wanted: Wanted,
    reason: str,
    now: datetime,
    rule: str = "",
    rule_chosen: str = "",
    confirmed_finished: bool = False,
) -> Ruling:
    """Rule on a taken case or its appeal: ruling, log entry, round, audit trail and notices in one transaction.

    The league counts the table again at its next request. `rule_chosen` is the anchor of a rule in `rulebook`; without
    one `rule` is its text. The case is locked, so an arbiter on two screens rules once.

    Refuses what `preview` refuses, and reason_missing, rule_missing, no_such_rule, too_long, decided_already,
    season_finished (the round counts in a finished season and that was not confirmed).
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_in_hand(arbiter, case)
        reason = checked_text(reason, missing=DisputeRefusal.REASON_MISSING)
        named = named_rules.chosen(case.round.match.game, rule_chosen) if rule_chosen else rule
        named = checked_text(named, missing=DisputeRefusal.RULE_MISSING, longest=RULE_LENGTH)
        outcome = outcome_of(case, wanted, with_tables=not confirmed_finished)
        if outcome.finished:
            raise DisputeRefused(DisputeRefusal.SEASON_FINISHED)
        on_appeal = case.state in access.ON_APPEAL
        stored_effect = outcome.effect.as_json()
        if wanted.kind is not RulingKind.UPHELD:
            end_replays(case, arbiter=arbiter, now=now)
        replay = None
        if wanted.kind is RulingKind.REPLAY:
            replay = table_services.open_replay(round_=case.round, opened_by=arbiter, now=now)
            stored_effect["replay"] = replay.code
        ruling = Ruling.objects.create(
            case=case,
            instance=_instance(case),
            kind=wanted.kind,
            reason=reason,
            rule=named,
            actor=arbiter,
            at=now,
            wanted=wanted.as_json() | ({"rule": rule_chosen} if rule_chosen else {}),
            effect=stored_effect,
            before=list(outcome.before),
            after=list(outcome.after),
        )
        _write_down(case, ruling, outcome, now)
        if on_appeal or case.appealed_at is not None:
            update_case(case, state=State.FINAL, deadline=None, closed_by=arbiter, closed_at=now)
        else:
            update_case(case, state=State.RULED, deadline=access.appeal_until(case, now))
        notices.notify_ruled(case, ruling, now=now)
        if replay is not None:
            notices.notify_replay(case, replay, now=now)
        return ruling


def _write_down(case: Case, ruling: Ruling, outcome: Preview, now: datetime) -> None:
    """Write the ruling into the log of the match and into the audit trail."""
    effect = outcome.effect
    table_services.rule_round(
        match_id=case.round.match_id,
        number=case.round.number,
        ruled=Ruled(ruling.pk, effect.points, effect.seats, effect.void, effect.tallies),
        player=ruling.actor_id,
        now=now,
    )
    add_entry(
        case,
        what="ruled_on_appeal" if case.state in access.ON_APPEAL else "ruled",
        by=ruling.actor_id,
        now=now,
        reason=ruling.reason,
        rule=ruling.rule,
        before=outcome.line_before,
        after=outcome.line_after,
    )


def _instance(case: Case) -> Ruling.Instance:
    """The instance of the next ruling on this case."""
    if case.state in access.ON_APPEAL:
        return Ruling.Instance.APPEAL
    return Ruling.Instance.AFRESH if case.rulings.exists() else Ruling.Instance.FIRST
