"""Promises of the steward's chores: every minute, at once after a start, and no more often."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.table.hooks import periodic
from games.table.hooks.periodic import Rota
from tests.conftest import Clock


def test_chores_are_done_at_once_and_then_every_minute(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    done: list[datetime] = []

    def sweep(now: datetime) -> int:
        done.append(now)
        return 2

    monkeypatch.setattr(periodic, "_chores", [])
    periodic.take_on(sweep)
    periodic.take_on(sweep)
    rota = Rota()
    assert rota.do_due(clock.now) == 2
    assert rota.do_due(clock.advance(59)) == 0
    assert rota.do_due(clock.advance(1)) == 2
    assert len(done) == 2
