"""The base class of the club's sockets, and the codes they close with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from time import monotonic
from typing import Any, ClassVar, Final

from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.models import Player
from games import metrics
from games.rate_limit import Bucket
from games.table import live
from games.table.sockets.rights import is_still_signed_in, language_of, look_up
from games.table.threads import call_in_thread

CLOSE_RESTART: Final = 3012
"""Close code for a page that should connect again at once: the server stops, or rights and seat are judged anew.
Autobahn lets an application close with 1000 and 3000 to 4999 only, so 1012 (service restart) is 3012 here."""
CLOSE_FLOOD: Final = 3008
"""Close code for a client that sends far too much (1008, policy violation)."""
CLOSE_REPLACED: Final = 3001
"""Close code for a socket whose own page has opened another one since; the page ignores it."""
CLOSE_SIGNED_OUT: Final = 4401
"""Close code for a socket whose session has ended or whose player was barred. Pages do not come back after 4xxx."""
CLOSE_NOT_FOUND: Final = 4404
"""Close code for what is not there, or not for this player."""
CLOSE_ELSEWHERE: Final = 4409
"""Close code for a screen whose player has loaded the table in another page since;
`connection/socket.js` has it too."""
CLOSE_WITHDRAWN: Final = 4410
"""Close code for a screen in the middle of the table whose code holds no longer: withdrawn, or the match is over. It
stands in `connection/socket.js` too."""

MAX_DROPPED_FRAMES: Final = 200
"""Frames dropped before the sender has once been quiet for two seconds, after which its socket is closed."""


class ClubConsumer(AsyncWebsocketConsumer):
    """What all sockets of the club share: who is there, rights that end, a server that stops, a limit of frames."""

    stopping: ClassVar = False
    """Whether this process stops, so that no further socket is opened."""

    unjoined: ClassVar[set[ClubConsumer]] = set()
    """Sockets that could not join a group, because the layer was out of reach: `healing` closes them, and their pages
    connect again."""

    closing = False
    """Whether it was closed: nothing more is drawn or sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.joined: list[str] = []
        self.bucket = Bucket()
        self.dropped = 0  # frames since the bucket was full

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the consumer on the frames within the limit. They are read beside its handlers: a flood would else wait
        in the server's queue, which has no bound, at the pace at which its first frames are answered. An error while
        they are read ends the consumer as one of its handlers does: the server logs it and closes, the page comes back.
        """
        within: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        def end(reading: asyncio.Task[None]) -> None:
            if not reading.cancelled():
                within.put_nowait({"type": "reading.failed", "error": reading.exception()})

        reading = asyncio.create_task(self._read(receive, within))
        reading.add_done_callback(end)
        try:
            await super().__call__(scope, within.get, send)
        finally:
            reading.cancel()
            await self.leave()

    async def _read(self, receive: Any, within: asyncio.Queue[dict[str, Any]]) -> None:
        refused = False
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or self._takes_frame():
                refused = False
                within.put_nowait(message)
                continue
            self.dropped += 1
            if self.dropped == MAX_DROPPED_FRAMES:
                await self.close(CLOSE_FLOOD)
            elif not refused:
                refused = True
                within.put_nowait({"type": "frame.refused"})

    def _takes_frame(self) -> bool:
        """Return whether to read a frame now; none after a flood."""
        now = monotonic()
        if self.dropped >= MAX_DROPPED_FRAMES:
            return False
        if self.bucket.is_full(now):
            self.dropped = 0
        return self.bucket.take(now)

    async def reading_failed(self, event: dict[str, Any]) -> None:
        """Raise the error that ended `_read`."""
        raise event["error"]

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of an event. Channels' own method first closes old connections to the database, which is a
        hop to a thread for every event; the event loop has none.
        """
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Find out who is there, join their group, and connect."""
        if ClubConsumer.stopping:
            await self.close()
            return
        metrics.sockets.inc()
        user = self.scope["user"]
        # A copy is a plain player; Channels' own looks for the wrapped one at each use.
        self.player: Player | None = copy(user) if user.is_authenticated else None
        self.language = language_of(self.scope, self.player)
        await self.join(live.process_group())
        if self.player is not None:
            await self.join(live.player_group(self.player.pk))
        await super().websocket_connect(message)

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Send a frame; none after the socket was closed. One for a page that has just gone is dropped: between a
        page's last frame and its `disconnect` the server raises a RuntimeError, which no handler here could answer.
        """
        if not self.closing:
            with suppress(RuntimeError):
                await super().send(text_data=text_data, bytes_data=bytes_data, close=close)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close, once, and send nothing more."""
        if not self.closing:
            self.closing = True
            await super().close(code, reason)

    async def join(self, group: str) -> None:
        """Join a group until the socket ends."""
        self.joined.append(group)
        try:
            await self.channel_layer.group_add(group, self.channel_name)
        except live.layer_errors():
            ClubConsumer.unjoined.add(self)

    async def leave(self) -> None:
        """Leave all groups, however the socket ended: Channels' own way stops at the first that cannot be left."""
        if self.joined and not ClubConsumer.stopping:
            metrics.sockets.dec()
        ClubConsumer.unjoined.discard(self)
        for group in self.joined:
            with suppress(*live.layer_errors()):
                await self.channel_layer.group_discard(group, self.channel_name)

    async def look_up(self, find: Callable[..., Any], *given: Any) -> Any:
        """Return what `find` finds for the code in the address, None for a wrong one or after too many of those."""
        return await call_in_thread(look_up, self.scope, self.player, find, *given)

    async def may_stay(self) -> bool:
        """Return whether this socket would be opened for its player now. Signed in or not is judged already."""
        return True

    async def ignore(self, event: dict[str, Any]) -> None:
        """Do nothing: the event of a group is for others in it."""

    table_changed = presence_changed = talk_changed = names_changed = seats_changed = ignore
    page_opened = screen_withdrawn = frame_refused = calls_changed = ignore

    async def rights_changed(self, event: dict[str, Any]) -> None:
        """Close when the player was signed out; connect again to be judged anew when something else was lost."""
        if not await call_in_thread(is_still_signed_in, self.scope, self.player):
            await self.close(CLOSE_SIGNED_OUT)
        elif not await self.may_stay():
            await self.close(CLOSE_RESTART)

    async def server_stopping(self, event: dict[str, Any]) -> None:
        """Close, so that the page connects to another server or to the next one here."""
        await self.close(CLOSE_RESTART)
