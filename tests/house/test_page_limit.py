"""The limit of pages made at once: all requests are answered, and no more run than there are connections."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings

from kraken_site.serving.http.page_limit import AT_ONCE, PageLimit
from tests.patience import PATIENCE


async def test_fifty_at_once_are_all_answered_a_few_at_a_time() -> None:
    inside, most, answered = 0, 0, []

    async def page(scope: Any, _receive: Any, _send: Any) -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0)
        inside -= 1
        answered.append(scope)

    gate = PageLimit(page)
    await asyncio.gather(*(gate({"number": number}, None, None) for number in range(50)))
    assert len(answered) == 50
    assert most == AT_ONCE


async def test_who_goes_away_or_fails_leaves_room_for_the_next() -> None:
    stuck = asyncio.Event()

    async def page(scope: Any, _receive: Any, _send: Any) -> None:
        if scope["fails"]:
            raise LookupError
        await stuck.wait()

    gate = PageLimit(page)
    failed = await asyncio.gather(
        *(gate({"fails": True}, None, None) for _ in range(AT_ONCE)), return_exceptions=True
    )
    assert [type(each) for each in failed] == [LookupError] * AT_ONCE
    waiting = [asyncio.create_task(gate({"fails": False}, None, None)) for _ in range(2 * AT_ONCE)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    stuck.set()
    async with asyncio.timeout(PATIENCE):
        await gate({"fails": False}, None, None)


def test_pages_and_table_threads_do_not_ask_for_more_than_the_pool_has() -> None:
    """Two more are for the server's own duties."""
    assert settings.POSTGRESQL_CONNECTIONS >= AT_ONCE + 4 + 2
