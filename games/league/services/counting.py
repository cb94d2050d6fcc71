"""From rounds to scores: every table whose log has moved on since it was counted is counted again.

The league looks at a round's status, points and plain results, never at why it has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import PlayerKind
from games.league.models import EntrantPlayer, LeagueTable, TableScore, TableSeat
from games.league.scores import PlayedBy, PlayedRound, Score, added_up
from games.table.models import Match, Round, Seat

COUNTED = [field for field in Score._fields if field != "entrant"]
FIXTURES_A_ROUND = 1_000


def count_matches(*, competition_id: int) -> int:
    """Count the competition's tables whose match has moved on; how many there were.

    One query when there is nothing to do. Else the tables' rows are locked, so that an older count never
    overwrites a newer one; the number of queries does not grow with the tables.
    """
    stale = LeagueTable.objects.filter(evening__competition=competition_id, match__isnull=False).exclude(
        counted_at_seq=F("match__seq")
    )
    if not stale.exists():
        return 0
    with transaction.atomic():
        tables = list(stale.select_for_update(of=("self",)).select_related("match").order_by("pk"))
        ends = {table.match_id: table.broken_off_at for table in tables}
        rounds: dict[int, list[PlayedRound]] = defaultdict(list)
        for match, points, result, closed_at in Round.objects.filter(
            match__in=ends, status=Round.Status.CLOSED
        ).values_list("match", "points", "result", "closed_at"):
            if _in_time(closed_at, ends[match]):
                rounds[match].append(PlayedRound(tuple(points), (result or {}).get("facts", {})))
        _follow_seats(tables)
        _write(tables, {table.pk: rounds[table.match_id] for table in tables})  # type: ignore[index]
        for table in tables:
            table.counted_at_seq = table.match.seq  # type: ignore[union-attr]
        LeagueTable.objects.bulk_update(tables, ["counted_at_seq"])
    return len(tables)


def _follow_seats(tables: Sequence[LeagueTable]) -> None:
    """Whoever sat down at the table itself before it started plays for the entrant of that seat."""
    by_match = {table.match_id: table.pk for table in tables}
    rows = Seat.objects.filter(match__in=by_match).exclude(match__status=Match.Status.OPEN)
    held = {
        (by_match[match], number): (player, kind)
        for match, number, player, kind in rows.values_list("match", "number", "player", "player__kind")
    }
    changed = []
    for seat in TableSeat.objects.filter(table__in=tables):
        player, kind = held.get((seat.table_id, seat.number), (seat.player_id, ""))
        if player != seat.player_id:
            seat.player_id = player
            seat.played_by = PlayedBy.BOT if kind == PlayerKind.BOT else PlayedBy.SUBSTITUTE
            changed.append(seat)
    TableSeat.objects.bulk_update(changed, ["player", "played_by"])


def _in_time(closed_at: datetime | None, end: datetime | None) -> bool:
    return end is None or (closed_at is not None and closed_at <= end)


def _write(tables: Sequence[LeagueTable], rounds: dict[int, list[PlayedRound]]) -> None:
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__in=tables).order_by("number"):
        seats[seat.table_id].append(seat)
    own_rows = _own_rows(seats.values())
    scores = [
        _score(table, side, sitting, rounds[table.pk], own_rows)
        for table in tables
        for side, sitting in _by_entrant(seats[table.pk], rounds[table.pk])
        if rounds[table.pk]
    ]
    TableScore.objects.bulk_create(
        scores,
        update_conflicts=True,
        unique_fields=["table", "entrant"],
        update_fields=COUNTED,
    )
    empty = [table.pk for table in tables if not rounds[table.pk]]
    TableScore.objects.filter(table__in=empty).delete()


def _by_entrant(
    seats: Iterable[TableSeat], rounds: Sequence[PlayedRound]
) -> Iterable[tuple[int, list[TableSeat]]]:
    """The seats of each entrant, with their side: points are by side, sides go round the seats."""
    sides = len(rounds[0].points) if rounds else 2
    found: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in seats:
        found[seat.entrant_id].append(seat)
    return [(sitting[0].number % sides, sitting) for sitting in found.values()]


def _score(
    table: LeagueTable,
    side: int,
    sitting: Sequence[TableSeat],
    rounds: Sequence[PlayedRound],
    own_rows: dict[tuple[int, int], int],
) -> TableScore:
    own, against, count, tally = added_up(rounds, side=side)
    held = {seat.played_by for seat in sitting}
    played_by = PlayedBy.SELF if PlayedBy.SELF in held else PlayedBy(max(held))
    substitute = 0
    if played_by == PlayedBy.SUBSTITUTE:
        substitute = own_rows.get((sitting[0].player_id, sitting[0].entrant_id), 0)
    return TableScore(
        table=table,
        evening_id=table.evening_id,
        entrant_id=sitting[0].entrant_id,
        fixture=table.round * FIXTURES_A_ROUND + table.fixture,
        side=side,
        points=own,
        against=against,
        rounds=count,
        planned=max(table.planned, count),
        broken_off=table.broken_off_at is not None or _stopped(table),
        played_by=played_by,
        substitute=substitute,
        **tally._asdict(),
    )


def _stopped(table: LeagueTable) -> bool:
    """Whether the players' own table ended the match before its last round."""
    return table.match is not None and table.match.status == Match.Status.STOPPED


def _own_rows(seats: Iterable[Iterable[TableSeat]]) -> dict[tuple[int, int], int]:
    """The substitutes' own entrants in the same competition, by (player, entrant they play for)."""
    instead = [seat for sitting in seats for seat in sitting if seat.played_by == PlayedBy.SUBSTITUTE]
    if not instead:
        return {}
    wanted = {seat.entrant_id for seat in instead}
    competitions = dict(
        EntrantPlayer.objects.filter(entrant__in=wanted).values_list("entrant", "competition")
    )
    own = {
        (player, competition): entrant
        for player, competition, entrant in EntrantPlayer.objects.filter(
            player__in={seat.player_id for seat in instead}, competition__in=set(competitions.values())
        ).values_list("player", "competition", "entrant")
    }
    return {
        (seat.player_id, seat.entrant_id): own.get((seat.player_id, competitions[seat.entrant_id]), 0)
        for seat in instead
    }
