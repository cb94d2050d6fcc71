"""How soon people see what happened on another server, and how soon a busy one says that it is alive."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from asgiref.sync import sync_to_async

from tests.bench.figures import Figure
from tests.bench.servers import club_server
from tests.bench.setting import environment, newcomers, session_cookie, start_table
from tests.pressure.phones import Phone, post, status
from tests.served.processes import serving, until
from tests.served.slow_pages import BURST, burst, slow_pages

if TYPE_CHECKING:
    from accounts.models import Player

TIMES = 5
HEALTH_TIMES = 20
SESSION = re.compile(r"sessionid=\w+")
HAND = 'name="card"'


def measure_promptness(folder: Path) -> list[Figure]:
    """The slowest of a few times each."""
    match, players = start_table("prompt", people=4)
    with (
        club_server(folder, environment(folder), "--no-steward") as one,
        club_server(folder, environment(folder), "--no-steward") as other,
    ):
        names, ends, taps = asyncio.run(_measured(match.code, players, one.port, other.port))
    around = {**environment(folder), "VAR_DIR": str(folder), "COLLECTED_STATIC": "false"}
    with serving(around, "--no-steward") as server:
        health = asyncio.run(_health_while_pages_are_slow(server.port, folder))
    return [
        Figure("one tap on the first page to a hand of cards", max(taps), "s", 3),
        Figure("a new name on every screen of both", max(names), "s", 2),
        Figure("signed out at one, the socket at the other closed", max(ends), "s", 2),
        Figure(f"/healthz with six slow pages, after {BURST} connections", max(health) * 1000, "ms", 100),
    ]


async def _measured(
    code: str, players: Sequence[Player], one: int, other: int
) -> tuple[list[float], list[float], list[float]]:
    from accounts.services import rename

    phones = [Phone(code, await sync_to_async(session_cookie)(player)) for player in players]
    for phone, port in zip(phones, (one, other) * 2, strict=True):
        await phone.open(port)
    [onlooker] = await sync_to_async(newcomers)("onlooker", 1)
    names, ends, taps = [], [], []
    for number in range(TIMES):
        name = f"Hazelnut {number}"
        began = perf_counter()
        await sync_to_async(rename)(player=players[0], nickname=name)
        await until(lambda name=name: all(name in "".join(phone.frames) for phone in phones))
        names.append(perf_counter() - began)

        gone = Phone(code, await sync_to_async(session_cookie)(onlooker))
        await gone.open(other)
        await until(lambda gone=gone: gone.frames)
        began = perf_counter()
        await asyncio.to_thread(gone.post, one, "/accounts/logout/")
        await until(lambda gone=gone: gone.closed)
        ends.append(perf_counter() - began)

        taps.append(await _one_tap(one))
    return names, ends, taps


async def _health_while_pages_are_slow(port: int, folder: Path) -> list[float]:
    """Seconds until `/healthz` answers, asked again and again while six slow pages are made after a burst."""
    await burst(port)
    spent = []
    async with slow_pages(port, folder):
        for _ in range(HEALTH_TIMES):
            began = perf_counter()
            assert await status(port, "/healthz") == 200
            spent.append(perf_counter() - began)
    return spent


async def _one_tap(port: int) -> float:
    """Seconds from a new visitor's tap until their cards are shown."""
    began = perf_counter()
    answer = await asyncio.to_thread(post, port, "/play/", cookie="", fields={})
    cookie = SESSION.search(answer.headers["set-cookie"])
    code = answer.headers["location"].strip("/").rpartition("/")[2]
    phone = Phone(code, cookie[0] if cookie else "")
    await phone.open(port)
    await until(lambda: HAND in "".join(phone.frames))
    phone.close()
    return perf_counter() - began
