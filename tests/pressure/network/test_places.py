"""How many pages a real server makes at the same time, after browsers have opened many connections at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.pressure.phones import status
from tests.served.processes import serving
from tests.served.slow_pages import burst, slow_pages

pytestmark = pytest.mark.slow

STORM = 900
"""Connections of one address at once; they fit into the queue of the system."""


async def test_after_a_burst_six_slow_pages_are_made_at_once_and_healthz_answers_meanwhile(
    environment: dict[str, str],
) -> None:
    """The slow pages are held until `/healthz` has answered, so it cannot have waited for one of them."""
    with serving(environment, "--no-steward") as server:
        await burst(server.port)
        async with slow_pages(server.port, Path(environment["VAR_DIR"])) as pages:
            assert await status(server.port, "/healthz") == 200
            assert not any(page.done() for page in pages)


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
