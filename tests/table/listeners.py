"""Somebody who hears what the screens of a table are told."""

from __future__ import annotations

import asyncio

from games.table.broadcast.live import Word


class Listener:
    """A screen that writes down what it is told."""

    def __init__(self, *, broken: bool = False, seq: int = 0) -> None:
        self.told: list[Word] = []
        self.broken = broken
        self.seq = seq

    def is_news(self, word: Word) -> bool:
        return word.kind != "changed" or word.seq > self.seq

    async def tell(self, word: Word) -> None:
        if self.broken:
            raise ConnectionResetError
        self.told.append(word)


async def settled() -> None:
    """Let everything that was started come to its end."""
    for _ in range(20):
        await asyncio.sleep(0)
