"""The fixtures of a round robin for the whole season: rounds as they were drawn, and those to come."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.league.draw import FEWEST_ENTRANTS, FixtureRound, played_least, round_robin
from games.league.models import Competition, Evening, Seating, TableSeat
from games.league.queries.entrants import entered_in
from games.league.services.evenings.plans import games_of


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """Round `number` of the season: who is at home against whom, and who is free, by name. `evening` is None while no
    evening is planned for it; `is_drawn` says that it is not expected only."""

    number: int
    evening: Evening | None
    is_drawn: bool
    fixtures: tuple[tuple[str, str], ...]
    free: tuple[str, ...]


def fixture_list(competition: Competition) -> tuple[SeasonRound, ...]:
    """All rounds of the season in order; none where the seating is no round robin, or too few take part.

    An evening that is not drawn has the rounds its draw would choose today. Rounds for which no evening is planned
    follow: those of the half in which everybody meets everybody once that is not complete.
    """
    entered = entered_in(competition)
    taking_part = sorted(pk for pk, each in entered.items() if not each.withdrawn)
    if competition.seating != Seating.ROUND_ROBIN or len(taking_part) < FEWEST_ENTRANTS:
        return ()
    whole = round_robin(taking_part, double=True)
    drawn, games = _drawn_rounds(competition), games_of(competition)
    found: list[tuple[Evening | None, bool, Sequence[tuple[int, int]]]] = []
    held = competition.evenings.exclude(status=Evening.Status.CANCELLED)
    for evening in held.order_by("starts_at", "number"):
        if evening.status != Evening.Status.PLANNED:
            found += [(evening, True, pairs) for pairs in drawn[evening.pk]]
            continue
        for each in played_least(whole, games=games, rounds=competition.rounds):
            games.update(dict.fromkeys(_pairs(each), competition.size // 2))
            found.append((evening, False, _pairs(each)))
    found += [(None, False, _pairs(each)) for each in _without_evening(whole, games)]

    def named(entrants: Iterable[int]) -> tuple[str, ...]:
        return tuple(entered[entrant].name for entrant in entrants)

    rounds = []
    for number, (planned_for, is_drawn, pairs) in enumerate(found, 1):
        seated = {entrant for pair in pairs for entrant in pair}
        free = named(entrant for entrant in taking_part if entrant not in seated)
        fixtures = tuple((entered[home].name, entered[away].name) for home, away in pairs)
        rounds.append(SeasonRound(number, planned_for, is_drawn, fixtures, free))
    return tuple(rounds)


def _pairs(one: FixtureRound) -> list[tuple[int, int]]:
    return [(game.home, game.away) for game in one.fixtures]


def _drawn_rounds(competition: Competition) -> Mapping[int, list[list[tuple[int, int]]]]:
    """The fixtures of each round that was drawn, by evening: home sits at seat 0, away at seat 1."""
    seats = TableSeat.objects.filter(table__evening__competition=competition, number__lte=1)
    sides: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for evening, number, fixture, entrant in seats.order_by(
        "table__round", "table__fixture", "table__number", "number"
    ).values_list("table__evening", "table__round", "table__fixture", "entrant"):
        sides[evening, number, fixture].append(entrant)
    rounds: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for (evening, number, _fixture), (home, away, *_other_table) in sides.items():
        rounds[evening, number].append((home, away))
    found: dict[int, list[list[tuple[int, int]]]] = defaultdict(list)
    for (evening, _number), pairs in rounds.items():
        found[evening].append(pairs)
    return found


def _without_evening(
    whole: Sequence[FixtureRound], games: Counter[tuple[int, int]]
) -> Sequence[FixtureRound]:
    """The rounds still to be played of the first half, else of the second one if that has begun."""
    half = len(whole) // 2
    first, second = (
        [each for each in part if not any(games[pair] for pair in _pairs(each))]
        for part in (whole[:half], whole[half:])
    )
    return first or (second if len(second) < half else [])
