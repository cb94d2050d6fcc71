"""Tasks that a server process repeats beside its requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from django.db import Error

log = logging.getLogger("club.serve")


async def repeat(task: Callable[[], Awaitable[object]], *, seconds: float) -> None:
    """Run `task` for ever, with this pause in between; after a database error it is tried again next time."""
    while True:
        try:
            await task()
        except Error as error:
            log.warning("%s is tried again later: %s", task.__name__, type(error).__name__)
        await asyncio.sleep(seconds)
