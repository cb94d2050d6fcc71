"""Deadlines of disputes are set by the club and applied by the steward."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import Player
from games.disputes.effects import RulingKind
from games.disputes.models import Case, State
from games.table.log.models import Match
from games.table.steward import PeriodicWork
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


def test_the_steward_makes_a_ruling_final(
    file: Callable[..., Case], rule: Callable[..., Case], match: Match, arbiters: list[Player], clock: Clock
) -> None:
    assert match.club is not None
    match.club.appeal_days = 2
    match.club.answer_hours = 3
    match.club.save()
    case = file()
    assert case.deadline == clock.now + timedelta(hours=3)
    case = rule(case, arbiters[0], RulingKind.STANDS)
    assert case.deadline == clock.now + timedelta(days=2)
    rota = PeriodicWork()
    rota.do_due(clock.advance(2 * 24 * 3600))
    case.refresh_from_db()
    assert case.state == State.RULED
    rota.do_due(clock.advance(60))
    case.refresh_from_db()
    assert case.state == State.FINAL
