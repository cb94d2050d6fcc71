"""Who meets whom at the tables of an evening: plans as the draw makes them, not saved, with regard to earlier evenings,
and the meetings that an exchange of seats repeats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, groupby, islice
from operator import itemgetter
from random import Random
from typing import Final

from django.db.models import Q

from accounts.friends import blocks_among
from games.engine.seats import Seat
from games.league.draw import (
    AGAIN_TONIGHT,
    MIN_ENTRANTS,
    PLAYERS_IN_PAIRS,
    FixtureRound,
    NoSuchMovement,
    SeatedRound,
    TooFewPlayers,
    balance_directions,
    by_strength,
    columns_of,
    least_played_rounds,
    mixed_tables,
    moving_pairs,
    plays_in_pairs,
    put_least_waited_last,
    rotating_partners,
    round_robin,
    swiss,
)
from games.league.duplicate.meeting_anew import meet_anew
from games.league.duplicate.movements import Movement
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, EntrantPlayer, Evening, Seating, TableSeat
from games.league.services.competition_standing import standing_of
from games.league.services.evenings.movements import movement_of, moves_pairs
from games.league.services.evenings.seats import waits_before, waits_in_all, waits_tonight, without_table

NOBODY_PLAYED: Final = Q(table__broken_off_at__isnull=False, table__match=None)
"""Seats at a table that a walkover took away: nobody met anybody there."""
KEPT_APART_WEIGHT: Final = 1_000 * AGAIN_TONIGHT
"""Weight of two players who are to be kept apart: meeting again tonight costs less."""


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table as drawn: entrants by seat, and the fixture it belongs to."""

    round: int
    number: int
    fixture: int
    entrants: tuple[int, ...]


def seats_for(competition: Competition) -> range:
    """How many single players may sit at a table: four where they play in pairs, else as many as the game allows."""
    game = competition.the_game
    return (
        range(PLAYERS_IN_PAIRS, PLAYERS_IN_PAIRS + 1)
        if plays_in_pairs(game, competition.house_options)
        else game.seats
    )


def seats_of_fixture(home: int, away: int, columns: Sequence[Sequence[Seat]]) -> tuple[int, ...]:
    """Two sides by seat: the first column of the sheet for `home`, the other for `away`."""
    by_seat = {seat: side for side, column in zip((home, away), columns, strict=True) for seat in column}
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def plan_of(
    evening: Evening, coming: list[int], *, after: int, chance: Random, before: Movement | None
) -> list[PlannedTable]:
    """The tables of the rounds after `after`; `before` is the movement of fixed pairs with the same cards as it was.
    Refuses too_few."""
    competition = evening.competition
    rounds = evening.rounds - after
    try:
        if not competition.has_fixtures:
            return _of_single_players(evening, coming, after=after, chance=chance)
        movement = _movement(evening, coming, after=after, chance=chance, before=before)
        if movement is not None:
            return _of_movement(movement, competition, after=after)
        if competition.seating == Seating.PAIRS:
            plan = _moving_pairs(evening, coming, after=after, chance=chance)
        elif competition.seating == Seating.ROUND_ROBIN:
            everybody = without_table(evening)
            plan = least_played_rounds(
                round_robin(everybody, double=True), games=games_of(competition), rounds=rounds
            )
        else:
            plan = (_swiss(evening, coming, after=after, chance=chance),)
    except (TooFewPlayers, NoSuchMovement) as none:
        raise LeagueRefused(LeagueRefusal.TOO_FEW) from none
    columns = columns_of(competition.the_game, competition.house_options, PLAYERS_IN_PAIRS)
    turned = competition.the_rules.same_cards
    return _of_fixtures(plan, columns, size=competition.size, after=after, turned=turned)


def _movement(
    evening: Evening, coming: Sequence[int], *, after: int, chance: Random, before: Movement | None
) -> Movement | None:
    """The movement of fixed pairs who all play the same cards; None on other evenings, and where none fits."""
    if not moves_pairs(evening):
        return None
    return movement_of(evening, coming, after=after, chance=chance, before=before)


