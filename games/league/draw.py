"""Who meets whom: seatings of an evening that mix people well, and fixture lists of a season.

Pure: entrants in (any hashable that sorts; by strength the strongest first), tables or rounds of fixtures out; the only
chance is the `Random` handed in. Partners sit at seats 0 and 2, and at 1 and 3. Movements of pairs and teams that all
have the same cards are in `duplicate.movements`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, combinations, cycle, islice
from random import Random
from typing import Any, Final, TypeAlias

from games.engine.game import Game, progress_at_start
from games.engine.seats import Seat

# Seats of a table as the game defines them: their possible numbers, and the columns that share points.

PLAYERS_IN_PAIRS: Final = 4
"""Players at a table at which two pairs meet."""


def columns_of(game: Game[Any], options: Any, players: int) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each column of the sheet at a table of so many: partners for the whole match, or one each."""
    return progress_at_start(game, options, players).columns


def plays_in_pairs(game: Game[Any], options: Any) -> bool:
    """Whether two pairs of partners make a table, four seats in two columns."""
    if PLAYERS_IN_PAIRS not in game.seats:
        return False
    columns = columns_of(game, options, PLAYERS_IN_PAIRS)
    return len(columns) == 2 and all(len(column) == 2 for column in columns)


# Seating by strength: single players who stand next to one another sit at one table.

PAIRINGS: Final = ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3))
"""The three ways in which four play two against two, by seat: partners sit at seats 0 and 2, and at 1 and 3."""


def by_strength(
    ranked: Sequence[Name],
    *,
    rounds: int,
    seats: range,
    wished: int,
    partners: bool,
    chance: Random,
    partnered: Together | None = None,
    waited: Mapping[Name, int] | None = None,
    waited_before: Mapping[Name, int] | None = None,
) -> tuple[SeatedRound, ...]:
    """Seat an evening of `rounds` rounds: every round the first of `ranked` at table 1, the next at table 2, and so on,
    without those who wait.

    With `partners` the four of a table play with whom they were partners least (`partnered`, times together), so that
    in three rounds everybody plays with each of the other three. Waiting is shared out as in `rotating_partners`.
    Raises TooFewPlayers, or ValueError for a senseless `rounds`.
    """
    sizes = table_sizes(len(ranked), seats=seats, wished=wished)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"between 1 and {MAX_ROUNDS} rounds, not {rounds}")
    together, waits = Counter(partnered or {}), Counter(waited or {})
    plan = []
    for _round in range(rounds):
        many = len(ranked) - sum(sizes)
        waiting = who_waits(ranked, waits, many, chance, before=waited_before or {})
        waits.update(waiting)
        playing = [name for name in ranked if name not in waiting]
        tables, taken = [], 0
        for size in sizes:
            table = tuple(playing[taken : taken + size])
            taken += size
            tables.append(_pair_by_strength(table, together, chance) if partners else _shuffle(table, chance))
        plan.append(SeatedRound(tuple(tables), tuple(sorted(waiting))))
    return tuple(plan)


def _shuffle(table: Sequence[Name], chance: Random) -> tuple[Name, ...]:
    return tuple(chance.sample(table, len(table)))


def _pair_by_strength(
    table: Sequence[Name], together: Counter[frozenset[Name]], chance: Random
) -> tuple[Name, ...]:
    """The four by seat, with partners who were so least, noted in `together`; lots decide between equals."""
    ways = [tuple(table[place] for place in places) for places in chance.sample(PAIRINGS, len(PAIRINGS))]
    best = min(ways, key=lambda way: sum(together[couple] ** 2 for couple in _couples(way)))
    together.update(dict.fromkeys(_couples(best), AGAIN_TONIGHT))
    return best


def _couples(table: Sequence[Name]) -> list[frozenset[Name]]:
    return [frozenset(pair) for pair in (table[::2], table[1::2])]


# Seating where everybody plays for himself: tables of the sizes a game allows, new opponents every round.

ATTEMPTS: Final = 4
FEW_PLAYERS: Final = 16
MANY_ATTEMPTS: Final = 40
"""Divisions tried for a round, of which the best is taken: more where few play, who meet again sooner."""


