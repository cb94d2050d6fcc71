"""Rulings: their preview, giving and replacing them, rounds played again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import sub
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from games.disputes import access, labels, models, notices, replays
from games.disputes.effects import DisputedRound, Effect, Points, RulingKind, RulingRequest, effect_of, less
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, Question, Ruling, State
from games.disputes.services.filing import (
    CASES_A_BATCH,
    add_entry,
    clean_text,
    end_case,
    lock_case,
    update_case,
)
from games.engine.errors import Refused
from games.engine.view import RoundResult
from games.league.preview import RoundAs, StandingsTable, standings_with
from games.table import services as table_services
from games.table.log import loading, rulings
from games.table.log.errors import TableRefused, refusal_by_engine
from games.table.log.models import Match, Round
from games.table.log.states import RoundRulings, RulingEffect
from games.table.screen.narration import people_of
from games.trail import MAX_RULE_LENGTH, REMINDED, AuditEntry

REMINDER_TIMES: Final = (timedelta(days=7), timedelta(days=1))
"""Times after the ruling at which players are reminded; the longest first."""

# Writes of arbiters: take a case, give it back, reject it, rule.


def take_case(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Take an open or appealed case; the evidence is the log up to now.

    The case is locked, so one of two arbiters gets it. Refuses no_such_case, what `access.require_judge` refuses,
    taken_already, decided_already.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_judge(arbiter, case)
        if case.state not in models.PROVISIONAL:
            raise DisputeRefused(DisputeRefusal.DECIDED_ALREADY)
        if case.state in models.IN_HAND:
            if case.holder != arbiter:
                raise DisputeRefused(DisputeRefusal.TAKEN_ALREADY)
            return case
        add_entry(case, what="taken", by=arbiter.pk, now=now)
        if case.state in models.ON_APPEAL:
            return update_case(case, state=State.APPEAL_REVIEW, appeal_arbiter=arbiter)
        seq = case.round.match.seq
        return update_case(case, state=State.UNDER_REVIEW, arbiter=arbiter, taken_at=now, evidence_seq=seq)


def ask_for_answers(*, case_id: int, arbiter: Player, now: datetime, players: Collection[int] = ()) -> Case:
    """Ask the other players of the match what they saw, or only `players` (keys) of them; until then they know nothing
    of the case.

    The time to answer begins now. Asking twice changes nothing. The case is locked. Refuses no_such_case, not_yours,
    not_now, decided_already, and unreadable for players who are not at the table or complained themselves.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_in_hand(arbiter, case)
        if case.state != State.UNDER_REVIEW:
            raise DisputeRefused(DisputeRefusal.NOT_NOW)
        if case.answers_asked_at is not None:
            return case
        if players:
            _ask_alone(case, frozenset(players), by=arbiter.pk, now=now)
            return case
        update_case(case, answers_asked_at=now, deadline=case.answer_until(now))
        add_entry(case, what="answers_asked", by=arbiter.pk, now=now)
        notices.notify_asked(case, by=arbiter.pk, now=now)
        return case


def _ask_alone(case: Case, players: frozenset[int], *, by: int, now: datetime) -> None:
    """Ask these players; the audit trail does not say whom, because owners read it who may have played the round."""
    new = players - {each.player_id for each in case.questions.all()}
    if not new <= access.askable(case):
        raise DisputeRefused(DisputeRefusal.UNREADABLE)
    if not new:
        return
    Question.objects.bulk_create(Question(case=case, player_id=player, at=now) for player in sorted(new))
    update_case(case, deadline=case.answer_until(now))
    add_entry(case, what="player_asked", by=by, now=now)
    notices.notify_asked(case, by=by, now=now, players=new)


