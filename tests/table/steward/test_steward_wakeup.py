"""The wake-up of the steward: sooner for what is due sooner, and not for every move."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from games.club_clock import club_clock
from games.table.steward_wakeup import StewardWakeup

LONG = 3600.0
HOUR = timedelta(hours=1)


def listening_wakeup() -> StewardWakeup:
    """A wake-up whose steward works just now."""
    wakeup = StewardWakeup()
    wakeup.listen()
    return wakeup


async def asleep(wakeup: StewardWakeup) -> asyncio.Task[None]:
    """The steward's sleep, begun."""
    sleep = asyncio.create_task(wakeup.sleep(within=LONG))
    for _ in range(10):
        await asyncio.sleep(0)
    return sleep


async def test_what_became_due_while_the_steward_worked_is_done_without_a_sleep() -> None:
    wakeup = listening_wakeup()
    wakeup.wake(club_clock.now() + HOUR)
    wakeup.wake(club_clock.now())
    assert (await asleep(wakeup)).done()


async def test_a_move_while_the_steward_worked_that_makes_nothing_due_does_not_keep_it_awake() -> None:
    wakeup = listening_wakeup()
    wakeup.wake(club_clock.now() + 24 * HOUR)
    sleep = await asleep(wakeup)
    assert not sleep.done()
    wakeup.wake(club_clock.now())
    await sleep


async def test_what_is_due_before_the_end_of_a_sleep_ends_it_and_what_is_due_later_does_not() -> None:
    sleep = await asleep(wakeup := listening_wakeup())
    wakeup.wake(club_clock.now() + 2 * HOUR)
    await asyncio.sleep(0)
    assert not sleep.done()
    await asyncio.to_thread(wakeup.wake, club_clock.now())
    await sleep


async def test_a_time_noted_for_one_sleep_is_forgotten_by_the_next() -> None:
    wakeup = listening_wakeup()
    wakeup.wake(club_clock.now())
    await wakeup.sleep(within=LONG)
    wakeup.listen()
    sleep = await asleep(wakeup)
    assert not sleep.done()
    wakeup.wake(club_clock.now())
    await sleep


async def test_what_the_steward_reads_from_the_database_itself_does_not_keep_it_awake() -> None:
    wakeup = listening_wakeup()
    wakeup.wake(club_clock.now())
    wakeup.forget_noted()
    sleep = await asleep(wakeup)
    assert not sleep.done()
    wakeup.wake(club_clock.now())
    await sleep
