"""Plans of an evening's tables as the draw makes them, not saved: fixtures chosen with regard to earlier
evenings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter
from random import Random
from typing import Final

from accounts.friends.known import blocks_among
from games.engine.seats import Seat
from games.league.draw import (
    AGAIN_TONIGHT,
    PAIRED,
    FixtureRound,
    NoSuchMovement,
    SeatedRound,
    TooFewPlayers,
    by_strength,
    columns_of,
    least_waited_at_the_end,
    mixed_tables,
    moving_pairs,
    played_least,
    plays_in_pairs,
    rotating_partners,
    round_robin,
    swiss,
)
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, EntrantPlayer, Evening, Seating, TableSeat
from games.league.services.evenings.sit_outs import (
    waited_before,
    waited_in_all,
    waited_tonight,
    without_table,
)
from games.league.services.standing import standing_of

APART: Final = 1_000 * AGAIN_TONIGHT
"""Weight of two players who are to be kept apart: meeting again tonight costs less."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table as drawn: entrants by seat, and the fixture it belongs to."""

    round: int
    number: int
    fixture: int
    entrants: tuple[int, ...]


def seats_for(competition: Competition) -> range:
    """How many single players may sit at a table: four where they play in pairs, else as many as the game allows."""
    game = competition.the_game
    return range(PAIRED, PAIRED + 1) if plays_in_pairs(game, competition.house_options) else game.seats


def seats_of_fixture(home: int, away: int, columns: Sequence[Sequence[Seat]]) -> tuple[int, ...]:
    """Two sides by seat: the first column of the sheet for `home`, the other for `away`."""
    by_seat = {seat: side for side, column in zip((home, away), columns, strict=True) for seat in column}
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def plan_of(evening: Evening, coming: list[int], *, after: int, chance: Random) -> list[Drawn]:
    """The tables of the rounds after `after`. Refuses too_few."""
    competition = evening.competition
    rounds = competition.rounds - after
    try:
        if not competition.has_fixtures:
            return _of_single_players(evening, coming, after=after, chance=chance)
        if competition.seating == Seating.PAIRS:
            plan = _moving_pairs(evening, coming, after=after, chance=chance)
        elif competition.seating == Seating.ROUND_ROBIN:
            everybody = without_table(evening)
            plan = played_least(
                round_robin(everybody, double=True), games=games_of(competition), rounds=rounds
            )
        else:
            plan = (_swiss(evening, coming, after=after, chance=chance),)
    except (TooFewPlayers, NoSuchMovement) as none:
        raise LeagueRefused(LeagueRefusal.TOO_FEW) from none
    columns = columns_of(competition.the_game, competition.house_options, PAIRED)
    return _of_fixtures(plan, columns, size=competition.size, after=after)


def games_of(competition: Competition) -> Counter[tuple[int, int]]:
    """How often one entrant was seated at home against another."""
    seats = TableSeat.objects.filter(table__evening__competition=competition, number__lte=1)
    by_table: dict[int, list[int]] = defaultdict(list)
    for table, entrant in seats.order_by("table", "number").values_list("table", "entrant"):
        by_table[table].append(entrant)
    return Counter((home, away) for home, away in by_table.values())