def table_sizes(players: int, *, seats: range, wished: int) -> tuple[int, ...]:
    """The sizes of the tables for so many players, the largest first; those left over wait.

    As few as possible wait, and the sizes are as near to `wished` as they can be, larger tables before smaller ones.
    Raises TooFewPlayers.
    """
    for playing in range(players, 0, -1):
        counts = [
            count
            for count in range(1, playing + 1)
            if playing // count in seats and -(-playing // count) in seats
        ]
        if counts:
            divided = [_even_sizes(playing, count) for count in counts]
            return min(divided, key=lambda sizes: (sum((size - wished) ** 2 for size in sizes), len(sizes)))
    raise TooFewPlayers(f"{players} players; {min(seats)} make a table")


def _even_sizes(players: int, tables: int) -> tuple[int, ...]:
    larger = players % tables
    return (players // tables + 1,) * larger + (players // tables,) * (tables - larger)


def mixed_tables(
    players: Iterable[Name],
    *,
    rounds: int,
    seats: range,
    wished: int,
    chance: Random,
    met: Together | None = None,
    waited: Mapping[Name, int] | None = None,
    waited_before: Mapping[Name, int] | None = None,
) -> tuple[SeatedRound, ...]:
    """Seat an evening of `rounds` rounds at tables of sizes out of `seats`, `wished` where that works out.

    Nobody waits more than one round more than anybody else, `waited` rounds of tonight with it, and those wait first
    who did so least on earlier evenings (`waited_before`); who met tonight or, less weighty, on earlier evenings
    (`met`, times together) meets again as seldom as can be. The order in which the players are named does not matter.
    Raises TooFewPlayers, or ValueError for a senseless `rounds`.
    """
    names = sorted(set(players))
    sizes = table_sizes(len(names), seats=seats, wished=wished)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"between 1 and {MAX_ROUNDS} rounds, not {rounds}")
    together = Counter(met or {})
    waits = Counter(waited or {})
    plan = []
    for _round in range(rounds):
        waiting = who_waits(names, waits, len(names) - sum(sizes), chance, before=waited_before or {})
        waits.update(waiting)
        tables = _mixed_tables([name for name in names if name not in waiting], sizes, together, chance)
        for table in tables:
            together.update({frozenset(pair): AGAIN_TONIGHT for pair in combinations(table, 2)})
        plan.append(SeatedRound(tables, tuple(sorted(waiting))))
    return tuple(plan)


def _mixed_tables(
    names: list[Name], sizes: Sequence[int], together: Together, chance: Random
) -> tuple[tuple[Name, ...], ...]:
    """The cheapest of a few divisions, each improved by exchanges; seats and table numbers by lot."""
    best: tuple[int, list[list[Name]]] | None = None
    for _attempt in range(MANY_ATTEMPTS if len(names) <= FEW_PLAYERS else ATTEMPTS):
        chance.shuffle(names)
        tables, taken = [], 0
        for size in sizes:
            tables.append(names[taken : taken + size])
            taken += size
        _exchange(tables, together)
        price = sum(_price(table, together) for table in tables)
        if best is None or price < best[0]:
            best = (price, tables)
        if price == 0:
            break
    assert best is not None  # noqa: S101 - at least one attempt was made
    for table in best[1]:
        chance.shuffle(table)
    chance.shuffle(best[1])
    return tuple(tuple(table) for table in best[1])


def _price(table: Sequence[Name], together: Together) -> int:
    return sum(together.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))


def _exchange(tables: list[list[Name]], together: Together) -> None:
    """Let two players exchange seats until no exchange makes it cheaper."""

    def cost(name: Name, table: Sequence[Name], without: Name) -> int:
        return sum(
            together.get(frozenset((name, other)), 0) ** 2 for other in table if other not in (name, without)
        )

    better = True
    while better:
        better = False
        for first, second in combinations(range(len(tables)), 2):
            for place in range(len(tables[first])):
                for other_place in range(len(tables[second])):
                    one, other = tables[first][place], tables[second][other_place]
                    now = cost(one, tables[first], one) + cost(other, tables[second], other)
                    after = cost(other, tables[first], one) + cost(one, tables[second], other)
                    if after < now:
                        tables[first][place], tables[second][other_place] = other, one
                        better = True


