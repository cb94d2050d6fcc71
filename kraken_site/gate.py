"""So many pages are made at once; what else is asked for waits in front of them, where waiting costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

AT_ONCE: Final = 6
"""Each of them may hold a connection to PostgreSQL. Together with the four of the table's threads and those of the
server's own duties they stay below what the pool has (`settings.py`): who waits for the pool is told after two seconds
that the books are away, which is then not so."""


class Gate:
    """Around the pages, on one event loop."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._free = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        async with self._free:
            await self.application(scope, receive, send)
