"""From rounds to scores: every table whose log has moved on since it was counted is counted again.

The league looks at a round's status, points and plain results, never at why it has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import PlayerKind
from games.league.models import EntrantPlayer, LeagueTable, TableScore, TableSeat
from games.league.standings.scores import PlayedBy, PlayedRound, Score, added_up
from games.table.log.models import Match, Round, Seat

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
        matches = [table.match_id for table in tables]
        rounds = rounds_of(matches)
        _follow_seats(tables)
        _write(tables, {table.pk: rounds[table.match_id] for table in tables})  # type: ignore[index]
        for table in tables:
            table.counted_at_seq = table.match.seq  # type: ignore[union-attr]
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
    for match, number, status, points, seats, result, again in rows.annotate(
        again=Exists(to_come)
    ).values_list("match", "number", "status", "points", "seat_points", "result", "again"):
        found[match].append(
            PlayedRound(
                points=tuple(points),
                sides=tuple(result["sides"]),
                tallies=result["tallies"],
                number=number,
                seats=tuple(seats or ()),
                provisional=status == Round.Status.REVIEW or (status == Round.Status.VOID and again),
                void=status == Round.Status.VOID,
            )
        )
    return found


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


def _write(tables: Sequence[LeagueTable], rounds: Mapping[int, Sequence[PlayedRound]]) -> None:
    TableScore.objects.bulk_create(
        scores_of(tables, rounds),
        update_conflicts=True,
        unique_fields=["table", "entrant", "part"],
        update_fields=COUNTED,
    )
    empty = [table.pk for table in tables if not rounds[table.pk] and not _stopped(table)]
    TableScore.objects.filter(table__in=empty).delete()


def scores_of(tables: Sequence[LeagueTable], rounds: Mapping[int, Sequence[PlayedRound]]) -> list[TableScore]:
    """What everybody got at these tables with these rounds (by table), not written down."""
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__in=tables).prefetch_related("changes").order_by("number"):
        seats[seat.table_id].append(seat)
    own_rows = _own_rows(holding for sitting in seats.values() for seat in sitting for holding in held(seat))
    return [
        score
        for table in tables
        for side, sitting in _by_entrant(seats[table.pk], rounds[table.pk])
        for score in _scores(table, side, sitting, rounds[table.pk], own_rows)
        if rounds[table.pk] or _stopped(table)
    ]


def _by_entrant(
    seats: Iterable[TableSeat], rounds: Sequence[PlayedRound]
) -> Iterable[tuple[int, list[TableSeat]]]:
    """The seats of each entrant, with the side of the first of them."""
    found: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in seats:
        found[seat.entrant_id].append(seat)
    sides = rounds[-1].sides if rounds else ()
    return [(_side(sitting[0].number, sides), sitting) for sitting in found.values()]


def _side(seat: int, sides: Sequence[int]) -> int:
    """The side of a seat; before the first round two sides in turn."""
    return sides[seat] if sides else seat % 2


def _scores(
    table: LeagueTable,
    side: int,
    sitting: Sequence[TableSeat],
    rounds: Sequence[PlayedRound],
    own_rows: dict[tuple[int, int], int],
) -> Iterator[TableScore]:
    """A score for every part of the match in which the same people held the entrant's cards, at least one."""
    holdings = [held(seat) for seat in sitting]
    ends = sorted({each.until for holding in holdings for each in holding if each.until is not None})
    counted, first = 0, 0
    for part, until in enumerate([*ends, None]):
        played = [each for each in rounds if first < each.number and (until is None or each.number <= until)]
        holding = [_held_until(one, until) for one in holdings]
        by = {each.played_by for each in holding}
        played_by = PlayedBy.SELF if PlayedBy.SELF in by else PlayedBy(max(by))
        substitute = 0
        if played_by == PlayedBy.SUBSTITUTE:
            substitute = own_rows.get((holding[0].player, holding[0].entrant), 0)
        own, against, count, tally = added_up(played, seats=[seat.number for seat in sitting])
        counted += count
        if until == first == 0:
            continue  # replaced before the first round was closed
        first = until or 0
        yield TableScore(
            table=table,
            part=part,
            evening_id=table.evening_id,
            entrant_id=sitting[0].entrant_id,
            fixture=table.round * FIXTURES_A_ROUND + table.fixture,
            side=side,
            points=own,
            against=against,
            rounds=count,
            planned=count if until is not None else max(table.planned - counted + count, count),
            broken_off=table.broken_off_at is not None or _stopped(table),
            played_by=played_by,
            substitute=substitute,
            provisional=sum(each.provisional for each in played),
            **tally._asdict(),
        )


class Brought(NamedTuple):
    """What an entrant got at a table altogether."""

    side: int
    points: int = 0
    against: int = 0
    rounds: int = 0
    pits: int = 0
    nat: int = 0


def totals(scores: QuerySet[TableScore]) -> dict[tuple[int, int], Brought]:
    """The scores by (table, entrant), the parts of each added up; in the order of fixtures."""
    found: dict[tuple[int, int], Brought] = {}
    rows = scores.order_by("fixture", "table").values_list("table", "entrant", *Brought._fields)
    for table, entrant, side, *amounts in rows:
        known = found.get((table, entrant), Brought(side))
        found[table, entrant] = Brought(
            side, *(one + other for one, other in zip(known[1:], amounts, strict=True))
        )
    return found


class Holding(NamedTuple):
    """Who held the cards of a seat, up to and with round `until`; None to the end."""

    player: int
    entrant: int
    played_by: str
    until: int | None


def held(seat: TableSeat) -> tuple[Holding, ...]:
    """Everybody who held the cards of a seat, in order."""
    before = tuple(
        Holding(each.player_id, seat.entrant_id, each.played_by, each.until_round)
        for each in seat.changes.all()
    )
    return (*before, Holding(seat.player_id, seat.entrant_id, seat.played_by, None))


def _held_until(holding: Sequence[Holding], until: int | None) -> Holding:
    """Who held the cards in the part that ends with round `until`."""
    return next(each for each in holding if each.until is None or (until is not None and each.until >= until))


def _stopped(table: LeagueTable) -> bool:
    """Whether the players' own table ended the match before its last round."""
    return table.match is not None and table.match.status == Match.Status.STOPPED


def _own_rows(holdings: Iterable[Holding]) -> dict[tuple[int, int], int]:
    """The substitutes' own entrants in the same competition, by (player, entrant they play for)."""
    instead = [each for each in holdings if each.played_by == PlayedBy.SUBSTITUTE]
    if not instead:
        return {}
    wanted = {each.entrant for each in instead}
    competitions = dict(
        EntrantPlayer.objects.filter(entrant__in=wanted).values_list("entrant", "competition")
    )
    own = {
        (player, competition): entrant
        for player, competition, entrant in EntrantPlayer.objects.filter(
            player__in={each.player for each in instead}, competition__in=set(competitions.values())
        ).values_list("player", "competition", "entrant")
    }
    return {
        (each.player, each.entrant): own.get((each.player, competitions[each.entrant]), 0) for each in instead
    }
