"""A bot takes the seat of a person: what is written to the log."""

from __future__ import annotations

from datetime import datetime

from games.engine.seats import Seat
from games.table.log import agreements, due_times
from games.table.log.loading import Table
from games.table.log.states import Data, TableState
from games.table.services.moves import bot_levels


def stood_in(table: Table, state: TableState, gone: Seat, now: datetime) -> list[tuple[Data, TableState]]:
    """The entries by which a bot plays for the person of a seat, each with the state after it, beginning at `state`.

    A pause that all other people wish begins then: it waited for this one only.
    """
    level = bot_levels.level_of_stand_in(table, gone)
    taken = agreements.stood_in(table.game, state, gone, level)
    entry = {"do": "stand_in", "seat": str(gone), "round": str(table.open_round)}
    steps: list[tuple[Data, TableState]] = [(entry | ({"level": level} if level else {}), taken)]
    if taken.paused_at is None and due_times.people(table) - {gone} <= taken.wishing("pause"):
        steps.append(({"do": "pause"}, agreements.paused(taken, now)))
    return steps