# Seating of an evening on which everybody gets a new partner every round.

Name: TypeAlias = int
Couple: TypeAlias = tuple[Name, Name]
Together: TypeAlias = Mapping[frozenset[Name], int]

MAX_ROUNDS: Final = 20
"""The most rounds of an evening that are drawn."""
AGAIN_TONIGHT: Final = 1_000
"""Cost of meeting a partner twice in one evening; a partner of an earlier evening costs 1."""

PLANS_COMPARED: Final = 20
"""Plans of an evening of which the best is taken."""
SMALL_EVENING: Final = 11
"""Players up to whom an evening may have to be planned several times before it comes out without a repeat."""
PLANS_OF_SMALL_EVENING: Final = 120
"""Plans that are tried then."""
FEW_ITEMS: Final = 8
"""Items of which all ways to put them in twos are tried: 105 of eight, 945 of ten."""
UNEVEN_POWER: Final = 4
"""Of how much more often somebody sat in one direction: three times beside a partner with none weighs more than twice
each."""


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """One round of the evening: the tables, each by seat, and the players who wait."""

    tables: tuple[tuple[Name, ...], ...]
    waiting: tuple[Name, ...]

    def couples(self) -> Iterator[frozenset[Name]]:
        """The partners of a round at tables of two against two."""
        for one, two, three, four in self.tables:
            yield frozenset((one, three))
            yield frozenset((two, four))


class TooFewPlayers(ValueError):  # noqa: N818 - a refusal is named for what it says
    """There are not enough for one table."""


def rotating_partners(
    players: Iterable[Name],
    *,
    rounds: int,
    chance: Random,
    partnered: Together | None = None,
    opposed: Together | None = None,
    waited: Mapping[Name, int] | None = None,
    waited_before: Mapping[Name, int] | None = None,
) -> tuple[SeatedRound, ...]:
    """Seat an evening of `rounds` rounds for four players or more.

    Nobody waits more than one round more than anybody else, and those wait first who did so least on earlier
    evenings (`waited_before`); nobody gets a partner of this evening again while another plan avoids it, and as
    seldom as can be one of `partnered` (earlier evenings, times together). Of such plans it is the one in which
    the same people meet least at a table. `opposed` are earlier opponents, `waited` rounds already waited
    tonight. The order in which the players are named does not matter. Raises TooFewPlayers, or ValueError for a
    senseless `rounds`.
    """
    names = sorted(set(players))
    if len(names) < PLAYERS_IN_PAIRS:
        raise TooFewPlayers(f"{len(names)} players; four make a table")
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"between 1 and {MAX_ROUNDS} rounds, not {rounds}")
    before = dict(partnered or {})
    attempts = PLANS_OF_SMALL_EVENING if len(names) <= SMALL_EVENING else PLANS_COMPARED
    best: tuple[tuple[int, int], tuple[SeatedRound, ...]] | None = None
    for attempt in range(1, attempts + 1):
        plan = _plan_evening(
            names, rounds, chance, before, dict(opposed or {}), dict(waited or {}), waited_before or {}
        )
        price = (_repeats(plan), _meetings(plan))
        if best is None or price < best[0]:
            best = (price, plan)
        if price == (0, 0) or (best[0][0] == 0 and attempt >= PLANS_COMPARED):
            break
    assert best is not None  # noqa: S101 - at least one attempt was made
    return best[1]


