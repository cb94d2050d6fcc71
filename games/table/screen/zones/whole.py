"""The frame of the table around its zones: what does not change while it is played."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.seats import Seat
from games.table.events import LostSeat
from games.table.log.loading import Table
from games.table.screen.translations import phrases
from games.table.screen.zones.scene import places


class Whole(NamedTuple):
    """`at` is the viewer's place in the order of play of `seats` seats, None for a spectator; `seq` the number of the
    newest log entry. `lost_seat` is for a player whose seat another has now."""

    language: str
    code: str
    name: str
    seq: int
    status: str
    at: int | None
    seats: int
    signals: str
    undo_allowed: bool
    chat_on: bool
    phrases: tuple[tuple[str, str], ...]
    talks: bool
    lost_seat: LostSeat | None


def whole_of(table: Table, language: str, name: str, seat: Seat | None, lost_seat: LostSeat | None) -> Whole:
    """The frame for a seat or a spectator (None); `name` is the game's."""
    at = places(table.game.progress(table.state.game_state).ring)
    return Whole(
        language,
        table.code,
        name,
        table.state.seq,
        str(table.status),
        None if seat is None else at[seat],
        len(at),
        table.signals,
        table.undo_allowed,
        table.chat_on,
        phrases(language) if table.phrases_on else (),
        table.phrases_on or table.chat_on,
        lost_seat,
    )
