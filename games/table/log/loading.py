"""The tables as folded from their logs: kept in this process, read from the database, which is authoritative, or taken
further by the entries an event carries (`open_entries.py`).

Compare-and-set on `Match.seq` guards writers. A cached table is immutable; a newer one replaces it. Tables
that have not started are not cached.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from django.db import connection

from accounts.models import Player
from games.bots.bot import Level
from games.bots.registry import level_unchosen, levels_of
from games.engine.club import Subject
from games.engine.game import Game, Progress, possible_subjects, progress_at_start, replace_fields
from games.engine.seats import Seat
from games.engine.shuffle import Cuts, Randomness
from games.table import signals
from games.table.log import paper_entries, seeds
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import UNREADABLE, LogRow, fold
from games.table.log.models import Action, Match
from games.table.log.models import Seat as SeatRow
from games.table.log.states import DuelPart, Sitter, TableState
from games.table.log.time_to_think import BY_THE_DAY, Pace
from games.table.signals import EveningTable

log = logging.getLogger("club.table")

MAX_TABLES_KEPT: Final = 1000
"""Tables kept at once; one is some 60 kB after eight rounds."""
MAX_STEPS_KEPT: Final = 3
"""Tables kept from just before the newest log entries of a match; they share nearly all with the newest."""
SELECT_NEWER_ENTRIES: Final = """
SELECT a.seq, a.seat, a.kind, a.data, a.at, a.automatic,
       m.seq, m.status, m.phrases_on, m.chat_on, d.sealed, d.commitment
FROM games_match m
LEFT JOIN games_action a ON a.match_id = m.id AND a.seq > %s
LEFT JOIN games_deal d ON d.match_id = m.id
    AND d.number = (SELECT MAX(number) FROM games_deal WHERE match_id = m.id)
WHERE m.id = %s
ORDER BY a.seq
"""
"""A table's newest deal and its log entries after a number, each beside what may have changed of the table; one row
without an entry when there is none. Raw: the ORM took more than twice the processor time."""


@dataclass(frozen=True)
class Table:
    """A match as this process knows it. `sitters` by seat. No slots, because every move copies it (`replace_fields`).

    `casual` says that neither a club nor a ruling opened it, and that its deals are its own. `shared_deals` is the key
    of deals that other matches play too, `duel` is the part of the table in a duel with them; `evening_table` is the
    table's place on an evening where all tables play them.
    `randomness` is that of the newest deal, None once its round is closed; `commitment` is that of the newest deal,
    "" before the first. `deck_cut` says that players may add words to each shuffle.
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
    randomness: Randomness | None = None
    commitment: str = ""
    pace: str = Match.Pace.NONE
    undo_allowed: bool = False
    bots_stand_in: bool = True
    bot_level: str = ""
    look_back: bool = True
    on_paper: bool = False
    director: str = Match.Director.NONE
    of_club: bool = False
    deck_cut: bool = False
    casual: bool = False
    shared_deals: int | None = None
    duel: DuelPart = ""
    evening_table: EveningTable | None = None

    @property
    def running(self) -> bool:
        return self.status == Match.Status.RUNNING

    @property
    def has_director(self) -> bool:
        """Whether the players can call the director: who leads the evening, or else the arbiters of the club."""
        return self.director != Match.Director.NONE or self.of_club

    @property
    def call_subjects(self) -> tuple[Subject, ...]:
        """What a call for the director can be about."""
        return possible_subjects(self.game, self.options, on_paper=False)

    @property
    def by_the_day(self) -> Pace | None:
        """The days of a table for people who play when they have time; None for a table that is played at one go."""
        return BY_THE_DAY.get(self.pace)

    @property
    def at_start(self) -> Progress:
        """The progress before the first deal: the columns of the sheet, and the sides from the start on."""
        return progress_at_start(self.game, self.options, len(self.sitters))

    @property
    def open_round(self) -> int:
        """The number of the first round that is not closed: it counts for those who hold the cards from now on."""
        if self.on_paper:
            return paper_entries.rounds_typed(self.state) + 1
        return self.game.progress(self.state.game_state).closed + 1

    def seat_of(self, player: int | None) -> Seat | None:
        """The seat number of a player (by id), None for everybody else."""
        for sitter in self.sitters:
            if sitter.player == player:
                return sitter.number
        return None

    def level_at(self, seat: Seat) -> Level:
        """The level of the bot that plays this seat: that of its stand-in, else the one stored on the seat."""
        stand_in = self.state.stand_in(seat)
        chosen = self.sitters[seat].level if stand_in is None else stand_in.level
        level = Level(chosen or level_unchosen(self.game.key))
        return level if level in levels_of(self.game.key) else Level.EASY


