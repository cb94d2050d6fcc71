"""What goes into a table of standings: one score an entrant and table, and marks the sheets do not tell.

An entrant is whoever has a row in the table: a player, a pair, a team. All numbers are whole points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    """Round `number` of a match as the league sees it: points, side and tallies of each seat.

    `seats` is what single seats were given or lose beside that (empty: nobody); a `void` round counts for nobody, but
    what it gave single seats does.
    """

    points: tuple[int, ...]
    sides: tuple[int, ...]
    tallies: Mapping[str, Sequence[int]]
    number: int = 0
    seats: tuple[int, ...] = ()
    provisional: bool = False
    void: bool = False


def added_up(rounds: Iterable[PlayedRound], *, seats: Iterable[int]) -> tuple[int, int, int, Tally]:
    """Own points, points against, rounds and tally of the entrant at these seats.

    A side's points count once, however many seats the entrant has on it, and so do those of each side against it; what
    single seats were given is added on top.
    """
    own = others = count = 0
    tally = dict.fromkeys(Tally._fields, 0)
    seats = tuple(seats)
    for played in rounds:
        own += sum(played.seats[seat] for seat in seats if seat < len(played.seats))
        if played.void:
            continue
        first_of = {played.sides[seat]: seat for seat in reversed(seats)}
        against = {side: seat for seat, side in reversed([*enumerate(played.sides)]) if side not in first_of}
        own += sum(played.points[seat] for seat in first_of.values())
        others += sum(played.points[seat] for seat in against.values())
        count += 1
        for key in Tally._fields:
            tally[key] += sum(
                played.tallies[key][seat] for seat in first_of.values() if key in played.tallies
            )
    return own, others, count, Tally(**tally)