def give_back(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Give a case back to the queue, also one that the arbiter may decide no longer. The case is locked.

    Refuses no_such_case, not_yours, decided_already.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_holder(arbiter, case)
        add_entry(case, what="given_back", by=arbiter.pk, now=now)
        return _put_in_queue(case)


def release_cases(*, now: datetime) -> int:
    """Put cases back in the queue whose arbiter may decide them no longer: no arbiter of the club any more, at the
    table or in the competition since, without an account; returns how many.

    Called by the steward, safe to run twice: each case is locked and checked again.
    """
    in_hand = Case.objects.filter(state__in=models.IN_HAND).order_by("pk")
    return sum(_release(case_id, now) for case_id in list(in_hand.values_list("pk", flat=True)))


def _release(case_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = lock_case(case_id)
        holder = case.holder
        if case.state not in models.IN_HAND or holder is None or access.may_judge(holder, case):
            return False
        add_entry(case, what="released", by=None, now=now)
        _put_in_queue(case)
        return True


def _put_in_queue(case: Case) -> Case:
    """Let a case wait for an arbiter again; where nobody takes it in time, that is told again."""
    if case.state == State.APPEAL_REVIEW:
        return update_case(case, state=State.APPEALED, appeal_arbiter=None, escalated_at=None)
    return update_case(case, state=State.OPEN, arbiter=None, taken_at=None, escalated_at=None)


def reject(*, case_id: int, arbiter: Player, reason: str, now: datetime) -> Case:
    """Reject a case with a reason; an appeal cannot be rejected. The case is locked.

    Refuses no_such_case, not_yours, not_now, decided_already, reason_missing, too_long.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_in_hand(arbiter, case)
        if case.state != State.UNDER_REVIEW:
            raise DisputeRefused(DisputeRefusal.NOT_NOW)
        access.require_undecided(case)
        reason = clean_text(reason, missing=DisputeRefusal.REASON_MISSING)
        end_case(case, State.REJECTED, by=arbiter.pk, now=now, reason=reason)
        notices.notify_ended(case, by=arbiter.pk, reason=reason, now=now)
        return case


def give_ruling(
    *,
    case_id: int,
    arbiter: Player,
    wanted: RulingRequest,
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
        case = lock_case(case_id)
        access.require_in_hand(arbiter, case)
        reason = clean_text(reason, missing=DisputeRefusal.REASON_MISSING)
        named = labels.citation(case.round.match.game, rule_chosen) if rule_chosen else rule
        named = clean_text(named, missing=DisputeRefusal.RULE_MISSING, longest=MAX_RULE_LENGTH)
        outcome = preview_of(case, wanted, with_standings=not confirmed_finished)
        if outcome.finished:
            raise DisputeRefused(DisputeRefusal.SEASON_FINISHED)
        on_appeal = case.state in models.ON_APPEAL
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
            update_case(case, state=State.RULED, deadline=case.appeal_until(now))
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
        ruled=RulingEffect(ruling.pk, effect.points, effect.seats, effect.void, effect.tallies),
        player=ruling.actor_id,
        now=now,
    )
    add_entry(
        case,
        what="ruled_on_appeal" if case.state in models.ON_APPEAL else "ruled",
        by=ruling.actor_id,
        now=now,
        reason=ruling.reason,
        rule=ruling.rule,
        before=outcome.line_before,
        after=outcome.line_after,
    )


def _instance(case: Case) -> Ruling.Instance:
    """The instance of the next ruling on this case."""
    if case.state in models.ON_APPEAL:
        return Ruling.Instance.APPEAL
    return Ruling.Instance.AFRESH if case.rulings.exists() else Ruling.Instance.FIRST


# The preview of a ruling, which writes nothing.


@dataclass(frozen=True, slots=True)
class SheetChange:
    """A round of the sheet before and after a ruling: points per seat; `status` as in `Round`."""

    number: int
    before: Points
    after: Points
    status_before: str
    status_after: str

    @property
    def changes(self) -> bool:
        return (self.before, self.status_before) != (self.after, self.status_after)


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a ruling, the closed rounds of the sheet, and the standings the round counts in, if any.

    `finished` when they belong to a finished season, which needs a confirmation. `before` and
    `after` are the round's own points, `seats_before` and `seats_after` what single players were given; all per seat.
    `columns` are the seats that share a column of the sheet.
    """

    effect: Effect
    number: int
    sheet: tuple[SheetChange, ...]
    seats_before: Points
    seats_after: Points
    standings: StandingsTable | None
    columns: tuple[tuple[int, ...], ...]

    @property
    def before(self) -> Points:
        return self._line.before

    @property
    def after(self) -> Points:
        return self._line.after

    @property
    def totals_before(self) -> Points:
        return rulings.sum_scores(line.before for line in self.sheet)

    @property
    def totals_after(self) -> Points:
        return rulings.sum_scores(line.after for line in self.sheet)

    @property
    def finished(self) -> bool:
        return self.standings is not None and self.standings.finished

    @property
    def line_before(self) -> str:
        """The round in one line, for the trail."""
        return self._summary(self.before, self.seats_before, self._line.status_before)

    @property
    def line_after(self) -> str:
        """The round in one line, for the trail."""
        return self._summary(self.after, self.seats_after, self._line.status_after)

    @property
    def _line(self) -> SheetChange:
        return next(line for line in self.sheet if line.number == self.number)

    def _summary(self, points: Points, seats: Points, status: str) -> str:
        line = " : ".join(str(points[column[0]]) for column in self.columns)
        if status == Round.Status.VOID:
            line += " (void)"
        own_points = ", ".join(f"seat {seat + 1}: {each:+d}" for seat, each in enumerate(seats) if each)
        return f"{line}; {own_points}" if own_points else line


def preview(*, case_id: int, arbiter: Player, wanted: RulingRequest) -> Preview:
    """The effect of `give_ruling` with the same `wanted`.

    Refuses no_such_case, not_yours, decided_already and what `effects.effect_of` refuses.
    """
    case = Case.objects.select_related("round__match__club", "club").filter(pk=case_id).first()
    if case is None:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_CASE)
    access.require_in_hand(arbiter, case)
    return preview_of(case, wanted)


def preview_of(case: Case, wanted: RulingRequest, *, with_standings: bool = True) -> Preview:
    """The effect of a ruling on the round, the sheet and (with `with_standings`) the league, from the current log."""
    table = loading.newest_table(case.round.match_id)
    closed = {
        result.number: result
        for result in rulings.rounds_as_played(
            table.game, table.options, table.state, players=len(table.sitters), on_paper=table.on_paper
        )
    }
    number = case.round.number
    if number not in closed:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_ROUND)
    kept = {each: rulings.reviews_of(table.state.reviews, each) for each in closed}
    before = kept[number]
    disputed = _disputed_round(case, table, closed, kept)
    try:
        effect = effect_of(wanted, disputed)
    except Refused as refused:
        if wanted.kind is RulingKind.FACTS:
            why = refusal_by_engine(refused).sentence
            raise DisputeRefused(DisputeRefusal.CANNOT_HAVE_BEEN, why=why) from refused
        raise DisputeRefused(DisputeRefusal.DO_NOT_ADD_UP) from refused
    ruled = RulingEffect(0, effect.points, effect.seats, effect.void, effect.tallies)
    after = before._replace(cases=before.cases - 1, rulings=(*before.rulings, ruled))
    sheet = tuple(
        _line(result, kept[each], after if each == number else kept[each]) for each, result in closed.items()
    )
    changed = RoundAs(
        number=number,
        points=rulings.counted_points(closed[number], after),
        tallies=rulings.counted_tallies(closed[number], after),
        seats=rulings.seat_points(after),
        void=rulings.is_void(after) and not after.cases,
        provisional=bool(after.cases) or wanted.kind is RulingKind.REPLAY,
    )
    return Preview(
        effect=effect,
        number=number,
        sheet=sheet,
        seats_before=rulings.seat_points(before),
        seats_after=rulings.seat_points(after),
        standings=standings_with(table.match_id, {number: changed}) if with_standings else None,
        columns=table.at_start.columns,
    )


