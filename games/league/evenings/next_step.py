"""The director's next step on an evening, and the tables shown below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, TypedDict

from games.league import queries, services
from games.league.evenings import cockpit
from games.league.evenings.clocks import TableClock, clocks_of
from games.league.evenings.cockpit import ShownRound, ShownState
from games.league.models import Evening, Seating
from games.league.queries import Entered, MissedRounds

FORMS: Final = (
    "next",
    "answering",
    "not-wanted",
    "unnaming",
    "at-the-door",
    "moving",
    "cancelling",
    "naming",
    "substitute",
    "substitute-paper",
    "exchange",
    "late-table",
    "one-table",
    "otherwise",
    "reopening",
)
"""The forms of the cockpit's page by id. The version they send stands in the part that is exchanged when the evening
changes, so a director who sees a change is not refused because of it."""

TABLE_FORMS: Final = ("answering", "substitute", "substitute-paper", "one-table")
"""The forms of a table's own page by id, beside that for who is missing."""

UNFINISHED: Final = (ShownState.PLAYING, ShownState.STOPPED, ShownState.PAPER, ShownState.DATED)
"""States of tables that are not over."""


class Step(StrEnum):
    """The director's next step; the values of the first five are the actions of `cockpit_do`."""

    DRAW = "draw"
    START = "start"
    OPEN = "open"
    REST = "rest"
    CLOSE = "close"
    WAIT = "wait"
    OVER = "over"


def next_step(evening: Evening, rounds: Sequence[ShownRound]) -> Step:
    """Draw, open a round, start its tables, wait while they play, and again, until the evening can be closed.

    A Swiss evening draws each round when the one before is over. A table with another date, or one that was
    stopped and can go on, keeps the evening open, but holds up no round.
    """
    if evening.status != Evening.Status.DRAWN:
        return Step.DRAW if evening.status == Evening.Status.PLANNED else Step.OVER
    states = {table.state for each in rounds if each.is_open for table in each.tables}
    if ShownState.OPEN in states:
        return Step.START
    if states & {ShownState.PLAYING, ShownState.PAPER}:
        return Step.WAIT
    if any(not each.is_open for each in rounds):
        return Step.OPEN
    if evening.competition.seating == Seating.SWISS and evening.round < evening.competition.rounds:
        return Step.REST
    return Step.WAIT if states & {ShownState.DATED, ShownState.STOPPED} else Step.CLOSE


class ShownTables(TypedDict):
    """The context of `league/evenings/_cockpit.html`. `at_play`: how many opened tables are not over;
    `to_type`: the first opened round with a table on paper that is not over, 0 without; `clocks` by key of the table;
    `forms` by id, those of tables too.
    """

    evening: Evening
    rounds: tuple[ShownRound, ...]
    step: Step
    next_round: int
    at_play: int
    to_type: int
    missed: tuple[MissedRounds, ...]
    clocks: dict[int, TableClock]
    forms: tuple[str, ...]


def shown_tables(evening: Evening, entered: Mapping[int, Entered]) -> ShownTables:
    """The rounds counted up to this moment, and the next step."""
    rounds = cockpit.rounds_of(evening, entered)
    step = next_step(evening, rounds)
    opened = [table for each in rounds if each.is_open for table in each.tables]
    absent = services.could_be_absent(evening) if evening.status == Evening.Status.CLOSED else ()
    return {
        "evening": evening,
        "rounds": rounds,
        "clocks": clocks_of(list(evening.tables.filter(round__lte=evening.round).select_related("match"))),
        "step": step,
        "next_round": evening.round + 1,
        "forms": (
            *FORMS,
            *(f"missing-{table.pk}" for each in rounds for table in each.tables),
            *(f"absence-{entrant}" for entrant in absent),
        ),
        "missed": queries.missed_rounds(evening, entered) if step == Step.CLOSE else (),
        "at_play": sum(table.state in UNFINISHED for table in opened),
        "to_type": min((table.round for table in opened if table.state == ShownState.PAPER), default=0),
    }
