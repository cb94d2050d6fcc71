"""Who is at their table: the screens of this process, compared with what other processes wrote down."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone

from games.engine.seats import Seat
from games.table import live
from games.table.executor import table_executor
from games.table.loading import Table
from games.table.services import note_attendance

EVERY: Final = 2.0
"""Seconds between two looks."""
NOBODY: Final[Mapping[Seat, datetime]] = {}


class _Register:
    """What the last look found: the seats with a screen here, and by match who is away since when."""

    here: frozenset[tuple[int, Seat]] = frozenset()
    away: dict[int, Mapping[Seat, datetime]] = {}


def away(match_id: int) -> Mapping[Seat, datetime]:
    """The seats whose last screen has closed, and when; as of the last look."""
    return _Register.away.get(match_id, NOBODY)


def present(table: Table) -> frozenset[Seat]:
    """The seats that have the table open, here or through another process."""
    here = live.present(table.match_id)
    known = _Register.away.get(table.match_id)
    if known is None or not live.is_shared():
        return here
    return here | {sitter.number for sitter in table.sitters if sitter.number not in known}


async def look() -> None:
    """Write down who came and went here since the last look, read who is away, and show it where that changed."""
    here = live.attended()
    left = _Register.here - here
    matches = {*live.looked_at(), *(match_id for match_id, _seat in left)}
    found: Mapping[int, Mapping[Seat, datetime]] = {}
    if matches:
        found = await table_executor.run(
            note_attendance, here=here, left=left, matches=matches, now=timezone.now()
        )
    changed = [match_id for match_id, gone in found.items() if gone != _Register.away.get(match_id)]
    _Register.here, _Register.away = here, dict(found)
    live.tell_here(live.Word("presence", match_id) for match_id in changed)


def forget_all() -> None:
    """Know nothing any more, as a new process."""
    _Register.here, _Register.away = frozenset(), {}
