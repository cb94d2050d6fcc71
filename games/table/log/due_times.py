"""What happens without a person, and when: a pure function of the table, so the same after a restart.

No due time depends on a card somebody may not see: it is made from the kind of decision, the seat and the length
of the log.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias
from zlib import crc32

from games.engine.game import Pending
from games.engine.seats import HOUSE, Seat
from games.table.log.loading import Table

BOT_SOONEST: Final = 0.6
BOT_LATEST: Final = 1.5
CLAIM_SOONER: Final = 0.6
"""A bot claims so much sooner than it decides: before a person who leads after the trick shuts its partner out."""
LEAD_AFTER_TRICK: Final = 1.6
"""Seconds a bot leaves a finished trick on the table before it leads, so that its roem can be claimed."""
CLAIM_SHOWN: Final = 2.0
"""Seconds the last trick lies there while somebody may still be looking, even when nobody can claim any more."""
SHEET_SHOWN: Final = 2.0
"""Seconds the sheet lies there when only bots sit at the table."""
SHEET_LONGEST: Final = 60.0
PAUSE_LONGEST: Final = timedelta(minutes=10)
UNDO_CONSIDERED: Final = timedelta(seconds=10)
"""How long nobody but people goes on while somebody wishes to take a card back."""
UNDERWAY: Final = timedelta(seconds=0.5)
"""What an answer may have taken on its way, before its time is out."""
IDLE_LONGEST: Final = timedelta(hours=24)
"""A table at which nothing happened for so long is closed; its people can take it up again."""

Why: TypeAlias = Literal["bot", "house", "time", "pause", "idle"]


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """Something to do at `at`, in `window`: the decision of a bot, the house's own action (`seat` None), the answer
    of somebody out of time, the end of a pause, the closing of a table where nothing happens.
    """

    at: datetime
    seat: Seat | None
    window: str
    why: Why


def dues(table: Table) -> tuple[Due, ...]:
    """Everything the steward has to do at this table while nothing else happens, soonest first."""
    state = table.state
    if not table.running or state.moved_at is None:
        return ()
    if state.paused_at is not None:
        return (Due(state.paused_at + PAUSE_LONGEST, None, "", "pause"),)
    waiting = table.game.pending(state.game_state)
    played = bots(table)
    found = [
        Due(state.moved_at + _bot_delay(table, seat, pending), seat, pending.window, "bot")
        for seat, pending in waiting.items()
        if seat != HOUSE and seat in played
    ]
    house = waiting.get(HOUSE)
    if house is not None:
        latest_bot = max((due.at for due in found), default=None)
        found.append(Due(_house_at(table, house, state.moved_at, latest_bot), None, house.window, "house"))
    if state.clocks is not None:
        found += [
            Due(state.clocks.deadline_of(asked, seat) + UNDERWAY, seat, asked.window, "time")
            for seat, asked in state.clocks.asked.items()
            if seat not in played
        ]
    if state.undo_asked_at is not None:
        considered = state.undo_asked_at + UNDO_CONSIDERED
        found = [due if due.at >= considered else replace(due, at=considered) for due in found]
    found.append(Due(state.moved_at + IDLE_LONGEST, None, "", "idle"))
    return tuple(sorted(found, key=lambda due: (due.at, due.window)))


def wake_at(table: Table) -> datetime | None:
    """When the steward is wanted at this table next; None when the match is not being played."""
    found = dues(table)
    return found[0].at if found else None


def waited_for(table: Table) -> frozenset[Seat]:
    """The people whose "ready" would let the house go on sooner: they have not pressed yet."""
    waiting = table.game.pending(table.state.game_state)
    house = waiting.get(HOUSE)
    if house is None:
        return frozenset()
    return undecided(table) & waiting.keys() if house.kind == "close" else undecided(table)


def undecided(table: Table) -> frozenset[Seat]:
    """The people who have not pressed on since the house last acted."""
    return people(table) - table.state.ready


def bots(table: Table) -> frozenset[Seat]:
    """The seats the house plays: its bots, and those of people a bot stands in for."""
    stand_ins = [one.seat for one in table.state.stand_ins]
    return frozenset([sitter.number for sitter in table.sitters if sitter.is_bot] + stand_ins)


def people(table: Table) -> frozenset[Seat]:
    """The seats whose people play themselves."""
    return frozenset([sitter.number for sitter in table.sitters]) - bots(table)


def _bot_delay(table: Table, seat: Seat, pending: Pending) -> timedelta:
    spread = crc32(f"{table.match_id}/{table.state.seq}/{seat}".encode()) / 2**32
    seconds = BOT_SOONEST + spread * (BOT_LATEST - BOT_SOONEST)
    if pending.kind == "claim":
        seconds *= CLAIM_SOONER
    if pending.kind == "play" and _leads_after_trick(table):
        seconds += LEAD_AFTER_TRICK - BOT_SOONEST
    return timedelta(seconds=seconds)


def _leads_after_trick(table: Table) -> bool:
    trick = table.game.view(table.state.game_state, None).trick
    return trick is not None and trick.complete


def _house_at(table: Table, house: Pending, moved_at: datetime, latest_bot: datetime | None) -> datetime:
    """When the house closes or deals on: at once when everybody pressed, never before the bots have spoken."""
    if house.at_once:
        return moved_at
    bots_spoke = moved_at if latest_bot is None else latest_bot + timedelta(seconds=0.2)
    if table.state.ready and not undecided(table):
        return bots_spoke
    shown = CLAIM_SHOWN if house.kind == "close" else SHEET_SHOWN
    if waited_for(table):
        shown = SHEET_LONGEST if house.seconds is None else float(house.seconds)
    return max(bots_spoke, moved_at + timedelta(seconds=shown))