def balance_directions(
    plan: Iterable[SeatedRound],
    *,
    north_south: Mapping[Name, int] | None = None,
    east_west: Mapping[Name, int] | None = None,
) -> tuple[SeatedRound, ...]:
    """The same tables of four with even directions where all have the same cards: the four at a table move up one seat
    while that makes the whole plan more even, above all for those who sit in one direction most, or as even with those
    who sit north-south most doing so less. `north_south` and `east_west` count who sat so before.
    """
    plan = tuple(plan)
    rounds = [list(seated.tables) for seated in plan]
    sat_north_south, sat_east_west = Counter(north_south or {}), Counter(east_west or {})
    for table in chain.from_iterable(rounds):
        sat_north_south.update(table[::2])
        sat_east_west.update(table[1::2])

    def unevenness(table: Sequence[Name]) -> tuple[int, int]:
        times = [(sat_north_south[name] + 1, sat_east_west[name]) for name in table[::2]]
        times += [(sat_north_south[name], sat_east_west[name] + 1) for name in table[1::2]]
        return sum((one - other) ** UNEVEN_POWER for one, other in times), sum(
            one**UNEVEN_POWER for one, _other in times
        )

    moving = True
    while moving:
        moving = False
        for tables in rounds:
            for place, table in enumerate(tables):
                sat_north_south.subtract(table[::2])
                sat_east_west.subtract(table[1::2])
                better = min(table, (*table[1:], table[0]), key=unevenness)
                moving = moving or better is not table
                tables[place] = better
                sat_north_south.update(better[::2])
                sat_east_west.update(better[1::2])
    return tuple(
        SeatedRound(tuple(tables), seated.waiting) for tables, seated in zip(rounds, plan, strict=True)
    )


def _plan_evening(
    names: Sequence[Name],
    rounds: int,
    chance: Random,
    before: Together,
    opposed: Together,
    waited: Mapping[Name, int],
    waited_before: Mapping[Name, int],
) -> tuple[SeatedRound, ...]:
    """One plan of the whole evening, each round the cheapest after those before it."""
    partners = Counter(before)
    opponents = Counter(opposed)
    waits = Counter(waited)
    plan = []
    for _round in range(rounds):
        waiting = who_waits(names, waits, len(names) % PLAYERS_IN_PAIRS, chance, before=waited_before)
        waits.update(waiting)
        playing = [name for name in names if name not in waiting]
        chance.shuffle(playing)
        couples = _pair_cheaply(playing, lambda one, two: partners[frozenset((one, two))] ** 2, chance)
        for one, two in couples:
            # Squares of this weight keep a third meeting dearer than two second ones.
            partners[frozenset((one, two))] += AGAIN_TONIGHT
        tables = _tables(couples, opponents, chance)
        for table in tables:
            opponents.update(frozenset(pair) for pair in combinations(table, 2))
        plan.append(SeatedRound(tables, tuple(sorted(waiting))))
    return tuple(plan)


def who_waits(
    names: Sequence[Name],
    waits: Mapping[Name, int],
    many: int,
    chance: Random,
    *,
    before: Mapping[Name, int],
) -> set[Name]:
    """The `many` players to wait: those who have waited least tonight, of these least on evenings `before`, then by
    lot."""
    drawn = sorted(names, key=lambda name: (waits[name], before.get(name, 0), chance.random()))
    return set(drawn[:many])


def _tables(
    couples: Sequence[Couple], opponents: Mapping[frozenset[Name], int], chance: Random
) -> tuple[tuple[Name, Name, Name, Name], ...]:
    """Couples against couples who have met least at a table; sides, seats and table numbers by lot."""

    def meetings(one: int, two: int) -> int:
        return sum(opponents[frozenset((a, b))] ** 2 for a in couples[one] for b in couples[two])

    tables = []
    for one, two in _pair_cheaply(list(range(len(couples))), meetings, chance):
        first, second = couples[one], couples[two]
        tables.append((first[0], second[0], first[1], second[1]))
    chance.shuffle(tables)
    return tuple(tables)


def _pair_cheaply(
    items: list[int], price: Callable[[int, int], int], chance: Random
) -> list[tuple[int, int]]:
    """An even number of items in twos, cheaply: of few all ways are tried, of many two couples at a time
    exchange partners until nothing gets cheaper.

    With couples >= rounds played some exchange always removes a repeat: each of two repeated partners can
    be barred from at most `rounds - 2` others.
    """
    if len(items) <= FEW_ITEMS:
        prices = {couple: price(*couple) for couple in combinations(items, 2)}
        return min(_all_matchings(items), key=lambda couples: sum(prices[couple] for couple in couples))
    couples = list(zip(items[::2], items[1::2], strict=True))
    costs = [price(*couple) for couple in couples]
    better = True
    while better:
        better = False
        for one in sorted(range(len(couples)), key=lambda place: -costs[place]):
            if costs[one] == 0:
                break
            others = [place for place in range(len(couples)) if place != one]
            chance.shuffle(others)
            for two in others:
                better |= _exchange_partners(couples, costs, one, two, price)
                if costs[one] == 0:
                    break
    return couples


