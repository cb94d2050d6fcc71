"""A case from its complaint to the end of its deadlines: filed, answered, withdrawn, settled, appealed, lapsed. The
deadlines of a club, and what judging a case needs of it too."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.text import Truncator
from django.utils.translation import override

from accounts.members import Right, holders
from accounts.models import Club, Player
from games import engine_words, trail
from games.disputes import access, models, notices
from games.disputes.access import concerns_arbiters
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import MAX_TEXT_LENGTH, Agreement, Answer, Case, CaseKind, Complaint, State
from games.engine.actions import Accuse
from games.engine.view import Accusation
from games.table import services as table_services
from games.table.log.folding import GAME, players_in_round
from games.table.log.models import Match, Round
from games.table.log.states import DirectorCall
from games.table.review.evidence import cards_before
from games.trail import CALL_ANSWERED

# Writes of a club's deadlines for complaints, answers and appeals.


def set_deadlines(
    *, club: Club, filing_hours: int, answer_hours: int, appeal_days: int, player: Player, now: datetime
) -> None:
    """Set the deadlines for new cases and write the trail; running deadlines stay. The club's row is locked."""
    with transaction.atomic():
        kept = Club.objects.select_for_update().get(pk=club.pk)
        before = _deadlines_text(kept)
        kept.filing_hours, kept.answer_hours, kept.appeal_days = filing_hours, answer_hours, appeal_days
        if _deadlines_text(kept) == before:
            return
        kept.save(update_fields=["filing_hours", "answer_hours", "appeal_days"])
        trail.add_entry(
            what="deadlines",
            actor=player.pk,
            now=now,
            before=before,
            after=_deadlines_text(kept),
            club=club.pk,
        )


def _deadlines_text(club: Club) -> str:
    return f"{club.filing_hours} h / {club.answer_hours} h / {club.appeal_days} d"


# Shared by the services of cases: locking, checking texts, updating and ending a case, the audit trail.


def lock_case(case_id: int) -> Case:
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