_kept: OrderedDict[int, Table] = OrderedDict()
_earlier: dict[int, tuple[Table, ...]] = {}
"""By match the tables cached before its newest one, oldest first."""
_lock = threading.Lock()


def table(match_id: int, *, at_least: int) -> Table:
    """The table from the cache where that is as new as log entry `at_least`, which saves the query; else the newest
    one. Another process may have written what this one did not hear of.

    Raises what `newest_table` raises.
    """
    known = known_table(match_id)
    return known if known is not None and known.state.seq >= at_least else newest_table(match_id)


def table_of(match: Match) -> Table:
    """As `table`, of a match read just now: its deals may have become those of a duel since it was cached, in any
    process. A cached table that is newer than the row is read again: it may come from a transaction that was rolled
    back."""
    known = known_table(match.pk)
    if known is not None and known.shared_deals != match.shared_deals_id:
        forget(match.pk)
        known = None
    return known if known is not None and known.state.seq == match.seq else newest_table(match.pk)


def readable_table(match: Match) -> Table | None:
    """The table of a match read just now, for pages and lists of many; None where its log cannot be read, which the
    server's log says."""
    try:
        return table_of(match)
    except TableRefused:
        return None


def known_table(match_id: int) -> Table | None:
    """The cached table, without a query."""
    with _lock:
        known = _kept.get(match_id)
        if known is not None:
            _kept.move_to_end(match_id)
        return known


def known_step(match_id: int, seq: int) -> Table | None:
    """The table as it was right after log entry `seq`, without a query; None where it is not among the newest few."""
    with _lock:
        newest = _kept.get(match_id)
        steps = () if newest is None else (*_earlier.get(match_id, ()), newest)
    return next((step for step in steps if step.state.seq == seq), None)


def newest_table(match_id: int) -> Table:
    """The table as of the newest log entry in the database, folded on the cached one.

    Raises TableRefused: no_such_table; log_broken for a log that cannot be folded, which is written to the server's
    log with the kind of fault only, because its message could name a card.
    """
    known = known_table(match_id)
    try:
        fresh = None if known is None else _catch_up(known)
        if fresh is None:
            forget(match_id)
            fresh = _from_the_start(match_id)
    except UNREADABLE as fault:
        log.error("the log of match %s cannot be read: %s", match_id, type(fault).__name__)
        raise TableRefused(TableRefusal.LOG_BROKEN) from fault
    if fresh.status != Match.Status.OPEN:
        keep(fresh)
    return fresh


def is_newest(known: Table) -> bool:
    """Whether the cached table is as new as the database."""
    newest = Match.objects.filter(pk=known.match_id).values_list("seq", "status").first()
    return newest == (known.state.seq, known.status)


def is_in_log(known: Table) -> bool:
    """Whether the newest entry of the cached table is in the database; not where its transaction was rolled back."""
    return Action.objects.filter(match=known.match_id, seq=known.state.seq).exists()


def keep(fresh: Table) -> None:
    """Cache a table unless a newer one is cached already."""
    with _lock:
        known = _kept.get(fresh.match_id)
        if known is None or known.state.seq <= fresh.state.seq:
            _kept[fresh.match_id] = fresh
            if known is not None and known.state.seq < fresh.state.seq:
                _earlier[fresh.match_id] = (*_earlier.get(fresh.match_id, ()), known)[-MAX_STEPS_KEPT:]
        _kept.move_to_end(fresh.match_id)
        while len(_kept) > MAX_TABLES_KEPT:
            oldest, _table = _kept.popitem(last=False)
            _earlier.pop(oldest, None)


def forget(match_id: int) -> None:
    """Drop a table from the cache."""
    with _lock:
        _kept.pop(match_id, None)
        _earlier.pop(match_id, None)


def forget_all() -> None:
    """Empty the cache, as in a new process."""
    with _lock:
        _kept.clear()
        _earlier.clear()


def rename_players(players: Collection[int]) -> tuple[int, ...]:
    """Set the current names and animals of these players (by key) at every cached table.

    Returns the matches they sit at.
    """
    found = Player.objects.filter(pk__in=players).values_list("pk", "nickname", "animal")
    shown = {pk: (nickname, animal) for pk, nickname, animal in found}
    theirs = []
    with _lock:
        for match_id, known in _kept.items():
            now = [(one, shown.get(one.player, (one.name, one.animal))) for one in known.sitters]
            sitters = tuple(replace(one, name=name, animal=animal) for one, (name, animal) in now)
            if any(one.player in shown for one in sitters):
                theirs.append(match_id)
            if sitters != known.sitters:
                _kept[match_id] = replace(known, sitters=sitters)
                _earlier.pop(match_id, None)
    return tuple(theirs)