def _exchange_partners(
    couples: list[tuple[int, int]],
    costs: list[int],
    one: int,
    two: int,
    price: Callable[[int, int], int],
) -> bool:
    """Whether two couples exchanged partners because that is cheaper."""
    (a, b), (c, d) = couples[one], couples[two]
    now = costs[one] + costs[two]
    for first, second in (((a, c), (b, d)), ((a, d), (b, c))):
        cost_first, cost_second = price(*first), price(*second)
        if cost_first + cost_second < now:
            couples[one], couples[two] = first, second
            costs[one], costs[two] = cost_first, cost_second
            return True
    return False


def _all_matchings(items: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to put an even number of items in twos: 1, 3, 15, 105 of 2, 4, 6, 8."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for place, second in enumerate(rest):
        for others in _all_matchings([*rest[:place], *rest[place + 1 :]]):
            yield [(first, second), *others]


def _repeats(plan: Sequence[SeatedRound]) -> int:
    """How often partners of this evening meet again; a third time is dearer than two second ones."""
    times = Counter(couple for seated in plan for couple in seated.couples())
    return sum((count - 1) ** 2 for count in times.values() if count > 1)


def _meetings(plan: Sequence[SeatedRound]) -> int:
    """How often people meet again at a table of this evening; a third time is dearer than two second ones."""
    tables = [table for seated in plan for table in seated.tables]
    times = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum((count - 1) ** 2 for count in times.values() if count > 1)


# Fixtures of fixed sides: moving pairs, round robin, Swiss.

MIN_ENTRANTS: Final = 2


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two sides that meet; `home` sits at seats 0 and 2."""

    home: int
    away: int


@dataclass(frozen=True, slots=True)
class FixtureRound:
    """One round: the fixtures by table, and the entrants without an opponent."""

    fixtures: tuple[Fixture, ...]
    waiting: tuple[int, ...] = ()


class NoSuchMovement(ValueError):  # noqa: N818 - a refusal is named for what it says
    """The movement cannot be played: too few entrants, or more rounds than it has."""


def moving_pairs(pairs: Sequence[int], *, rounds: int) -> tuple[FixtureRound, ...]:
    """The club movement: every second pair keeps its table, the others move up one table each round.

    With an odd number the pair that comes to the empty chairs waits. `pairs` is in the order of the draw.
    At most as many rounds as there are tables, so that nobody meets twice and nobody waits twice.
    """
    _require_two_named_once(pairs)
    moving = list(pairs[::2])
    staying: list[int | None] = list(pairs[1::2])
    if len(staying) < len(moving):
        staying.append(None)
    if not 1 <= rounds <= len(moving):
        raise NoSuchMovement(f"between 1 and {len(moving)} rounds for {len(pairs)} pairs, not {rounds}")
    plan = []
    for number in range(rounds):
        fixtures, waiting = [], []
        for table, stays in enumerate(staying):
            comes = moving[(table - number) % len(moving)]
            if stays is None:
                waiting.append(comes)
            else:
                fixtures.append(Fixture(stays, comes))
        plan.append(FixtureRound(tuple(fixtures), tuple(waiting)))
    return tuple(plan)


def put_least_waited_last(pairs: Sequence[int], *, rounds: int, waited: Mapping[int, int]) -> list[int]:
    """The order of pairs for `moving_pairs` in which those who have waited least come to the empty chairs; the others,
    and equals among them, stay in the order of `pairs`, for which the caller draws lots."""
    tables = (len(pairs) + 1) // 2
    if len(pairs) % 2 == 0:
        return list(pairs)
    least = sorted(pairs, key=lambda name: waited.get(name, 0))[:rounds]
    others = iter([name for name in pairs if name not in least])
    place_of = {2 * ((tables - 1 - number) % tables): name for number, name in enumerate(least)}
    return [place_of[place] if place in place_of else next(others) for place in range(len(pairs))]


def round_robin(entrants: Sequence[int], *, double: bool = False) -> tuple[FixtureRound, ...]:
    """Everybody against everybody once, or twice with home and away exchanged.

    Home and away of an entrant differ by at most one in a single round robin; with an odd number each
    waits once. The circle method: one stays, the others go round.
    """
    _require_two_named_once(entrants)
    circle: list[int | None] = list(entrants)
    if len(circle) % 2:
        circle.insert(0, None)  # in the fixed place, so that it uses up no home game
    half = len(circle) // 2
    plan = []
    for number in range(len(circle) - 1):
        fixtures, waiting = [], []
        for place in range(half):
            one, two = circle[place], circle[-1 - place]
            # Home alternates by round for the fixed place, by place for the others: that balances both.
            if number % 2 if place == 0 else place % 2:
                one, two = two, one
            if one is None or two is None:
                waiting.append(one if two is None else two)
            else:
                fixtures.append(Fixture(one, two))
        plan.append(FixtureRound(tuple(fixtures), tuple(name for name in waiting if name is not None)))
        circle.insert(1, circle.pop())
    if double:
        plan += [
            FixtureRound(tuple(Fixture(game.away, game.home) for game in one.fixtures), one.waiting)
            for one in plan
        ]
    return tuple(plan)


def least_played_rounds(
    whole: Sequence[FixtureRound], *, games: Mapping[tuple[int, int], int], rounds: int
) -> tuple[FixtureRound, ...]:
    """The next `rounds` of a round robin: those played least so far, in their order, and from the top once more where
    there are fewer. `games` counts what was seated by (home, away); an evening that did not take place has none."""

    def times(one: FixtureRound) -> int:
        return max((games.get((game.home, game.away), 0) for game in one.fixtures), default=0)

    return tuple(islice(cycle(sorted(whole, key=times)), rounds))


def swiss(
    entrants: Iterable[int],
    *,
    points: Mapping[int, int],
    met: Set[frozenset[int]],
    waited: Mapping[int, int],
    homes: Mapping[int, int],
) -> FixtureRound:
    """The next Swiss round: those with equal points meet, from the top, and nobody twice while that can be.

    With an odd number the lowest of those who waited least waits. `homes` counts home games; who had fewer
    is at home. Equal points stand in the order of `entrants`, for which the caller draws lots.
    """
    ranked = sorted(dict.fromkeys(entrants), key=lambda name: -points.get(name, 0))
    _require_two_named_once(ranked)
    waiting: tuple[int, ...] = ()
    if len(ranked) % 2:
        least = min(waited.get(name, 0) for name in ranked)
        free = next(name for name in reversed(ranked) if waited.get(name, 0) == least)
        ranked.remove(free)
        waiting = (free,)
    paired = _pair_without_rematch(ranked, met) or _pair_without_rematch(ranked, frozenset())
    fixtures = tuple(
        Fixture(one, two) if homes.get(one, 0) <= homes.get(two, 0) else Fixture(two, one)
        for one, two in paired
    )
    return FixtureRound(fixtures, waiting)


def _pair_without_rematch(ranked: Sequence[int], met: Set[frozenset[int]]) -> list[tuple[int, int]]:
    """Pair from the top, going back where the rest cannot be paired; empty when nothing avoids a rematch.

    The search gives up after a number of steps that a club's field never needs.
    """
    steps = 20_000

    def pair(rest: tuple[int, ...]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not rest:
            return []
        first, others = rest[0], rest[1:]
        for place, second in enumerate(others):
            steps -= 1
            if steps < 0:
                return None
            if frozenset((first, second)) in met:
                continue
            if (tail := pair(others[:place] + others[place + 1 :])) is not None:
                return [(first, second), *tail]
        return None

    return pair(tuple(ranked)) or []


def _require_two_named_once(entrants: Sequence[int]) -> None:
    if len(set(entrants)) != len(entrants):
        raise NoSuchMovement("an entrant is named twice")
    if len(entrants) < MIN_ENTRANTS:
        raise NoSuchMovement("two are needed to meet")