def _disputed_round(
    case: Case, table: loading.Table, closed: dict[int, RoundResult], kept: dict[int, RoundRulings]
) -> DisputedRound:
    number = case.round.number
    played = closed[number]
    own_keys = set(case.rulings.values_list("pk", flat=True))
    current = kept[number]
    own = current._replace(rulings=tuple(ruled for ruled in current.rulings if ruled.ruling in own_keys))
    others = [
        rulings.counted_points(result, kept[each])
        for each, result in closed.items()
        if each != number and not rulings.is_void(kept[each])
    ]
    return DisputedRound(
        game=table.game,
        options=table.options,
        played=played,
        now=rulings.counted_points(played, current),
        others=others,
        players=len(table.sitters),
        own_tallies=_added_tallies(own, played),
        own=rulings.sum_scores(ruled.points for ruled in own.rulings),
        own_seats=rulings.seat_points(own),
        own_void=rulings.is_void(own),
        by_club=rulings.sum_scores(
            ruled.points for ruled in current.rulings if ruled.ruling == rulings.BY_THE_CLUB
        ),
        void=rulings.is_void(current),
        on_appeal=case.state in models.ON_APPEAL,
        on_paper=table.on_paper,
        totals_only=table.state.totals is not None,
        replayable=table_services.options_alone(case.round.match, number=number) is not None,
        replayed=case.rulings.filter(kind=RulingKind.REPLAY).exists(),
    )


def _added_tallies(own: RoundRulings, played: RoundResult) -> dict[str, Points]:
    """The amounts these rulings added to the tallies, those without a change left out."""
    counted = rulings.counted_tallies(played, own)
    added = {key: less(counted[key], amounts) for key, amounts in played.tallies.items()}
    return {key: amounts for key, amounts in added.items() if any(amounts)}


def _line(result: RoundResult, before: RoundRulings, after: RoundRulings) -> SheetChange:
    old, new = rulings.row_of(result, before), rulings.row_of(result, after)
    return SheetChange(
        number=result.number,
        before=tuple(old["points"]),
        after=tuple(new["points"]),
        status_before=old["status"],
        status_after=new["status"],
    )


# Rounds played again: entered once, players reminded of them, given up.


def enter_replays(*, now: datetime) -> int:
    """Enter finished replays that are not on the sheet yet; returns how many, at most `CASES_A_BATCH`.

    Called by the steward, safe to run twice: each case is locked and checked again.
    """
    return sum(
        _enter(case_id, ruling_id, now)
        for case_id, ruling_id in list(
            replays.rulings_with_finished_replay().values_list("case", "pk")[:CASES_A_BATCH]
        )
    )


