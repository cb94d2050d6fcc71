"""The tables this process knows: a cache of logs folded, never the truth.

Compare-and-set on `Match.seq` guards writers. A kept table is immutable; a newer one replaces it. Tables that have
not started are read afresh every time.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from accounts.models import Player, without_bot_mark
from games.engine import registry
from games.engine.errors import Refused
from games.engine.game import Game
from games.engine.options import read_options
from games.engine.seats import Seat
from games.engine.shuffle import Fate
from games.table.log import sealing
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import LogBroken, LogRow, fold
from games.table.log.models import Action, Deal, Match, TalkLine
from games.table.log.models import Seat as SeatRow
from games.table.log.sealing import SeedLost
from games.table.log.states import TableState

log = logging.getLogger("club.table")

UNREADABLE: Final = (LogBroken, Refused, SeedLost, LookupError, TypeError, ValueError, AssertionError)
"""What folding a log raises that is not one: entries missing, unknown or not allowed by the rules."""
KEPT: Final = 1000
"""Tables kept at once; one is some 30 kB."""
TALK_SHOWN: Final = 12
BEYOND: Final = """
SELECT a.id, a.seq, a.seat, a.kind, a.data, a.at, a.automatic,
       m.seq AS table_seq, m.status AS table_status, m.phrases_on, m.chat_on,
       d.sealed, d.commitment
FROM games_match m
LEFT JOIN games_action a ON a.match_id = m.id AND a.seq > %s
LEFT JOIN games_deal d ON d.match_id = m.id
    AND d.number = (SELECT MAX(number) FROM games_deal WHERE match_id = m.id)
WHERE m.id = %s
ORDER BY a.seq
"""
"""A table's newest deal and its log entries after a number, each beside what may have changed of the table; one row
without an entry when there is none. Raw, because every move of another process pays."""
HEARD: Final = """
SELECT id, seat, phrase, text, at FROM games_talkline line
WHERE match_id = %s AND NOT EXISTS (
    SELECT 1 FROM games_mute WHERE match_id = line.match_id AND player_id = %s AND muted_id = line.player_id)
ORDER BY id DESC LIMIT %s
"""
"""The newest talk a player hears. Raw, because every answer to a post pays."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat; `kind` is person, guest or bot."""

    number: Seat
    player: int
    name: str
    kind: str

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    @property
    def short_name(self) -> str:
        """The name for screens that mark bots by a sign of their own."""
        return without_bot_mark(self.name) if self.is_bot else self.name


@dataclass(frozen=True, slots=True)
class Table:
    """A match as this process knows it. `sitters` by seat.

    `casual` says that neither a club nor a ruling opened it.
    `fate` is the chance of the newest deal, None once its round is closed; `commitment` is that of the newest deal, ""
    before the first.
    """

    match_id: int
    code: str
    game: Game[Any]
    options: Any
    status: str
    phrases_on: bool
    chat_on: bool
    signals: str
    sitters: tuple[Sitter, ...]
    state: TableState
    fate: Fate | None = None
    commitment: str = ""
    pace: str = Match.Pace.NONE
    undo_allowed: bool = False
    on_paper: bool = False
    casual: bool = False

    @property
    def running(self) -> bool:
        return self.status == Match.Status.RUNNING

    def seat_of(self, player: int | None) -> Seat | None:
        """The seat number of a player (by id), None for everybody else."""
        for sitter in self.sitters:
            if sitter.player == player:
                return sitter.number
        return None


_kept: OrderedDict[int, Table] = OrderedDict()
_lock = threading.Lock()


def table(match_id: int, *, at_least: int = 0) -> Table:
    """The table, read from the database where this process knows nothing as new as log entry `at_least`.

    Raises TableRefused(no_such_table).
    """
    known = known_table(match_id)
    return known if known is not None and known.state.seq >= at_least else refreshed(match_id)


def known_table(match_id: int) -> Table | None:
    """The table as kept here, without a look at the database."""
    with _lock:
        known = _kept.get(match_id)
        if known is not None:
            _kept.move_to_end(match_id)
        return known


def refreshed(match_id: int) -> Table:
    """The table with every log entry of the database, folded on what was known.

    Raises TableRefused: no_such_table; log_broken for a log that cannot be folded, which is written to the server's
    log with the kind of fault only, because its message could name a card.
    """
    known = known_table(match_id)
    try:
        fresh = None if known is None else _further(known)
        if fresh is None:
            fresh = _from_the_start(match_id)
    except UNREADABLE as fault:
        log.error("the log of match %s cannot be read: %s", match_id, type(fault).__name__)
        raise TableRefused(TableRefusal.LOG_BROKEN) from fault
    if fresh.status != Match.Status.OPEN:
        keep(fresh)
    return fresh


