"""How many pages a real server makes at the same time, after browsers have opened many connections at once."""

from __future__ import annotations

import asyncio
import http.client
from pathlib import Path

from kraken_site.serving.http.page_limit import AT_ONCE
from tests.patience import PATIENCE
from tests.pressure.phones import status
from tests.pressure.processes import serving, until
from tests.pressure.server import SLOW

BURST = 80
STORM = 900
"""Connections of one address at once; they fit into the queue of the system."""


async def browse(port: int) -> None:
    """Load a page and what belongs to it over one connection that is kept, as a browser does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        for path in ("/accounts/login/", "/static/css/base.css", "/accounts/signup/"):
            await asyncio.to_thread(connection.request, "GET", path)
            await asyncio.to_thread(lambda: connection.getresponse().read())
    finally:
        connection.close()


async def test_after_a_burst_six_slow_pages_are_made_at_once_and_healthz_answers_meanwhile(
    environment: dict[str, str],
) -> None:
    """The slow pages are held until `/healthz` has answered, so it cannot have waited for one of them."""
    folder = Path(environment["VAR_DIR"])
    with serving(environment, "--no-steward") as server:
        await asyncio.gather(*(browse(server.port) for _ in range(BURST)))
        (folder / SLOW).touch()
        try:
            slow = [asyncio.create_task(status(server.port, "/readyz")) for _ in range(AT_ONCE)]
            await until(
                lambda: len(list(folder.glob(f"{SLOW}-*"))) == AT_ONCE, what="six pages are being made"
            )
            assert await status(server.port, "/healthz") == 200
            assert not any(page.done() for page in slow)
        finally:
            (folder / SLOW).unlink()
        assert set(await asyncio.gather(*slow)) == {200}


async def test_a_storm_of_connections_from_one_address_does_not_hold_up_another(
    environment: dict[str, str],
) -> None:
    """A newcomer who connects after all of them is answered while many of them still wait for their turn."""
    with serving(environment, "--no-steward") as server:
        storm = [
            asyncio.create_task(status(server.port, "/healthz", source="127.0.0.2")) for _ in range(STORM)
        ]
        await asyncio.wait(storm, return_when=asyncio.FIRST_COMPLETED)
        assert await status(server.port, "/healthz", source="127.0.0.3") == 200
        waiting = [each for each in storm if not each.done()]
        assert len(waiting) > STORM / 2
        assert set(await asyncio.gather(*storm)) == {200}