def _enter(case_id: int, ruling_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = lock_case(case_id)
        ruling = replays.rulings_with_finished_replay().filter(pk=ruling_id).first()
        replay = None if ruling is None else _replay_round(ruling.effect["replay"])
        if replay is None:
            return False
        played = replay.points
        outcome = table_services.enter_replay(
            match_id=case.round.match_id,
            number=case.round.number,
            ruling=ruling_id,
            points=tuple(played),
            tallies=_replayed_tallies(case.round, replay),
            now=now,
        )
        if outcome.done_before:
            return False
        columns = people_of(case.round.match).by_column(played)
        nothing = " : ".join("0" for _each in columns)
        counts = " : ".join(map(str, columns))
        add_entry(case, what="replayed", by=None, now=now, before=f"{nothing} (void)", after=counts)
        notices.notify_replayed(case, columns, now=now)
        return True


def _replay_round(code: str) -> Round | None:
    """The round of a replay, None while it is played."""
    return Round.objects.filter(match__code=code, match__status=Match.Status.FINISHED, number=1).first()


def _replayed_tallies(before: Round, replay: Round) -> dict[str, tuple[int, ...]]:
    """The amounts that make the tallies of the disputed round those of its replay."""
    old = before.result["tallies"] if before.tallies is None else before.tallies
    new = replay.result["tallies"]
    added = {key: tuple(map(sub, new[key], amounts)) for key, amounts in old.items()}
    return {key: amounts for key, amounts in added.items() if any(amounts)}


def remind_of_replays(*, now: datetime) -> int:
    """Remind players of replays that are not played, a day and a week after the ruling; returns how many rounds.

    Called by the steward, safe to run twice: each case is locked, and reminders are recorded in the trail.
    """
    due = replays.rulings_waiting_for_replay().filter(at__lte=now - min(REMINDER_TIMES))
    sent = AuditEntry.objects.filter(what=REMINDED).values_list("case", "after")
    reminded = {(case, after) for case, after in sent.filter(case__in=due.values("case"))}
    found = [
        (case, at) for case, at in due.values_list("case", "at") if (case, _reminder(at, now)) not in reminded
    ]
    return sum(_remind(case, now) for case, _at in found[:CASES_A_BATCH])


def _reminder(since: datetime, now: datetime) -> str:
    """The reminder that is due, as its number of days, or ""."""
    return next((str(after.days) for after in REMINDER_TIMES if now - since >= after), "")


def _remind(case_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = lock_case(case_id)
        ruling = replays.rulings_waiting_for_replay().filter(case=case_id).first()
        which = "" if ruling is None else _reminder(ruling.at, now)
        if ruling is None or not which:
            return False
        if AuditEntry.objects.filter(what=REMINDED, case=case_id, after=which).exists():
            return False
        add_entry(case, what=REMINDED, by=None, now=now, after=which)
        notices.remind_of_replay(case, ruling, now=now)
        return True


def give_up_replay(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Take a case whose replay is not played, to rule again: its table is removed, the round becomes provisional.

    The case is locked, then the table; a replay started at the same moment goes on. Refuses no_such_case, what
    `access.require_judge` refuses, not_now.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_may_give_up_replay(arbiter, case)
        for waiting in replays.tables_of(case).filter(status=Match.Status.OPEN):
            _remove_table(waiting, case)
        seq = table_services.open_review(
            match_id=case.round.match_id, number=case.round.number, player=arbiter.pk, now=now
        ).seq
        add_entry(case, what="replay_given_up", by=arbiter.pk, now=now)
        notices.notify_given_up(case, by=arbiter.pk, now=now)
        return update_case(
            case,
            state=State.UNDER_REVIEW,
            arbiter=arbiter,
            taken_at=now,
            evidence_seq=seq,
            deadline=case.answer_until(now),
            closed_by=None,
            closed_at=None,
        )


def end_replays(case: Case, *, arbiter: Player, now: datetime) -> None:
    """Remove or stop the replays that this case ordered, because of another ruling. Those ordered by other cases stay.

    Part of the ruling's transaction. Refuses not_now when a waiting table is started at the same moment.
    """
    for table in replays.tables_of(case).exclude(status=Match.Status.FINISHED):
        if table.status == Match.Status.OPEN:
            _remove_table(table, case)
        else:
            reason = gettext("An arbiter has ruled otherwise about the round that was played again here.")
            table_services.end_match(match_id=table.pk, by=arbiter, reason=reason, now=now)


def _remove_table(table: Match, case: Case) -> None:
    try:
        table_services.remove_table(match_id=table.pk, leads_to=reverse("disputes:case", args=[case.pk]))
    except TableRefused as refused:
        raise DisputeRefused(DisputeRefusal.NOT_NOW) from refused
