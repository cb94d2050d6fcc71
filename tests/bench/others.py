"""What others at the server notice of floods, long work and strong bots: the time until their moves are shown.

A hundred tables play at people's pace on one server, first alone. Each trouble is made by a process of its own:
`python -m tests.bench.others KIND PORT TARGET COOKIE...`, where TARGET is the code of a table or the path of a page.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Final

from tests.bench.figures import Figure, print_figures
from tests.bench.servers import Process, Setting, club_server
from tests.bench.tables import measure, screens
from tests.made_once import ROOT
from tests.pressure.phones import post
from tests.pressure.players import think_some_seconds
from tests.pressure.sockets import Socket, connect
from tests.served.setting import Seated, furnish

TABLES, TABLES_WITH_BOTS = 100, 6
SECONDS: Final = 8.0
SETTLING: Final = 1.5
TURN: Final = {"do": "play", "card": "HJ", "window": "1.card0"}
QUICKLY: Final = (0.3, 0.6)
"""Seconds the person among three strong bots thinks, so that the bots have much to think about."""


async def flood(port: int, code: str, cookies: Sequence[str]) -> None:
    """Send moves of a spectator as fast as they go, and connect again when cut off."""
    while True:
        with contextlib.suppress(OSError):
            socket = await open_socket(port, code, cookies[0])
            while not socket.closed and socket.close_code is None:
                for _ in range(500):
                    socket.send(json.dumps(TURN))
                await asyncio.sleep(0)
        await asyncio.sleep(0.01)


async def look_on(port: int, code: str, cookies: Sequence[str]) -> None:
    """Open twenty screens of each, all at once, and keep them."""
    everybody = [cookie for cookie in cookies for _ in range(20)]
    await asyncio.gather(*(open_socket(port, code, one) for one in everybody), return_exceptions=True)
    await asyncio.Event().wait()


async def open_socket(port: int, code: str, cookie: str) -> Socket:
    """A socket of a table that does nothing with what it is told."""
    return await connect(port=port, path=f"/ws/t/{code}/", cookie=cookie, on_text=lambda _socket, _text: None)


async def read_page(port: int, path: str, cookies: Sequence[str]) -> None:
    """Ask for a page again and again."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nCookie: {cookies[0]}\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.read()
        writer.close()
        assert b" 200 " in answer[:20], answer[:200]


async def import_members(port: int, path: str, cookies: Sequence[str]) -> None:
    """Read in list after list of new names without a Latin letter."""
    for page in range(40):
        names = "\n".join(f"{chr(0x4E00 + number)}{chr(0x5E00 + page)}" for number in range(500))
        answer = await asyncio.to_thread(
            post, port, path, cookie=cookies[0], fields={"pasted": names, "confirm": "on"}
        )
        assert answer.status < 400, answer.text[-500:]


FRAMES, SPECTATORS = "small frames without end", "800 spectators at once"
STANDINGS, LISTS = "standings of 500 x 40", "lists of 500 names read in"
KINDS: Mapping[str, Callable[[int, str, Sequence[str]], Awaitable[None]]] = {
    FRAMES: flood,
    SPECTATORS: look_on,
    STANDINGS: read_page,
    LISTS: import_members,
}


def measure_others(setting: Setting) -> None:
    """Print the figures; the database holds a large club afterwards."""
    import django

    environment = setting.environment
    seated = furnish(environment, TABLES, 4, "others-")
    bots = furnish(environment, TABLES_WITH_BOTS, 1, "bots-", "strong")
    fans = [cookie for place in furnish(environment, 10, 4, "fans-") for cookie in place.cookies if cookie]
    django.setup()
    from django.conf import settings

    from accounts.models import Player
    from tests.league.many import large_club
    from tests.served.sessions import cookie_of

    competition = large_club("busy")
    owner = cookie_of(Player.objects.get(username="busy0"), settings.SECRET_KEY)
    targets = {
        FRAMES: (seated[0].code, fans),
        SPECTATORS: (seated[0].code, fans),
        STANDINGS: (f"/l/{competition.pk}/", [owner]),
        LISTS: (f"/c/{competition.season.club.slug}/members/import/", [owner]),
    }
    with club_server(environment) as server:
        asyncio.run(_measure_each(server, seated, bots, targets, setting.think))


async def _measure_each(
    server: Process,
    seated: Sequence[Seated],
    bots: Sequence[Seated],
    targets: Mapping[str, tuple[str, Sequence[str]]],
    think: tuple[float, float],
) -> None:
    """Print what happens at the tables alone and beside each trouble."""

    async def measured(beside: str) -> None:
        load = await measure([server], tables, SECONDS)
        figures = [
            Figure("move sent to the last screen, median", load.latency(0.5)),
            Figure("move sent to the last screen, 99 of 100", load.latency(0.99)),
            Figure("move sent to the last screen, longest", load.latency(1)),
            Figure("memory of the server", server.megabytes(), "MB"),
        ]
        print_figures(f"{TABLES} tables, one server, SQLite, beside {beside}", figures)

    async with screens([server], seated, think_some_seconds(random.Random(5), *think)) as tables:
        await asyncio.sleep(think[1])
        await measured("nothing")
        for kind, (target, cookies) in targets.items():
            async with trouble(kind, server.port, target, cookies):
                await measured(kind)
            await asyncio.sleep(think[1])  # what was begun ends before the next
        async with screens([server], bots, think_some_seconds(random.Random(12), *QUICKLY)):
            await asyncio.sleep(SETTLING)
            await measured(f"strong bots at {TABLES_WITH_BOTS} tables")


@contextlib.asynccontextmanager
async def trouble(kind: str, port: int, target: str, cookies: Sequence[str]) -> AsyncIterator[None]:
    """A process that makes this trouble while the block runs. Raises AssertionError when it ended by itself."""
    words = ["-m", "tests.bench.others", kind, str(port), target, *cookies]
    process = await asyncio.create_subprocess_exec(sys.executable, *words, cwd=ROOT)
    try:
        await asyncio.sleep(SETTLING)
        yield
        assert process.returncode is None, f"{kind} ended by itself"
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


if __name__ == "__main__":
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # disconnects are expected
    asyncio.run(KINDS[sys.argv[1]](int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