def _of_movement(movement: Movement, competition: Competition, *, after: int) -> list[PlannedTable]:
    """The tables of the rounds after `after`: north-south in the first column of the sheet."""
    columns = columns_of(competition.the_game, competition.house_options, PLAYERS_IN_PAIRS)
    return [
        PlannedTable(
            one.number,
            meeting.table,
            meeting.table,
            seats_of_fixture(meeting.north_south[0], meeting.east_west[0], columns),
        )
        for one in movement.rounds
        if one.number > after
        for meeting in one.meetings
    ]


def games_of(competition: Competition) -> Counter[tuple[int, int]]:
    """How often one entrant was seated at home against another. At home is who sits first at the first table of a
    fixture, also where they change at the second."""
    seats = TableSeat.objects.filter(table__evening__competition=competition, number__lte=1)
    by_fixture: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for evening, round_, fixture, entrant in seats.order_by("table__number", "number").values_list(
        "table__evening", "table__round", "table__fixture", "entrant"
    ):
        by_fixture[evening, round_, fixture].append(entrant)
    games: Counter[tuple[int, int]] = Counter()
    for home, away, *others in by_fixture.values():
        games[home, away] += 1 + len(others) // 2
    return games


def _of_single_players(
    evening: Evening, coming: list[int], *, after: int, chance: Random
) -> list[PlannedTable]:
    """The rounds after those that are open already, mindful of earlier evenings: by strength, or every round at another
    table with new partners, in a game without partners with new opponents."""
    competition = evening.competition
    game, rounds = competition.the_game, evening.rounds - after
    in_pairs = plays_in_pairs(game, competition.house_options)
    tables = _tables_before(competition)
    waited, before = waits_tonight(evening, coming, after=after), waits_before(evening)
    apart = _pairs_kept_apart(competition, coming)
    if competition.seating == Seating.STRENGTH:
        plan = by_strength(
            _strongest_first(competition, coming, chance),
            rounds=rounds,
            seats=seats_for(competition),
            wished=competition.at_table,
            partners=in_pairs,
            chance=chance,
            partnered=_partner_counts(tables, evening) + apart if in_pairs else None,
            waited=waited,
            waited_before=before,
        )
    elif in_pairs:
        plan = rotating_partners(
            coming,
            rounds=rounds,
            chance=chance,
            partnered=_partner_counts(tables, evening) + apart,
            opposed=_next_to(tables) + apart,
            waited=waited,
            waited_before=before,
        )
    else:
        plan = mixed_tables(
            coming,
            rounds=rounds,
            seats=game.seats,
            wished=competition.at_table,
            chance=chance,
            met=_meeting_counts(tables, evening) + apart,
            waited=waited,
            waited_before=before,
        )
    if in_pairs and competition.the_rules.same_cards:
        north_south, east_west = _direction_counts(tables, evening)
        plan = balance_directions(plan, north_south=north_south, east_west=east_west)
    return _number_tables(plan, after)


def _strongest_first(competition: Competition, coming: Sequence[int], chance: Random) -> list[int]:
    """Those who come in the order of the standings; lots decide between those who share a place, so before the first
    evening between all."""
    rows = standing_of(competition).rows
    place = _first_of_equals([(row.entrant, (row.place, row.worth)) for row in rows])
    return sorted(chance.sample(coming, len(coming)), key=place.__getitem__)


def _first_of_equals(ranked: Iterable[tuple[int, Hashable]]) -> dict[int, int]:
    """A number for each of these in their order, the same for those that stand together and are equal."""
    numbered: dict[int, int] = {}
    for number, (_key, together) in enumerate(groupby(ranked, key=itemgetter(1))):
        numbered |= {entrant: number for entrant, _equal in together}
    return numbered


def _moving_pairs(
    evening: Evening, coming: Sequence[int], *, after: int, chance: Random
) -> tuple[FixtureRound, ...]:
    """Half of the pairs move up. In more rounds than that has without a second meeting, everybody meets everybody, and
    then once more from the first on; who has waited least waits first. Drawn anew after some rounds, nobody meets those
    of these rounds again while that can be."""
    rounds = evening.rounds - after
    drawn = chance.sample(coming, len(coming))
    if after:
        return _meet_anew(evening, drawn, after=after, chance=chance)
    waited = waits_in_all(evening, coming, after=after)
    if rounds > (len(coming) + 1) // 2:
        most_waited_first = sorted(drawn, key=lambda entrant: waited.get(entrant, 0), reverse=True)
        return tuple(islice(cycle(round_robin(most_waited_first)), rounds))
    return moving_pairs(put_least_waited_last(drawn, rounds=rounds, waited=waited), rounds=rounds)


