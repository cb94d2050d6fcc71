"""Plans of an evening's tables as the draw makes them, not saved: fixtures chosen with regard to earlier
evenings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from accounts.friends.known import blocks_among
from games.engine.seats import Seat
from games.league.draw.fixtures import (
    FixtureRound,
    NoSuchMovement,
    moving_pairs,
    played_least,
    round_robin,
    swiss,
)
from games.league.draw.mixing import mixed_tables
from games.league.draw.seating import AGAIN_TONIGHT, SeatedRound, TooFewPlayers, rotating_partners
from games.league.draw.seats import PAIRED, columns_of, plays_in_pairs
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Competition,
    EntrantPlayer,
    Evening,
    EveningMark,
    Seating,
    SignUp,
    TableScore,
    TableSeat,
)
from games.league.services.evenings.counting import count_matches
from games.league.services.evenings.table_scores import totals
from games.league.standings.outcomes import outcome_of, worth_of
from games.league.standings.scores import MarkKind

APART: Final = 1_000 * AGAIN_TONIGHT
"""Weight of two players who are to be kept apart: meeting again tonight costs less."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table as drawn: entrants by seat, and the fixture it belongs to."""

    round: int
    number: int
    fixture: int
    entrants: tuple[int, ...]


def coming_to(evening: Evening) -> list[int]:
    """The entrants who come: those who said so, or where the rules expect everybody, those who did not say no."""
    said = dict(SignUp.objects.filter(evening=evening).values_list("entrant", "comes"))
    expected = evening.competition.table_rules.coming == "unless"
    everybody = evening.competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True)
    return sorted(entrant for entrant in everybody if said.get(entrant, expected))


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
            drawn = coming.copy()
            chance.shuffle(drawn)
            tables = (len(drawn) + 1) // 2
            plan = moving_pairs(drawn, rounds=min(rounds, tables))
        elif competition.seating == Seating.ROUND_ROBIN:
            everybody = sorted(competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True))
            plan = played_least(round_robin(everybody, double=True), games=_games(competition), rounds=rounds)
        else:
            plan = (_swiss(competition, coming, chance),)
    except (TooFewPlayers, NoSuchMovement) as none:
        raise LeagueRefused(LeagueRefusal.TOO_FEW) from none
    columns = columns_of(competition.the_game, competition.house_options, PAIRED)
    return _of_fixtures(plan, columns, size=competition.size, after=after)


def _games(competition: Competition) -> Counter[tuple[int, int]]:
    """How often one entrant was seated at home against another."""
    seats = TableSeat.objects.filter(table__evening__competition=competition, number__lte=1)
    by_table: dict[int, list[int]] = defaultdict(list)
    for table, entrant in seats.order_by("table", "number").values_list("table", "entrant"):
        by_table[table].append(entrant)
    return Counter((home, away) for home, away in by_table.values())


def _of_single_players(evening: Evening, coming: list[int], *, after: int, chance: Random) -> list[Drawn]:
    """Every round at another table, after the rounds that are open already and mindful of earlier evenings: with new
    partners where the game has partners, else with new opponents."""
    competition = evening.competition
    tables = _tables_before(competition)
    seated = Counter(
        entrant for evening_id, by_seat in tables if evening_id == evening.pk for entrant in by_seat.values()
    )
    # A latecomer counts as having waited as long as the others at most: those who sat wait next.
    waited = {entrant: after - seated[entrant] if seated[entrant] else min(after, 1) for entrant in coming}
    rounds = competition.rounds - after
    apart = _kept_apart(competition, coming)
    if plays_in_pairs(competition.the_game, competition.house_options):
        plan = rotating_partners(
            coming,
            rounds=rounds,
            chance=chance,
            partnered=_partnered(tables, evening) + apart,
            opposed=_next_to(tables) + apart,
            waited=waited,
        )
    else:
        plan = mixed_tables(
            coming,
            rounds=rounds,
            seats=competition.the_game.seats,
            wished=competition.at_table,
            chance=chance,
            met=_met(tables, evening) + apart,
            waited=waited,
        )
    return _numbered(plan, after)


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


def _swiss(competition: Competition, coming: list[int], chance: Random) -> FixtureRound:
    """Equals in what the table counts meet; lots decide between equals, so in the first round between all."""
    count_matches(competition_id=competition.pk)
    rules, better = competition.table_rules, competition.the_game.better
    points: Counter[int] = Counter()
    met: set[frozenset[int]] = set()
    homes: Counter[int] = Counter()
    scores = totals(TableScore.objects.filter(evening__competition=competition))
    for (_table, entrant), brought in scores.items():
        if rules.counting == "wins":
            points[entrant] += worth_of(outcome_of(brought.points, brought.others, better), rules)
        else:
            points[entrant] += brought.points if better == "high" else -brought.points
    by_table: dict[int, set[int]] = defaultdict(set)
    seats = TableSeat.objects.filter(table__evening__competition=competition)
    for table, number, entrant in seats.values_list("table", "number", "entrant"):
        by_table[table].add(entrant)
        homes[entrant] += number == 0
    met.update(frozenset(pair) for pair in by_table.values())
    waits = EveningMark.objects.filter(evening__competition=competition, kind=MarkKind.WAITED)
    waited = Counter(waits.values_list("entrant", flat=True))
    drawn = chance.sample(coming, len(coming))
    return swiss(drawn, points=points, met=met, waited=waited, homes=homes)


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
