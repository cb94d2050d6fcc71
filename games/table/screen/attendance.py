"""Presence of players at their tables: the screens of this process, combined with the rows of other
processes.

A player without a socket counts as present for `MAX_VISIT_AGE` after each page or post.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

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
MAX_VISIT_AGE: Final = timedelta(seconds=60)
"""How long a page or a post without a socket counts as being here."""
NOBODY: Final[Mapping[Seat, datetime]] = {}


@dataclass(slots=True)
class _Register:
    """The open screens of this process, and what the last look found. One for the whole process: `_register`.

    `screens` counts them by match and seat (None: a spectator's). `left` are the seats whose last screen has closed
    since the last look, `elsewhere` those of which a screen has opened in another process. `here` are the seats
    present at the last look, `away`, by match, the absent ones with the time since when. These change on the event
    loop only.

    `visits` are the seats without a socket, by match, with the time of their newest page or post. Pages are answered by
    other threads, so `lock` guards `visits`.
    """

    screens: dict[int, Counter[Seat | None]] = field(default_factory=dict)
    left: set[tuple[int, Seat]] = field(default_factory=set)
    elsewhere: set[tuple[int, Seat]] = field(default_factory=set)
    here: frozenset[tuple[int, Seat]] = frozenset()
    away: Mapping[int, Mapping[Seat, datetime]] = field(default_factory=dict)
    visits: dict[int, dict[Seat, datetime]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


_register: Final = _Register()


def open_screen(match_id: int, seat: Seat | None) -> bool:
    """Note an open screen; returns whether it is the first of its seat. On the event loop only, as `close_screen`.

    It reports its own end, so pages and posts of the seat are forgotten.
    """
    _forget_visit(match_id, seat)
    screens = _register.screens.setdefault(match_id, Counter())
    screens[seat] += 1
    return seat is not None and screens[seat] == 1


def close_screen(match_id: int, seat: Seat | None) -> bool:
    """Note a closed screen; returns whether it was the last of its seat."""
    screens = _register.screens.get(match_id, Counter())
    screens[seat] -= 1
    last = screens[seat] <= 0
    if last:
        del screens[seat]
    if not screens:
        _register.screens.pop(match_id, None)
    if last and seat is not None:
        _register.left.add((match_id, seat))
    return last and seat is not None


def note_opened(match_id: int, seat: Seat) -> None:
    """Note that a screen of a seat was opened in another process: it is not away, whatever closed here."""
    _register.elsewhere.add((match_id, seat))


def seats_here(match_id: int) -> frozenset[Seat]:
    """The seats that have the table open in this process."""
    return frozenset(_register.screens.get(match_id, ())) - {None}


def away(match_id: int) -> Mapping[Seat, datetime]:
    """The seats whose last screen has closed, and when; as of the last look."""
    return _register.away.get(match_id, NOBODY)


def seats_away(table: Table) -> Mapping[Seat, datetime]:
    """The seats that are away from a table at which everybody is expected; nobody at a table by the day."""
    return away(table.match_id) if table.by_the_day is None else NOBODY


def present(table: Table) -> frozenset[Seat]:
    """The seats that have the table open, here or through another process; all of a table by the day, where nobody is
    shown as away.
    """
    if table.by_the_day is not None:
        return frozenset([sitter.number for sitter in table.sitters])
    here = _here_or_visiting(table.match_id)
    known = _register.away.get(table.match_id)
    if known is None or not settings.REDIS_URL:
        return here
    return here | {sitter.number for sitter in table.sitters if sitter.number not in known}


def present_at(matches: Collection[int]) -> dict[int, frozenset[Seat]]:
    """The seats that have each of these matches open, here (by a socket, or a page or post a short while ago) or,
    once it runs, through another process: one query, and none where there is no other. Before the start other
    processes' presence is not stored.
    """
    here = {match_id: _here_or_visiting(match_id) for match_id in matches}
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
        with _register.lock:
            _register.visits.setdefault(match_id, {})[seat] = now


async def look(clock: Callable[[], datetime] = club_clock.now) -> None:
    """Store arrivals and departures here since the last look, read the absences, and redraw where they
    changed.
    """
    now = clock()
    elsewhere, left = frozenset(_register.elsewhere), frozenset(_register.left)
    _register.elsewhere.clear()
    _register.left.clear()
    attended = frozenset(
        (match_id, seat)
        for match_id, screens in _register.screens.items()
        for seat in screens
        if seat is not None
    )
    for match_id, seat in elsewhere:
        _forget_visit(match_id, seat)
    visiting = _visiting_seats(now)
    here = attended | visiting
    left = (_register.here | left) - here - elsewhere
    matches = {*_register.screens, *(match_id for match_id, _seat in visiting | left)}
    found: Mapping[int, Mapping[Seat, datetime]] = {}
    if matches:
        found = await call_in_thread(note_attendance, here=here, left=left, matches=matches, now=now)
    changed = [match_id for match_id, gone in found.items() if gone != _register.away.get(match_id)]
    _register.here, _register.away = here, dict(found)
    if changed:
        await call_in_thread(_send_presence_changed, changed)


def _send_presence_changed(matches: Collection[int]) -> None:
    for match_id in matches:
        live.send_presence_changed(match_id)


def forget_all() -> None:
    """Empty the register, as in a new process."""
    _register.here, _register.away = frozenset(), {}
    _register.screens.clear()
    _register.left.clear()
    _register.elsewhere.clear()
    with _register.lock:
        _register.visits.clear()


def _forget_visit(match_id: int, seat: Seat | None) -> None:
    if match_id in _register.visits:
        with _register.lock:
            _register.visits.get(match_id, {}).pop(seat, None)


def _here_or_visiting(match_id: int) -> frozenset[Seat]:
    """The seats that have the table open in this process, and those with a recent page or post."""
    with _register.lock:
        return seats_here(match_id) | frozenset(_register.visits.get(match_id, ()))


def _visiting_seats(now: datetime) -> frozenset[tuple[int, Seat]]:
    """The seats with a recent page or post; older ones are dropped."""
    with _register.lock:
        for match_id, visits in list(_register.visits.items()):
            lately = {seat: at for seat, at in visits.items() if now - at < MAX_VISIT_AGE}
            if lately:
                _register.visits[match_id] = lately
            else:
                del _register.visits[match_id]
        return frozenset((match_id, seat) for match_id, visits in _register.visits.items() for seat in visits)
