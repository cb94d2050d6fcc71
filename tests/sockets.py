"""Sockets to an application in the process of the test. They wait until its consumers are idle, not for a time."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar
from weakref import WeakSet

from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator

from games.table.sockets.club_consumer import ClubConsumer
from tests.patience import PATIENCE

TURNS = 6
"""Turns of the event loop that must pass idle: a message is taken from a queue in one and dispatched in the next."""

WAITING = ("Queue.get", "OneProcessChannelLayer.receive", "ClubConsumer._read")
"""The tasks of a consumer that has nothing to do."""

_dispatch = ClubConsumer.dispatch
_busy: set[ClubConsumer] = set()


async def _watched_dispatch(consumer: ClubConsumer, message: dict[str, Any]) -> None:
    _busy.add(consumer)
    try:
        await _dispatch(consumer, message)
    finally:
        _busy.discard(consumer)


ClubConsumer.dispatch = _watched_dispatch


class Socket(WebsocketCommunicator):
    """A socket; all that were made are known, so that a test can wait until none of them has anything left to do."""

    made: ClassVar[WeakSet[Socket]] = WeakSet()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        Socket.made.add(self)

    async def receive_output(self, *_hurried: float) -> dict[str, Any]:
        return await super().receive_output(PATIENCE)

    async def wait(self, *_hurried: float) -> None:
        await super().wait(PATIENCE)

    def sent(self) -> list[str]:
        """The frames received and not yet read."""
        arrived = []
        while not self.output_queue.empty():
            output = self.output_queue.get_nowait()
            assert output["type"] == "websocket.send", output
            arrived.append(output["text"])
        return arrived


async def wait_until_idle() -> None:
    """Until every consumer waits for its next event, and every other task of this loop is over."""
    async with asyncio.timeout(PATIENCE):
        idle = 0
        while idle < TURNS:
            await asyncio.sleep(0 if _is_idle() else 0.002)
            idle = idle + 1 if _is_idle() else 0


def _is_idle() -> bool:
    apart = {socket._future for socket in Socket.made if socket._future} | {asyncio.current_task()}
    others = {task for task in asyncio.all_tasks() - apart if task.get_coro().__qualname__ not in WAITING}
    frames = any(
        not socket.input_queue.empty()
        for socket in Socket.made
        if socket._future and not socket._future.done()
    )
    return not (_busy or others or frames or get_channel_layer().has_messages())
