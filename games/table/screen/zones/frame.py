"""The frame of the table around its zones: the parts that do not change during play."""

from __future__ import annotations

from typing import NamedTuple

from games.club_clock import milliseconds
from games.engine.club import SUBJECTS
from games.engine.seats import Seat
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import DuelPart
from games.table.screen.speech import labels, phrases
from games.table.screen.zones.scene import places
from games.table.signals import LostSeat


class Frame(NamedTuple):
    """`seat` is the viewer's and `at` its place round the table of `seats` seats, clockwise, None for a spectator;
    `seq` is the number of the newest log entry, and the game last moved on at `moved` (ms since 1970, 0 before it
    starts).
    `calls` are the subjects of a call for the director with their names, None where there is nobody to call, and
    `evening` says that the table belongs to one. `lost_seat` is for a player whose seat another has now.
    `deals_url` is the page of the deals of an evening with the same cards, "" elsewhere, and `duel` the part of the
    table in a duel. `low` says that the lowest total wins, so that points gained are bad news."""

    language: str
    code: str
    name: str
    seq: int
    moved: int
    status: str
    seat: int | None
    at: int | None
    seats: int
    signals: str
    undo_allowed: bool
    calls: tuple[tuple[str, str], ...] | None
    evening: bool
    chat_on: bool
    phrases: tuple[tuple[str, str], ...]
    talks: bool
    lost_seat: LostSeat | None
    deals_url: str
    duel: DuelPart
    low: bool
    turns_right: bool


def frame_of(table: Table, language: str, name: str, seat: Seat | None, lost_seat: LostSeat | None) -> Frame:
    """The frame for a seat or a spectator (None); `name` is the game's."""
    words = labels(language)
    progress = table.game.progress(table.state.game_state)
    at = places(progress.clockwise)
    return Frame(
        language=language,
        code=table.code,
        name=name,
        seq=table.state.seq,
        moved=milliseconds(table.state.moved_at) if table.state.moved_at else 0,
        status=str(table.status),
        seat=seat,
        at=None if seat is None else at[seat],
        seats=len(at),
        signals=table.signals,
        undo_allowed=table.undo_allowed,
        calls=tuple((each.key, str(words(each.label or SUBJECTS[each.key]))) for each in table.call_subjects)
        if seat is not None and table.has_director
        else None,
        evening=table.director != Match.Director.NONE,
        chat_on=table.chat_on,
        phrases=phrases(language) if table.phrases_on else (),
        talks=table.phrases_on or table.chat_on,
        lost_seat=lost_seat,
        deals_url=table.evening_table.deals_url if table.evening_table is not None else "",
        duel=table.duel if seat is not None else "",
        low=table.game.better == "low",
        turns_right=progress.turns_right,
    )
