"""Table talk: fixed phrases at any time, free text between rounds, muting of players."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import Player
from games.engine.seats import HOUSE, Seat
from games.table import live
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.models import Mute, TalkLine

PHRASES: Final[Mapping[str, str]] = {
    "hello": gettext_noop("Hello!"),
    "good_luck": gettext_noop("Good luck!"),
    "well_played": gettext_noop("Well played!"),
    "thanks": gettext_noop("Thank you!"),
    "sorry": gettext_noop("Sorry!"),
    "moment": gettext_noop("One moment, please."),
    "close_one": gettext_noop("That was close!"),
    "good_night": gettext_noop("That was fun, good night!"),
    "clap": "👏",
    "smile": "😀",
    "wow": "😮",
    "cry": "😢",
    "luck": "🍀",
    "coffee": "☕",
}
"""The fixed phrases by code. None of them can tell a partner about a hand."""
MAX_LINE_LENGTH: Final = 200
"""As many as the column `TalkLine.text` holds."""
MAX_LINES: Final = 5
LINES_PERIOD: Final = timedelta(seconds=10)
"""At most `MAX_LINES` lines of one player in any `LINES_PERIOD`."""
MAX_LINES_SHOWN: Final = 12
"""Lines of talk on a screen."""
SELECT_TALK_HEARD: Final = """
SELECT id, player_id, phrase, text, at FROM games_talkline line
WHERE match_id = %s AND NOT EXISTS (
    SELECT 1 FROM games_mute WHERE match_id = line.match_id AND player_id = %s AND muted_id = line.player_id)
ORDER BY id DESC LIMIT %s
"""
"""The newest talk a player hears. Raw, because every answer to a post pays."""


class TalkEntry(NamedTuple):
    """A line of talk as stored: the player (key) who said it; `phrase` is a code, or "" where `text` was said."""

    player: int
    phrase: str
    text: str
    at: datetime


def talk_for(match_id: int, player: int | None) -> tuple[TalkEntry, ...]:
    """The newest talk at a table, oldest first, without players muted by this player (by id)."""
    newest = list(TalkLine.objects.raw(SELECT_TALK_HEARD, (match_id, player, MAX_LINES_SHOWN)))
    return tuple(TalkEntry(line.player_id, line.phrase, line.text, line.at) for line in reversed(newest))


def say_phrase(*, match_id: int, player: Player, phrase: str, now: datetime) -> TalkLine:
    """Say one of the fixed phrases. One insert; lines of others at the same time do not matter.

    Refuses not_seated, talk_off, unknown_phrase, muted, too_fast.
    """
    table = loading.newest_table(match_id)
    seat = _speaking_seat(table, player)
    if not table.phrases_on:
        raise TableRefused(TableRefusal.TALK_OFF)
    if phrase not in PHRASES:
        raise TableRefused(TableRefusal.UNKNOWN_PHRASE)
    return _write_line(table, player, TalkLine(seat=seat, phrase=phrase), now)


def say_text(*, match_id: int, player: Player, text: str, now: datetime) -> TalkLine:
    """Say something in one's own words, between rounds. One insert, as `say_phrase`.

    Refuses not_seated, talk_off, talk_waits, nothing_said, too_long, muted, too_fast.
    """
    table = loading.newest_table(match_id)
    seat = _speaking_seat(table, player)
    if not table.chat_on:
        raise TableRefused(TableRefusal.TALK_OFF)
    if not may_chat(table):
        raise TableRefused(TableRefusal.TALK_WAITS)
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not words:
        raise TableRefused(TableRefusal.NOTHING_SAID)
    if len(words) > MAX_LINE_LENGTH:
        raise TableRefused(TableRefusal.TOO_LONG, facts={"longest": MAX_LINE_LENGTH})
    return _write_line(table, player, TalkLine(seat=seat, text=words), now)


def may_chat(table: Table) -> bool:
    """Whether free text is accepted now: only while nobody holds cards."""
    if not table.chat_on or not table.running:
        return table.chat_on
    waiting = table.game.pending(table.state.game_state).get(HOUSE)
    return waiting is not None and waiting.kind == "deal"


def mute(*, match_id: int, player: Player, seat: Seat) -> None:
    """Mute the player at `seat` for this player at this table; idempotent. Refuses not_seated, no_such_seat."""
    muted = _player_at(match_id, player, seat)
    Mute.objects.get_or_create(match_id=match_id, player=player, muted_id=muted)
    live.send_talk_changed(match_id)


def unmute(*, match_id: int, player: Player, seat: Seat) -> None:
    """Undo `mute`. Refuses not_seated, no_such_seat."""
    muted = _player_at(match_id, player, seat)
    Mute.objects.filter(match=match_id, player=player, muted=muted).delete()
    live.send_talk_changed(match_id)


def _player_at(match_id: int, player: Player, seat: Seat) -> int:
    table = loading.newest_table(match_id)
    _speaking_seat(table, player)
    for sitter in table.sitters:
        if sitter.number == seat and sitter.player != player.pk:
            return sitter.player
    raise TableRefused(TableRefusal.NO_SUCH_SEAT)


def _speaking_seat(table: Table, player: Player) -> Seat:
    seat = table.seat_of(player.pk)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    return seat


def _write_line(table: Table, player: Player, line: TalkLine, now: datetime) -> TalkLine:
    lately = TalkLine.objects.filter(match=table.match_id, player=player, at__gt=now - LINES_PERIOD)
    if lately.count() >= MAX_LINES:
        raise TableRefused(TableRefusal.TOO_FAST)
    others = {sitter.player for sitter in table.sitters if not sitter.is_bot} - {player.pk}
    deaf = set(Mute.objects.filter(match=table.match_id, muted=player).values_list("player_id", flat=True))
    if others and others <= deaf:
        raise TableRefused(TableRefusal.MUTED)
    line.match_id, line.player, line.at = table.match_id, player, now
    with transaction.atomic():
        line.save(force_insert=True)
        live.send_talk_changed(table.match_id)
    return line
