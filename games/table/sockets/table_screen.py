"""One open screen of a table: it is sent what changed, and its forms are carried out or refused.

It holds no game and does not interpret moves. Seat, window and rate are checked at every frame.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from secrets import token_hex
from time import monotonic
from typing import Any, Final

from django.db import Error
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.kit import metrics, rate_limit
from games.kit.club_clock import club_clock
from games.table import services
from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.events import LostSeat
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.screen import rendering
from games.table.screen.missed import missed_line
from games.table.services.moves.own_deal import WORDS as OWN_WORDS
from games.table.services.moves.own_deal import OwnDeal
from games.table.services.talking import TalkEntry, talk_for
from games.table.sockets.found_tables import current_table
from games.table.sockets.shared_reads import read_table
from games.table.sockets.taught import TipsUnasked
from games.table.sockets.wire import Submission, read_frame

COME_BACK: Final = 1012
"""Close code for a screen whose seat has another player now; hx-ws comes back and is shown the table anew."""
ELSEWHERE: Final = 4409
"""Close code for a screen whose player has loaded the table on another one since; hx-ws does not come back after it."""
OUT_OF_ORDER: Final = _("The club's books cannot be reached. Please try again.")
LONGEST_NUMBER: Final = 9
"""Digits of the number of a log entry."""
PRIVATE_ZONES: Final = ("hand", "prompt", "agreements")

Send = Callable[[dict[str, Any]], Awaitable[None]]


class TableScreen:
    """One open screen. `shown` are the zones it has, `seq` the log entry it is right up to.

    `advised`: the window advice was asked for last; `unasked_tips`: it comes by itself at first. `over`: it is being
    closed. `told_to_slow_down`: what comes too fast is answered once and then dropped, until it comes slowly again.
    """

    def __init__(
        self,
        table: Table,
        *,
        player: Player | None,
        talk: tuple[TalkEntry, ...],
        language: str,
        page: int,
        taught: bool,
        send: Send,
        lost_seat: LostSeat | None,
        own_deal: OwnDeal,
    ) -> None:
        self.match_id = table.match_id
        self.player = player
        self._player_id = None if player is None else player.pk
        self.seat: int | None = table.seat_of(self._player_id)
        self.opened = None if self.seat is None else live.Opened(self.seat, page, token_hex(8))
        self.language = language
        self.talk = talk
        self.advised = ""
        self.seq = table.state.seq
        self.shown: dict[str, str] = {}
        self.told_to_slow_down = False
        self.over = False
        self.unasked_tips = TipsUnasked(on=taught)
        self._send = send
        self._lost_seat = lost_seat
        self._own_deal = own_deal
        # The rate is limited per player, not per screen; each visitor has a limit of their own.
        self._sender: Hashable = object() if player is None else (self.match_id, self._player_id)

    async def show_whole(self) -> None:
        """Send the whole table as it is now."""
        table = await self._newest(self.seq)
        if self._has_another_seat(table):
            await self._open_anew()
            return
        self.unasked_tips.ask(table, self.seat, show=self._show_tip)
        zones = self._zones(table)
        self.shown, self.seq = zones, table.state.seq
        whole = rendering.whole_of(
            table, zones, seat=self.seat, language=self.language, lost_seat=self._lost_seat
        )
        await self._send({"type": "websocket.send", "text": whole})

    async def receive(self, frame: str) -> None:
        """One form, or the heartbeat. A refusal is answered with the reason and the current table."""
        try:
            if self._too_fast():
                return
            submission = read_frame(frame)
            if submission.word == "ping":
                await self._show(await self._newest(self.seq, look=True))
            elif submission.word == "missed":
                await self._tell_missed(submission.data.get("since", ""))
            else:
                await self._do(submission)
        except TableRefused as refused:
            await self._refuse(refused)
        except Error:
            await self._refuse(None)

    def is_news(self, message: live.Message) -> bool:
        """Whether the message announces something this screen does not show yet."""
        if message.look is not None or message.kind == "withdrawn":
            return False
        if message.opened is not None:
            return (
                self.opened is not None
                and self.opened.seat == message.opened.seat
                and self.opened != message.opened
            )
        return message.kind != "changed" or message.seq > self.seq

    async def tell(self, message: live.Message) -> None:
        """Send the zones that have changed."""
        if not self.is_news(message):
            return
        if message.opened is not None:
            await self._give_way_to(message.opened)
            return
        if message.kind == "talked":
            self.talk = await table_executor.run(talk_for, self.match_id, self._player_id)
        table = await read_table(self.match_id, at_least=max(message.seq, self.seq), message=message)
        await self._show(table, unless_same=True)

    def _too_fast(self) -> bool:
        """Whether to drop this frame. Raises TableRefused(too_fast) for the first of many."""
        if rate_limit.frames.allows(self._sender, monotonic()):
            self.told_to_slow_down = False
        elif not self.told_to_slow_down:
            self.told_to_slow_down = True
            raise TableRefused(TableRefusal.TOO_FAST)
        return self.told_to_slow_down

    async def _do(self, submission: Submission) -> None:
        """Raises TableRefused(not_seated) and what the services refuse."""
        if self.player is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        act: dict[str, Any] = {"match_id": self.match_id, "player": self.player, "now": club_clock.now()}
        if submission.word == "say" and "phrase" in submission.data:
            await table_executor.run(services.say_phrase, phrase=submission.data["phrase"], **act)
        elif submission.word == "say":
            await table_executor.run(services.say_text, text=submission.data.get("text", ""), **act)
        elif submission.word == "advice":
            coming = await table_executor.run(services.ask_advice, window=submission.window, **act)
            await services.advice_came(coming)
            self.advised = submission.window
            await self._show(await self._newest(self.seq), again=("advice",))
        elif submission.word in OWN_WORDS:
            self._own_deal = await table_executor.run(services.set_own_deal, data=submission.data, **act)
            await self._show(await self._newest(self.seq), again=("prompt",))
        else:
            with metrics.move_seconds.time():
                outcome = await table_executor.run(
                    services.submit_action, window=submission.window, data=submission.data, **act
                )
            if not outcome.done_before:
                metrics.moves.inc()
                rate_limit.frames.give_back(self._sender)
            if outcome.done_before:
                await self._show(await self._newest(outcome.seq), again=PRIVATE_ZONES)
            elif self.seq < outcome.seq:  # the announcement, which comes first, did not reach this screen
                await self._show(await self._newest(outcome.seq), unless_same=True)

    async def _tell_missed(self, since: str) -> None:
        """Send the line for what went by since the log entry a screen had before it came back; it may be empty."""
        if not (since.isascii() and since.isdigit() and len(since) <= LONGEST_NUMBER):
            raise TableRefused(TableRefusal.UNREADABLE)
        table = await self._newest(self.seq)
        line = await table_executor.run(
            missed_line, table, int(since), seat=self.seat, language=self.language
        )
        await self._send({"type": "websocket.send", "text": rendering.missed_zone(line, self.language)})

    def _has_another_seat(self, table: Table) -> bool:
        """Whether the club gave this screen's seat to another, or one to this screen's player."""
        return table.seat_of(self._player_id) != self.seat

    async def _open_anew(self) -> None:
        """Close the socket so that the page opens it again, with the rights the player has now."""
        await self.close(COME_BACK)

    async def _give_way_to(self, other: live.Opened) -> None:
        """Close this screen when the player has opened a later page; when this page is the later one,
        announce it to the earlier one.
        """
        if self.opened is None or self.over:
            return
        if self.opened.gives_way_to(other):
            await self.close(ELSEWHERE)
        else:
            live.announce_opened(self.match_id, self.opened)

    async def close(self, code: int) -> None:
        """Close the socket with this code, unless it is being closed already."""
        if not self.over:
            self.over = True
            await self._send({"type": "websocket.close", "code": code})

    async def _refuse(self, refused: TableRefused | None) -> None:
        """Send the reason, and again the zones of the refused form, which the page has locked while it
        waited.
        """
        with translation.override(self.language):
            sentence = str(OUT_OF_ORDER) if refused is None else refused.sentence
        known = loading.known_table(self.match_id)
        notice = rendering.notice_zone(sentence, self.language)
        if known is None or known.state.seq < self.seq:
            await self._send({"type": "websocket.send", "text": notice})
        else:
            await self._show(known, again=PRIVATE_ZONES, notice=notice)

    async def _newest(self, at_least: int, *, look: bool = False) -> Table:
        """The table at least as new as `at_least`; with `look` as new as the database."""
        if look:
            return await table_executor.run(current_table, self.match_id)
        return await read_table(self.match_id, at_least=at_least)

    def _zones(self, table: Table) -> dict[str, str]:
        return rendering.zones_of(
            table,
            seat=self.seat,
            talk=self.talk,
            language=self.language,
            advised=self.advised,
            taught=self.unasked_tips.shown,
            unasked=self._own_deal.unasked_deal,
        )

    async def _show_tip(self) -> None:
        await self._show(await self._newest(self.seq), unless_same=True)

    async def _show(
        self, table: Table, *, again: Sequence[str] = (), notice: str = "", unless_same: bool = False
    ) -> None:
        """Send the zones that look different from what this screen has, and those named to be sent `again`."""
        if table.state.seq < self.seq:
            return
        if self._has_another_seat(table):
            await self._open_anew()
            return
        self.unasked_tips.ask(table, self.seat, show=self._show_tip)
        zones = self._zones(table)
        if unless_same and table.state.seq == self.seq and zones == self.shown:
            return
        shown = self.shown
        if again:
            shown = {name: html for name, html in shown.items() if name not in again}
        text = rendering.changed_zones(shown, zones, table.state.seq) + notice
        self.shown, self.seq = zones, table.state.seq
        await self._send({"type": "websocket.send", "text": text})
