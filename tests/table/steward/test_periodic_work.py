"""Promises of the steward's periodic work: at once after a start, then every minute and no more often."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.dispatch import Signal

from games.table import background_worker, signals
from games.table.steward import PeriodicWork
from tests.conftest import Clock


def test_periodic_work_is_done_at_once_and_then_every_minute(db: None, clock: Clock) -> None:
    done: list[datetime] = []

    def sweep(*, now: datetime, **_sent: Any) -> int:
        done.append(now)
        return 2

    signals.minute_passed.connect(sweep)
    periodic = PeriodicWork()
    assert periodic.do_due(clock.now) >= 2
    assert periodic.do_due(clock.advance(59)) == 0
    assert periodic.do_due(clock.advance(1)) >= 2
    signals.minute_passed.disconnect(sweep)
    assert len(done) == 2


def test_work_that_fails_keeps_no_other_from_being_done(
    db: None, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[datetime] = []
    card = "ace of hearts"

    def fail(**_sent: Any) -> int:
        raise LookupError(card)

    def sweep(*, now: datetime, **_sent: Any) -> int:
        done.append(now)
        return 2

    for work in (fail, sweep):
        signals.minute_passed.connect(work)
    try:
        assert PeriodicWork().do_due(clock.now) >= 2
    finally:
        for work in (fail, sweep):
            signals.minute_passed.disconnect(work)
    assert done == [clock.now]
    assert "LookupError" in caplog.text
    assert card not in "".join(record.getMessage() for record in caplog.records)


@pytest.mark.django_db(transaction=True)
def test_background_work_that_fails_keeps_no_other_from_being_done(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is left for the next call, so a fault that stays is not logged without end."""
    monkeypatch.setattr(signals, "background_work", Signal())
    left = [1, 1, 1]

    def fail() -> int:
        raise LookupError

    def sweep() -> int:
        return left.pop() if left else 0

    signals.run_in_background(fail)
    signals.run_in_background(sweep)
    assert [background_worker.do_background_work() for _call in range(4)] == [1, 1, 1, 0]
    assert sum("LookupError in" in record.getMessage() for record in caplog.records) == 4
