"""Two stewards at work in the same second write each notice once: reminders of an evening, final rulings, cases nobody
takes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import Notice, NoticeKind, Player
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case
from games.league.models import Competition, Entrant
from games.league.services import plan_evening
from games.league.services.evenings.reminders import remind_of_evenings
from tests.at_once import at_once
from tests.conftest import Clock

pytestmark = pytest.mark.django_db(transaction=True)


def write_once(work: Callable[[], int], kind: NoticeKind, subject: str) -> None:
    """Do the work in two stewards at once: one finds it done, and each player has one notice of it."""
    assert sorted(at_once(work, work)) == [0, 1]
    told = list(Notice.objects.filter(subject__contains=subject).values_list("player", "kind"))
    assert told
    assert len(told) == len(set(told))
    assert {each for _player, each in told} == {kind}


def test_an_evening_is_reminded_of_once(
    competition: Competition, entrants: list[Entrant], clock: Clock
) -> None:
    noon = clock.now.replace(hour=12)
    starts = noon + timedelta(days=1)
    plan_evening(competition=competition, starts_at=starts, deadline=starts - timedelta(hours=2))
    write_once(lambda: remind_of_evenings(now=noon), NoticeKind.EVENING, "Tomorrow")


def test_the_last_day_to_answer_is_told_once(
    competition: Competition, entrants: list[Entrant], clock: Clock
) -> None:
    noon = clock.now.replace(hour=12)
    plan_evening(
        competition=competition, starts_at=noon + timedelta(days=3), deadline=noon + timedelta(hours=6)
    )
    write_once(lambda: remind_of_evenings(now=noon), NoticeKind.DEADLINE, "Are you coming?")


def test_a_final_ruling_is_told_once(
    taken_case: Case, rule: Callable[..., Case], arbiters: list[Player], clock: Clock
) -> None:
    rule(taken_case, arbiters[0], RulingKind.STANDS)
    later = clock.now + timedelta(days=90)
    write_once(lambda: services.make_rulings_final(now=later), NoticeKind.RULING, "is final")


def test_a_case_nobody_takes_is_told_once(file: Callable[..., Case], staff: Player, clock: Clock) -> None:
    file()
    later = clock.now + timedelta(days=90)
    write_once(lambda: services.escalate(now=later), NoticeKind.RULING, "Nobody takes")
