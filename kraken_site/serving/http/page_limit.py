"""ASGI middleware: limit how many pages are made at the same time; further requests wait without a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

AT_ONCE: Final = 6
"""Each page may hold a connection to PostgreSQL. With the four of the table's threads and those of the periodic tasks
they stay below POSTGRESQL_CONNECTIONS: a page that waits for the pool is answered after two seconds that the database
is away."""


class PageLimit:
    """Run AT_ONCE requests at a time, in the order they came. On one event loop."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._free = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        async with self._free:
            await self.application(scope, receive, send)