def _of_single_players(evening: Evening, coming: list[int], *, after: int, chance: Random) -> list[Drawn]:
    """The rounds after those that are open already, mindful of earlier evenings: by strength, or every round at another
    table with new partners, in a game without partners with new opponents."""
    competition = evening.competition
    game, rounds = competition.the_game, competition.rounds - after
    in_pairs = plays_in_pairs(game, competition.house_options)
    tables = _tables_before(competition)
    waited, before = waited_tonight(evening, coming, after=after), waited_before(evening)
    apart = _kept_apart(competition, coming)
    if competition.seating == Seating.STRENGTH:
        plan = by_strength(
            _strongest_first(competition, coming, chance),
            rounds=rounds,
            seats=seats_for(competition),
            wished=competition.at_table,
            partners=in_pairs,
            chance=chance,
            partnered=_partnered(tables, evening) + apart if in_pairs else None,
            waited=waited,
            waited_before=before,
        )
    elif in_pairs:
        plan = rotating_partners(
            coming,
            rounds=rounds,
            chance=chance,
            partnered=_partnered(tables, evening) + apart,
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
            met=_met(tables, evening) + apart,
            waited=waited,
            waited_before=before,
        )
    return _numbered(plan, after)


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
    rounds = min(evening.competition.rounds - after, (len(coming) + 1) // 2)
    drawn = chance.sample(coming, len(coming))
    waited = waited_in_all(evening, coming, after=after)
    return moving_pairs(least_waited_at_the_end(drawn, rounds=rounds, waited=waited), rounds=rounds)


def _kept_apart(competition: Competition, coming: Sequence[int]) -> Counter[frozenset[int]]:
    """Two entrants between whose players a block stands, as if they had met very often; none where the rules do not
    keep them apart.
    """
    if not competition.table_rules.keeps_apart:
        return Counter()
    members = EntrantPlayer.objects.filter(entrant__in=coming).values_list("player", "entrant")
    entrant = dict(members)
    return Counter(
        {frozenset((entrant[one], entrant[other])): APART for one, other in blocks_among(list(entrant))}
    )


def _numbered(plan: Iterable[SeatedRound], after: int) -> list[Drawn]:
    return [
        Drawn(after + place, number, number, table)
        for place, each in enumerate(plan, 1)
        for number, table in enumerate(each.tables, 1)
    ]


def _tables_before(competition: Competition) -> list[tuple[int, dict[int, int]]]:
    """Every table of the competition drawn so far: its evening, and the entrants by seat."""
    at_table: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    seats = TableSeat.objects.filter(table__evening__competition=competition)
    for evening, table, number, entrant in seats.values_list("table__evening", "table", "number", "entrant"):
        at_table[evening, table][number] = entrant
    return [(evening, by_seat) for (evening, _table), by_seat in at_table.items()]


def _partnered(tables: Iterable[tuple[int, Mapping[int, int]]], evening: Evening) -> Counter[frozenset[int]]:
    """How often two were partners, much more weighty tonight."""
    partners: Counter[frozenset[int]] = Counter()
    columns = columns_of(evening.competition.the_game, evening.competition.house_options, PAIRED)
    for held, by_seat in tables:
        for one, two in columns:
            if one in by_seat and two in by_seat:
                couple = frozenset((by_seat[one], by_seat[two]))
                partners[couple] += AGAIN_TONIGHT if held == evening.pk else 1
    return partners


def _next_to(tables: Iterable[tuple[int, Mapping[int, int]]]) -> Counter[frozenset[int]]:
    """How often two sat next to one another, as opponents do where partners face one another."""
    opponents: Counter[frozenset[int]] = Counter()
    for _held, by_seat in tables:
        for seat, entrant in by_seat.items():
            opponents[frozenset((entrant, by_seat.get((seat + 1) % PAIRED, entrant)))] += 1
    return opponents


def _met(tables: Iterable[tuple[int, Mapping[int, int]]], evening: Evening) -> Counter[frozenset[int]]:
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
    seats = TableSeat.objects.filter(table__evening__competition=evening.competition)
    for table, number, entrant in seats.values_list("table", "number", "entrant"):
        by_table[table].add(entrant)
        homes[entrant] += number == 0
    return swiss(
        chance.sample(coming, len(coming)),
        points={entrant: -place[entrant] for entrant in coming},
        met={frozenset(pair) for pair in by_table.values()},
        waited=waited_in_all(evening, coming, after=after),
        homes=homes,
    )


def _of_fixtures(
    plan: Iterable[FixtureRound], columns: Sequence[Sequence[Seat]], *, size: int, after: int
) -> list[Drawn]:
    """Fixtures as tables: one for pairs, two for teams of four."""
    drawn = []
    for place, each in enumerate(plan, after + 1):
        number = 0
        for fixture, game in enumerate(each.fixtures, 1):
            for _table in range(size // len(columns[0])):
                number += 1
                drawn.append(Drawn(place, number, fixture, seats_of_fixture(game.home, game.away, columns)))
    return drawn
