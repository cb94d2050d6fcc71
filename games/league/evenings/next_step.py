"""What comes next on an evening: the one thing its director would do now, and the tables it is shown above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypedDict

from games.league.evenings import cockpit
from games.league.evenings.cockpit import ShownRound
from games.league.models import Evening, Seating
from games.league.queries import Entered


class Step(StrEnum):
    """What the director does next; the values of the first five are what `cockpit_do` reads."""

    DRAW = "draw"
    START = "start"
    OPEN = "open"
    REST = "rest"
    CLOSE = "close"
    WAIT = "wait"
    OVER = "over"


def next_step(evening: Evening, rounds: Sequence[ShownRound]) -> Step:
    """Draw, open a round, start its tables, wait while they play, and again, until the evening can be closed.

    A Swiss evening draws each round when the one before is over. A table with another date keeps the evening open,
    but holds up no round.
    """
    if evening.status != Evening.Status.DRAWN:
        return Step.DRAW if evening.status == Evening.Status.PLANNED else Step.OVER
    states = {table.state for each in rounds if each.is_open for table in each.tables}
    if cockpit.OPEN in states:
        return Step.START
    if states & {cockpit.PLAYING, cockpit.PAPER}:
        return Step.WAIT
    if any(not each.is_open for each in rounds):
        return Step.OPEN
    if evening.competition.seating == Seating.SWISS and evening.round < evening.competition.rounds:
        return Step.REST
    return Step.WAIT if cockpit.DATED in states else Step.CLOSE


class ShownTables(TypedDict):
    """What `league/_cockpit.html` shows. `at_play`: how many opened tables are not over."""

    evening: Evening
    rounds: tuple[ShownRound, ...]
    step: Step
    next_round: int
    at_play: int


def shown_tables(evening: Evening, entered: Mapping[int, Entered]) -> ShownTables:
    """The rounds counted up to this moment, and the next step."""
    rounds = cockpit.rounds_of(evening, {pk: each.name for pk, each in entered.items()})
    opened = [table for each in rounds if each.is_open for table in each.tables]
    return {
        "evening": evening,
        "rounds": rounds,
        "step": next_step(evening, rounds),
        "next_round": evening.round + 1,
        "at_play": sum(table.state in (cockpit.PLAYING, cockpit.PAPER, cockpit.DATED) for table in opened),
    }
