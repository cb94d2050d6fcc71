"""Scores of tables, who held the cards they are shared out among, and which of them count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import PlayerKind
from games.league.draw import columns_of
from games.league.models import EntrantPlayer, LeagueTable, TableScore, TableSeat
from games.league.standings.scores import (
    Party,
    PlayedBy,
    PlayedRound,
    Score,
    number_of_fixture,
    parties,
    sum_rounds,
)
from games.table.log.folding import stand_ins_of
from games.table.log.models import Match, Round, Seat
from games.table.log.paper_entries import TOGETHER

# The successive holders of a seat's cards, as the scores of its table are shared out among them.

BEYOND_LAST_ROUND: Final = 10_000
"""A round after the last one of any match."""


class Holding(NamedTuple):
    """A holder of a seat's cards, up to and with round `until`; None to the end."""

    player: int
    entrant: int
    played_by: str
    until: int | None


Rounds: TypeAlias = Sequence[tuple[int, int | None]]
"""Spans of rounds, first and last, None to the end (`folding.stand_ins_of`)."""


def holdings_of(seat: TableSeat, stood_in: Rounds = ()) -> tuple[Holding, ...]:
    """Everybody who held the cards of a seat, in order. `stood_in` are the rounds a bot played for somebody absent by
    agreement of the table."""
    seated = [
        *(
            Holding(each.player_id, seat.entrant_id, each.played_by, each.until_round)
            for each in seat.changes.all()
        ),
        Holding(seat.player_id, seat.entrant_id, seat.played_by, None),
    ]
    found: list[Holding] = []
    first = 1
    for holding in seated:
        found += _with_stand_ins(holding, first, stood_in)
        first = (holding.until or 0) + 1
    return tuple(found)


def _with_stand_ins(holding: Holding, first: int, stood_in: Rounds) -> Iterator[Holding]:
    """The parts of a holding that begins with round `first`: the bot's, and those between."""
    end = BEYOND_LAST_ROUND if holding.until is None else holding.until
    for begins, last in stood_in:
        bot_first, bot_last = max(begins, first), min(BEYOND_LAST_ROUND if last is None else last, end)
        if bot_first > bot_last:
            continue
        if bot_first > first:
            yield holding._replace(until=bot_first - 1)
        yield holding._replace(
            played_by=PlayedBy.BOT, until=None if bot_last == BEYOND_LAST_ROUND else bot_last
        )
        first = bot_last + 1
    if first <= end or not stood_in:
        yield holding


def holding_until(holding: Sequence[Holding], until: int | None) -> Holding:
    """The holder in the part that ends with round `until`."""
    return next(each for each in holding if each.until is None or (until is not None and each.until >= until))


def own_rows(holdings: Iterable[Holding]) -> dict[tuple[int, int], int]:
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


# Scores of a table as rows, from its rounds, its seats and the holders of the cards.


def scores_of(tables: Sequence[LeagueTable], rounds: Mapping[int, Sequence[PlayedRound]]) -> list[TableScore]:
    """The scores at these tables with these rounds (by table), not saved."""
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__in=tables).prefetch_related("changes").order_by("number"):
        seats[seat.table_id].append(seat)
    substitutes = own_rows(
        holding for sitting in seats.values() for seat in sitting for holding in holdings_of(seat)
    )
    stood_in = stand_ins_of([table.match_id for table in tables if table.match_id is not None])
    return [
        score
        for table in tables
        if rounds[table.pk] or was_stopped(table)
        for entrant in _by_entrant(table, seats[table.pk])
        for score in _scores(table, entrant, rounds[table.pk], substitutes, stood_in)
    ]


def was_stopped(table: LeagueTable) -> bool:
    """Whether the players' own table ended the match before its last round."""
    return table.match is not None and table.match.status == Match.Status.STOPPED


class AtTable(NamedTuple):
    """An entrant at a table: the seats it holds, the number of its side, and all other sides."""

    seats: Sequence[TableSeat]
    side: int
    others: Sequence[Party]


def _by_entrant(table: LeagueTable, seats: Sequence[TableSeat]) -> list[AtTable]:
    """The entrants of a table that has a match, in the order of their first seats."""
    match: Match = table.match
    game = match.the_game
    columns = columns_of(game, match.house_options, len(seats))
    sides = parties(columns, {seat.number: seat.entrant_id for seat in seats})
    found: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in seats:
        found[seat.entrant_id].append(seat)
    numbers = [
        next(number for number, side in enumerate(sides) if sitting[0].number in side.seats)
        for sitting in found.values()
    ]
    return [
        AtTable(sitting, number, [*sides[:number], *sides[number + 1 :]])
        for number, sitting in zip(numbers, found.values(), strict=True)
    ]