def _meet_anew(
    evening: Evening, coming: Sequence[int], *, after: int, chance: Random
) -> tuple[FixtureRound, ...]:
    """The rounds after `after` for pairs of whom some have met tonight."""
    if len(coming) < MIN_ENTRANTS:
        raise TooFewPlayers
    tables: dict[int, set[int]] = defaultdict(set)
    seats = TableSeat.objects.filter(table__evening=evening, table__round__lte=after).exclude(NOBODY_PLAYED)
    for table, entrant in seats.values_list("table", "entrant"):
        tables[table].add(entrant)
    met = Counter(map(frozenset, tables.values()))
    waited = waits_in_all(evening, coming, after=after)
    return meet_anew(coming, rounds=evening.rounds - after, met=met, waited=waited, chance=chance)


def _pairs_kept_apart(competition: Competition, coming: Sequence[int]) -> Counter[frozenset[int]]:
    """Two entrants between whose players a block stands, as if they had met very often; none where the rules do not
    keep them apart.
    """
    if not competition.the_rules.keeps_apart:
        return Counter()
    members = EntrantPlayer.objects.filter(entrant__in=coming).values_list("player", "entrant")
    entrant = dict(members)
    return Counter(
        {
            frozenset((entrant[one], entrant[other])): KEPT_APART_WEIGHT
            for one, other in blocks_among(list(entrant))
        }
    )


def _number_tables(plan: Iterable[SeatedRound], after: int) -> list[PlannedTable]:
    return [
        PlannedTable(after + place, number, number, table)
        for place, each in enumerate(plan, 1)
        for number, table in enumerate(each.tables, 1)
    ]


def _tables_before(competition: Competition) -> list[tuple[int, dict[int, int]]]:
    """Every table of the competition drawn so far, without those nobody played at: its evening, and the entrants by
    seat."""
    at_table: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    seats = TableSeat.objects.filter(table__evening__competition=competition).exclude(NOBODY_PLAYED)
    for evening, table, number, entrant in seats.values_list("table__evening", "table", "number", "entrant"):
        at_table[evening, table][number] = entrant
    return [(evening, by_seat) for (evening, _table), by_seat in at_table.items()]


def _partner_counts(
    tables: Iterable[tuple[int, Mapping[int, int]]], evening: Evening
) -> Counter[frozenset[int]]:
    """How often two were partners, much more weighty tonight."""
    partners: Counter[frozenset[int]] = Counter()
    columns = columns_of(evening.competition.the_game, evening.competition.house_options, PLAYERS_IN_PAIRS)
    for held, by_seat in tables:
        for one, two in columns:
            if one in by_seat and two in by_seat:
                couple = frozenset((by_seat[one], by_seat[two]))
                partners[couple] += AGAIN_TONIGHT if held == evening.pk else 1
    return partners


def _direction_counts(
    tables: Iterable[tuple[int, Mapping[int, int]]], evening: Evening
) -> tuple[Counter[int], Counter[int]]:
    """How often each sat in the first column of the sheet tonight, and in the second."""
    tonight = [by_seat for held, by_seat in tables if held == evening.pk]
    columns = columns_of(evening.competition.the_game, evening.competition.house_options, PLAYERS_IN_PAIRS)
    north_south, east_west = (
        Counter(by_seat[seat] for by_seat in tonight for seat in column if seat in by_seat)
        for column in columns
    )
    return north_south, east_west


def _next_to(tables: Iterable[tuple[int, Mapping[int, int]]]) -> Counter[frozenset[int]]:
    """How often two sat next to one another, as opponents do where partners face one another."""
    opponents: Counter[frozenset[int]] = Counter()
    for _held, by_seat in tables:
        for seat, entrant in by_seat.items():
            opponents[frozenset((entrant, by_seat.get((seat + 1) % PLAYERS_IN_PAIRS, entrant)))] += 1
    return opponents


