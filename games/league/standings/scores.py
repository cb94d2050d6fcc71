"""The input of standings: one score per entrant and table, and marks for events without a sheet. Pure.

An entrant is a row of the table: a player, a pair, a team. The sheets have whole points; what is corrected by hand, and
half of what a bot made, may be a part of a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.league.standings.rounding import Points, rounded


class PlayedBy(StrEnum):
    """The kind of player who held the entrant's cards."""

    SELF = "self"
    SUBSTITUTE = "substitute"
    BOT = "bot"


class Score(NamedTuple):
    """The score of one entrant at one table. A fixture over several tables (a team's) has one `fixture`
    number.

    `side` numbers the sides of the table that play against one another: a player alone, partners, the pair of a
    team. `others` are the points of every other side in the same rounds, the sides in order; `against` counts each
    other side of each round once. `rounds` of `planned` were played; `provisional` of them are under review.
    `substitute` is the entrant who played instead, 0 for somebody without a row in this table. `tallies` are amounts
    by the keys of the game's tallies.
    """

    entrant: int
    evening: int
    fixture: int
    side: int
    points: Points
    against: int
    rounds: int
    planned: int
    broken_off: bool = False
    played_by: str = PlayedBy.SELF
    substitute: int = 0
    provisional: int = 0
    others: Sequence[int] = ()
    tallies: Mapping[str, int] = {}


class MarkKind(StrEnum):
    """Kinds of events without a sheet."""

    ANNOUNCED = "announced"
    UNANNOUNCED = "unannounced"
    WAITED = "waited"
    EXCUSED = "excused"
    MISSED = "missed"
    WALKOVER = "walkover"
    CORRECTION = "correction"
    DEDUCTION = "deduction"


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of an entrant on an evening. `points`: rounds for WAITED, EXCUSED (a round that a latecomer or leaver
    missed, worth a round of waiting) and MISSED (one worth nothing); the number of sides of the table for WALKOVER;
    what is added for CORRECTION; what is taken from the season's total for DEDUCTION; unused else."""

    entrant: int
    evening: int
    kind: MarkKind
    points: Points = 0


class PlayedRound(NamedTuple):
    """Round `number` of a match as the league sees it. `points` and `tallies` are per seat, those of a side at each of
    its seats; `sides` is the side of each seat in this round.

    `seats` is what single seats were given or lose beside that (empty: nobody); a `void` round counts for nobody, but
    what it gave single seats does. `rounds` is more than one for a sheet of which only the totals are known.
    """

    points: Sequence[int]
    sides: Sequence[int]
    tallies: Mapping[str, Sequence[int]] = {}
    number: int = 0
    seats: Sequence[int] = ()
    provisional: bool = False
    void: bool = False
    rounds: int = 1

    def between(self, first: int, last: int | None) -> PlayedRound | None:
        """The part of this round, or of the rounds of this sheet, after round `first` up to and with round `last`
        (None: to the end); None for no part of it.

        Of a sheet of which only the totals are known each round has an equal share. Shares are rounded so that the
        parts add up to the whole. What single seats were given stays with the last round.
        """
        before = self.number - self.rounds
        low = max(first, before) - before
        high = (self.number if last is None else min(self.number, last)) - before
        if low >= high:
            return None
        if high - low == self.rounds:
            return self

        def share(amounts: Sequence[int]) -> tuple[int, ...]:
            return tuple(
                rounded(amount * high, self.rounds) - rounded(amount * low, self.rounds) for amount in amounts
            )

        return self._replace(
            points=share(self.points),
            tallies={key: share(amounts) for key, amounts in self.tallies.items()},
            seats=self.seats if high == self.rounds else (),
            rounds=high - low,
        )

    def of(self, seats: Iterable[int]) -> int:
        """The points of these seats, those of a side once."""
        return 0 if self.void else of_sides(self.points, self.sides, seats)

    def given_to(self, seats: Iterable[int]) -> int:
        """The sum of points these seats were given beside those of their side."""
        return sum(self.seats[seat] for seat in seats if seat < len(self.seats))


def of_sides(amounts: Sequence[int], sides: Sequence[int], seats: Iterable[int]) -> int:
    """The sum of what the sides of these seats have: partners share an amount, which counts once."""
    return sum({sides[seat]: amounts[seat] for seat in seats}.values())


class Sum(NamedTuple):
    """A table as the sum of its rounds, for one entrant; `tallies` without those that are nothing."""

    points: int
    against: int
    others: tuple[int, ...]
    rounds: int
    tallies: dict[str, int]


class Party(NamedTuple):
    """One side of a table for the whole match: its `seats`, and whether one entrant holds them all."""

    seats: tuple[int, ...]
    of_one_entrant: bool


def parties(columns: Iterable[Sequence[int]], entrants: Mapping[int, int]) -> list[Party]:
    """The sides of a table: seats that always share their points, and those of one entrant, belong together.

    `columns` are the seats of each column of the sheet, `entrants` the entrant of each seat.
    """
    together: list[set[int]] = []
    own: dict[int, set[int]] = {}
    for seat, entrant in entrants.items():
        own.setdefault(entrant, set()).add(seat)
    for linked in [*({*column} for column in columns), *own.values()]:
        touching = [each for each in together if each & linked]
        together = [each for each in together if not each & linked]
        together.append(linked.union(*touching))
    return [
        Party(tuple(sorted(seats)), len({entrants[seat] for seat in seats if seat in entrants}) == 1)
        for seats in sorted(together, key=min)
    ]


def added_up(rounds: Iterable[PlayedRound], *, seats: Sequence[int], others: Sequence[Party] = ()) -> Sum:
    """The sum of these rounds for the entrant of `seats`, against the `others` of the table.

    What a ruling gave to single seats is added to the entrant's own points, and to those of an opponent that holds
    a whole side.
    """
    points = against = count = 0
    of_others = [0] * len(others)
    tallies: dict[str, int] = {}
    for played in rounds:
        own = played.of(seats)
        points += own + played.given_to(seats)
        for place, other in enumerate(others):
            given = played.given_to(other.seats) if other.of_one_entrant else 0
            of_others[place] += played.of(other.seats) + given
        if played.void:
            continue
        against += played.of(range(len(played.points))) - own
        count += played.rounds
        for key, amounts in played.tallies.items():
            if amount := of_sides(amounts, played.sides, seats):
                tallies[key] = tallies.get(key, 0) + amount
    return Sum(points, against, tuple(of_others), count, tallies)
