"""Scores of a table as rows, from its rounds, its seats and the holders of the cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from games.engine import registry
from games.engine.options import read_options
from games.league.draw import columns_of
from games.league.models import LeagueTable, TableScore, TableSeat
from games.league.services.evenings.holdings import Holding, Rounds, held, held_until, own_rows
from games.league.standings.scores import Party, PlayedBy, PlayedRound, added_up, parties
from games.table.log.history import stand_ins_of
from games.table.log.models import Match

FIXTURES_A_ROUND = 1_000


def scores_of(tables: Sequence[LeagueTable], rounds: Mapping[int, Sequence[PlayedRound]]) -> list[TableScore]:
    """The scores at these tables with these rounds (by table), not saved."""
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__in=tables).prefetch_related("changes").order_by("number"):
        seats[seat.table_id].append(seat)
    substitutes = own_rows(
        holding for sitting in seats.values() for seat in sitting for holding in held(seat)
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
    game = registry.game(match.game, match.game_version)
    columns = columns_of(game, read_options(game.Options, match.options), len(seats))
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
    holdings = [held(seat, stood_in.get((table.match_id, seat.number), nobody)) for seat in entrant.seats]
    ends = sorted({each.until for holding in holdings for each in holding if each.until is not None})
    counted, first = 0, 0
    for part, until in enumerate([*ends, None]):
        played = [own for each in rounds if (own := each.between(first, until)) is not None]
        added = added_up(played, seats=[seat.number for seat in entrant.seats], others=entrant.others)
        counted += added.rounds
        if until == first == 0:
            continue  # replaced before the first round was closed
        first = until or 0
        played_by, substitute = _by_whom([held_until(one, until) for one in holdings], substitutes)
        yield TableScore(
            table=table,
            part=part,
            evening_id=table.evening_id,
            entrant_id=entrant.seats[0].entrant_id,
            fixture=table.round * FIXTURES_A_ROUND + table.fixture,
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


def _by_whom(holding: Sequence[Holding], substitutes: Mapping[tuple[int, int], int]) -> tuple[PlayedBy, int]:
    """The kind of player who held the entrant's cards (SELF if any was its own), and the row of a substitute,
    else 0.
    """
    by = {each.played_by for each in holding}
    played_by = PlayedBy.SELF if PlayedBy.SELF in by else PlayedBy(max(by))
    if played_by != PlayedBy.SUBSTITUTE:
        return played_by, 0
    return played_by, substitutes.get((holding[0].player, holding[0].entrant), 0)


class Brought(NamedTuple):
    """The total of an entrant at a table."""

    side: int
    points: int
    against: int
    others: tuple[int, ...]
    rounds: int


def totals(scores: QuerySet[TableScore]) -> dict[tuple[int, int], Brought]:
    """The scores by (table, entrant), the parts of each added up; in the order of fixtures."""
    found: dict[tuple[int, int], Brought] = {}
    rows = scores.order_by("fixture", "table").values_list("table", "entrant", *Brought._fields)
    for table, entrant, side, points, against, others, rounds in rows:
        known = found.get((table, entrant), Brought(side, 0, 0, (0,) * len(others), 0))
        found[table, entrant] = Brought(
            side,
            known.points + points,
            known.against + against,
            tuple(one + other for one, other in zip(known.others, others, strict=True)),
            known.rounds + rounds,
        )
    return found
