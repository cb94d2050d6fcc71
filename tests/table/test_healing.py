"""A screen that missed something becomes right by itself: what it shows equals a fresh load (P3)."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter

from accounts.models import Player
from games.kit.rate_limit import Bucket
from games.routing import websocket_urlpatterns
from games.table.broadcast import live
from games.table.log import loading
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.sockets import Socket
from tests.table.play import step, table_of

pytestmark = pytest.mark.django_db(transaction=True)

ZONE = re.compile(r'<\w+ id="(strip|seat-\d|trick|sheet|talk|hand|prompt|around|notice|seq)"')


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
        """The connection is gone; whatever was under way to it is lost."""
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
        """What the page shows is what a fresh load would show now."""
        table = table_of(self.match)
        seat = table.seat_of(self.player.pk)
        rendering.forget_all()
        for name, html in rendering.zones_of(table, seat=seat, heard=(), language="en").items():
            if not name.startswith("seat-"):  # who is here is told on its own
                assert self.zones[name].startswith(html), name


async def played(
    match: Match, players: list[Player], clock: Clock, between: Callable[[], Awaitable[None]], steps: int
) -> None:
    """Let so many things happen at the table, with something done after each."""
    now, rng = clock.now, Random(4)
    by_seat = dict(enumerate(players))
    for _ in range(steps):
        now = await sync_to_async(step)(match, by_seat, now, rng)
        await between()


async def test_every_push_keeps_the_page_right(match: Match, players: list[Player], clock: Clock) -> None:
    pages = [Page(match, players[0]), Page(match, players[2])]
    for page in pages:
        await page.open()

    async def all_right() -> None:
        for page in pages:
            await page.read()
            await sync_to_async(page.is_right)()

    await played(match, players, clock, all_right, steps=52)
    for page in pages:
        await page.cut()


async def test_a_page_cut_off_at_any_moment_is_right_when_it_is_back(
    match: Match, players: list[Player], clock: Clock
) -> None:
    page = Page(match, players[1])
    await page.open()
    rng = Random(6)

    async def cut_or_back() -> None:
        if page.socket is None:
            await page.open()
            await sync_to_async(page.is_right)()
        elif rng.random() < 0.6:
            await page.cut()

    await played(match, players, clock, cut_or_back, steps=52)
    if page.socket is not None:
        await page.cut()


async def test_a_page_that_misses_pushes_is_right_after_its_heartbeat(
    match: Match, players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of all words are lost, and this process has forgotten what it knew. The hearts beat fast here."""
    monkeypatch.setattr(Bucket, "take", lambda bucket, now: True)
    page = Page(match, players[3])
    await page.open()
    rng, spread = Random(8), live.spread
    monkeypatch.setattr(live, "spread", lambda words: spread(words) if rng.random() < 0.5 else None)

    async def beat() -> None:
        loading.forget_all()
        await page.beat()
        await sync_to_async(page.is_right)()

    await played(match, players, clock, beat, steps=52)
    await page.cut()
