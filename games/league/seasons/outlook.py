"""A member's outlook: own place, points missing to the next, next opponent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from games.league.models import Competition, Evening, SignUp, TableSeat
from games.league.queries import SeasonTable
from games.league.services.evenings.stopping import sides_of
from games.league.standings.rules import Points
from games.league.standings.scores import ABSENT
from games.league.standings.table import Row
from games.table.log.models import Match


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The row to look at: the next one `above`, for the leader the one `below`. `points` between the two totals;
    `level` is how many others have as many points as the row itself."""

    name: str
    place: int
    where: Literal["above", "below"]
    points: Points
    level: int = 0

    @property
    def number(self) -> int:
        """The points as a whole number for choosing singular or plural: 1 for exactly one."""
        return 1 if self.points == 1 else 2


@dataclass(frozen=True, slots=True)
class NextTable:
    """The next table of an entrant: partners and opponents by name, each apart. `code` is "" until it is open;
    `starts_at` is None unless it has its own date."""

    round: int
    number: int
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    code: str
    starts_at: datetime | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """All of it for one entrant. `total` decides the place, as a sum, or `by_average`. `ranked` is how many have a
    place;
    `short` how many evenings are missing for one.

    `counts_above` are the points of the lowest evening that counts, None while every further one counts; `comes` is
    what they said about the next `evening`, None for nothing yet.
    """

    place: int | None
    ranked: int
    total: Points
    neighbour: Neighbour | None
    short: int
    counts_above: Points | None
    evening: Evening | None
    comes: bool | None
    table: NextTable | None
    by_average: bool = False


def outlook_of(competition: Competition, table: SeasonTable, row: Row) -> Outlook:
    """How it looks for the entrant of a row of this table; three queries at most."""
    to_come = competition.evenings.filter(status__in=Evening.TO_PLAY)
    evening = to_come.order_by("starts_at", "number").first()
    word = evening and SignUp.objects.filter(evening=evening, entrant=row.entrant).first()
    expected = True if table.rules.coming == "unless" else None
    attended = sum(result.why not in ABSENT for result in row.results)
    return Outlook(
        place=row.place,
        ranked=sum(each.place is not None for each in table.rows),
        by_average=row.mean is not None,
        total=row.worth,
        neighbour=_neighbour(table, row),
        short=max(0, table.rules.minimum_evenings - attended),
        counts_above=_counts_above(table, row) if evening else None,
        evening=evening,
        comes=word.comes if word else expected,
        table=_next_table(evening, row.entrant) if evening else None,
    )


def _neighbour(table: SeasonTable, row: Row) -> Neighbour | None:
    if row.place is None:
        return None
    placed = [each for each in table.rows if each.place is not None and each.entrant != row.entrant]
    above = [each for each in placed if each.place < row.place]
    below = [each for each in placed if each.place >= row.place]
    if not above and not below:
        return None
    where: Literal["above", "below"] = "above" if above else "below"
    other = above[-1] if above else below[0]
    level = sum(each.worth == row.worth for each in placed)
    return Neighbour(table.name(other.entrant), other.place, where, abs(other.worth - row.worth), level)


def _counts_above(table: SeasonTable, row: Row) -> Points | None:
    counting = [result.points for result in row.results if not result.struck]
    if table.better == "low" or not table.rules.best_of or len(counting) < table.rules.best_of:
        return None
    return min(counting)


def _next_table(evening: Evening, entrant: int) -> NextTable | None:
    """The first table of theirs that is not over; on an evening of several rounds the next round's."""
    seats = (
        TableSeat.objects.taken()
        .filter(table__in=evening.tables.filter(seats__entrant=entrant, broken_off_at=None).values("pk"))
        .exclude(table__match__status__in=Match.ENDED)
        .select_related("table__match", "table__evening__competition", "player")
        .order_by("table__round", "table__number", "number")
    )
    found = list(seats)
    if not any(seat.entrant_id == entrant for seat in found):
        return None
    table = next(seat.table for seat in found if seat.entrant_id == entrant)
    sitting = [seat for seat in found if seat.table_id == table.pk]
    sides = sides_of(table, {seat.number: seat.entrant_id for seat in sitting})
    seat_of_theirs = next(seat.number for seat in sitting if seat.entrant_id == entrant)
    own = next(side.seats for side in sides if seat_of_theirs in side.seats)
    return NextTable(
        round=table.round,
        number=table.number,
        partners=_names([one for one in sitting if one.number in own and one.entrant_id != entrant]),
        opponents=_names([one for one in sitting if one.number not in own]),
        code=table.match.code if table.match and not table.on_paper else "",
        starts_at=table.starts_at,
    )


def _names(seats: Sequence[TableSeat]) -> tuple[str, ...]:
    return tuple(seat.player.nickname for seat in seats)