def is_newest(known: Table) -> bool:
    """Whether the database knows no more of this table."""
    newest = Match.objects.filter(pk=known.match_id).values_list("seq", "status").first()
    return newest == (known.state.seq, known.status)


def keep(fresh: Table) -> None:
    """Remember a table unless a newer one is remembered already."""
    with _lock:
        known = _kept.get(fresh.match_id)
        if known is None or known.state.seq <= fresh.state.seq:
            _kept[fresh.match_id] = fresh
        _kept.move_to_end(fresh.match_id)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


def forget(match_id: int) -> None:
    """Know nothing of a table any more."""
    with _lock:
        _kept.pop(match_id, None)


def forget_all() -> None:
    """Know nothing any more, as a new process."""
    with _lock:
        _kept.clear()


def renamed(players: Collection[int]) -> tuple[int, ...]:
    """Give these players (by key) at every table kept here the names they have now; the matches they sit at."""
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "nickname"))
    theirs = []
    with _lock:
        for match_id, known in _kept.items():
            sitters = tuple(replace(one, name=names.get(one.player, one.name)) for one in known.sitters)
            if any(one.player in names for one in sitters):
                theirs.append(match_id)
            if sitters != known.sitters:
                _kept[match_id] = replace(known, sitters=sitters)
    return tuple(theirs)


def log_rows(match_id: int, *, after: int = 0) -> list[LogRow]:
    """The log entries of a match after number `after`, in order."""
    found = Action.objects.filter(match=match_id, seq__gt=after).order_by("seq")
    return [LogRow(*row) for row in found.values_list("seq", "seat", "kind", "data", "at", "automatic")]


class Heard(NamedTuple):
    """A line of talk as stored: `phrase` is a code, or "" where `text` was said."""

    seat: Seat
    phrase: str
    text: str
    at: datetime


def heard_by(match_id: int, player: int | None) -> tuple[Heard, ...]:
    """The newest talk at a table, oldest first, without those whom this player (by id) does not want to hear."""
    newest = list(TalkLine.objects.raw(HEARD, (match_id, player, TALK_SHOWN)))
    return tuple(Heard(line.seat, line.phrase, line.text, line.at) for line in reversed(newest))


def sitters_of(match_id: int) -> tuple[Sitter, ...]:
    """Who sits where, by seat number."""
    rows = SeatRow.objects.filter(match=match_id).order_by("number")
    return tuple(
        Sitter(*row) for row in rows.values_list("number", "player_id", "player__nickname", "player__kind")
    )


def after(known: Table, rows: Sequence[LogRow]) -> Table:
    """The table after more log entries, which follow on it without a gap. Raises what `fold` raises."""
    if not rows:
        return known
    state = fold(
        known.game, known.state, rows, options=known.options, players=len(known.sitters), pace=known.pace
    )
    if state.replaced != known.state.replaced:
        known = replace(known, sitters=sitters_of(known.match_id))
    return replace(known, state=state)


def _further(known: Table) -> Table | None:
    """A known table with what the database has beyond it, in one read; None where the database has not come so far."""
    found = list(Action.objects.raw(BEYOND, (known.state.seq, known.match_id)))
    if not found or found[0].table_seq < known.state.seq:
        return None
    rows = [
        LogRow(row.seq, row.seat, row.kind, row.data, row.at, row.automatic)
        for row in found
        if row.pk is not None
    ]
    newest = found[0]
    return replace(
        after(known, rows),
        status=newest.table_status,
        phrases_on=bool(newest.phrases_on),
        chat_on=bool(newest.chat_on),
        fate=known.fate if newest.sealed and newest.commitment == known.commitment else _fate(newest.sealed),
        commitment=newest.commitment or "",
    )


def _from_the_start(match_id: int) -> Table:
    """The table read and folded whole. Raises TableRefused(no_such_table)."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise TableRefused(TableRefusal.NO_SUCH_TABLE)
    fresh = after(_unfolded(match), log_rows(match_id) if match.seq else [])
    newest = Deal.objects.filter(match=match_id).order_by("-number").first()
    return (
        fresh if newest is None else replace(fresh, fate=_fate(newest.sealed), commitment=newest.commitment)
    )


def _fate(sealed: str | None) -> Fate | None:
    """The chance of the newest deal while its seed is sealed; None where there is no deal."""
    return Fate(sealing.opened(sealed)) if sealed else None


def _unfolded(match: Match) -> Table:
    game = registry.game(match.game, match.game_version)
    return Table(
        match_id=match.pk,
        code=match.code,
        game=game,
        options=read_options(game.Options, match.options),
        status=match.status,
        phrases_on=match.phrases_on,
        chat_on=match.chat_on,
        signals=match.signals,
        sitters=sitters_of(match.pk),
        state=TableState(),
        pace=match.pace,
        undo_allowed=match.undo_allowed,
        on_paper=match.on_paper,
        casual=match.club_id is None and match.replays_id is None and not match.on_paper,
    )
