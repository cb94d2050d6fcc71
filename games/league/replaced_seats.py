"""The seats of an evening held by a substitute, for the pages of the replaced player; and who ever sat at a table."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.league.models import Evening, LeagueTable, TableSeat
from games.league.standings.scores import PlayedBy


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A seat of one's own that `name` holds, at table `number` of `round`."""

    name: str
    round: int
    number: int


def seats_held_for(evening: Evening, player: int | None) -> tuple[HeldSeat, ...]:
    """The seats of `player`'s entrant that others hold in rounds in which `player` has none; None has no seats."""
    if player is None:
        return ()
    seats = TableSeat.objects.filter(table__evening=evening, entrant__members__player=player)
    sits = set(TableSeat.objects.filter(table__evening=evening, player=player).values_list("table__round"))
    held = seats.exclude(played_by=PlayedBy.SELF).select_related("player", "table")
    return tuple(
        HeldSeat(seat.player.nickname, seat.table.round, seat.table.number)
        for seat in held.order_by("table__round", "number")
        if (seat.table.round,) not in sits
    )


def has_sat_at(table: LeagueTable, player: int) -> bool:
    """Whether `player` has a seat at the table, had one until somebody took it, or is an entrant's player there."""
    return has_sat_in(table.seats.all(), player)


def has_sat_in(seats: QuerySet[TableSeat], player: int) -> bool:
    """As `has_sat_at`, of any of these seats."""
    about = Q(player=player) | Q(changes__player=player) | Q(entrant__members__player=player)
    return seats.filter(about).exists()
