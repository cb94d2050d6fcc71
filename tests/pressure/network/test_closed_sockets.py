"""A closed socket is freed at once, not by the garbage collector, whose full collections stop all tables."""

from __future__ import annotations

import asyncio
import json
from urllib.request import urlopen

import pytest

from tests.patience import PATIENCE
from tests.pressure.phones import Phone
from tests.served.processes import free_port, running, until, wait_until_ready

pytestmark = pytest.mark.slow


async def test_nothing_of_a_closed_socket_is_left_without_the_garbage_collector(
    environment: dict[str, str], phones: list[Phone]
) -> None:
    port = free_port()
    words = ["-m", "tests.served.uncollected", "--port", str(port), "--no-steward"]

    def kept() -> dict[str, int]:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    with running(words, environment) as process:
        await asyncio.to_thread(wait_until_ready, port, process)
        alone = await asyncio.to_thread(kept)
        for phone in phones:
            await phone.open(port)
        await until(lambda: all(phone.frames for phone in phones), what="everybody sees the table")
        opened = await asyncio.to_thread(kept)
        assert opened["TableConsumer"] == opened["WebSocketProtocol"] == len(phones)
        for phone in phones:
            phone.close()
        await until(lambda: kept() == alone, what="nothing is left of them")
