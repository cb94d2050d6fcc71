"""Words between screens, threads and processes: nobody is missed, and nothing that fails to arrive breaks a move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from channels.layers import InMemoryChannelLayer

from games.table import live
from games.table.executor import table_executor
from games.table.live import Word


class Listener:
    """A screen that writes down what it is told."""

    def __init__(self, *, broken: bool = False) -> None:
        self.told: list[Word] = []
        self.broken = broken

    async def tell(self, word: Word) -> None:
        if self.broken:
            raise ConnectionResetError
        self.told.append(word)


async def settled() -> None:
    """Let everything that was started come to its end."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest_asyncio.fixture(autouse=True)
async def _attached() -> AsyncIterator[None]:
    live.attach()
    yield
    await settled()


async def test_every_screen_of_the_table_is_told_and_no_other() -> None:
    here, too, elsewhere = Listener(), Listener(), Listener()
    live.join(1, here, None)
    live.join(1, too, None)
    live.join(2, elsewhere, None)
    live.announce(1, 58)
    await settled()
    assert here.told == too.told == [Word("changed", 1, 58)]
    assert elsewhere.told == []
    for match_id, screen in ((1, here), (1, too), (2, elsewhere)):
        live.part(match_id, screen, None)


async def test_a_screen_that_cannot_be_told_keeps_no_other_from_being_told() -> None:
    gone, here = Listener(broken=True), Listener()
    live.join(1, gone, None)
    live.join(1, here, None)
    live.announce(1, 3)
    await settled()
    assert here.told == [Word("changed", 1, 3)]
    live.part(1, gone, None)
    live.part(1, here, None)


async def test_what_a_table_thread_announces_is_told_when_it_is_done() -> None:
    screen = Listener()
    live.join(1, screen, None)
    await table_executor.run(live.announce, 1, 7)
    await settled()
    assert screen.told == [Word("changed", 1, 7)]
    live.part(1, screen, None)


async def test_what_any_other_thread_announces_is_told_too() -> None:
    screen = Listener()
    live.join(1, screen, None)
    await asyncio.to_thread(live.announce, 1, 8)
    await settled()
    assert screen.told == [Word("changed", 1, 8)]
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


class SharedLayer(InMemoryChannelLayer):
    """A layer as several processes share it; `down` as long as it cannot be reached."""

    down = False

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if self.down:
            raise ConnectionRefusedError
        await super().group_send(group, message)

    async def receive(self, channel: str) -> dict[str, Any]:
        if self.down:
            raise ConnectionRefusedError
        return await super().receive(channel)


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> SharedLayer:
    """A channel layer that other processes hear."""
    layer = SharedLayer()
    monkeypatch.setattr(live, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(live, "is_shared", lambda: True)
    return layer


async def test_other_processes_are_told_once_and_without_a_card(shared: SharedLayer) -> None:
    await shared.group_add(live.GROUP, "other-process")
    live.announce(4, 12)
    await settled()
    message = await shared.receive("other-process")
    assert message == {
        "type": "table.words",
        "process": live.PROCESS,
        "words": [["changed", 4, 12]],
        "entries": [[]],
    }
    live.announce_presence(4)
    await settled()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(shared.receive("other-process"), 0.05)


async def test_words_wait_for_the_message_before_them_and_go_together(
    shared: SharedLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one table only the newest counts; talk and moves are two things."""
    sent: list[list[list[object]]] = []
    free = asyncio.Event()

    async def slow(group: str, message: dict[str, Any]) -> None:
        sent.append(message["words"])
        await free.wait()

    monkeypatch.setattr(shared, "group_send", slow)
    live.announce(4, 12)
    await settled()
    for seq in (13, 15, 14):
        live.announce(4, seq)
    live.announce_talk(4)
    live.announce(5, 2)
    await settled()
    assert sent == [[["changed", 4, 12]]]
    free.set()
    await settled()
    assert sent[1:] == [[["changed", 4, 15], ["talked", 4, 0], ["changed", 5, 2]]]


async def test_a_layer_that_takes_no_message_holds_up_the_next_for_a_while_only(
    shared: SharedLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis hangs: what is said later does not wait for ever."""
    sent: list[list[list[object]]] = []

    async def hanging(group: str, message: dict[str, Any]) -> None:
        sent.append(message["words"])
        await asyncio.Event().wait()

    monkeypatch.setattr(shared, "group_send", hanging)
    monkeypatch.setattr(live, "SAID_WITHIN", 0)
    for seq in (1, 2):
        live.announce(6, seq)
        await settled()
    assert sent == [[["changed", 6, 1]], [["changed", 6, 2]]]


async def test_what_another_process_says_is_told_here_and_ones_own_word_is_not_repeated(
    shared: SharedLayer,
) -> None:
    screen = Listener()
    live.join(5, screen, None)
    listening = asyncio.create_task(live._listen())
    await settled()
    for process in ("another", live.PROCESS):
        await shared.group_send(
            live.GROUP, {"type": "table.words", "process": process, "words": [["changed", 5, 9]]}
        )
    await settled()
    assert screen.told == [Word("changed", 5, 9)]
    listening.cancel()
    live.part(5, screen, None)


async def test_a_layer_that_is_down_breaks_nothing_and_is_tried_again(
    shared: SharedLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LISTEN_AGAIN", 0)
    screen = Listener()
    live.join(6, screen, None)
    shared.down = True
    listening = asyncio.create_task(live._listen())
    live.announce(6, 1)
    await settled()
    assert screen.told == [Word("changed", 6, 1)]
    shared.down = False
    await settled()
    await shared.group_send(live.GROUP, {"type": "table.words", "process": "x", "words": [["changed", 6, 2]]})
    await settled()
    assert screen.told[-1] == Word("changed", 6, 2)
    listening.cancel()
    live.part(6, screen, None)
