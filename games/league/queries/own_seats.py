"""The seats of a player in the rounds of evenings that are not over, with partners and opponents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from django.db.models import Max, Q
from django.urls import reverse

from accounts.models import Player
from games.league.draw import columns_of
from games.league.models import Evening, LeagueTable, TableSeat
from games.table.events import OwnSeat
from games.table.log.models import Match


def own_seats(
    evenings: Collection[Evening], player: Player, entrants: Collection[int]
) -> Mapping[int, tuple[OwnSeat, ...]]:
    """By evening, the seats of `player`, one of the `entrants`, in the rounds that are not over. Two queries, none
    without a drawn evening.

    A round in which the entrant sits at no table is one to wait in. A round in which another holds the player's cards
    is left out.
    """
    drawn = {evening.pk: evening for evening in evenings if evening.status == Evening.Status.DRAWN}
    if not drawn:
        return {}
    tables = LeagueTable.objects.filter(
        Q(seats__player=player) | Q(seats__entrant__in=entrants), evening__in=drawn
    )
    seats: dict[LeagueTable, list[TableSeat]] = defaultdict(list)
    rows = (
        TableSeat.objects.taken()
        .filter(table__in=tables.values("pk"))
        .select_related("table__match", "player")
    )
    for seat in rows.order_by("table__round", "table__number", "number"):
        seats[seat.table].append(seat)
    last = dict(
        LeagueTable.objects.filter(evening__in=drawn)
        .order_by()
        .values_list("evening")
        .annotate(last=Max("round"))
    )
    return {
        pk: tuple(_of_evening(evening, last.get(pk, 0), seats, player, entrants))
        for pk, evening in drawn.items()
    }


def _of_evening(
    evening: Evening,
    last: int,
    seats: Mapping[LeagueTable, list[TableSeat]],
    player: Player,
    entrants: Collection[int],
) -> Iterable[OwnSeat]:
    here = {table: sitting for table, sitting in seats.items() if table.evening_id == evening.pk}
    seated = {table.round for table in here}
    takes_part = any(seat.entrant_id in entrants for sitting in here.values() for seat in sitting)
    own = [
        _shown(evening, table, sitting, mine)
        for table, sitting in here.items()
        if not _is_over(table)
        for mine in sitting
        if mine.player_id == player.pk
    ]
    waits = [
        OwnSeat(round=number) for number in range(max(evening.round, 1), last + 1) if number not in seated
    ]
    return sorted([*own, *(waits if takes_part else ())], key=lambda seat: seat.round)


def _is_over(table: LeagueTable) -> bool:
    return table.broken_off_at is not None or (table.match is not None and table.match.status in Match.ENDED)


def _shown(evening: Evening, table: LeagueTable, sitting: list[TableSeat], mine: TableSeat) -> OwnSeat:
    competition = evening.competition
    columns = columns_of(competition.the_game, competition.house_options, len(sitting))
    ours = next((column for column in columns if mine.number in column), (mine.number,))
    url = ""
    if table.match is not None:
        url = reverse("table:table", args=[table.match.code])
        if table.on_paper:
            url = reverse("league:sheet", args=[evening.pk, table.pk])
    return OwnSeat(
        round=table.round,
        table=table.number,
        partners=tuple(
            seat.player.nickname for seat in sitting if seat.number in ours and seat.pk != mine.pk
        ),
        opponents=tuple(seat.player.nickname for seat in sitting if seat.number not in ours),
        url=url,
        on_paper=table.on_paper,
        starts_at=table.starts_at,
    )
