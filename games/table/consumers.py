"""The table's socket: a screen that is kept right, and the door moves come in by. It holds no game and looks into no move.

Who looks, which seat is theirs and the origin are settled when the socket opens; seat, window and rate at every frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import Error
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.models import Player
from games.table import live, loading, rendering, services
from games.table.errors import TableRefusal, TableRefused
from games.table.executor import table_executor
from games.table.loading import Heard, Seat, Table
from games.table.models import Match
from games.table.rate import Bucket
from games.table.wire import Said, read_frame

NO_SUCH_TABLE: Final = 4404
"""Close code for a table that is not there or has not started; hx-ws does not come back after it."""
OUT_OF_ORDER: Final = _("The club's books cannot be reached. Please try again.")


class TableConsumer(AsyncWebsocketConsumer):
    """One open screen of one table. `shown` are the zones it has, `seq` the log entry it is right up to."""

    buckets: ClassVar[dict[tuple[int, int], Bucket]] = {}
    """By match and player: a second screen does not send twice as fast."""

    match_id: int | None = None
    seat: Seat | None = None
    seq: int = 0

    async def connect(self) -> None:
        """Accept, show the whole table, and follow it."""
        live.attach()
        user = self.scope["user"]
        self.player: Player | None = user if user.is_authenticated else None
        self.language = language_of(self.scope, self.player)
        self.shown: dict[str, str] = {}
        self.heard: tuple[Heard, ...] = ()
        await self.accept()
        found = await table_executor.run(_found, self.scope["url_route"]["kwargs"]["code"], self.player)
        if found is None:
            await self.close(NO_SUCH_TABLE)
            return
        table, self.heard = found
        self.match_id = table.match_id
        self.seat = table.seat_of(self.player.pk if self.player else None)
        await self.channel_layer.group_add(live.group_of(self.match_id), self.channel_name)
        if self.seat is not None and live.come(self.match_id, self.seat):
            live.announce_presence(self.match_id)
        await self._show_whole(await self._newest(table.state.seq))

    async def disconnect(self, code: int) -> None:
        """Stop following; a closed screen is not a move."""
        if self.match_id is None:
            return
        await self.channel_layer.group_discard(live.group_of(self.match_id), self.channel_name)
        if self.seat is not None and live.go(self.match_id, self.seat):
            if self.player is not None:
                self.buckets.pop((self.match_id, self.player.pk), None)
            live.announce_presence(self.match_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One form, or the heartbeat. What is refused is answered with the reason and the table as it is."""
        if self.match_id is None:
            return
        try:
            answer = read_frame(text_data or "")
            if answer.word == "ping":
                await self._heartbeat()
                return
            self._expect_calm()
            await self._do(answer)
        except TableRefused as refused:
            await self._refuse(refused.code, _sentence(refused, self.language))
        except Error:
            with translation.override(self.language):
                await self._refuse("out_of_order", str(OUT_OF_ORDER))

    async def table_changed(self, message: Mapping[str, Any]) -> None:
        """The log has grown: send what looks different, unless this screen shows it already."""
        if message["seq"] > self.seq:
            await self._show(await self._newest(message["seq"]))

    async def table_presence(self, message: Mapping[str, Any]) -> None:
        """Somebody came or went."""
        await self._show(await self._newest(self.seq))

    async def table_talked(self, message: Mapping[str, Any]) -> None:
        """Something was said, or somebody is not to be heard any more."""
        self.heard = await table_executor.run(loading.heard_by, message["match"], self._player_id)
        await self._show(await self._newest(self.seq))

    @property
    def _player_id(self) -> int | None:
        return None if self.player is None else self.player.pk

    def _expect_calm(self) -> None:
        """Raises TableRefused(not_seated), (too_fast)."""
        if self.player is None or self.match_id is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        bucket = self.buckets.setdefault((self.match_id, self.player.pk), Bucket())
        if not bucket.take(asyncio.get_running_loop().time()):
            raise TableRefused(TableRefusal.TOO_FAST)

    async def _do(self, answer: Said) -> None:
        now = timezone.now()
        if answer.word == "say":
            about = {"match_id": self.match_id, "player": self.player, "now": now}
            if "phrase" in answer.data:
                await table_executor.run(services.say_phrase, phrase=answer.data["phrase"], **about)
            else:
                await table_executor.run(services.say_text, text=answer.data.get("text", ""), **about)
            return
        outcome = await table_executor.run(
            services.submit_action,
            match_id=self.match_id,
            player=self.player,
            window=answer.window,
            data=answer.data,
            now=now,
        )
        await self._show(await self._newest(outcome.seq), again=outcome.done_before)

    async def _heartbeat(self) -> None:
        """Answer with what this screen is right up to, after bringing it up to date if a push was lost."""
        await self._show(await self._newest(self.seq, look=True))

    async def _refuse(self, code: str, sentence: str) -> None:
        """Say why, and send again what the refused form belongs to: the page has locked it while it waited."""
        table = await self._newest(self.seq)
        zones = self._zones(table)
        for name in ("hand", "prompt"):
            self.shown.pop(name, None)
        html = rendering.changed_zones(self.shown, zones, table.state.seq)
        self.shown, self.seq = zones, table.state.seq
        await self.send(html + rendering.notice_zone(sentence, self.language))

    async def _newest(self, at_least: int, *, look: bool = False) -> Table:
        """The table as new as `at_least`; with `look` as new as the database says."""
        known = None if look else loading.known_table(self.match_id)
        if known is not None and known.state.seq >= at_least:
            return known
        return await table_executor.run(_current, self.match_id, look=look, at_least=at_least)

    def _zones(self, table: Table) -> dict[str, str]:
        return rendering.zones_of(table, seat=self.seat, heard=self.heard, language=self.language)

    async def _show_whole(self, table: Table) -> None:
        zones = self._zones(table)
        self.shown, self.seq = zones, table.state.seq
        await self.send(rendering.whole_of(table, zones, seat=self.seat, language=self.language))

    async def _show(self, table: Table, *, again: bool = False) -> None:
        """Send the zones that look different from what this screen has; the hand and prompt too when asked `again`."""
        if table.state.seq < self.seq:
            return
        zones = self._zones(table)
        if again:
            for name in ("hand", "prompt"):
                self.shown.pop(name, None)
        html = rendering.changed_zones(self.shown, zones, table.state.seq)
        self.shown, self.seq = zones, table.state.seq
        await self.send(html)


def language_of(scope: Mapping[str, Any], player: Player | None) -> str:
    """The language a screen is drawn in: the player's own, the page's cookie, the browser's, the site's."""
    offered = dict(settings.LANGUAGES)
    wished = [
        player.language if player else "",
        scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""),
    ]
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            wished += [code for code, _weight in parse_accept_lang_header(value.decode("latin-1"))]
    for code in wished:
        short = code.partition("-")[0]
        if short in offered:
            return short
    return settings.LANGUAGE_CODE


def _sentence(refused: TableRefused, language: str) -> str:
    with translation.override(language):
        return refused.sentence


def _found(code: str, player: Player | None) -> tuple[Table, tuple[Heard, ...]] | None:
    """A table that has started, and the talk this player hears; None when there is no such table."""
    match = Match.objects.filter(code=code.upper()).exclude(status=Match.Status.OPEN).first()
    if match is None:
        return None
    return loading.table(match.pk, at_least=match.seq), loading.heard_by(
        match.pk, player.pk if player else None
    )


def _current(match_id: int, *, look: bool, at_least: int) -> Table:
    if look:
        at_least = Match.objects.values_list("seq", flat=True).get(pk=match_id)
    return loading.table(match_id, at_least=at_least)
