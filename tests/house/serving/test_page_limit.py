"""The limit of pages made at once: all requests are answered, and no more run than there are connections."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.db import close_old_connections, connection

from games.table.broadcast.executor import ON_POSTGRESQL
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
    assert settings.POSTGRESQL_CONNECTIONS >= AT_ONCE + ON_POSTGRESQL + 2


async def twice_in_its_thread(scope: Any, _receive: Any, _send: Any) -> None:
    """An application that does the scope's `work` twice where Django runs a view, and keeps the results there."""
    async with ThreadSensitiveContext():  # as Django's handler
        for _ in range(2):
            scope["results"].append(await sync_to_async(scope["work"])())


async def test_pages_share_a_few_threads_and_none_is_in_two_pages_at_once() -> None:
    together = threading.Barrier(AT_ONCE)

    def thread_with_all_others() -> int:
        together.wait(PATIENCE)
        return threading.get_ident()

    gate, seen = PageLimit(twice_in_its_thread), set()
    for _ in range(3):
        pages = [{"work": thread_with_all_others, "results": []} for _ in range(AT_ONCE)]
        await asyncio.gather(*(gate(page, None, None) for page in pages))
        assert all(first == second for first, second in (page["results"] for page in pages))
        assert len({page["results"][0] for page in pages}) == AT_ONCE
        seen |= {page["results"][0] for page in pages}
    assert len(seen) == AT_ONCE


async def test_a_thread_that_goes_on_for_nobody_makes_no_other_page() -> None:
    began, end = threading.Event(), threading.Event()

    def slow() -> None:
        began.set()
        assert end.wait(PATIENCE)

    async def page(scope: Any, _receive: Any, _send: Any) -> None:
        if scope["slow"]:
            scope["left"] = asyncio.create_task(sync_to_async(slow)())
            await sync_to_async(began.wait, thread_sensitive=False)(PATIENCE)
        else:
            await sync_to_async(threading.get_ident)()

    gate = PageLimit(page)
    left = asyncio.create_task(gate({"slow": True}, None, None))
    async with asyncio.timeout(PATIENCE):
        for _ in range(3):
            await asyncio.gather(*(gate({"slow": False}, None, None) for _ in range(AT_ONCE)))
        assert not left.done()
        end.set()
        await left


@pytest.mark.django_db(transaction=True)
async def test_a_page_thread_keeps_its_connection_to_sqlite_and_gives_that_of_the_pool_back() -> None:
    def connected() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        held = id(connection.connection)
        close_old_connections()  # as Django does after each request
        return held if connection.connection is not None else 0

    def disconnected() -> None:
        connection.close()

    gate = PageLimit(twice_in_its_thread)
    page: dict[str, Any] = {"work": connected, "results": []}
    for _ in range(3):
        await gate(page, None, None)
    await gate({"work": disconnected, "results": []}, None, None)
    kept = set(page["results"])
    assert len(kept) == 1
    assert (0 in kept) == (connection.vendor == "postgresql")
