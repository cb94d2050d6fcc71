"""ASGI middleware: limit how many pages are made at the same time; further requests wait without a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

from asgiref.sync import ThreadSensitiveContext

P = ParamSpec("P")
R = TypeVar("R")

AT_ONCE: Final = 6
"""Each page may hold a connection to PostgreSQL. With those of the table's threads and those of the periodic tasks
they stay below POSTGRESQL_CONNECTIONS: a page that waits for the pool is answered after two seconds that the database
is away."""


class PageThread(ThreadPoolExecutor):
    """One thread that makes pages, one after the other, and keeps its connection to the database."""

    def __init__(self) -> None:
        super().__init__(max_workers=1, thread_name_prefix="page")
        self._last: Future[Any] | None = None

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """As in the base class, and remember it for `idle`."""
        self._last = submitted = super().submit(fn, *args, **kwargs)
        return submitted

    async def idle(self) -> None:
        """Wait until the thread has nothing to do: it goes on for a page whose reader went away."""
        if self._last is not None and not self._last.done():
            await asyncio.wait([asyncio.wrap_future(self._last)])


class PageLimit:
    """Run AT_ONCE requests at a time, in the order they came, each in a thread of its own. On one event loop.

    The threads are kept. Without them Django starts a thread for each request, which opens the database anew.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self._free = asyncio.Semaphore(AT_ONCE)
        self._threads = [PageThread() for _ in range(AT_ONCE)]

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        async with self._free:
            thread = self._threads.pop()
            try:
                async with ThreadSensitiveContext(executor=thread):
                    await self.application(scope, receive, send)
            finally:
                try:
                    await thread.idle()
                finally:
                    self._threads.append(thread)
