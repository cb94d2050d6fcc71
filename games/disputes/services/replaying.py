"""Replays: adds their points to the log of the disputed match once, reminds players, and gives up replays."""

from __future__ import annotations

from datetime import datetime, timedelta
from operator import sub
from typing import Final

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import Player
from games.disputes import access, replays
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.labels import REMINDED
from games.disputes.models import Case, State
from games.disputes.notices import notices, reminders
from games.disputes.ruling_kinds import RulingKind
from games.disputes.services.cases import add_entry, locked_case, update_case
from games.kit.trail import AuditEntry
from games.table import services as table_services
from games.table.log.errors import TableRefused
from games.table.log.models import Match, Round
from games.table.screen.narration import people_of

AT_ONCE: Final = 50
REMINDED_AFTER: Final = (timedelta(days=7), timedelta(days=1))
"""Times after the ruling at which players are reminded; the longest first."""


def enter_replays(*, now: datetime) -> int:
    """Enter finished replays that are not on the sheet yet; returns how many, at most `AT_ONCE`.

    Called by the steward, safe to run twice: each case is locked and checked again.
    """
    return sum(_enter(*found, now) for found in list(replays.played().values_list("case", "pk")[:AT_ONCE]))


def _enter(case_id: int, ruling_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = locked_case(case_id)
        ruling = replays.played().filter(pk=ruling_id).first()
        replay = None if ruling is None else _replayed(ruling.effect["replay"])
        if replay is None:
            return False
        played = replay.points
        outcome = table_services.enter_replay(
            match_id=case.round.match_id,
            number=case.round.number,
            ruling=ruling_id,
            points=tuple(played),
            tallies=_added_tallies(case.round, replay),
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


def _replayed(code: str) -> Round | None:
    """The round of a replay, None while it is played."""
    return Round.objects.filter(match__code=code, match__status=Match.Status.FINISHED, number=1).first()


def _added_tallies(before: Round, replay: Round) -> dict[str, tuple[int, ...]]:
    """The amounts that make the tallies of the disputed round those of its replay."""
    was = before.result["tallies"] if before.tallies is None else before.tallies
    now = replay.result["tallies"]
    added = {key: tuple(map(sub, now[key], amounts)) for key, amounts in was.items()}
    return {key: amounts for key, amounts in added.items() if any(amounts)}


def remind_of_replays(*, now: datetime) -> int:
    """Remind players of replays that are not played, a day and a week after the ruling; returns how many rounds.

    Called by the steward, safe to run twice: each case is locked, and reminders are recorded in the trail.
    """
    due = replays.waiting().filter(at__lte=now - min(REMINDED_AFTER))
    sent = AuditEntry.objects.filter(what=REMINDED).values_list("case", "after")
    reminded = {(case, after) for case, after in sent.filter(case__in=due.values("case"))}
    found = [
        (case, at) for case, at in due.values_list("case", "at") if (case, _reminder(at, now)) not in reminded
    ]
    return sum(_remind(case, now) for case, _at in found[:AT_ONCE])


def _reminder(since: datetime, now: datetime) -> str:
    """The reminder that is due, as its number of days, or ""."""
    return next((str(after.days) for after in REMINDED_AFTER if now - since >= after), "")


def _remind(case_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = locked_case(case_id)
        ruling = replays.waiting().filter(case=case_id).first()
        which = "" if ruling is None else _reminder(ruling.at, now)
        if ruling is None or not which:
            return False
        if AuditEntry.objects.filter(what=REMINDED, case=case_id, after=which).exists():
            return False
        add_entry(case, what=REMINDED, by=None, now=now, after=which)
        reminders.remind_of_replay(case, ruling, now=now)
        return True


def give_up_replay(*, case_id: int, arbiter: Player, now: datetime) -> Case:
    """Take a case whose replay is not played, to rule again: its table is removed, the round becomes provisional.

    The case is locked, then the table; a replay started at the same moment goes on. Refuses no_such_case, not_allowed,
    sat_there, not_now.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        access.expect_may_give_up_replay(arbiter, case)
        for waiting in Match.objects.filter(replays=case.round_id, status=Match.Status.OPEN):
            _remove_table(waiting)
        seq = table_services.open_review(
            match_id=case.round.match_id, number=case.round.number, player=arbiter.pk, now=now
        ).seq
        add_entry(case, what="replay_given_up", by=arbiter.pk, now=now)
        reminders.notify_given_up(case, by=arbiter.pk, now=now)
        return update_case(
            case,
            state=State.UNDER_REVIEW,
            arbiter=arbiter,
            taken_at=now,
            evidence_seq=seq,
            deadline=access.answer_until(case, now),
            closed_by=None,
            closed_at=None,
        )


def end_replays(case: Case, *, arbiter: Player, now: datetime) -> None:
    """Remove or stop the replay that this case ordered, because of another ruling. Replays ordered by other cases stay.

    Part of the ruling's transaction. Refuses not_now when a waiting table is started at the same moment.
    """
    if not case.rulings.filter(kind=RulingKind.REPLAY).exists():
        return
    for table in Match.objects.filter(replays=case.round_id).exclude(status=Match.Status.FINISHED):
        if table.status == Match.Status.OPEN:
            _remove_table(table)
        else:
            reason = gettext("An arbiter has ruled otherwise about the round that was played again here.")
            table_services.end_match(match_id=table.pk, by=arbiter, reason=reason, now=now)


def _remove_table(table: Match) -> None:
    try:
        table_services.remove_table(match_id=table.pk)
    except TableRefused as refused:
        raise DisputeRefused(DisputeRefusal.NOT_NOW) from refused
