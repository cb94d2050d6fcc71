"""The cockpit's socket: the tables of an evening, pushed whenever one of them moves on. It only tells, never hears."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils import translation

from accounts.clubs.permissions import Right, may
from accounts.models import Player
from games.league import queries
from games.league.evenings.next_step import shown_tables
from games.league.models import Evening
from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.log import loading
from games.table.sockets.handshake import language_of

NOT_YOURS: Final = 4404
"""Close code for an evening that is not there for this player; hx-ws does not come back after it."""
GATHER: Final = 0.15
"""Seconds in which the words of all tables become one push: twenty tables talk at once."""

Event = Mapping[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Event]]


async def cockpit_socket(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """One socket of one cockpit, from its opening to its close."""
    await receive()
    await send({"type": "websocket.accept"})
    live.listen()
    player = scope["user"] if scope["user"].is_authenticated else None
    evening_id = int(scope["url_route"]["kwargs"]["number"])
    matches = await table_executor.run(_matches, evening_id, player)
    if matches is None:
        await send({"type": "websocket.close", "code": NOT_YOURS})
        return
    screen = CockpitScreen(evening_id, language=language_of(scope, player), send=send)
    for match_id in matches:
        live.join(match_id, screen, None)
    try:
        while (await receive())["type"] == "websocket.receive":
            await screen.show()
    finally:
        screen.close()
        for match_id in matches:
            live.part(match_id, screen, None)


class CockpitScreen:
    """One open cockpit. Words that come while a push is being prepared join it."""

    def __init__(self, evening_id: int, *, language: str, send: Send) -> None:
        self.evening_id = evening_id
        self.language = language
        self._send = send
        self._shown = ""
        self._known: dict[int, tuple[str, int]] = {}
        self._dirty = False
        self._soon: asyncio.Task[None] | None = None

    def is_news(self, word: live.Word) -> bool:
        """Talk is none here, nor which of their screens somebody plays on."""
        return word.kind not in ("talked", "opened")

    async def tell(self, word: live.Word) -> None:
        """A table moved on; that is worth a look when a round was written down, it started or ended, or people came."""
        if word.kind == "changed" and not self._has_other_rounds(word):
            return
        self._dirty = True
        if self._soon is None or self._soon.done():
            self._soon = asyncio.create_task(self._show_soon())

    def _has_other_rounds(self, word: live.Word) -> bool:
        """Whether the rounds of a table may be others than when it was told of last; asks no database.

        What another process has done since it was known here may have closed one: nobody here folds it.
        """
        match_id, table = word.match_id, loading.known_table(word.match_id)
        if table is None or table.state.game_state is None or table.state.seq < word.seq:
            return True
        now = table.status, table.game.progress(table.state.game_state).closed
        news = self._known.get(match_id) != now
        self._known[match_id] = now
        return news

    async def show(self) -> None:
        """Send the tables if they look different from what this screen has."""
        html = await table_executor.run(cockpit_html, self.evening_id, self.language)
        if html != self._shown:
            self._shown = html
            await self._send({"type": "websocket.send", "text": html})

    def close(self) -> None:
        """Nobody looks any more."""
        if self._soon is not None:
            self._soon.cancel()

    async def _show_soon(self) -> None:
        while self._dirty:
            await asyncio.sleep(GATHER)
            self._dirty = False  # what is told from here on may come too late for this drawing
            await self.show()


def _matches(evening_id: int, player: Player | None) -> tuple[int, ...] | None:
    """The matches of the evening, None for who may not run it."""
    evening = Evening.objects.select_related("competition__season__club").filter(pk=evening_id).first()
    if evening is None or player is None:
        return None
    if not may(player=player, club=evening.competition.season.club, right=Right.RUN_EVENING):
        return None
    return tuple(evening.tables.filter(match__isnull=False).values_list("match", flat=True))


def cockpit_html(evening_id: int, language: str) -> str:
    """The tables of an evening as they are this moment, as the cockpit is sent them."""
    evening = Evening.objects.select_related("competition").get(pk=evening_id)
    entered = queries.entered_in(evening.competition)
    with translation.override(language):
        return render_to_string("league/_cockpit.html", shown_tables(evening, entered))
