"""Browsers that open many connections at once, and pages that a server of `tests.served.server` makes slowly."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
from collections.abc import AsyncIterator
from pathlib import Path

from tests.patience import PATIENCE
from tests.pressure.phones import status
from tests.served.processes import until
from tests.served.server import SLOW

BURST = 80
AT_ONCE = 6


async def browse(port: int) -> None:
    """Load a page and what belongs to it over one connection that is kept, as a browser does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        for path in ("/accounts/login/", "/static/css/base.css", "/accounts/signup/"):
            await asyncio.to_thread(connection.request, "GET", path)
            await asyncio.to_thread(lambda: connection.getresponse().read())
    finally:
        connection.close()


async def burst(port: int) -> None:
    """Browse with BURST browsers at once."""
    await asyncio.gather(*(browse(port) for _ in range(BURST)))


@contextlib.asynccontextmanager
async def slow_pages(port: int, folder: Path) -> AsyncIterator[list[asyncio.Task[int]]]:
    """Slow pages, all under way while the block runs; `folder` is its VAR_DIR.

    Afterwards they are answered, with 200 each.
    """
    (folder / SLOW).touch()
    try:
        pages = [asyncio.create_task(status(port, "/readyz")) for _ in range(AT_ONCE)]
        await until(lambda: len(list(folder.glob(f"{SLOW}-*"))) == AT_ONCE, what="six pages are being made")
        yield pages
    finally:
        (folder / SLOW).unlink()
    assert set(await asyncio.gather(*pages)) == {200}