def _scores(
    table: LeagueTable,
    entrant: AtTable,
    rounds: Sequence[PlayedRound],
    substitutes: Mapping[tuple[int, int], int],
    stood_in: Mapping[tuple[int, int], Rounds],
) -> Iterator[TableScore]:
    """A score for every part of the match in which the same people held the entrant's cards, at least one."""
    nobody: Rounds = ()
    holdings = [
        holdings_of(seat, stood_in.get((table.match_id, seat.number), nobody)) for seat in entrant.seats
    ]
    ends = sorted({each.until for holding in holdings for each in holding if each.until is not None})
    counted, first = 0, 0
    for part, until in enumerate([*ends, None]):
        played = [own for each in rounds if (own := each.between(first, until)) is not None]
        added = sum_rounds(played, seats=[seat.number for seat in entrant.seats], others=entrant.others)
        counted += added.rounds
        if until == first == 0:
            continue  # replaced before the first round was closed
        first = until or 0
        played_by, substitute = _who_played([holding_until(one, until) for one in holdings], substitutes)
        yield TableScore(
            table=table,
            part=part,
            evening_id=table.evening_id,
            entrant_id=entrant.seats[0].entrant_id,
            fixture=number_of_fixture(table.round, table.fixture),
            side=entrant.side,
            points=added.points,
            against=added.against,
            others=list(added.others),
            rounds=added.rounds,
            planned=added.rounds
            if until is not None
            else max(table.planned - counted + added.rounds, added.rounds),
            broken_off=table.broken_off_at is not None or was_stopped(table),
            played_by=played_by,
            substitute=substitute,
            provisional=sum(each.provisional for each in played),
            tallies=added.tallies,
        )


def _who_played(
    holding: Sequence[Holding], substitutes: Mapping[tuple[int, int], int]
) -> tuple[PlayedBy, int]:
    """The kind of player who held the entrant's cards (SELF if any was its own), and the row of a substitute,
    else 0. Beside one of the entrant's own it is the row whose half plays along.
    """
    by = {each.played_by for each in holding}
    played_by = PlayedBy.SELF if PlayedBy.SELF in by else PlayedBy(max(by))
    if played_by == PlayedBy.BOT:
        return played_by, 0
    rows = [
        substitutes.get((each.player, each.entrant), 0)
        for each in holding
        if each.played_by == PlayedBy.SUBSTITUTE
    ]
    if played_by == PlayedBy.SELF:
        return played_by, next(filter(None, rows), 0)
    return played_by, substitutes.get((holding[0].player, holding[0].entrant), 0)


class TableTotal(NamedTuple):
    """The total of an entrant at a table."""

    side: int
    points: int
    against: int
    others: tuple[int, ...]
    rounds: int


def totals(scores: QuerySet[TableScore]) -> dict[tuple[int, int], TableTotal]:
    """The scores by (table, entrant), the parts of each added up; in the order of fixtures."""
    found: dict[tuple[int, int], TableTotal] = {}
    rows = scores.order_by("fixture", "table").values_list("table", "entrant", *TableTotal._fields)
    for table, entrant, side, points, against, others, rounds in rows:
        known = found.get((table, entrant), TableTotal(side, 0, 0, (0,) * len(others), 0))
        found[table, entrant] = TableTotal(
            side,
            known.points + points,
            known.against + against,
            tuple(one + other for one, other in zip(known.others, others, strict=True)),
            known.rounds + rounds,
        )
    return found


# Counting of rounds into scores: every table with new log entries is counted again.
#
# The league looks at a round's status, its points, sides and tallies, never at why it has them.

COUNTED_COLUMNS: Final = [field for field in Score._fields if field != "entrant"]
"""The columns of a score that a new count overwrites."""


def count_matches(*, competition_id: int) -> int:
    """Count the competition's tables whose match has moved on; how many there were.

    One query when there is nothing to do. Else the tables' rows are locked, so that an older count never
    overwrites a newer one; the number of queries does not grow with the tables. Tables whose cards others are still to
    play are counted when those are open: no list tells of them before.
    """
    with_match = LeagueTable.objects.filter(evening__competition=competition_id, match__isnull=False)
    secret = {"match__shared_deals__isnull": False, "match__shared_deals__public_from": None}
    stale = with_match.exclude(counted_at_seq=F("match__seq")).exclude(**secret)
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
    entrant, as a substitute unless it is their own, as where partners have exchanged their seats.
    """
    by_match = {table.match_id: table.pk for table in tables}
    rows = Seat.objects.filter(match__in=by_match).exclude(match__status=Match.Status.OPEN)
    held = {
        (by_match[match], number): (player, kind)
        for match, number, player, kind in rows.values_list("match", "number", "player", "player__kind")
    }
    changed = []
    kinds = {}
    for seat in TableSeat.objects.filter(table__in=tables):
        player, kinds[seat.pk] = held.get((seat.table_id, seat.number), (seat.player_id, ""))
        if player != seat.player_id:
            seat.player_id = player
            changed.append(seat)
    members = EntrantPlayer.objects.filter(entrant__in={seat.entrant_id for seat in changed})
    own = set(members.values_list("entrant", "player")) if changed else set()
    for seat in changed:
        if (seat.entrant_id, seat.player_id) in own:
            seat.played_by = PlayedBy.SELF
        else:
            seat.played_by = PlayedBy.BOT if kinds[seat.pk] == PlayerKind.BOT else PlayedBy.SUBSTITUTE
    TableSeat.objects.bulk_update(changed, ["player", "played_by"])


def _write(tables: Sequence[LeagueTable], rounds: Mapping[int, Sequence[PlayedRound]]) -> None:
    TableScore.objects.bulk_create(
        scores_of(tables, rounds),
        update_conflicts=True,
        unique_fields=["table", "entrant", "part"],
        update_fields=COUNTED_COLUMNS,
    )
    empty = [table.pk for table in tables if not rounds[table.pk] and not was_stopped(table)]
    TableScore.objects.filter(table__in=empty).delete()
