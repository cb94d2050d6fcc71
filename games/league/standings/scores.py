"""What goes into a table of standings: one score an entrant and table, and marks the sheets do not tell.

An entrant is whoever has a row in the table: a player, a pair, a team. All numbers are whole points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class PlayedBy(StrEnum):
    """Who held the cards for the entrant."""

    SELF = "self"
    SUBSTITUTE = "substitute"
    BOT = "bot"


class Score(NamedTuple):
    """What one entrant got at one table. A fixture over several tables (a team's) has one `fixture` number.

    `rounds` of `planned` were played; `provisional` of them are under review. `substitute` is the entrant
    who played instead, 0 for somebody who has no row in this table.
    """

    entrant: int
    evening: int
    fixture: int
    side: int
    points: int
    against: int
    rounds: int
    planned: int
    broken_off: bool = False
    played_by: str = PlayedBy.SELF
    substitute: int = 0
    provisional: int = 0
    pits: int = 0
    nat: int = 0
    krakens_won: int = 0
    krakens_lost: int = 0
    roem: int = 0


class MarkKind(StrEnum):
    """What happened that no sheet tells."""

    ANNOUNCED = "announced"
    UNANNOUNCED = "unannounced"
    WAITED = "waited"
    WALKOVER = "walkover"
    CORRECTION = "correction"
    DEDUCTION = "deduction"


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of an entrant on an evening. `points`: rounds for WAITED; what is added for CORRECTION; what is
    taken from the season's total for DEDUCTION; unused else."""

    entrant: int
    evening: int
    kind: MarkKind
    points: int = 0


class Tally(NamedTuple):
    """What a side did in rounds, for the side rankings."""

    pits: int = 0
    nat: int = 0
    krakens_won: int = 0
    krakens_lost: int = 0
    roem: int = 0


class PlayedRound(NamedTuple):
    """Round `number` of a match as the league sees it: its points by side; `facts` are the engine's plain results.

    `seats` is what single seats were given or lose beside that (empty: nobody); a `void` round counts for nobody, but
    what it gave single seats does.
    """

    points: tuple[int, ...]
    facts: dict[str, object]
    number: int = 0
    seats: tuple[int, ...] = ()
    provisional: bool = False
    void: bool = False


def added_up(
    rounds: Iterable[PlayedRound], *, side: int, seats: Iterable[int] = ()
) -> tuple[int, int, int, Tally]:
    """Own points, points of all others, rounds and tally of `side`, with what its `seats` (by number) were given: a
    table is the sum of its rounds."""
    own = others = count = 0
    tally = [0] * len(Tally._fields)
    seats = tuple(seats)
    for played in rounds:
        own += sum(played.seats[seat] for seat in seats if seat < len(played.seats))
        if played.void:
            continue
        own += played.points[side]
        others += sum(played.points) - played.points[side]
        count += 1
        for place, amount in enumerate(tallied(played.facts, side=side)):
            tally[place] += amount
    return own, others, count, Tally(*tally)


def tallied(facts: dict[str, object], *, side: int) -> Tally:
    """What one round adds to the side rankings; zero for what a game does not know.

    A kraken is the challengers' whatever was answered: they win it or lose it.
    """
    declarers, winner = facts.get("declarers"), facts.get("winner")
    challenged = bool(facts.get("level")) and declarers != side
    return Tally(
        pits=int(_of_side(facts.get("pit"), side) > 0),
        nat=int(bool(facts.get("nat")) and declarers == side),
        krakens_won=int(challenged and winner == side),
        krakens_lost=int(challenged and winner != side),
        roem=_of_side(facts.get("bonus"), side),
    )


def _of_side(amounts: object, side: int) -> int:
    if isinstance(amounts, (list, tuple)) and side < len(amounts):
        return int(amounts[side])
    return 0
