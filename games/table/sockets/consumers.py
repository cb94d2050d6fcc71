"""The table's sockets: that of a player or spectator, and that of a screen in the middle of the table.

Player, seat and origin are checked when a socket opens. A bare ASGI application instead of a Channels consumer, because
every move passes here five times.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.screen import attendance
from games.table.sockets.found_tables import found_table, shared_table
from games.table.sockets.handshake import is_taught, language_of, page_of
from games.table.sockets.shared_screen import SharedScreen
from games.table.sockets.table_screen import Send, TableScreen

NO_SUCH_TABLE: Final = 4404
"""Close code for a table that is not there or has not started; hx-ws does not come back after it."""

Event = Mapping[str, Any]
Receive = Callable[[], Awaitable[Event]]


async def table_socket(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """One socket of one table, from its opening to its close."""
    await receive()
    await send({"type": "websocket.accept"})
    live.listen()
    player = scope["user"] if scope["user"].is_authenticated else None
    code = scope["url_route"]["kwargs"]["code"]
    language = language_of(scope, player)
    found = await table_executor.run(found_table, code, player, language)
    if found is None:
        await send({"type": "websocket.close", "code": NO_SUCH_TABLE})
        return
    table, talk, lost_seat, own_deal = found
    screen = TableScreen(
        table,
        player=player,
        talk=talk,
        language=language,
        page=page_of(scope),
        taught=is_taught(scope),
        send=send,
        lost_seat=lost_seat,
        own_deal=own_deal,
    )
    await _kept_up_to_date(screen, receive)


async def shared_screen_socket(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """The socket of a screen in the middle of the table: a spectator's, whoever is signed in on that device."""
    await receive()
    await send({"type": "websocket.accept"})
    live.listen()
    code = scope["url_route"]["kwargs"]["code"]
    table = await table_executor.run(shared_table, code)
    if table is None:
        await send({"type": "websocket.close", "code": NO_SUCH_TABLE})
        return
    reader = scope["user"] if scope["user"].is_authenticated else None
    screen = SharedScreen(
        table, code=code, language=language_of(scope, reader), page=page_of(scope), send=send
    )
    await _kept_up_to_date(screen, receive)


async def _kept_up_to_date(screen: TableScreen, receive: Receive) -> None:
    """Show the whole table, then carry out what the screen sends until it closes."""
    live.join(screen.match_id, screen, screen.seat)
    attendance.connected(screen.match_id, screen.seat)
    if screen.opened is not None:
        live.announce_opened(screen.match_id, screen.opened)
    try:
        await screen.show_whole()
        while (event := await receive())["type"] == "websocket.receive":
            await screen.receive(event.get("text") or "")
    finally:
        screen.unasked_tips.stop()
        live.part(screen.match_id, screen, screen.seat)
