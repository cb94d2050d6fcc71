"""How long nobody was served is found out once, by whoever comes first; a steward alone decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone

from accounts.models import Player
from games.table.executor import table_executor
from games.table.models import Match
from games.table.services import note_outage
from kraken_site import life
from kraken_site.models import SignOfLife
from tests.conftest import Clock
from tests.table.play import started_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    table_executor.close()


def outages(match: Match) -> int:
    return match.actions.filter(data__do="outage").count()


def test_an_outage_is_found_once(players: list[Player], clock: Clock) -> None:
    match = started_match(players=players, now=clock.now)
    assert life.show_life(clock.now) == timedelta(0)
    assert life.show_life(clock.advance(2)) == timedelta(0)
    assert life.show_life(clock.advance(600)) == timedelta(seconds=600)
    assert life.show_life(clock.now) == timedelta(0)
    assert life.show_life(clock.advance(2)) == timedelta(0)
    assert outages(match) == 1


def test_two_that_start_together_note_it_once(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second reads the row before the first has renewed it."""
    match = started_match(players=players, now=clock.now)
    life.show_life(clock.now)
    now = clock.advance(600)
    stale = SignOfLife.objects.get()
    assert life.show_life(now) > timedelta(0)
    monkeypatch.setattr(SignOfLife.objects, "get_or_create", lambda **_: (stale, False))
    assert life.show_life(now + timedelta(seconds=1)) == timedelta(0)
    assert outages(match) == 1


def test_who_dies_while_it_is_noted_leaves_it_to_the_next(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = started_match(players=players, now=clock.now)
    life.show_life(clock.now)
    now = clock.advance(600)
    with monkeypatch.context() as dying:

        def half(**times: datetime) -> int:
            note_outage(**times)
            raise KeyboardInterrupt

        dying.setattr(life, "note_outage", half)
        with pytest.raises(KeyboardInterrupt):
            life.show_life(now)
    assert outages(match) == 0
    assert life.show_life(clock.advance(1)) == timedelta(seconds=601)
    assert outages(match) == 1


async def test_a_steward_works_only_while_somebody_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(life, "LOOKED_AT_EVERY", 0.01)
    working = asyncio.Event()
    ended = asyncio.Event()

    async def work() -> None:
        working.set()
        try:
            await asyncio.Event().wait()
        finally:
            working.clear()
            ended.set()

    steward = asyncio.create_task(life.while_served(work))
    served = await sync_to_async(SignOfLife.objects.create)(pk=life.ROW, at=timezone.now())
    async with asyncio.timeout(20):
        await working.wait()
        served.at = timezone.now() - timedelta(minutes=1)
        await served.asave()
        await ended.wait()
        assert not working.is_set()
        await sync_to_async(life.show_life)(timezone.now())
        await working.wait()
    steward.cancel()
    await asyncio.wait({steward})


async def test_a_steward_that_falls_is_heard_and_a_database_away_is_not_its_fall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(life, "LOOKED_AT_EVERY", 0.01)
    answers: list[Callable[[], bool]] = [lambda: True, out_of_reach, out_of_reach, lambda: True]
    go, loop, all_asked = asyncio.Event(), asyncio.get_running_loop(), asyncio.Event()

    def is_served(_now: object) -> bool:
        if not answers:
            loop.call_soon_threadsafe(all_asked.set)
            return True
        return answers.pop(0)()

    async def work() -> None:
        await go.wait()
        raise LookupError("fell")

    monkeypatch.setattr(life, "is_served", is_served)
    steward = asyncio.create_task(life.while_served(work))
    async with asyncio.timeout(20):
        await all_asked.wait()
        assert not steward.done()
        go.set()
        with pytest.raises(LookupError):
            await steward


def out_of_reach() -> bool:
    raise OperationalError("away")
