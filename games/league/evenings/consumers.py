"""The cockpit's socket: the tables and sign-ups of an evening, pushed whenever one of them changes. It only tells,
never hears.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import Player
from games.league import queries
from games.league.evenings.attendance import shown_attendance
from games.league.evenings.next_step import shown_tables
from games.league.leaders import leads
from games.league.models import Evening
from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.log import loading
from games.table.log.states import DirectorCall
from games.table.sockets.handshake import language_of

NOT_YOURS: Final = 4404
"""Close code for an evening that is not there for this player; hx-ws does not come back after it."""
GATHER: Final = 0.15
"""Seconds in which the messages of all tables become one push: twenty tables talk at once."""

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
    screen = CockpitScreen(evening_id, player, language=language_of(scope, player), send=send)
    live.join_evening(evening_id, screen)
    screen.watch(matches)
    try:
        while (await receive())["type"] == "websocket.receive":
            await screen.show()
    finally:
        live.part_evening(evening_id, screen)
        screen.close()


class CockpitScreen:
    """One open cockpit. Words that come while a push is being prepared join it."""

    def __init__(self, evening_id: int, player: Player | None, *, language: str, send: Send) -> None:
        self.evening_id = evening_id
        self.player = player
        self.language = language
        self._send = send
        self._shown = ""
        self._known: dict[int, tuple[str, int, DirectorCall | None]] = {}
        self._watched: set[int] = set()
        self._dirty = False
        self._soon: asyncio.Task[None] | None = None

    def watch(self, matches: Iterable[int]) -> None:
        """Register for the matches not watched yet: those of tables opened since."""
        for match_id in set(matches) - self._watched:
            self._watched.add(match_id)
            live.join(match_id, self, None)

    def is_news(self, message: live.Message) -> bool:
        """Whether the message concerns the cockpit: talk and changes of a player's screen do not."""
        return message.kind not in ("talked", "opened")

    async def tell(self, message: live.Message) -> None:
        """A table moved on; that is worth a look when a round was written down, it started or ended, people came,
        or the director was called. Every change of the evening itself is.
        """
        if message.kind == "changed" and not self._has_other_rounds(message):
            return
        self._dirty = True
        if self._soon is None or self._soon.done():
            self._soon = asyncio.create_task(self._show_soon())

    def _has_other_rounds(self, message: live.Message) -> bool:
        """Whether a table's rounds, or its call for the director, may have changed since the last message.

        Without a query. A move of another process may have closed a round without being folded into the table
        cached here.
        """
        match_id, table = message.match_id, loading.known_table(message.match_id)
        if table is None or table.state.game_state is None or table.state.seq < message.seq:
            return True
        now = table.status, table.game.progress(table.state.game_state).closed, table.state.director_call
        news = self._known.get(match_id) != now
        self._known[match_id] = now
        return news

    async def show(self) -> None:
        """Send the tables if they look different from what this screen has."""
        matches = await table_executor.run(_matches, self.evening_id, self.player)
        if matches is None:
            return
        self.watch(matches)
        html = await table_executor.run(cockpit_html, self.evening_id, self.language)
        if html != self._shown:
            self._shown = html
            await self._send({"type": "websocket.send", "text": html})

    def close(self) -> None:
        """Cancel the push in preparation and stop watching, because the screen has closed."""
        if self._soon is not None:
            self._soon.cancel()
        for match_id in self._watched:
            live.part(match_id, self, None)
        self._watched.clear()

    async def _show_soon(self) -> None:
        while self._dirty:
            await asyncio.sleep(GATHER)
            self._dirty = False  # messages from here on need another drawing
            await self.show()


def _matches(evening_id: int, player: Player | None) -> tuple[int, ...] | None:
    """The matches of the evening, None for a player who may not run it."""
    evening = Evening.objects.select_related("competition__season__club").filter(pk=evening_id).first()
    if evening is None or player is None:
        return None
    if not leads(evening, player):
        return None
    return tuple(evening.tables.filter(match__isnull=False).values_list("match", flat=True))


def cockpit_html(evening_id: int, language: str) -> str:
    """The tables and sign-ups of an evening as they are this moment, as the cockpit is sent them."""
    evening = Evening.objects.select_related("competition").get(pk=evening_id)
    entered = queries.entered_in(evening.competition)
    with translation.override(language):
        shown = shown_attendance(evening, entered)
        parts = [render_to_string("league/evenings/_cockpit.html", shown_tables(evening, entered))]
        # The page of a closed or cancelled evening has no place for it, which htmx reports as an error.
        if evening.status in Evening.TO_PLAY:
            parts.append(render_to_string("league/evenings/_attendance.html", shown))
        parts.append(render_to_string("league/evenings/_coming.html", shown))
        return "".join(parts)