def _meeting_counts(
    tables: Iterable[tuple[int, Mapping[int, int]]], evening: Evening
) -> Counter[frozenset[int]]:
    """How often two sat at one table, much more weighty tonight."""
    met: Counter[frozenset[int]] = Counter()
    for held, by_seat in tables:
        for pair in combinations(by_seat.values(), 2):
            met[frozenset(pair)] += AGAIN_TONIGHT if held == evening.pk else 1
    return met


def _swiss(evening: Evening, coming: list[int], *, after: int, chance: Random) -> FixtureRound:
    """Equals in what decides the place meet; lots decide between equals, so in the first round between all."""
    rows = standing_of(evening.competition).rows
    place = _first_of_equals([(row.entrant, (row.place is None, row.worth)) for row in rows])
    homes: Counter[int] = Counter()
    by_table: dict[int, set[int]] = defaultdict(set)
    seats = TableSeat.objects.filter(table__evening__competition=evening.competition).exclude(NOBODY_PLAYED)
    for table, number, entrant in seats.values_list("table", "number", "entrant"):
        by_table[table].add(entrant)
        homes[entrant] += number == 0
    return swiss(
        chance.sample(coming, len(coming)),
        points={entrant: -place[entrant] for entrant in coming},
        met={frozenset(pair) for pair in by_table.values()},
        waited=waits_in_all(evening, coming, after=after),
        homes=homes,
    )


def _of_fixtures(
    plan: Iterable[FixtureRound], columns: Sequence[Sequence[Seat]], *, size: int, after: int, turned: bool
) -> list[PlannedTable]:
    """Fixtures as tables: one for pairs, two for teams of four. `turned`: at the second each team holds what the other
    has at the first."""
    drawn = []
    for place, each in enumerate(plan, after + 1):
        number = 0
        for fixture, game in enumerate(each.fixtures, 1):
            for table in range(size // len(columns[0])):
                number += 1
                sides = (game.away, game.home) if turned and table % 2 else (game.home, game.away)
                drawn.append(PlannedTable(place, number, fixture, seats_of_fixture(*sides, columns)))
    return drawn


# Players whom an exchange of seats brings together once more on the same evening.


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two entrants who are `partners`, or opponents, in a round, and in these other `rounds` of the evening too."""

    entrants: tuple[int, int]
    partners: bool
    rounds: tuple[int, ...]


def repeats_of(evening: Evening, round_number: int, entrants: Collection[int]) -> tuple[Repeat, ...]:
    """The partners and opponents of `entrants` in this round whom they have in another one of the evening too; partners
    first. One query."""
    at_table: dict[tuple[int, int], dict[int, int]] = {}
    seats = TableSeat.objects.filter(table__evening=evening).order_by("table__round", "table", "number")
    for number, table, seat, entrant in seats.values_list("table__round", "table", "number", "entrant"):
        at_table.setdefault((number, table), {})[seat] = entrant
    couples = _couples(evening)
    met: dict[tuple[frozenset[int], bool], set[int]] = {}
    for (number, _table), by_seat in at_table.items():
        for pair, partners in _pairs(by_seat, couples):
            met.setdefault((pair, partners), set()).add(number)
    found = [
        Repeat((min(pair), max(pair)), partners, tuple(sorted(rounds - {round_number})))
        for (pair, partners), rounds in met.items()
        if round_number in rounds and len(rounds) > 1 and pair & set(entrants)
    ]
    return tuple(sorted(found, key=lambda repeat: (not repeat.partners, repeat.entrants)))


def _couples(evening: Evening) -> Collection[frozenset[int]]:
    """The seats of partners; none in a game without partners."""
    game, options = evening.competition.the_game, evening.competition.house_options
    return (
        [frozenset(column) for column in columns_of(game, options, PLAYERS_IN_PAIRS)]
        if plays_in_pairs(game, options)
        else ()
    )


def _pairs(
    by_seat: Mapping[int, int], couples: Collection[frozenset[int]]
) -> list[tuple[frozenset[int], bool]]:
    """Every two at a table, and whether they are partners."""
    return [
        (frozenset((by_seat[one], by_seat[other])), frozenset((one, other)) in couples)
        for one, other in combinations(by_seat, 2)
    ]
