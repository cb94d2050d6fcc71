"""The page of a table as a browser keeps it, and a table that goes on under it."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from random import Random

from asgiref.sync import sync_to_async
from channels.routing import URLRouter

from accounts.models import Player
from games.routing import websocket_urlpatterns
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.sockets import Socket
from tests.table.play import step, table_of

ZONE = re.compile(r'<\w+ id="(strip|seat-\d|trick|sheet|talk|hand|prompt|agreements|notice|accuse|seq)"')


class Page:
    """A page as the browser keeps it: zones by id, replaced by what is pushed."""

    def __init__(self, match: Match, player: Player) -> None:
        self.match, self.player = match, player
        self.zones: dict[str, str] = {}
        self.socket: Socket | None = None

    async def open(self) -> None:
        """Connect, or connect again: the whole table comes and replaces everything."""
        self.zones.clear()
        self.socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/t/{self.match.code}/")
        self.socket.scope["user"] = self.player
        await self.socket.connect()
        await self.read()

    async def cut(self) -> None:
        """Drop the connection with all messages under way."""
        assert self.socket is not None
        await self.socket.disconnect()
        self.socket = None

    async def beat(self) -> None:
        """The heartbeat."""
        assert self.socket is not None
        await self.socket.send_to(text_data=json.dumps({"do": "ping"}))
        await self.read()

    async def read(self) -> None:
        """Show what arrives, until the newest log entry is shown."""
        assert self.socket is not None
        newest = (await sync_to_async(table_of)(self.match)).state.seq
        while f'data-seq="{newest}"' not in self.zones.get("seq", ""):
            self._show(await self.socket.receive_from())

    def _show(self, frame: str) -> None:
        starts = [(found.start(), found[1]) for found in ZONE.finditer(frame)]
        ends = [start for start, _ in starts[1:]] + [len(frame)]
        for (start, name), end in zip(starts, ends, strict=True):
            self.zones[name] = frame[start:end]

    def is_right(self) -> None:
        """Assert that the page shows the same as a fresh load would."""
        table = table_of(self.match)
        seat = table.seat_of(self.player.pk)
        rendering.forget_all()
        for name, html in rendering.zones_of(table, seat=seat, talk=(), language="en").items():
            if not name.startswith("seat-"):  # presence is pushed separately
                assert self.zones[name].startswith(html), name


async def play_on(
    match: Match, players: list[Player], clock: Clock, between: Callable[[], Awaitable[None]], steps: int
) -> None:
    """Let so many things happen at the table, with something done after each."""
    now, rng = clock.now, Random(4)
    by_seat = dict(enumerate(players))
    for _ in range(steps):
        now = await sync_to_async(step)(match, by_seat, now, rng)
        await between()
