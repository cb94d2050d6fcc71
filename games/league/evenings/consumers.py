"""The cockpit's consumer: the tables and sign-ups of an evening, sent whenever one of them changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

from accounts.models import Player
from games.league.evenings.cockpit import cockpit_html
from games.league.leaders import leads
from games.league.models import Evening
from games.table import live
from games.table.log import loading
from games.table.log.states import DirectorCall
from games.table.sockets.club_consumer import CLOSE_NOT_FOUND, ClubConsumer
from games.table.threads import OUT_OF_REACH, call_in_thread

PUSH_DELAY: Final = 0.15
"""Seconds in which the events of all tables become one push: twenty tables move at once."""
RETRY_DELAY: Final = 2.0
"""Seconds until another try while the database is away."""


class CockpitConsumer(ClubConsumer):
    """One open cockpit, in the groups of its evening and of each of its tables. It only tells, whatever it is sent.

    `known` is what the cockpit shows of each table: status, closed rounds and call for the director.
    """

    evening_id: int | None = None
    drawing: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        evening_id = int(self.scope["url_route"]["kwargs"]["number"])
        matches = await call_in_thread(_matches, evening_id, self.player)
        if matches is None:
            await self.close(CLOSE_NOT_FOUND)
            return
        self.evening_id = evening_id
        self.html = ""
        self.known: dict[int, tuple[str, int, DirectorCall | None]] = {}
        self.stale = False
        await self.join(live.evening_group(evening_id))
        await self._watch(matches)

    async def leave(self) -> None:
        await super().leave()
        if self.drawing is not None:
            self.drawing.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Send the cockpit where it looks different from what the page has."""
        if self.evening_id is not None:
            self._draw_soon()

    async def table_changed(self, event: dict[str, Any]) -> None:
        """A table moved on: worth a look when a round was written down, it started or ended, or the director was
        called.
        """
        if self._has_other_rounds(event["match"], event["seq"]):
            self._draw_soon()

    async def evening_changed(self, event: dict[str, Any]) -> None:
        """Sign-ups, seats, people or names changed."""
        self._draw_soon()

    presence_changed = names_changed = seats_changed = evening_changed

    async def may_stay(self) -> bool:
        return (
            self.evening_id is None
            or await call_in_thread(_matches, self.evening_id, self.player) is not None
        )

    async def _watch(self, matches: Iterable[int]) -> None:
        for match_id in matches:
            if live.table_group(match_id) not in self.joined:
                await self.join(live.table_group(match_id))

    def _draw_soon(self) -> None:
        """Draw in a task, in which the events of a moment are gathered."""
        self.stale = True
        if self.drawing is None or self.drawing.done():
            self.drawing = asyncio.create_task(self._draw())

    async def _draw(self) -> None:
        """Draw what is newest, and again after a while where the database was out of reach."""
        while self.stale:
            await asyncio.sleep(PUSH_DELAY)
            self.stale = False  # an event from here on needs another drawing
            try:
                await self._draw_once()
            except OUT_OF_REACH:
                self.stale = True
                await asyncio.sleep(RETRY_DELAY)

    async def _draw_once(self) -> None:
        matches = await call_in_thread(_matches, self.evening_id, self.player)
        if matches is not None:
            html = await call_in_thread(cockpit_html, self.evening_id, self.language)
            await self._watch(matches)
            if html != self.html:
                self.html = html
                await self.send(text_data=html)

    def _has_other_rounds(self, match_id: int, seq: int) -> bool:
        """Whether a table's rounds, or its call for the director, may have changed since the last event.

        Without a query. A move of another process may have closed a round without being folded into the table
        cached here.
        """
        table = loading.known_table(match_id)
        if table is None or table.state.game_state is None or table.state.seq < seq:
            return True
        now = table.status, table.game.progress(table.state.game_state).closed, table.state.director_call
        news = self.known.get(match_id) != now
        self.known[match_id] = now
        return news


def _matches(evening_id: int, player: Player | None) -> tuple[int, ...] | None:
    """The matches of the evening, None for a player who may not run it."""
    evening = Evening.objects.select_related("competition__season__club").filter(pk=evening_id).first()
    if evening is None or player is None:
        return None
    if not leads(evening, player):
        return None
    return tuple(evening.tables.filter(match__isnull=False).values_list("match", flat=True))
