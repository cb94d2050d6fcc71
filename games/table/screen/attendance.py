"""Presence of players at their tables: the screens of this process, combined with the rows of other
processes.

A player without a socket counts as present for `CALL_LASTS` after each page or post.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.conf import settings

from accounts.models import PlayerKind
from games.club_clock import club_clock
from games.engine.seats import Seat
from games.table import live
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.services import note_attendance
from games.table.threads import call_in_thread

LOOK_INTERVAL: Final = 2.0
"""Seconds between two looks."""
CALL_LASTS: Final = timedelta(seconds=60)
"""How long a page or a post without a socket counts as being here."""
NOBODY: Final[Mapping[Seat, datetime]] = {}


class _Register:
    """The open screens of this process, and what the last look found.

    `screens` counts them by match and seat (None: a spectator's). `left` are the seats whose last screen has closed
    since the last look, `elsewhere` those of which a screen has opened in another process. `away` are, by
    match, the absent seats with the time since when. `calls` are the seats without a socket, by match, with the time of
    their newest page or post.
    """

    screens: ClassVar[dict[int, Counter[Seat | None]]] = {}
    left: ClassVar[set[tuple[int, Seat]]] = set()
    elsewhere: ClassVar[set[tuple[int, Seat]]] = set()
    here: frozenset[tuple[int, Seat]] = frozenset()
    away: dict[int, Mapping[Seat, datetime]] = {}
    calls: ClassVar[dict[int, dict[Seat, datetime]]] = {}
    lock: ClassVar = threading.Lock()


def open_screen(match_id: int, seat: Seat | None) -> bool:
    """Note an open screen; returns whether it is the first of its seat. On the event loop only, as `close_screen`.

    It reports its own end, so pages and posts of the seat are forgotten.
    """
    _forget_calls(match_id, seat)
    screens = _Register.screens.setdefault(match_id, Counter())
    screens[seat] += 1
    return seat is not None and screens[seat] == 1


def close_screen(match_id: int, seat: Seat | None) -> bool:
    """Note a closed screen; returns whether it was the last of its seat."""
    screens = _Register.screens.get(match_id, Counter())
    screens[seat] -= 1
    last = screens[seat] <= 0
    if last:
        del screens[seat]
    if not screens:
        _Register.screens.pop(match_id, None)
    if last and seat is not None:
        _Register.left.add((match_id, seat))
    return last and seat is not None


def note_opened(match_id: int, seat: Seat) -> None:
    """Note that a screen of a seat was opened in another process: it is not away, whatever closed here."""
    _Register.elsewhere.add((match_id, seat))


def seats_here(match_id: int) -> frozenset[Seat]:
    """The seats that have the table open in this process."""
    return frozenset(_Register.screens.get(match_id, ())) - {None}


def away(match_id: int) -> Mapping[Seat, datetime]:
    """The seats whose last screen has closed, and when; as of the last look."""
    return _Register.away.get(match_id, NOBODY)


def seats_away(table: Table) -> Mapping[Seat, datetime]:
    """The seats that are away from a table at which everybody is expected; nobody at a table by the day."""
    return away(table.match_id) if table.by_the_day is None else NOBODY


def present(table: Table) -> frozenset[Seat]:
    """The seats that have the table open, here or through another process; all of a table by the day, where nobody is
    shown as away.
    """
    if table.by_the_day is not None:
        return frozenset([sitter.number for sitter in table.sitters])
    here = seats_here(table.match_id)
    if calls := _Register.calls.get(table.match_id):
        here |= calls.keys()
    known = _Register.away.get(table.match_id)
    if known is None or not settings.REDIS_URL:
        return here
    return here | {sitter.number for sitter in table.sitters if sitter.number not in known}


def present_at(matches: Collection[int]) -> dict[int, frozenset[Seat]]:
    """The seats that have each of these matches open, here or, once it runs, through another process: one
    query, and none where there is no other. Before the start other processes' presence is not stored.
    """
    here = {match_id: seats_here(match_id) for match_id in matches}
    if not settings.REDIS_URL:
        return here
    written = SeatRow.objects.filter(
        match__in=matches, match__status=Match.Status.RUNNING, match__on_paper=False, away_since=None
    ).exclude(player__kind=PlayerKind.BOT)
    for match_id, number in written.order_by().values_list("match", "number"):
        here[match_id] |= {number}
    return here


def note_page(match_id: int, seat: Seat | None, *, now: datetime) -> None:
    """Note a page or post of a seat; it counts as present for a while. Any thread.

    Also while a socket is open: it may be that of the page being left, which closes before the next one opens, or
    a dead one of somebody who goes on by posts.
    """
    if seat is not None:
        with _Register.lock:
            _Register.calls.setdefault(match_id, {})[seat] = now


async def look(clock: Callable[[], datetime] = club_clock.now) -> None:
    """Store arrivals and departures here since the last look, read the absences, and redraw where they
    changed.
    """
    now = clock()
    elsewhere, left = frozenset(_Register.elsewhere), frozenset(_Register.left)
    _Register.elsewhere.clear()
    _Register.left.clear()
    attended = frozenset(
        (match_id, seat)
        for match_id, screens in _Register.screens.items()
        for seat in screens
        if seat is not None
    )
    for match_id, seat in elsewhere:
        _forget_calls(match_id, seat)
    calling = _calling_seats(now)
    here = attended | calling
    left = (_Register.here | left) - here - elsewhere
    matches = {*_Register.screens, *(match_id for match_id, _seat in calling | left)}
    found: Mapping[int, Mapping[Seat, datetime]] = {}
    if matches:
        found = await call_in_thread(note_attendance, here=here, left=left, matches=matches, now=now)
    changed = [match_id for match_id, gone in found.items() if gone != _Register.away.get(match_id)]
    _Register.here, _Register.away = here, dict(found)
    if changed:
        await call_in_thread(_send_presence_changed, changed)


def _send_presence_changed(matches: Collection[int]) -> None:
    for match_id in matches:
        live.send_presence_changed(match_id)


def forget_all() -> None:
    """Empty the register, as in a new process."""
    _Register.here, _Register.away = frozenset(), {}
    _Register.screens.clear()
    _Register.left.clear()
    _Register.elsewhere.clear()
    with _Register.lock:
        _Register.calls.clear()


def _forget_calls(match_id: int, seat: Seat | None) -> None:
    if match_id in _Register.calls:
        with _Register.lock:
            _Register.calls.get(match_id, {}).pop(seat, None)


def _calling_seats(now: datetime) -> frozenset[tuple[int, Seat]]:
    """The seats with a recent page or post; older ones are dropped."""
    with _Register.lock:
        for match_id, calls in list(_Register.calls.items()):
            lately = {seat: at for seat, at in calls.items() if now - at < CALL_LASTS}
            if lately:
                _Register.calls[match_id] = lately
            else:
                del _Register.calls[match_id]
        return frozenset((match_id, seat) for match_id, calls in _Register.calls.items() for seat in calls)
