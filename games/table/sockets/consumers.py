"""The consumers of a table: a player's or spectator's screen, a screen in the middle, and the waiting room.

A consumer handles one event at a time, in the order they came: a frame of its page, or an event of a group it has
joined. Nothing may wait inside one; what takes long is a task, and its end is an event.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar, Final

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games import metrics
from games.club_clock import club_clock
from games.table import live, services, signals
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.open_entries import after_entries
from games.table.screen import attendance, rendering
from games.table.screen.missed import missed_line
from games.table.services.moves.own_deal import NOTHING_SET, OwnDeal
from games.table.services.moves.own_deal import WORDS as OWN_WORDS
from games.table.services.talking import TalkEntry, talk_for
from games.table.signals import LostSeat
from games.table.sockets.club_consumer import (
    CLOSE_ELSEWHERE,
    CLOSE_NOT_FOUND,
    CLOSE_REPLACED,
    CLOSE_RESTART,
    CLOSE_SIGNED_OUT,
    CLOSE_WITHDRAWN,
    ClubConsumer,
)
from games.table.sockets.rights import (
    Opening,
    current_table,
    find_table,
    is_code_of,
    is_still_signed_in,
    is_taught,
    may_stay,
    opening_of,
    shared_table,
    waiting_match,
)
from games.table.sockets.submissions import Submission, read_frame
from games.table.threads import OUT_OF_REACH, call_in_thread

EVENING: Final = "evening"
"""The frame that has a page ask for what it shows of its evening: the own place, the next table."""
OUT_OF_ORDER: Final = _("The club's books cannot be reached. Please try again.")
MAX_NUMBER_LENGTH: Final = 9
"""Digits of the number of a log entry."""
FORM_ZONES: Final = ("hand", "prompt", "agreements")
"""The zones with forms. A page locks a form that it has sent, so after a refusal they are sent again."""


class TableConsumer(ClubConsumer):
    """The screen of a player or spectator: it is sent the zones that changed, and its forms are carried out or refused.

    It holds no game and does not interpret moves. `shown` are the zones the screen has, `seq` the log entry it is right
    up to. `advised` is the window advice was asked for last. `taught`: in a first game a tip comes by itself, and notes
    explain the questions, each in the window `noted` for it. `awaited_advice` waits for a worker's answer, advice that
    was asked for or a tip; it is the `advice_number`th of this screen.
    """

    open: ClassVar[set[TableConsumer]] = set()
    """The screens open in this process."""

    match_id: int | None = None
    seat: int | None = None
    lost_seat: LostSeat | None = None
    own_deal: OwnDeal = NOTHING_SET
    talk: tuple[TalkEntry, ...] = ()
    advised = ""
    taught = False
    tip_window = ""
    awaited_advice: asyncio.Task[None] | None = None
    advice_number = 0

    async def connect(self) -> None:
        """Accept, judge, join the table's group, and send the whole table."""
        await self.accept()
        found = await self.look_up(find_table, self.player, self.language)
        if found is None:
            await self.close(CLOSE_NOT_FOUND)
            return
        table, self.talk, self.lost_seat, self.own_deal = found
        self.taught = is_taught(self.scope)
        await self.open_at(table)

    async def open_at(self, table: Table) -> None:
        """Join the group of this table, tell the others, and send the whole table."""
        await self.join(live.table_group(table.match_id))
        self.match_id, self.seat, self.seq = table.match_id, table.seat_of(self.player_id), table.state.seq
        self.shown: dict[str, str] = {}
        self.noted: dict[str, str] = {}
        self.opening = opening_of(self.scope)
        TableConsumer.open.add(self)
        first = attendance.open_screen(self.match_id, self.seat)
        if self.seat is not None:
            await self._send_opened()
            if first:
                await self._send_to_table({"type": "presence.changed"})
        await self._send_whole()
        if self.seat is not None and table.director != Match.Director.NONE:
            evening = await call_in_thread(signals.evening_key, table.match_id)
            if evening is not None:
                await self.join(live.evening_group(evening))
            await self.calls_changed({})

    async def leave(self) -> None:
        """Leave; the others are told when this was the last screen of its seat."""
        await super().leave()
        if self.awaited_advice is not None:
            self.awaited_advice.cancel()
        if self in TableConsumer.open:
            TableConsumer.open.discard(self)
            if attendance.close_screen(self.match_id, self.seat):
                await self._send_to_table({"type": "presence.changed"})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One form, or the heartbeat. A refusal is answered with the reason and the current table, and so is a database
        out of reach; any other error of it is a fault of the program and ends the consumer."""
        if self.match_id is None:
            return
        try:
            await self._answer(text_data or "")
        except TableRefused as refused:
            await self._refuse(refused)
        except OUT_OF_REACH:
            await self._refuse(None)

    async def frame_refused(self, event: dict[str, Any]) -> None:
        """Answer the first frame that came too fast; the next ones are dropped."""
        if self.match_id is not None and not self.closing:
            await self._refuse(TableRefused(TableRefusal.TOO_FAST))

    async def table_changed(self, event: dict[str, Any]) -> None:
        """The table moved on to a later log entry."""
        if self.match_id is not None and event["seq"] > self.seq:
            await self._show(await self._read_step(event["seq"], event["entries"]), unless_same=True)

    async def presence_changed(self, event: dict[str, Any]) -> None:
        """Somebody came or went."""
        await self._show(await self._read_step(self.seq), unless_same=True)

    async def talk_changed(self, event: dict[str, Any]) -> None:
        """Somebody said something, or was muted."""
        self.talk = await call_in_thread(talk_for, self.match_id, self.player_id)
        await self._show(await self._read_step(self.seq), unless_same=True)

    async def names_changed(self, event: dict[str, Any]) -> None:
        """A player of this table has another name."""
        await call_in_thread(loading.rename_players, event["players"])
        await self._show(await self._read_table(self.seq), unless_same=True)

    async def calls_changed(self, event: dict[str, Any]) -> None:
        """This player leads an evening, and a table of it called or its call ended."""
        if self.seat is not None:
            calls = await call_in_thread(signals.open_calls, self.match_id, self.player)
            await self.send(text_data=rendering.calls_zone(calls, self.language))

    async def evening_changed(self, event: dict[str, Any]) -> None:
        """The evening of this table changed: have the page ask for what it shows of it."""
        await self.send(text_data=EVENING)

    async def page_opened(self, event: dict[str, Any]) -> None:
        """A seat was opened in another socket. Only the newest of a seat plays: this one gives way, or says again that
        it is the newer one.
        """
        if event["process"] != live.process_group():
            attendance.note_opened(self.match_id, event["seat"])
        other = Opening(event["page"], event["number"])
        if event["seat"] != self.seat or event["channel"] == self.channel_name or self.closing:
            return
        if self.opening < other:
            await self.close(CLOSE_REPLACED if self.opening.page == other.page else CLOSE_ELSEWHERE)
        elif other < self.opening:
            await self._send_opened()

    async def advice_ready(self, event: dict[str, Any]) -> None:
        """The advice this screen asked for has come, or will not."""
        self._end_awaiting(event)
        self.advised = event["window"]
        await self._show(await self._read_step(self.seq), again=("advice",))

    async def tip_ready(self, event: dict[str, Any]) -> None:
        """The tip of a first game has come, or will not."""
        self._end_awaiting(event)
        await self._show(await self._read_step(self.seq), unless_same=True)

    async def may_stay(self) -> bool:
        return self.match_id is None or await call_in_thread(may_stay, self.match_id, self.player)

    @property
    def player_id(self) -> int | None:
        return None if self.player is None else self.player.pk

    @property
    def _code(self) -> str:
        code: str = self.scope["url_route"]["kwargs"]["code"]
        return code

    async def _answer(self, frame: str) -> None:
        submission = read_frame(frame)
        if submission.word == "ping":
            await self._answer_ping(submission)
        elif submission.word == "missed":
            await self._send_missed(submission.data.get("since", ""))
        else:
            await self._submit(submission)

    async def _submit(self, submission: Submission) -> None:
        """Carry out a form. Raises TableRefused(not_seated) and what the services refuse."""
        if self.player is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        act: dict[str, Any] = {"match_id": self.match_id, "player": self.player, "now": club_clock.now()}
        if submission.word == "say" and "phrase" in submission.data:
            await self._call(services.say_phrase, phrase=submission.data["phrase"], **act)
        elif submission.word == "say":
            await self._call(services.say_text, text=submission.data.get("text", ""), **act)
        elif submission.word == "advice":
            coming = await self._call(services.ask_advice, window=submission.window, **act)
            self._await_advice(coming, {"type": "advice.ready", "window": submission.window})
        elif submission.word in OWN_WORDS:
            self.own_deal = await self._call(services.set_own_deal, data=submission.data, **act)
            await self._show(await self._read_step(self.seq), again=("prompt",))
        else:
            await self._decide(submission, act)

    async def _decide(self, submission: Submission, act: dict[str, Any]) -> None:
        """Carry out a decision in the game: a card, a word, a claim, "ready"."""
        with metrics.move_seconds.time():
            outcome = await self._call(
                services.submit_action, window=submission.window, data=submission.data, **act
            )
        if outcome.done_before:
            await self._show(await self._read_table(outcome.seq), again=FORM_ZONES)
            return
        metrics.moves.inc()
        self.bucket.give_back()  # the rules of the game limit how often a seat can move
        if self.seq < outcome.seq:
            await self._show(await self._read_step(outcome.seq), unless_same=True)

    async def _call(self, service: Any, **facts: Any) -> Any:
        """Call a service in the thread, where the player is still signed in; else close."""
        return await call_in_thread(_call_signed_in, self.scope, self.player, service, facts)

    async def _answer_ping(self, submission: Submission) -> None:
        """Send what is new; a ping that asks for nothing more than a sign of life has the mark of the last entry."""
        if submission.data.get("look") == "no":
            await self.send(text_data=rendering.seq_mark(self.seq))
            return
        if not await call_in_thread(is_still_signed_in, self.scope, self.player):
            await self.close(CLOSE_SIGNED_OUT)
            return
        await self._show(await call_in_thread(current_table, self.match_id))

    async def _send_missed(self, since: str) -> None:
        """Send the line for what went by since the log entry a screen had before it came back; it may be empty."""
        if not (since.isascii() and since.isdigit() and len(since) <= MAX_NUMBER_LENGTH):
            raise TableRefused(TableRefusal.UNREADABLE)
        table = await self._read_table(self.seq)
        line = await call_in_thread(missed_line, table, int(since), seat=self.seat, language=self.language)
        await self.send(text_data=rendering.missed_zone(line, self.language))

    async def _refuse(self, refused: TableRefused | None) -> None:
        """Send the reason, and again the zones of the refused form, which the page has locked while it waited."""
        with translation.override(self.language):
            sentence = str(OUT_OF_ORDER) if refused is None else refused.sentence
        known = loading.known_table(self.match_id)
        notice = rendering.notice_zone(sentence, self.language)
        if known is None or known.state.seq < self.seq:
            await self.send(text_data=notice)
        else:
            await self._show(known, again=FORM_ZONES, notice=notice)

    async def _read_table(self, at_least: int, entries: Sequence[Sequence[Any]] = ()) -> Table:
        """The table as new as that log entry: from the cache, else with the entries of the event, else from the
        database.
        """
        known = loading.known_table(self.match_id)
        if known is not None and known.state.seq >= at_least:
            return known
        if known is not None and entries:
            later = after_entries(known, entries, at_least)
            if later is not None:
                loading.keep(later)
                return later
        return await call_in_thread(loading.table, self.match_id, at_least=at_least)

    async def _read_step(self, seq: int, entries: Sequence[Sequence[Any]] = ()) -> Table:
        """The table right after that log entry, where the cache has it: the page reads aloud what differs from one
        push to the next, so a push that took two moves in one would swallow the word of the first.
        """
        return loading.known_step(self.match_id, seq) or await self._read_table(seq, entries)

    async def _send_whole(self) -> None:
        table = await self._read_table(self.seq)
        if self._has_another_seat(table):
            await self.close(CLOSE_RESTART)
            return
        await self._ask_tip(table)
        self.shown, self.seq = self._draw_zones(table), table.state.seq
        whole = rendering.frame_zones(
            table, self.shown, seat=self.seat, language=self.language, lost_seat=self.lost_seat
        )
        await self.send(text_data=whole)

    async def _show(
        self, table: Table, *, again: Sequence[str] = (), notice: str = "", unless_same: bool = False
    ) -> None:
        """Send the zones that look different from what this screen has, and those named to be sent `again`.

        They are drawn here, on the event loop: it takes a fraction of a millisecond, less than a hop to a thread.
        """
        if table.state.seq < self.seq or self.closing:
            return
        if self._has_another_seat(table):
            await self.close(CLOSE_RESTART)
            return
        await self._ask_tip(table)
        zones = self._draw_zones(table)
        if unless_same and table.state.seq == self.seq and zones == self.shown:
            return
        shown = self.shown
        if again:
            shown = {name: html for name, html in shown.items() if name not in again}
        text = rendering.changed_zones(shown, zones, table.state.seq) + notice
        self.shown, self.seq = zones, table.state.seq
        await self.send(text_data=text)

    def _draw_zones(self, table: Table) -> dict[str, str]:
        return rendering.zones_of(
            table,
            seat=self.seat,
            talk=self.talk,
            language=self.language,
            advised=self.advised,
            taught=self.taught and self.awaited_advice is None,
            note=self._find_note(table),
            unasked=self.own_deal.unasked_deal,
        )

    def _find_note(self, table: Table) -> str:
        """The note on what is asked now, in a first game; each is shown for one question and not again."""
        if not self.taught or self.seat is None:
            return ""
        note, window = rendering.note_on(table, self.seat)
        if window == self.advised:
            return ""
        return note if self.noted.setdefault(note, window) == window else ""

    def _has_another_seat(self, table: Table) -> bool:
        """Whether the club gave this screen's seat to another, or one to this screen's player."""
        return table.seat_of(self.player_id) != self.seat

    async def _ask_tip(self, table: Table) -> None:
        """In a first game, ask for the tip of the window that is open for the seat, once; until it comes, no other is
        shown: one that changes under the finger helps nobody.
        """
        if not self.taught or self.seat is None or self.awaited_advice is not None:
            return
        window = services.window_of_tip(table, self.seat)
        if not window or window == self.tip_window:
            return
        self.tip_window = window
        # In the thread, because the first question starts a process, which takes some 30 ms.
        coming = await call_in_thread(services.ask_tip, table, self.seat, club_clock.now())
        if coming is not None and not coming.done():
            self._await_advice(coming, {"type": "tip.ready"})

    def _await_advice(self, coming: Any, event: dict[str, Any]) -> None:
        """Wait for this advice in a task, and for no other."""
        if self.awaited_advice is not None:
            self.awaited_advice.cancel()
        self.advice_number += 1
        self.awaited_advice = asyncio.create_task(
            self._wait_for_advice(coming, {**event, "advice_number": self.advice_number})
        )

    def _end_awaiting(self, event: dict[str, Any]) -> None:
        """No advice is awaited any more, unless this event is of one asked for before."""
        if event["advice_number"] == self.advice_number:
            self.awaited_advice = None

    async def _wait_for_advice(self, coming: Any, event: dict[str, Any]) -> None:
        await services.await_advice(coming)
        with suppress(*live.layer_errors()):
            await self.channel_layer.send(self.channel_name, event)

    async def _send_opened(self) -> None:
        """Tell the other sockets of this seat that this one is open."""
        page, number = self.opening
        event = {"type": "page.opened", "seat": self.seat, "page": page, "number": number}
        await self._send_to_table({**event, "channel": self.channel_name, "process": live.process_group()})

    async def _send_to_table(self, event: dict[str, Any]) -> None:
        await live.send_events([(live.table_group(self.match_id), event)])


class SharedScreenConsumer(TableConsumer):
    """A screen in the middle of the table: a spectator's, whoever is signed in on that device, while its code holds."""

    async def connect(self) -> None:
        await self.accept()
        table = await self.look_up(shared_table)
        self.player = None
        if table is None:
            await self.close(CLOSE_WITHDRAWN)
            return
        await self.open_at(table)

    async def rights_changed(self, event: dict[str, Any]) -> None:
        """The code opens this screen, not its reader."""

    async def screen_withdrawn(self, event: dict[str, Any]) -> None:
        """Close where the code no longer holds."""
        if not await call_in_thread(is_code_of, self._code, self.match_id):
            await self.close(CLOSE_WITHDRAWN)

    async def _answer(self, frame: str) -> None:
        """Answer the heartbeat, and refuse forms. The code is looked up too, because an event may be lost."""
        await self.screen_withdrawn({})
        if not self.closing:
            await super()._answer(frame)


class WaitingRoomConsumer(ClubConsumer):
    """The page of a table before its start: told that the seats changed, it asks for them as it may see them."""

    async def connect(self) -> None:
        await self.accept()
        match_id = await self.look_up(waiting_match)
        if match_id is None:
            await self.close(CLOSE_NOT_FOUND)
            return
        await self.join(live.table_group(match_id))

    async def seats_changed(self, event: dict[str, Any]) -> None:
        """Have the page ask for its seats; after the start that leads it to the table."""
        await self.send(text_data="seats")

    table_changed = names_changed = seats_changed


class UnknownAddressConsumer(AsyncWebsocketConsumer):
    """Refuses a socket at an address that no other consumer has, with 403."""

    async def connect(self) -> None:
        await self.close()


def _call_signed_in(scope: Any, player: Player | None, service: Any, facts: dict[str, Any]) -> Any:
    if not is_still_signed_in(scope, player):
        live.send_rights_changed(player.pk)
        raise TableRefused(TableRefusal.NOT_SEATED)
    return service(**facts)