def with_current_names(known: Table) -> Table:
    """The table with the names its players have now: another process may have renamed them since it was cached."""
    sitters = sitters_of(known.match_id)
    if sitters == known.sitters:
        return known
    rename_players({one.player for one in sitters})
    return replace(known, sitters=sitters)


def log_rows(match_id: int, *, after: int = 0) -> list[LogRow]:
    """The log entries of a match after number `after`, in order."""
    found = Action.objects.filter(match=match_id, seq__gt=after).order_by("seq")
    return [LogRow(*row) for row in found.values_list("seq", "seat", "kind", "data", "at", "automatic")]


def table_at(match_id: int, seq: int) -> Table:
    """The table as it was after log entry `seq`, folded from the first one. Raises TableRefused(no_such_table)."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise TableRefused(TableRefusal.NO_SUCH_TABLE)
    return table_after(_table_at_start(match), [row for row in log_rows(match_id) if row.seq <= seq])


def sitters_of(match_id: int) -> tuple[Sitter, ...]:
    """The players at the seats, by seat number."""
    rows = SeatRow.objects.filter(match=match_id).order_by("number")
    found = rows.values_list(
        "number", "player_id", "player__nickname", "player__kind", "level", "player__animal"
    )
    return tuple(Sitter(*row) for row in found)


def table_after(known: Table, rows: Sequence[LogRow]) -> Table:
    """The table after more log entries, which follow on it without a gap. Raises what `fold` raises."""
    if not rows:
        return known
    state = fold(
        known.game, known.state, rows, options=known.options, players=len(known.sitters), pace=known.pace
    )
    if state.replaced != known.state.replaced:
        known = replace(known, sitters=sitters_of(known.match_id))
    return replace_fields(known, state=state)


def _catch_up(known: Table) -> Table | None:
    """The cached table with the newer entries of the database, in one query; None where the database is behind it."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_NEWER_ENTRIES, (known.state.seq, known.match_id))
        found = cursor.fetchall()
    if not found:
        return None
    seq, status, phrases_on, chat_on, sealed, commitment = found[0][6:]
    if seq < known.state.seq:
        return None
    is_same_deal = sealed and known.randomness is not None and commitment == known.commitment
    newer = table_after(known, [_as_row(*row[:6]) for row in found if row[0] is not None])
    return replace(
        newer,
        status=status,
        phrases_on=phrases_on,
        chat_on=chat_on,
        randomness=known.randomness if is_same_deal else _sealed_randomness(sealed, newer.state.cuts),
        commitment=commitment or "",
    )


def _as_row(seq: int, seat: Seat | None, kind: str, data: str, at: datetime, automatic: bool) -> LogRow:
    """The log entry of columns as the database gives them: JSON as text, and in SQLite times without their UTC."""
    return LogRow(seq, seat, kind, json.loads(data), at if at.tzinfo else at.replace(tzinfo=UTC), automatic)


def _from_the_start(match_id: int) -> Table:
    """The table read and folded from its first entry: log, status and newest deal in one query, because a move may come
    between two. Raises TableRefused(no_such_table)."""
    match = Match.objects.filter(pk=match_id).first()
    table = match and _catch_up(_table_at_start(match))
    if table is None:
        raise TableRefused(TableRefusal.NO_SUCH_TABLE)
    return table


def _sealed_randomness(sealed: str | None, cuts: Cuts) -> Randomness | None:
    """The chance of the newest deal while its seed is sealed; None where there is no deal."""
    return Randomness(seeds.open_seed(sealed), cuts) if sealed else None


def _table_at_start(match: Match) -> Table:
    game = match.the_game
    return Table(
        match_id=match.pk,
        code=match.code,
        game=game,
        options=match.house_options,
        status=match.status,
        phrases_on=match.phrases_on,
        chat_on=match.chat_on,
        signals=match.signals,
        sitters=sitters_of(match.pk),
        state=TableState(),
        pace=match.pace,
        undo_allowed=match.undo_allowed,
        bots_stand_in=match.bots_stand_in,
        bot_level=match.bot_level,
        look_back=match.look_back,
        on_paper=match.on_paper,
        director=match.director,
        of_club=match.club_id is not None,
        deck_cut=match.deck_cut,
        casual=match.club_id is None
        and match.replays_id is None
        and match.shared_deals_id is None
        and not match.on_paper,
        shared_deals=match.shared_deals_id,
        duel=""
        if match.club_id is not None or match.shared_deals is None
        else match.shared_deals.part_in_duel(match),
        evening_table=signals.evening_table(match.pk)
        if match.shared_deals_id is not None and match.club_id is not None
        else None,
    )
