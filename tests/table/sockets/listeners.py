"""A listener that records the messages told to the screens of a table."""

from __future__ import annotations

import asyncio

from games.table.broadcast.live import Message


class Listener:
    """A screen that writes down what it is told."""

    def __init__(self, *, broken: bool = False, seq: int = 0) -> None:
        self.told: list[Message] = []
        self.broken = broken
        self.seq = seq

    def is_news(self, message: Message) -> bool:
        return message.kind != "changed" or message.seq > self.seq

    async def tell(self, message: Message) -> None:
        if self.broken:
            raise ConnectionResetError
        self.told.append(message)


async def settled() -> None:
    """Let everything that was started come to its end."""
    for _ in range(20):
        await asyncio.sleep(0)
