"""Broadcast of words between threads and screens: none is lost."""

from __future__ import annotations

import asyncio
import threading

import pytest

from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.broadcast.live import Message
from tests.table.sockets.listeners import Listener, settled

pytestmark = pytest.mark.usefixtures("attached")


async def test_every_screen_of_the_table_is_told_and_no_other() -> None:
    here, too, elsewhere = Listener(), Listener(), Listener()
    live.join(1, here, None)
    live.join(1, too, None)
    live.join(2, elsewhere, None)
    live.announce(1, 58)
    await settled()
    assert here.told == too.told == [Message("changed", 1, 58)]
    assert elsewhere.told == []
    for match_id, screen in ((1, here), (1, too), (2, elsewhere)):
        live.part(match_id, screen, None)


async def test_who_shows_it_already_is_not_told() -> None:
    behind, current = Listener(seq=57), Listener(seq=58)
    live.join(1, behind, None)
    live.join(1, current, None)
    live.tell_here([Message("changed", 1, 58)])
    await settled()
    assert behind.told == [Message("changed", 1, 58)]
    assert current.told == []
    live.part(1, behind, None)
    live.part(1, current, None)


async def test_a_move_is_told_although_whoever_made_it_has_gone() -> None:
    here, begun, written = Listener(), threading.Event(), threading.Event()
    live.join(1, here, None)

    def moved() -> None:
        begun.set()
        live.announce(1, 58)
        written.wait(10)

    mover = asyncio.create_task(table_executor.run(moved))
    assert await asyncio.to_thread(begun.wait, 10)
    mover.cancel()
    await asyncio.wait({mover})
    written.set()
    await table_executor.run(bool)  # on SQLite's one thread, so after it
    await settled()
    assert here.told == [Message("changed", 1, 58)]
    live.part(1, here, None)


async def test_a_screen_that_cannot_be_told_keeps_no_other_from_being_told() -> None:
    gone, here = Listener(broken=True), Listener()
    live.join(1, gone, None)
    live.join(1, here, None)
    live.announce(1, 3)
    await settled()
    assert here.told == [Message("changed", 1, 3)]
    live.part(1, gone, None)
    live.part(1, here, None)


async def test_what_a_table_thread_announces_is_told_when_it_is_done() -> None:
    screen = Listener()
    live.join(1, screen, None)
    await table_executor.run(live.announce, 1, 7)
    await settled()
    assert screen.told == [Message("changed", 1, 7)]
    live.part(1, screen, None)


async def test_what_any_other_thread_announces_is_told_too() -> None:
    screen = Listener()
    live.join(1, screen, None)
    await asyncio.to_thread(live.announce, 1, 8)
    await settled()
    assert screen.told == [Message("changed", 1, 8)]
    live.part(1, screen, None)


async def test_who_is_here_is_counted_by_seat() -> None:
    phone, tablet = Listener(), Listener()
    live.join(1, phone, 2)
    live.join(1, tablet, 2)
    assert live.present(1) == {2}
    assert not live.part(1, phone, 2)
    assert live.present(1) == {2}
    assert live.part(1, tablet, 2)
    assert live.present(1) == frozenset()
