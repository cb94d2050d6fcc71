"""The length of an outage is computed once, by the first process to look; a steward alone decides nothing."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.models import Player
from games.table import steward
from games.table.log.models import Match
from games.table.services import note_outage
from games.table.steward import PeriodicWork
from kraken_site import sign_of_life
from kraken_site.models import SignOfLife
from tests.conftest import Clock
from tests.patience import PATIENCE
from tests.table.play import start_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def served_match(players: list[Player], clock: Clock) -> Match:
    """A match whose players were served until now."""
    match = start_match(players=players, now=clock.now)
    sign_of_life.renew(clock.now)
    return match


def outages(match: Match) -> int:
    return match.actions.filter(data__do="outage").count()


def test_an_outage_is_found_once(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock.now)
    assert sign_of_life.renew(clock.now) == timedelta(0)
    assert sign_of_life.renew(clock.advance(2)) == timedelta(0)
    assert sign_of_life.renew(clock.advance(600)) == timedelta(seconds=600)
    assert sign_of_life.renew(clock.now) == timedelta(0)
    assert sign_of_life.renew(clock.advance(2)) == timedelta(0)
    assert outages(match) == 1


def test_two_that_start_together_note_it_once(
    served_match: Match, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second reads the row before the first has renewed it."""
    now = clock.advance(600)
    stale = SignOfLife.objects.get()
    assert sign_of_life.renew(now) > timedelta(0)
    rows = SimpleNamespace(get_or_create=lambda **_: (stale, False), filter=SignOfLife.objects.filter)
    monkeypatch.setattr(sign_of_life, "SignOfLife", SimpleNamespace(objects=rows))
    assert sign_of_life.renew(now + timedelta(seconds=1)) == timedelta(0)
    assert outages(served_match) == 1


def test_who_dies_while_it_is_noted_leaves_it_to_the_next(
    served_match: Match, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.advance(600)
    with monkeypatch.context() as dying:

        def half(**times: datetime) -> int:
            note_outage(**times)
            raise KeyboardInterrupt

        dying.setattr(sign_of_life, "note_outage", half)
        with pytest.raises(KeyboardInterrupt):
            sign_of_life.renew(now)
    assert outages(served_match) == 0
    assert sign_of_life.renew(clock.advance(1)) == timedelta(seconds=601)
    assert outages(served_match) == 1


def test_when_a_laptop_wakes_up_nobody_is_out_of_time(players: list[Player]) -> None:
    """Its steward may wake before the server has noticed that nobody was served."""
    slept_from = timezone.now() - timedelta(hours=1)
    match = start_match(players=players, now=slept_from, pace="fast")
    sign_of_life.renew(slept_from)
    assert match.wake_at < timezone.now()
    awake = partial(steward._round, Random(1), PeriodicWork(), sign_of_life.is_served)
    assert awake() == steward.MAX_NAP_SECONDS
    assert match.actions.filter(automatic=True).count() == 0

    assert sign_of_life.renew(timezone.now()) >= timedelta(hours=1)
    assert awake() == steward.MAX_NAP_SECONDS
    assert match.actions.filter(automatic=True).count() == 0
    assert outages(match) == 1


async def test_a_steward_waits_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [True, OperationalError("away"), OperationalError("away"), True]
    loop, all_asked = asyncio.get_running_loop(), asyncio.Event()

    def served(_now: datetime) -> bool:
        if not answers:
            loop.call_soon_threadsafe(all_asked.set)
            return True
        answer = answers.pop(0)
        if isinstance(answer, OperationalError):
            raise answer
        return answer

    monkeypatch.setattr(steward, "MAX_NAP_SECONDS", 0.01)
    working = asyncio.create_task(steward.run(served=served))
    async with asyncio.timeout(PATIENCE):
        await all_asked.wait()
    assert not working.done()
    working.cancel()
    await asyncio.wait({working})
