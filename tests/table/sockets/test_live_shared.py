"""Words to other processes: each once and without a card, and a Redis that is away breaks nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from games.table.broadcast import live, other_processes, relay
from games.table.broadcast.live import Message
from tests.table.sockets.listeners import Listener, settled

pytestmark = pytest.mark.usefixtures("attached")


class SharedRelay:
    """A relay as several processes share it; `down` as long as Redis cannot be reached. `said` is what went out."""

    def __init__(self) -> None:
        self.down = False
        self.said: list[bytes] = []
        self._ears: list[asyncio.Queue[bytes]] = []

    async def say(self, message: bytes) -> None:
        if self.down:
            raise ConnectionRefusedError
        self.said.append(message)
        for ear in self._ears:
            ear.put_nowait(message)

    async def hear(self) -> AsyncIterator[bytes]:
        if self.down:
            raise ConnectionRefusedError
        ear: asyncio.Queue[bytes] = asyncio.Queue()
        self._ears.append(ear)
        while True:
            message = await ear.get()
            if self.down:
                raise ConnectionResetError
            yield message

    def messages(self) -> list[list[object]]:
        """The messages of each batch so far: kind, match and entry."""
        return [[one[:3] for one in json.loads(message)["messages"]] for message in self.said]


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> SharedRelay:
    """A relay that other processes hear."""
    relay = SharedRelay()
    monkeypatch.setattr(other_processes, "_relay", lambda: relay)
    monkeypatch.setattr(other_processes, "is_shared", lambda: True)
    return relay


def said_by(process: str, *messages: list[object]) -> bytes:
    """A message as a process says it."""
    return json.dumps({"process": process, "messages": messages}).encode()


async def test_other_processes_are_told_once_and_without_a_card(shared: SharedRelay) -> None:
    live.announce(4, 12)
    await settled()
    [message] = shared.said
    assert json.loads(message) == {
        "process": other_processes.process(),
        "messages": [["changed", 4, 12, [], None, None]],
    }
    live.announce_presence(4)
    await settled()
    assert len(shared.said) == 1, "who is here every process finds out by itself"


async def test_messages_wait_for_those_before_them_and_go_together(
    shared: SharedRelay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one table only the newest counts; talk and moves are two things."""
    free, say = asyncio.Event(), shared.say

    async def slow(message: bytes) -> None:
        await say(message)
        await free.wait()

    monkeypatch.setattr(shared, "say", slow)
    live.announce(4, 12)
    await settled()
    for seq in (13, 15, 14):
        live.announce(4, seq)
    live.announce_talk(4)
    live.announce(5, 2)
    await settled()
    assert shared.messages() == [[["changed", 4, 12]]]
    free.set()
    await settled()
    assert shared.messages()[1:] == [[["changed", 4, 15], ["talked", 4, 0], ["changed", 5, 2]]]


async def test_redis_that_takes_no_message_holds_up_the_next_for_a_while_only(
    shared: SharedRelay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis hangs: what is said later does not wait for ever."""
    say = shared.say

    async def hanging(message: bytes) -> None:
        await say(message)
        await asyncio.Event().wait()

    monkeypatch.setattr(shared, "say", hanging)
    monkeypatch.setattr(other_processes, "SAID_WITHIN", 0)
    for seq in (1, 2):
        live.announce(6, seq)
        await settled()
    assert shared.messages() == [[["changed", 6, 1]], [["changed", 6, 2]]]


async def test_what_another_process_says_is_told_here_and_ones_own_word_is_not_repeated(
    shared: SharedRelay,
) -> None:
    screen = Listener()
    live.join(5, screen, None)
    listening = asyncio.create_task(live._listen())
    await settled()
    for process in ("another", other_processes.process()):
        await shared.say(said_by(process, ["changed", 5, 9, []]))
    await settled()
    assert screen.told == [Message("changed", 5, 9, [])]
    listening.cancel()
    live.part(5, screen, None)


async def test_a_screen_that_opens_is_told_to_other_processes_each_by_itself(shared: SharedRelay) -> None:
    south, west = live.Opened(0, 1_000, "a"), live.Opened(1, 1_000, "b")
    live.announce_opened(5, south)
    live.announce_opened(5, west)
    await settled()
    told = [one for message in shared.said for one in json.loads(message)["messages"]]
    assert [one[4] for one in told] == [list(south), list(west)]
    screen = Listener()
    live.join(5, screen, None)
    listening = asyncio.create_task(live._listen())
    await settled()
    live.take_opened_elsewhere()
    await shared.say(said_by("another", ["opened", 5, 0, [], [1, 2_000, "c"]]))
    await settled()
    assert screen.told == [Message("opened", 5, 0, [], live.Opened(1, 2_000, "c"))]
    assert live.take_opened_elsewhere() == {(5, 1)}
    assert live.take_opened_elsewhere() == frozenset(), "told once"
    assert west.gives_way_to(screen.told[0].opened)
    assert not south.gives_way_to(screen.told[0].opened)
    listening.cancel()
    live.part(5, screen, None)


async def test_messages_of_an_earlier_and_a_later_release_are_understood(shared: SharedRelay) -> None:
    screen = Listener()
    live.join(5, screen, None)
    listening = asyncio.create_task(live._listen())
    await settled()
    await shared.say(said_by("earlier", ["changed", 5, 9]))
    await shared.say(said_by("later", ["changed", 5, 10, [], None, None, "something new"]))
    await settled()
    assert screen.told == [Message("changed", 5, 9), Message("changed", 5, 10, [])]
    listening.cancel()
    live.part(5, screen, None)


async def test_redis_that_is_down_breaks_nothing_and_is_tried_again(
    shared: SharedRelay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_processes, "LISTEN_AGAIN", 0)
    screen = Listener()
    live.join(6, screen, None)
    shared.down = True
    listening = asyncio.create_task(live._listen())
    live.announce(6, 1)
    await settled()
    assert screen.told == [Message("changed", 6, 1)]
    shared.down = False
    await settled()
    await shared.say(said_by("another", ["changed", 6, 2]))
    await settled()
    assert screen.told[-1] == Message("changed", 6, 2)
    listening.cancel()
    live.part(6, screen, None)


def test_where_no_loop_runs_other_processes_are_told_all_the_same(
    shared: SharedRelay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a command; and without Redis the command goes on."""
    said: list[bytes] = []
    monkeypatch.setattr(live, "_loop", None)
    monkeypatch.setattr(relay, "say_once", lambda url, message: said.append(message))
    live.announce(7, 3)
    assert [json.loads(message)["messages"] for message in said] == [[["changed", 7, 3, [], None, None]]]
    monkeypatch.setattr(relay, "say_once", lambda url, message: (_ for _ in ()).throw(ConnectionRefusedError))
    live.announce(7, 4)
