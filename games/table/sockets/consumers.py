"""The table's socket: a screen that is kept right, and the door moves come in by.

It holds no game and looks into no move. Who looks, which seat is theirs and the origin are settled when the socket
opens; seat, window and rate at every frame. A bare ASGI application: a move passes here five times.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from secrets import token_hex
from time import monotonic
from typing import Any, Final

from django.db import Error
from django.db.models import Exists, OuterRef
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.kit import rate_limit
from games.kit.club_clock import club_clock
from games.table import services
from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.events import LostSeat
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Heard, Table
from games.table.log.models import Match, TalkLine
from games.table.screen import attendance, rendering
from games.table.screen.lost_seats import lost_seat_of
from games.table.sockets.handshake import is_taught, language_of, page_of
from games.table.sockets.shared_reads import newest
from games.table.sockets.wire import Said, read_frame

NO_SUCH_TABLE: Final = 4404
"""Close code for a table that is not there or has not started; hx-ws does not come back after it."""
COME_BACK: Final = 1012
"""Close code for a screen whose seat has another player now; hx-ws comes back and is shown the table anew."""
ELSEWHERE: Final = 4409
"""Close code for a screen whose player has loaded the table on another one since; hx-ws does not come back after it."""
OUT_OF_ORDER: Final = _("The club's books cannot be reached. Please try again.")
PRIVATE_ZONES: Final = ("hand", "prompt", "around")

Event = Mapping[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Event]]


async def table_socket(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """One socket of one table, from its opening to its close."""
    await receive()
    await send({"type": "websocket.accept"})
    live.listen()
    player = scope["user"] if scope["user"].is_authenticated else None
    code = scope["url_route"]["kwargs"]["code"]
    language = language_of(scope, player)
    found = await table_executor.run(_found, code, player, language)
    if found is None:
        await send({"type": "websocket.close", "code": NO_SUCH_TABLE})
        return
    table, heard, lost_seat = found
    screen = TableScreen(
        table,
        player=player,
        heard=heard,
        language=language,
        page=page_of(scope),
        taught=is_taught(scope),
        send=send,
        lost_seat=lost_seat,
    )
    live.join(table.match_id, screen, screen.seat)
    attendance.connected(table.match_id, screen.seat)
    if screen.opened is not None:
        live.announce_opened(table.match_id, screen.opened)
    try:
        await screen.show_whole()
        while (event := await receive())["type"] == "websocket.receive":
            await screen.receive(event.get("text") or "")
    finally:
        live.part(table.match_id, screen, screen.seat)


class TableScreen:
    """One open screen. `shown` are the zones it has, `seq` the log entry it is right up to.

    `advised`: the window advice was asked for last; `taught`: it comes by itself at first. `over`: it is being closed.
    `told_to_slow_down`: what comes too fast is answered once and then dropped, until it comes slowly again.
    """

    def __init__(
        self,
        table: Table,
        *,
        player: Player | None,
        heard: tuple[Heard, ...],
        language: str,
        page: int,
        taught: bool,
        send: Send,
        lost_seat: LostSeat | None,
    ) -> None:
        self.match_id = table.match_id
        self.player = player
        self.seat: int | None = table.seat_of(None if player is None else player.pk)
        self.opened = None if self.seat is None else live.Opened(self.seat, page, token_hex(8))
        self.language = language
        self.heard = heard
        self.taught = taught
        self.advised = ""
        self.seq = table.state.seq
        self.shown: dict[str, str] = {}
        self.told_to_slow_down = False
        self.over = False
        self._send = send
        self._lost_seat = lost_seat
        # A player's second screen does not send twice as fast; visitors are each measured by themselves.
        self._sender: Hashable = object() if player is None else (self.match_id, player.pk)

    async def show_whole(self) -> None:
        """Send the whole table as it is now."""
        table = await self._newest(self.seq)
        if self._has_another_seat(table):
            await self._open_anew()
            return
        zones = self._zones(table)
        self.shown, self.seq = zones, table.state.seq
        whole = rendering.whole_of(
            table, zones, seat=self.seat, language=self.language, lost_seat=self._lost_seat
        )
        await self._send({"type": "websocket.send", "text": whole})

    async def receive(self, frame: str) -> None:
        """One form, or the heartbeat. What is refused is answered with the reason and the table as it is."""
        try:
            if self._too_fast():
                return
            said = read_frame(frame)
            if said.word == "ping":
                await self._show(await self._newest(self.seq, look=True))
            else:
                await self._do(said)
        except TableRefused as refused:
            await self._refuse(refused)
        except Error:
            await self._refuse(None)

    def is_news(self, word: live.Word) -> bool:
        """Whether this screen does not show already what the word tells."""
        if word.opened is not None:
            return (
                self.opened is not None
                and self.opened.seat == word.opened.seat
                and self.opened != word.opened
            )
        return word.kind != "changed" or word.seq > self.seq

    async def tell(self, word: live.Word) -> None:
        """Something changed: send what looks different."""
        if not self.is_news(word):
            return
        if word.opened is not None:
            await self._give_way_to(word.opened)
            return
        if word.kind == "talked":
            player = None if self.player is None else self.player.pk
            self.heard = await table_executor.run(loading.heard_by, self.match_id, player)
        table = await newest(self.match_id, at_least=max(word.seq, self.seq), word=word)
        await self._show(table, unless_same=True)

    def _too_fast(self) -> bool:
        """Whether to drop this frame. Raises TableRefused(too_fast) for the first of many."""
        if rate_limit.frames.allows(self._sender, monotonic()):
            self.told_to_slow_down = False
        elif not self.told_to_slow_down:
            self.told_to_slow_down = True
            raise TableRefused(TableRefusal.TOO_FAST)
        return self.told_to_slow_down

    async def _do(self, said: Said) -> None:
        """Raises TableRefused(not_seated) and what the services refuse."""
        if self.player is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        act: dict[str, Any] = {"match_id": self.match_id, "player": self.player, "now": club_clock.now()}
        if said.word == "say" and "phrase" in said.data:
            await table_executor.run(services.say_phrase, phrase=said.data["phrase"], **act)
        elif said.word == "say":
            await table_executor.run(services.say_text, text=said.data.get("text", ""), **act)
        elif said.word == "advice":
            about = {"match_id": self.match_id, "player": self.player, "window": said.window}
            await table_executor.run(services.ask_advice, **about)
            self.advised = said.window
            await self._show(await self._newest(self.seq), again=("advice",))
        else:
            outcome = await table_executor.run(
                services.submit_action, window=said.window, data=said.data, **act
            )
            if not outcome.done_before:
                rate_limit.frames.give_back(self._sender)
            again = outcome.done_before
            own = PRIVATE_ZONES if again else ()
            await self._show(await self._newest(outcome.seq), again=own, unless_same=not again)

    def _has_another_seat(self, table: Table) -> bool:
        """Whether the club gave this screen's seat to another, or one to this screen's player."""
        return table.seat_of(None if self.player is None else self.player.pk) != self.seat

    async def _open_anew(self) -> None:
        """Who had the seat comes back as a spectator, who has it now as its player."""
        await self._close(COME_BACK)

    async def _give_way_to(self, other: live.Opened) -> None:
        """The player's latest page plays: an earlier one closes, and an earlier one that comes back is told of this."""
        if self.opened is None or self.over:
            return
        if self.opened.gives_way_to(other):
            await self._close(ELSEWHERE)
        else:
            live.announce_opened(self.match_id, self.opened)

    async def _close(self, code: int) -> None:
        if not self.over:
            self.over = True
            await self._send({"type": "websocket.close", "code": code})

    async def _refuse(self, refused: TableRefused | None) -> None:
        """Say why, and send again what the refused form belongs to: the page has locked it while it waited."""
        with translation.override(self.language):
            sentence = str(OUT_OF_ORDER) if refused is None else refused.sentence
        known = loading.known_table(self.match_id)
        notice = rendering.notice_zone(sentence, self.language)
        if known is None or known.state.seq < self.seq:
            await self._send({"type": "websocket.send", "text": notice})
        else:
            await self._show(known, again=PRIVATE_ZONES, notice=notice)

    async def _newest(self, at_least: int, *, look: bool = False) -> Table:
        """The table as new as `at_least`; with `look` as new as the database says."""
        if look:
            return await table_executor.run(_current, self.match_id)
        return await newest(self.match_id, at_least=at_least)

    def _zones(self, table: Table) -> dict[str, str]:
        return rendering.zones_of(
            table,
            seat=self.seat,
            heard=self.heard,
            language=self.language,
            advised=self.advised,
            taught=self.taught,
        )

    async def _show(
        self, table: Table, *, again: Sequence[str] = (), notice: str = "", unless_same: bool = False
    ) -> None:
        """Send the zones that look different from what this screen has, and those named to be sent `again`."""
        if table.state.seq < self.seq:
            return
        if self._has_another_seat(table):
            await self._open_anew()
            return
        zones = self._zones(table)
        if unless_same and table.state.seq == self.seq and zones == self.shown:
            return
        shown = self.shown
        if again:
            shown = {name: html for name, html in shown.items() if name not in again}
        text = rendering.changed_zones(shown, zones, table.state.seq) + notice
        self.shown, self.seq = zones, table.state.seq
        await self._send({"type": "websocket.send", "text": text})


def _found(
    code: str, player: Player | None, language: str
) -> tuple[Table, tuple[Heard, ...], LostSeat | None] | None:
    """A table that has started, the talk this player hears, and what they are told if their seat is another's now; None
    when there is no such table."""
    started = Match.objects.filter(code=code.upper(), on_paper=False).exclude(status=Match.Status.OPEN)
    match = started.annotate(talked=Exists(TalkLine.objects.filter(match=OuterRef("pk")))).first()
    if match is None:
        return None
    heard = loading.heard_by(match.pk, player.pk if player else None) if match.talked else ()
    table = loading.table(match.pk, at_least=match.seq)
    with translation.override(language):
        return table, heard, lost_seat_of(table, player)


def _current(match_id: int) -> Table:
    seq = Match.objects.values_list("seq", flat=True).get(pk=match_id)
    return loading.table(match_id, at_least=seq)
