"""Sockets to an application in the process of the test. They wait for its tasks to be idle, not for a time."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar
from weakref import WeakSet

from channels.testing import WebsocketCommunicator

from games.table.broadcast import live
from tests.patience import PATIENCE


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

    @property
    def waits(self) -> bool:
        """Whether its application has nothing to do but wait for the next frame."""
        return self.input_queue.empty() and bool(self.input_queue._getters)

    def sent(self) -> list[str]:
        """The frames received and not yet read."""
        arrived = []
        while not self.output_queue.empty():
            output = self.output_queue.get_nowait()
            assert output["type"] == "websocket.send", output
            arrived.append(output["text"])
        return arrived


async def nothing_left_to_do() -> None:
    """Until every task of this loop is over, or a socket's that waits for a frame."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.sleep(0)
        while busy := _busy():
            # A socket's task returns to waiting without an event a test could await.
            await asyncio.wait(busy, timeout=0.002, return_when=asyncio.FIRST_COMPLETED)


def _busy() -> set[asyncio.Task[Any]]:
    waiting = {socket._future for socket in Socket.made if socket._future and socket.waits}
    return {
        task
        for task in asyncio.all_tasks() - waiting - {asyncio.current_task()}
        if task.get_coro().__qualname__ != live._listen.__qualname__  # type: ignore[union-attr]
    }
