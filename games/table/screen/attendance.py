"""Presence of players at their tables: the screens of this process, combined with the rows of other
processes.

A player without a socket counts as present for `CALL_LASTS` after each page or post.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import ClassVar, Final

from accounts.models import PlayerKind
from games.engine.seats import Seat
from games.kit.club_clock import club_clock
from games.table.broadcast import live, other_processes
from games.table.broadcast.executor import table_executor
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.services import note_attendance

EVERY: Final = 2.0
"""Seconds between two looks."""
CALL_LASTS: Final = timedelta(seconds=60)
"""How long a page or a post without a socket counts as being here."""
NOBODY: Final[Mapping[Seat, datetime]] = {}


class _Register:
    """The result of the last look: the seats present here, and by match the absent seats with the time since
    when.

    `calls` are the seats without a socket, by match, with the time of their newest page or post.
    """

    here: frozenset[tuple[int, Seat]] = frozenset()
    away: dict[int, Mapping[Seat, datetime]] = {}
    calls: ClassVar[dict[int, dict[Seat, datetime]]] = {}
    lock: ClassVar = threading.Lock()


def away(match_id: int) -> Mapping[Seat, datetime]:
    """The seats whose last screen has closed, and when; as of the last look."""
    return _Register.away.get(match_id, NOBODY)


def present(table: Table) -> frozenset[Seat]:
    """The seats that have the table open, here or through another process."""
    here = live.present(table.match_id)
    if calls := _Register.calls.get(table.match_id):
        here |= calls.keys()
    known = _Register.away.get(table.match_id)
    if known is None or not other_processes.is_shared():
        return here
    return here | {sitter.number for sitter in table.sitters if sitter.number not in known}


def present_at(matches: Collection[int]) -> dict[int, frozenset[Seat]]:
    """The seats that have each of these matches open, here or, once it runs, through another process: one
    query, and none where there is no other. Before the start other processes' presence is not stored.
    """
    here = {match_id: live.present(match_id) for match_id in matches}
    if not other_processes.is_shared():
        return here
    written = SeatRow.objects.filter(
        match__in=matches, match__status=Match.Status.RUNNING, match__on_paper=False, away_since=None
    ).exclude(player__kind=PlayerKind.BOT)
    for match_id, number in written.order_by().values_list("match", "number"):
        here[match_id] |= {number}
    return here


def called(match_id: int, seat: Seat | None, *, now: datetime) -> None:
    """Note a page or post of a seat; it counts as present for a while. Any thread.

    Also while a socket is open: it may be that of the page being left, which closes before the next one opens, or
    a dead one of somebody who goes on by posts.
    """
    if seat is not None:
        with _Register.lock:
            _Register.calls.setdefault(match_id, {})[seat] = now


def connected(match_id: int, seat: Seat | None) -> None:
    """Forget the seat's pages and posts, in every process: an open socket reports its own end."""
    if match_id in _Register.calls:
        with _Register.lock:
            _Register.calls.get(match_id, {}).pop(seat, None)


async def look(clock: Callable[[], datetime] = club_clock.now) -> None:
    """Store arrivals and departures here since the last look, read the absences, and redraw where they
    changed.
    """
    now = clock()
    elsewhere = live.take_opened_elsewhere()
    for match_id, seat in elsewhere:
        connected(match_id, seat)
    calling = _calling(now)
    here = live.attended() | calling
    left = (_Register.here | live.take_left()) - here - elsewhere
    matches = {*live.looked_at(), *(match_id for match_id, _seat in calling | left)}
    found: Mapping[int, Mapping[Seat, datetime]] = {}
    if matches:
        found = await table_executor.run(note_attendance, here=here, left=left, matches=matches, now=now)
    changed = [match_id for match_id, gone in found.items() if gone != _Register.away.get(match_id)]
    _Register.here, _Register.away = here, dict(found)
    live.tell_here(live.Message("presence", match_id) for match_id in changed)


def forget_all() -> None:
    """Empty the register, as in a new process."""
    _Register.here, _Register.away = frozenset(), {}
    live.take_left()
    live.take_opened_elsewhere()
    with _Register.lock:
        _Register.calls.clear()


def _calling(now: datetime) -> frozenset[tuple[int, Seat]]:
    """The seats with a recent page or post; older ones are dropped."""
    with _Register.lock:
        for match_id, calls in list(_Register.calls.items()):
            lately = {seat: at for seat, at in calls.items() if now - at < CALL_LASTS}
            if lately:
                _Register.calls[match_id] = lately
            else:
                del _Register.calls[match_id]
        return frozenset((match_id, seat) for match_id, calls in _Register.calls.items() for seat in calls)
