"""Duties a server does again and again beside its requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from django.db import Error

log = logging.getLogger("club.watching")


async def again_and_again(duty: Callable[[], Awaitable[object]], *, seconds: float) -> None:
    """Do `duty` for ever, with so many seconds in between; a database out of reach is tried again next time."""
    while True:
        try:
            await duty()
        except Error as error:
            log.warning("%s has to wait: %s", duty.__name__, type(error).__name__)
        await asyncio.sleep(seconds)
