"""Counting of rounds into scores: every table with new log entries is counted again.

The league looks at a round's status, its points, sides and tallies, never at why it has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from accounts.models import PlayerKind
from games.league.models import LeagueTable, TableScore, TableSeat
from games.league.services.evenings.table_scores import scores_of, was_stopped
from games.league.standings.scores import PlayedBy, PlayedRound, Score
from games.table.log.models import Match, Round, Seat
from games.table.log.sheets import TOGETHER

COUNTED = [field for field in Score._fields if field != "entrant"]


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
        matches = [table.match_id for table in tables]
        rounds = rounds_of(matches)
        _follow_seats(tables)
        _write(tables, {table.pk: rounds[table.match_id] for table in tables})
        for table in tables:
            table.counted_at_seq = table.match.seq
        LeagueTable.objects.bulk_update(tables, ["counted_at_seq"])
    return len(tables)


def rounds_of(matches: Iterable[int]) -> dict[int, list[PlayedRound]]:
    """The closed rounds of these matches, by match. One that is left out until it has been played again is
    provisional."""
    found: dict[int, list[PlayedRound]] = defaultdict(list)
    to_come = Match.objects.filter(
        replays=OuterRef("pk"), status__in=(Match.Status.OPEN, Match.Status.RUNNING)
    )
    rows = Round.objects.filter(match__in=matches).exclude(status=Round.Status.RUNNING)
    for match, number, status, points, seats, result, tallies, again in rows.annotate(
        again=Exists(to_come)
    ).values_list("match", "number", "status", "points", "seat_points", "result", "tallies", "again"):
        found[match].append(
            PlayedRound(
                points=tuple(points),
                sides=tuple(result["sides"]),
                tallies=result["tallies"] if tallies is None else tallies,
                number=number,
                seats=tuple(seats or ()),
                provisional=status == Round.Status.REVIEW or (status == Round.Status.VOID and again),
                void=status == Round.Status.VOID,
                rounds=result["facts"].get(TOGETHER, 1),
            )
        )
    return found


def _follow_seats(tables: Sequence[LeagueTable]) -> None:
    """Update league seats from the match: a player who sat down before its start plays for that seat's
    entrant.
    """
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


def _write(tables: Sequence[LeagueTable], rounds: Mapping[int, Sequence[PlayedRound]]) -> None:
    TableScore.objects.bulk_create(
        scores_of(tables, rounds),
        update_conflicts=True,
        unique_fields=["table", "entrant", "part"],
        update_fields=COUNTED,
    )
    empty = [table.pk for table in tables if not rounds[table.pk] and not was_stopped(table)]
    TableScore.objects.filter(table__in=empty).delete()