def clean_text(
    text: str, *, missing: DisputeRefusal = DisputeRefusal.NOTHING_SAID, longest: int = MAX_TEXT_LENGTH
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


def end_case(case: Case, state: State, *, by: int, now: datetime, reason: str = "") -> Case:
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


# Writes of players: file a complaint, answer, withdraw, settle, appeal.


def file_case(
    *,
    round_id: int,
    player: Player,
    kind: CaseKind,
    text: str,
    now: datetime,
    moment: int | None = None,
    adds: bool = False,
) -> Case:
    """File a complaint about a closed round: a new case, or another complaint in the open case of that kind. With
    `adds` the words join what the player complained of there already.

    The round becomes provisional. The round's row is locked, so concurrent complaints of one kind make one case.
    Refuses no_such_round, what `access.require_may_file` refuses, cannot_be_about, nothing_said, too_long,
    filed_already, decided_already.
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
        access.require_may_file(player, round_, now)
        if kind not in access.possible_kinds(round_.match):
            raise DisputeRefused(DisputeRefusal.CANNOT_BE_ABOUT)
        text = clean_text(text)
        known = round_.cases.filter(kind=kind).exclude(state=State.WITHDRAWN).first()
        if known is not None and known.state not in models.UNDECIDED:
            raise DisputeRefused(DisputeRefusal.DECIDED_ALREADY)
        case = lock_case(known.pk) if known is not None else _open_case(round_, player, kind, moment, now)
        _complain(case, player, text, moment, now, adds=adds)
        add_entry(case, what="filed", by=player.pk, now=now, after=str(kind))
        notices.notify_filed(case, by=player.pk, text=text, now=now)
        if known is None:
            notices.ask_for_an_arbiter(case, now=now)
        return case


def file_accusations(
    *, match_id: int, number: int, accused: Sequence[Accusation], now: datetime, **_sent: Any
) -> None:
    """File what was claimed at the table and only a director can decide: one complaint of each claimer in one case,
    worded in the claimer's language, whoever holds the seat now. Receiver of `round_accused`.

    A table whose rounds cannot be disputed has nobody who decides: the round then counts as played.
    """
    row = Round.objects.select_related("match").get(match=match_id, number=number)
    players_then = players_in_round(row.match, number)
    names = [players_then[seat].nickname for seat in sorted(players_then)]
    game, words = row.match.the_game, row.match.the_game.words
    moves = row.match.actions.filter(kind=GAME, seat__in={one.by for one in accused}).order_by("seq")
    claimers = {
        move.seat: move.player
        for move in moves.select_related("player")
        if isinstance(game.parse(move.data), Accuse)
    }
    for seat in sorted(claimers):
        claims = [one for one in accused if one.by == seat]
        with override(claimers[seat].notice_language or settings.LANGUAGE_CODE):
            sentences = [engine_words.sentence(one.text, words=words, names=names) for one in claims]
        with suppress(DisputeRefused):  # a round that cannot be disputed counts as played
            file_case(
                round_id=row.pk,
                player=claimers[seat],
                kind=CaseKind.REVOKE,
                text=" ".join(sentences),
                now=now,
                moment=claims[0].card,
            )


def notify_arbiters_of_call(
    *, match_id: int, player: int, call: DirectorCall, now: datetime, **_sent: Any
) -> None:
    """Tell the arbiters of a club at once that a table calls; the call becomes a case when its round is written.
    Receiver of `director_called`."""
    match = Match.objects.select_related("club").get(pk=match_id)
    if concerns_arbiters(match, call):
        notices.notify_called(match, call, by=player, now=now)


def file_call(*, match_id: int, call: DirectorCall, now: datetime, **_sent: Any) -> None:
    """File a call for the arbiters that nobody answered or withdrew, or that whoever leads the evening left to them, as
    its caller's complaint about the round that was written, whoever holds the seat now. Where the caller has complained
    of the same already, the words of the call join that. A round that cannot be disputed now keeps its call open for an
    answer. Receiver of `call_to_file`."""
    match = Match.objects.get(pk=match_id)
    if not (call.arbiter or concerns_arbiters(match, call)):
        return
    round_ = match.rounds.get(number=call.round)
    caller = match.actions.select_related("player").get(seq=call.seq).player
    kind = CaseKind(call.about or CaseKind.OTHER)
    moment = cards_before(match, number=call.round, seq=call.seq)
    with suppress(DisputeRefused), transaction.atomic():
        file_case(
            round_id=round_.pk, player=caller, kind=kind, text=call.why, now=now, moment=moment, adds=True
        )
        if call.is_open:
            table_services.end_call(match_id=match_id, now=now)


def answer_call(*, code: str, arbiter: Player, text: str, now: datetime) -> None:
    """Answer the open call of a table; everybody there reads the answer, and the call becomes no case. The trail of the
    club has a line without the words.

    Refuses no_such_case (also to who is no arbiter there), sat_there, own_result, and what `answer_director_call`
    refuses.
    """
    match = Match.objects.select_related("club").filter(code=code).first()
    if match is None or not access.is_judge(arbiter, match.club):
        raise DisputeRefused(DisputeRefusal.NO_SUCH_CASE)
    if arbiter.pk in access.players_ever_seated(match.pk):
        raise DisputeRefused(DisputeRefusal.SAT_THERE)
    if arbiter.pk in access.parties_of(match.pk):
        raise DisputeRefused(DisputeRefusal.OWN_RESULT)
    with transaction.atomic():
        outcome = table_services.answer_director_call(match_id=match.pk, director=arbiter, text=text, now=now)
        answered = match.actions.get(seq=outcome.seq)
        trail.add_entry(
            what=CALL_ANSWERED,
            actor=arbiter.pk,
            now=now,
            club=match.club_id,
            match=match.pk,
            round_number=int(answered.data["round"]),
        )


def answer(*, case_id: int, player: Player, text: str, now: datetime) -> Answer:
    """Answer a complaint or an appeal, once per player and instance, until the deadline. The case is locked.

    Refuses no_such_case, not_seated, not_now, too_late, nothing_said, too_long, answered_already.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_may_answer(player, case, now)
        statement = Answer.objects.create(
            case=case,
            player=player,
            text=clean_text(text),
            on_appeal=case.state in models.ON_APPEAL,
            at=now,
        )
        add_entry(case, what="answered", by=player.pk, now=now)
        notices.notify_answered(case, by=player.pk, now=now)
        return statement


def withdraw(*, case_id: int, player: Player, now: datetime) -> Case:
    """Withdraw a complaint; the case ends with its last complaint. The case is locked.

    Refuses no_such_case, not_allowed, decided_already.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_may_withdraw(player, case)
        case.complaints.filter(player=player).update(withdrawn_at=now)
        if case.complaints.filter(withdrawn_at=None).exists():
            add_entry(case, what="complaint_withdrawn", by=player.pk, now=now)
            return case
        end_case(case, State.WITHDRAWN, by=player.pk, now=now)
        notices.notify_ended(case, by=player.pk, reason="", now=now)
        return case


def agree_to_settle(*, case_id: int, player: Player, now: datetime) -> Case:
    """Agree that the round stands; the case is settled when all seated people agree. The case is locked.

    Refuses no_such_case, not_seated, not_now (nobody is asked yet, or somebody is accused), decided_already.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_may_agree(player, case)
        _agreed, new = Agreement.objects.get_or_create(case=case, player=player, defaults={"at": now})
        if new:
            add_entry(case, what="agreed", by=player.pk, now=now)
        if access.seated_players(case.round.match_id) <= set(
            case.agreements.values_list("player", flat=True)
        ):
            end_case(case, State.SETTLED, by=player.pk, now=now)
            notices.notify_ended(case, by=player.pk, reason="", now=now)
        return case


def appeal(*, case_id: int, player: Player, text: str, now: datetime) -> Case:
    """Appeal against a ruling, once, until the deadline. The round becomes provisional again. The case is locked.

    Refuses no_such_case, not_seated, not_now, too_late, one_appeal, nothing_said, too_long.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_may_appeal(player, case, now)
        text = clean_text(text)
        table_services.open_review(
            match_id=case.round.match_id, number=case.round.number, player=player.pk, now=now
        )
        update_case(
            case,
            state=State.APPEALED,
            appealed_by=player,
            appeal_text=text,
            appealed_at=now,
            deadline=case.answer_until(now),
            escalated_at=None,
        )
        add_entry(case, what="appealed", by=player.pk, now=now)
        notices.notify_appealed(case, by=player.pk, text=text, now=now)
        notices.ask_for_an_arbiter(case, now=now)
        return case


def withdraw_appeal(*, case_id: int, player: Player, now: datetime) -> Case:
    """Withdraw an appeal that no arbiter has taken; the first ruling is final. The case is locked.

    Refuses no_such_case, not_allowed, taken_already, decided_already.
    """
    with transaction.atomic():
        case = lock_case(case_id)
        access.require_may_withdraw_appeal(player, case)
        arbiters = access.arbiters_for(case)
        table_services.close_review(
            match_id=case.round.match_id, number=case.round.number, player=player.pk, now=now
        )
        add_entry(case, what="appeal_withdrawn", by=player.pk, now=now)
        update_case(case, state=State.FINAL, deadline=None, closed_at=now)
        notices.notify_appeal_withdrawn(case, by=player.pk, arbiters=arbiters, now=now)
        return case


def _open_case(round_: Round, player: Player, kind: CaseKind, moment: int | None, now: datetime) -> Case:
    case = Case(round=round_, kind=kind, moment=moment, club=round_.match.club, filed_at=now)
    case.deadline = case.answer_until(now)
    case.save()
    table_services.open_review(match_id=round_.match_id, number=round_.number, player=player.pk, now=now)
    return case


def _complain(
    case: Case, player: Player, text: str, moment: int | None, now: datetime, *, adds: bool
) -> None:
    """Store a complaint, also again after a withdrawal, and delete the agreements to settle. With `adds` the text is
    put under one that stands, as far as there is room; refuses filed_already without it."""
    told = case.complaints.filter(player=player, withdrawn_at=None).first()
    if told is None:
        Complaint.objects.update_or_create(
            case=case,
            player=player,
            defaults={"text": text, "moment": moment, "at": now, "withdrawn_at": None},
        )
    elif not adds:
        raise DisputeRefused(DisputeRefusal.FILED_ALREADY)
    elif text not in told.text:
        told.text = Truncator(f"{told.text}\n{text}").chars(MAX_TEXT_LENGTH)
        told.save(update_fields=["text"])
    case.agreements.all().delete()


# Makes rulings final when the time to appeal is over, and escalates cases that nobody takes.

CASES_A_BATCH: Final = 50
"""Cases that one look of the steward changes."""


def make_rulings_final(*, now: datetime) -> int:
    """Make rulings final whose time to appeal is over; returns how many, at most `CASES_A_BATCH`.

    Called by the steward, safe to run twice: each case is locked and checked again.
    """
    due = Case.objects.filter(state=State.RULED, deadline__lt=now).order_by("deadline")
    return sum(
        _make_final(case_id, now) for case_id in list(due.values_list("pk", flat=True)[:CASES_A_BATCH])
    )


def _make_final(case_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = lock_case(case_id)
        if case.state != State.RULED or case.deadline is None or case.deadline >= now:
            return False
        update_case(case, state=State.FINAL, deadline=None, closed_at=now)
        add_entry(case, what="final", by=None, now=now)
        notices.notify_final(case, now=now)
        return True


def escalate(*, now: datetime) -> int:
    """Tell a club's owners and the site's staff of cases and appeals nobody took in time, once each; returns how many.
    Nobody whose own result it is is told.

    Called by the steward, safe to run twice: each case is locked and checked again.
    """
    waiting = Case.objects.filter(state__in=models.WAITING, deadline__lt=now, escalated_at=None)
    return sum(
        _escalate(case_id, now) for case_id in list(waiting.values_list("pk", flat=True)[:CASES_A_BATCH])
    )


def _escalate(case_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = lock_case(case_id)
        late = case.deadline is not None and case.deadline < now
        if case.state not in models.WAITING or not late or case.escalated_at is not None:
            return False
        update_case(case, escalated_at=now)
        add_entry(case, what="escalated", by=None, now=now)
        recipients = set(Player.objects.filter(is_staff=True, is_active=True).values_list("pk", flat=True))
        if case.club is not None:
            recipients |= set(holders(club=case.club, right=Right.SET_ROLES))
        notices.notify_escalated(case, players=recipients - access.parties_of(case.round.match_id), now=now)
        return True
