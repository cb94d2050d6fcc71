"""Plans of duplicate movements: who meets whom in which round, with which deals and in which direction.

Pure: entrants in the order of the draw in, a plan of rounds out. The movements are those of duplicate bridge. Two forms
of a plan differ in where the deals are:

* together (the usual one): in a round all tables play the same set of deals, so a deal is over everywhere when its
  round is. Nothing has to be skipped, because no pack goes from table to table.
* travelling, of a Mitchell only: each table has a set and passes it to the next lower table after the round, for packs
  laid ready once. With an even number of tables the pairs that move skip one table halfway.

An odd number of pairs leaves a place empty; the pair that comes to it waits.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeAlias

from games.league.draw import (
    MAX_ROUNDS,
    FixtureRound,
    NoSuchMovement,
    balance_directions,
    rotating_partners,
    round_robin,
)
from games.league.standings.points import divide_half_up

Entrant: TypeAlias = int
Party: TypeAlias = tuple[Entrant, ...]
"""Those who sit in one direction: a pair, or the two players who are partners for a round."""

MIN_TABLES: Final = 3
TWO_TABLES: Final = 2
"""For a Howell and for single players enough: each deal has two results. A Mitchell would have two rounds there."""
MIN_PAIRS: Final = 4
"""Three pairs fill one table and leave one waiting: nothing can be compared."""
MAX_TABLES: Final = 16
MAX_HOWELL_TABLES: Final = 8
PLAYERS_AT_A_TABLE: Final = 4
ROUNDS_AT_TWO_TABLES: Final = 7
"""The most rounds of single players at two tables: eight are partners of each of the seven others once."""

HOWELL_SWITCHES: Final[Mapping[int, int]] = {2: 0, 3: 0, 4: 4, 5: 2, 6: 3, 7: 5, 8: 4}
"""By number of tables, the table of a Howell where the two pairs exchange directions (0: none). Of all choices of
tables these make `competition` over all rounds most even; with four and six tables it is the same for all pairs.
What an odd number or fewer rounds leave uneven, single exchanges mend."""


class Kind(StrEnum):
    """The movements."""

    MITCHELL = "mitchell"
    ARROW_SWITCH = "arrow_switch"
    HOWELL = "howell"
    TEAMS = "teams"
    INDIVIDUAL = "individual"


class Choice(NamedTuple):
    """A movement as somebody chooses it: its kind, and how many rounds of how many deals each."""

    kind: Kind
    rounds: int
    deals: int

    def __str__(self) -> str:
        return f"{self.kind}/{self.rounds}/{self.deals}"

    @classmethod
    def parse(cls, text: str) -> Choice:
        """The choice that `str` wrote. Raises NoSuchMovement."""
        found = WRITTEN_CHOICE.fullmatch(text)
        if found is None:
            raise NoSuchMovement(f"no movement is written {text!r}")
        kind, rounds, deals = found.groups()
        return cls(Kind(kind), int(rounds), int(deals))


WRITTEN_CHOICE: Final = re.compile(rf"({'|'.join(Kind)})/([1-9][0-9]?)/([1-9][0-9]?)")


FORMS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "pairs": (Kind.MITCHELL, Kind.ARROW_SWITCH, Kind.HOWELL),
    "teams": (Kind.TEAMS,),
    "individual": (Kind.INDIVIDUAL,),
}
"""The movements of each form of a duplicate evening."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table of one round. `switched` says that the two exchanged the directions in which they would have sat."""

    table: int
    north_south: Party
    east_west: Party
    deal_set: int
    switched: bool = False

    @property
    def entrants(self) -> Party:
        """Everybody at the table, north-south first."""
        return self.north_south + self.east_west

    def exchange(self) -> Meeting:
        """The same meeting with the directions exchanged."""
        return replace(
            self, north_south=self.east_west, east_west=self.north_south, switched=not self.switched
        )


@dataclass(frozen=True, slots=True)
class MovementRound:
    """One round: the meetings by table, and the entrants who wait."""

    number: int
    meetings: tuple[Meeting, ...]
    waiting: tuple[Entrant, ...] = ()


@dataclass(frozen=True, slots=True)
class Movement:
    """The plan of an evening. `lines` are the entrants that are ranked together: two lines have a winner each.

    `teams` are the two pairs of every team, where teams of four meet.
    """

    kind: Kind
    rounds: tuple[MovementRound, ...]
    deals_per_round: int
    lines: tuple[tuple[Entrant, ...], ...]
    teams: tuple[tuple[Entrant, Entrant], ...] = ()

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """All entrants, line by line."""
        return tuple(entrant for line in self.lines for entrant in line)

    def deals_of(self, deal_set: int) -> range:
        """The numbers of the deals of a set, from 1."""
        first = (deal_set - 1) * self.deals_per_round + 1
        return range(first, first + self.deals_per_round)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a secretary wants to know of a movement. `entrants` counts teams where teams meet.

    `meets` are the fewest and most others that one entrant meets, `again` how often the same two meet at most, `waits`
    how many entrants wait how often (by times; nobody stands under 0), `deals` the fewest and most deals that one
    entrant plays, `results` the fewest and most results of a deal, `seated` how many keep their table all evening,
    `partners` the fewest and most others with whom one player sits (0 where pairs or teams are entrants).
    """

    kind: Kind
    entrants: int
    tables: int
    rounds: int
    deals_per_round: int
    winners: int
    meets: tuple[int, int]
    again: int
    waits: Mapping[int, int]
    deals: tuple[int, int]
    results: tuple[int, int]
    seated: int
    partners: tuple[int, int]

    @property
    def choice(self) -> Choice:
        """The movement with these facts, as it is chosen."""
        return Choice(self.kind, self.rounds, self.deals_per_round)


def most_rounds(kind: Kind, entrants: int, *, travelling: bool = False) -> int:
    """The most rounds in which no two meet twice (individual: nobody has a partner twice). `entrants` are pairs, teams
    or players. Raises NoSuchMovement where the movement is not for so many."""
    tables = _tables_for(kind, entrants)
    if kind == Kind.HOWELL:
        return 2 * tables - 1
    if kind == Kind.TEAMS:
        return entrants - 1 + entrants % 2
    if kind == Kind.INDIVIDUAL:
        if tables == TWO_TABLES:
            return ROUNDS_AT_TWO_TABLES
        return min(2 * tables, MAX_ROUNDS)  # as many as couples at the tables: then no draw needs a repeat
    return tables - 1 if travelling and tables % 2 == 0 else tables


def mitchell(
    pairs: Sequence[Entrant], *, rounds: int, deals_per_round: int, travelling: bool = False
) -> Movement:
    """The Mitchell movement: the first half of the pairs keeps its table north-south, the others move up one table
    each round. Two lines, because the pairs of a line never hold each other's cards; each has a winner.

    Of an odd number the pair north-south at the last table is missing, and who comes there waits. Raises
    NoSuchMovement.
    """
    _check(Kind.MITCHELL, pairs, rounds, deals_per_round, travelling=travelling)
    stay, move = pairs[: len(pairs) // 2], pairs[len(pairs) // 2 :]
    tables = len(move)
    plan = []
    for rounds_before in range(rounds):
        # In a travelling plan of an even number the pairs would find the sets of the first half again.
        skip = int(travelling and tables % 2 == 0 and rounds_before >= tables // 2)
        meetings, waiting = [], []
        for place in range(tables):
            comes = move[(place - rounds_before - skip) % tables]
            deal_set = (place + rounds_before) % tables + 1 if travelling else rounds_before + 1
            if place < len(stay):
                meetings.append(Meeting(place + 1, (stay[place],), (comes,), deal_set))
            else:
                waiting.append(comes)
        plan.append(MovementRound(rounds_before + 1, tuple(meetings), tuple(waiting)))
    return Movement(Kind.MITCHELL, tuple(plan), deals_per_round, (tuple(stay), tuple(move)))


def arrow_switched_mitchell(
    pairs: Sequence[Entrant], *, rounds: int, deals_per_round: int, travelling: bool = False
) -> Movement:
    """A Mitchell with one winner: some meetings have their directions exchanged, so that the pairs of one line compete
    about as much with each other as with the other line. Bridge exchanges about an eighth.

    Travelling, the last rounds are exchanged at all tables, an eighth and at least one. Together that would change no
    comparison, since all tables play the same deals: there single meetings are chosen by `competition`. Raises
    NoSuchMovement.
    """
    straight = mitchell(pairs, rounds=rounds, deals_per_round=deals_per_round, travelling=travelling)
    if travelling:
        straight_rounds = rounds - max(1, (rounds + 4) // 8)
        last = {
            (one.number, meeting.table)
            for one in straight.rounds[straight_rounds:]
            for meeting in one.meetings
        }
        switched = _exchange(straight, last)
    else:
        switched = _exchange(straight, _choose_exchanges(straight))
    return replace(switched, kind=Kind.ARROW_SWITCH, lines=(straight.entrants,))


def _exchange(movement: Movement, chosen: Container[tuple[int, int]]) -> Movement:
    """The movement with the directions exchanged at each `chosen` (round, table)."""
    plan = []
    for one in movement.rounds:
        meetings = [
            meeting.exchange() if (one.number, meeting.table) in chosen else meeting
            for meeting in one.meetings
        ]
        plan.append(replace(one, meetings=tuple(meetings)))
    return replace(movement, rounds=tuple(plan))


def _choose_exchanges(movement: Movement, *, after: int = 0) -> set[tuple[int, int]]:
    """The (round, table) whose exchange makes `competition` more even, of the rounds after `after`: one after another
    that which lowers the sum of its squares most, the first of equals, until none does. The sum of the values stays the
    same. Of a movement in which all tables of a round play one set.
    """
    weights = competition(movement)
    rival: dict[Entrant, dict[Entrant, int]] = defaultdict(dict)
    for (one, other), weight in ((sorted(pair), weight) for pair, weight in weights.items()):
        rival[one][other] = rival[other][one] = weight
    directions: dict[int, dict[Entrant, int]] = {
        one.number: {
            entrant: direction
            for meeting in one.meetings
            for direction, party in ((1, meeting.north_south), (-1, meeting.east_west))
            for entrant in party
        }
        for one in movement.rounds
    }

    def change(number: int, meeting: Meeting) -> int:
        """A quarter of the change of the sum of squares."""
        holds = directions[number]
        others = holds.keys() - set(meeting.entrants)
        return sum(
            1 - holds[one] * holds[third] * rival[one][third] for one in meeting.entrants for third in others
        )

    exchanged: set[tuple[int, int]] = set()
    meetings = [
        (one.number, meeting) for one in movement.rounds if one.number > after for meeting in one.meetings
    ]
    while True:
        number, meeting = min(meetings, key=lambda each: change(*each))
        if change(number, meeting) >= 0:
            return exchanged
        holds = directions[number]
        for entrant in meeting.entrants:
            for third in holds.keys() - set(meeting.entrants):
                rival[entrant][third] -= 2 * holds[entrant] * holds[third]
                rival[third][entrant] = rival[entrant][third]
        for entrant in meeting.entrants:
            holds[entrant] = -holds[entrant]
        exchanged ^= {(number, meeting.table)}


def howell(pairs: Sequence[Entrant], *, rounds: int, deals_per_round: int) -> Movement:
    """The endless Howell: in all rounds every pair meets every other once, and there is one winner.

    The last pair stays at table 1; the others follow one another: north-south up a table, at the highest to east-west
    and down again. Of an odd number the pair that stays is missing, and its opponent waits; the tables are then
    numbered without that one. Raises NoSuchMovement.
    """
    _check(Kind.HOWELL, pairs, rounds, deals_per_round)
    tables = (len(pairs) + 1) // 2
    moving = 2 * tables - 1
    missing = len(pairs) < 2 * tables
    plan = []
    for rounds_before in range(rounds):
        meetings, waiting = [], []
        for place in range(tables):
            east_west = pairs[(place + rounds_before) % moving]
            if place == 0 and missing:
                waiting.append(east_west)
                continue
            north_south = pairs[-1] if place == 0 else pairs[(moving - place + rounds_before) % moving]
            meeting = Meeting(place + 1 - missing, (north_south,), (east_west,), rounds_before + 1)
            meetings.append(meeting.exchange() if place + 1 == HOWELL_SWITCHES[tables] else meeting)
        plan.append(MovementRound(rounds_before + 1, tuple(meetings), tuple(waiting)))
    whole = Movement(Kind.HOWELL, tuple(plan), deals_per_round, (tuple(pairs),))
    return _exchange(whole, _choose_exchanges(whole))


def teams_of_four(teams: Sequence[tuple[Entrant, Entrant]], *, rounds: int, deals_per_round: int) -> Movement:
    """Teams of two pairs, every team against another each round: at one table of the match the first team has the
    cards north-south, at the other east-west. The two pairs of a team exchange directions every round.

    Of an odd number one team waits. Raises NoSuchMovement.
    """
    pairs = tuple(pair for team in teams for pair in team)
    _check(Kind.TEAMS, teams, rounds, deals_per_round)
    _require_named_once(pairs)
    plan = []
    for rounds_before, seated in enumerate(round_robin(range(len(teams)))[:rounds]):
        meetings = []
        for match, fixture in enumerate(seated.fixtures):
            home, away = teams[fixture.home], teams[fixture.away]
            first, second = rounds_before % 2, 1 - rounds_before % 2
            for half, (one, other) in enumerate(((home, away), (away, home))):
                table = 2 * match + half + 1
                meetings.append(Meeting(table, (one[first],), (other[second],), rounds_before + 1))
        waiting = tuple(pair for number in seated.waiting for pair in teams[number])
        plan.append(MovementRound(rounds_before + 1, tuple(meetings), waiting))
    return Movement(Kind.TEAMS, tuple(plan), deals_per_round, (pairs,), tuple(teams))


def individual(players: Iterable[Entrant], *, rounds: int, deals_per_round: int, chance: Random) -> Movement:
    """Everybody for himself with a new partner each round, drawn as for other evenings with rotating partners; at each
    table those sit north-south who did so less. The one to three left over wait. Raises NoSuchMovement."""
    names = tuple(players)
    _check(Kind.INDIVIDUAL, names, rounds, deals_per_round)
    drawn = balance_directions(rotating_partners(names, rounds=rounds, chance=chance))
    plan = [
        MovementRound(
            number,
            tuple(
                Meeting(table, (one, three), (two, four), number)
                for table, (one, two, three, four) in enumerate(seated.tables, start=1)
            ),
            seated.waiting,
        )
        for number, seated in enumerate(drawn, start=1)
    ]
    return Movement(Kind.INDIVIDUAL, tuple(plan), deals_per_round, (tuple(sorted(names)),))


def withdraw(movement: Movement, entrant: Entrant, *, after: int) -> Movement:
    """The plan when a pair leaves after round `after` (0: before the first): its later opponents wait.

    Its results stay, and it stays in its line. Raises NoSuchMovement for teams and individuals: a team is withdrawn
    by its matches, and the rest of an individual evening is drawn anew.
    """
    _require_pairs(movement)
    plan = []
    for one in movement.rounds:
        if one.number > after:
            left = {
                other for meeting in one.meetings if entrant in meeting.entrants for other in meeting.entrants
            }
            meetings = tuple(meeting for meeting in one.meetings if entrant not in meeting.entrants)
            waiting = tuple(other for other in (*one.waiting, *sorted(left)) if other != entrant)
            plan.append(MovementRound(one.number, meetings, waiting))
        else:
            plan.append(one)
    return replace(movement, rounds=tuple(plan))


def admit(movement: Movement, newcomer: Entrant, *, after: int) -> Movement:
    """The plan when a pair comes after round `after`: it takes the empty place and meets those who would have waited.

    Raises NoSuchMovement where not exactly one pair waits in each of the later rounds, or the newcomer is there.
    """
    _require_pairs(movement)
    _require_named_once((*movement.entrants, newcomer))
    plan = []
    for one in movement.rounds:
        if one.number > after:
            if len(one.waiting) != 1:
                raise NoSuchMovement(f"{len(one.waiting)} pairs wait in round {one.number}, not one")
            taken = {meeting.table for meeting in one.meetings}
            table = min(set(range(1, len(taken) + 2)) - taken)
            meeting = Meeting(table, (newcomer,), one.waiting, _free_set(one))
            meetings = sorted((*one.meetings, meeting), key=lambda meeting: meeting.table)
            plan.append(MovementRound(one.number, tuple(meetings)))
        else:
            plan.append(one)
    first, *others = movement.lines
    return replace(movement, rounds=tuple(plan), lines=((*first, newcomer), *others))


def draw_anew(movement: Movement, plan: Sequence[FixtureRound], *, after: int) -> Movement:
    """The movement with this plan for the rounds after `after`, all ranked together: directions are exchanged so that
    everybody competes with everybody about as much."""
    _require_pairs(movement)
    rounds = [
        MovementRound(
            number,
            tuple(
                Meeting(table, (fixture.home,), (fixture.away,), number)
                for table, fixture in enumerate(one.fixtures, start=1)
            ),
            one.waiting,
        )
        for number, one in enumerate(plan, start=after + 1)
    ]
    played = [one for one in movement.rounds if one.number <= after]
    entrants = {entrant for one in (*played, *rounds) for entrant in _entrants_of(one)}
    whole = replace(movement, rounds=(*played, *rounds), lines=(tuple(sorted(entrants)),))
    return _exchange(whole, _choose_exchanges(whole, after=after))


def _entrants_of(one: MovementRound) -> list[Entrant]:
    return [*one.waiting, *(entrant for meeting in one.meetings for entrant in meeting.entrants)]


def competition(movement: Movement) -> dict[frozenset[Entrant], int]:
    """How much each two entrants compete over the evening, in comparisons of a single deal of each set.

    Two with the same cards are compared once (1). Two at one table gain what the other loses in all comparisons of the
    deal (the number of other results). Two who hold opposite cards at different tables help each other (-1): what one
    gains is a loss of the other's opponents' rivals. A fair movement with one winner has values near each other.
    """
    weights = dict.fromkeys(map(frozenset, combinations(sorted(movement.entrants), 2)), 0)
    by_set: dict[int, list[Meeting]] = defaultdict(list)
    for played in movement.rounds:
        for meeting in played.meetings:
            by_set[meeting.deal_set].append(meeting)
    for meetings in by_set.values():
        placed = [
            (entrant, number, direction)
            for number, meeting in enumerate(meetings)
            for direction, party in enumerate((meeting.north_south, meeting.east_west))
            for entrant in party
        ]
        for (one, table, side), (other, other_table, other_side) in combinations(placed, 2):
            couple = frozenset((one, other))
            if side == other_side:
                weights[couple] += 1
            else:
                weights[couple] += len(meetings) - 1 if table == other_table else -1
    return weights


def facts_of(movement: Movement) -> Facts:
    """The facts of a movement from which a secretary chooses; a sentence is made of them."""
    met: Counter[tuple[Entrant, Entrant]] = Counter()
    waited: Counter[Entrant] = Counter()
    played = Counter(dict.fromkeys(movement.entrants, 0))
    tables: dict[Entrant, set[int]] = defaultdict(set)
    partners: dict[Entrant, set[Entrant]] = {entrant: set() for entrant in movement.entrants}
    results: Counter[int] = Counter()
    for one in movement.rounds:
        waited.update(one.waiting)
        for meeting in one.meetings:
            results[meeting.deal_set] += 1
            played.update(dict.fromkeys(meeting.entrants, movement.deals_per_round))
            for entrant in meeting.entrants:
                tables[entrant].add(meeting.table)
            for party in (meeting.north_south, meeting.east_west):
                for entrant in party:
                    partners[entrant].update(set(party) - {entrant})
            for north_south in meeting.north_south:
                for east_west in meeting.east_west:
                    met.update(((north_south, east_west), (east_west, north_south)))
    others = Counter(entrant for entrant, _other in met)
    number = 2 if movement.teams else 1  # the two pairs of a team do the same; both are counted
    return Facts(
        kind=movement.kind,
        entrants=len(movement.entrants) // number,
        tables=max(len(one.meetings) for one in movement.rounds),
        rounds=len(movement.rounds),
        deals_per_round=movement.deals_per_round,
        winners=len(movement.lines),
        meets=_least_and_most(others[entrant] for entrant in movement.entrants),
        again=max(met.values()),
        waits={times: count // number for times, count in sorted(Counter(waited.values()).items())},
        deals=_least_and_most(played.values()),
        results=_least_and_most(results.values()),
        seated=sum(len(places) == 1 and not waited[entrant] for entrant, places in tables.items()),
        partners=_least_and_most(map(len, partners.values())),
    )


@cache
def offer_movements(form: str, entrants: int, *, deals: int, travelling: bool = False) -> tuple[Facts, ...]:
    """The movements for so many `entrants` (pairs, teams or players, by the `form`, a key of FORMS) in about `deals`
    deals, as facts: first those where the fewest wait, of these those where everybody meets the most others.

    A round has two deals or more, and an evening at most an eighth more or fewer than `deals`. Of equal rounds and
    winners only the best is offered; of equals that in which more pairs keep their table. For individuals the facts
    are those of one draw. Empty where there are too few or too many.
    """
    offers: list[Facts] = []
    for kind in FORMS[form]:
        travels = travelling and kind in (Kind.MITCHELL, Kind.ARROW_SWITCH)
        try:
            most = most_rounds(kind, entrants, travelling=travels)
        except NoSuchMovement:
            continue
        for rounds in range(2, most + 1):
            deals_per_round = divide_half_up(deals, rounds)
            if deals_per_round < 2 or abs(rounds * deals_per_round - deals) > deals // 8:
                continue
            choice = Choice(kind, rounds, deals_per_round)
            offers.append(facts_for(choice, entrants, travelling=travels))
    best: dict[tuple[int, int], Facts] = {}
    for facts in sorted(offers, key=_by_worth):
        best.setdefault((facts.rounds, facts.winners), facts)
    return tuple(best.values())


@cache
def facts_for(choice: Choice, entrants: int, *, travelling: bool = False) -> Facts:
    """The facts of the movement chosen for so many. No fact hangs on the exchanged directions of an arrow switch.
    Raises NoSuchMovement."""
    kind, rounds, deals_per_round = choice
    names = range(1, entrants + 1)
    if kind in (Kind.MITCHELL, Kind.ARROW_SWITCH):
        plan = mitchell(names, rounds=rounds, deals_per_round=deals_per_round, travelling=travelling)
        return replace(facts_of(plan), kind=kind, winners=2 if kind == Kind.MITCHELL else 1)
    if kind == Kind.HOWELL:
        return facts_of(howell(names, rounds=rounds, deals_per_round=deals_per_round))
    if kind == Kind.TEAMS:
        teams = [(2 * name - 1, 2 * name) for name in names]
        return facts_of(teams_of_four(teams, rounds=rounds, deals_per_round=deals_per_round))
    chance = Random(0)  # noqa: S311 - a sample of the draw, not the draw
    return facts_of(individual(names, rounds=rounds, deals_per_round=deals_per_round, chance=chance))


def _by_worth(facts: Facts) -> tuple[int, int, int, int, int, int]:
    waits = sum(times * count for times, count in facts.waits.items())
    longest = max(facts.waits, default=0)
    return (longest, -facts.meets[0], -facts.meets[1], waits, -facts.seated, facts.winners)


def move_pairs(choice: Choice, pairs: Sequence[Entrant]) -> Movement:
    """The movement of pairs that was chosen, with the deals together. Raises NoSuchMovement."""
    kind, rounds, deals = choice
    if kind not in OF_PAIRS:
        raise NoSuchMovement(f"{kind} is no movement of pairs")
    return OF_PAIRS[kind](pairs, rounds=rounds, deals_per_round=deals)


OF_PAIRS: Final[Mapping[Kind, Callable[..., Movement]]] = {
    Kind.MITCHELL: mitchell,
    Kind.ARROW_SWITCH: arrow_switched_mitchell,
    Kind.HOWELL: howell,
}


def _tables_for(kind: Kind, entrants: int) -> int:
    """The tables, an empty place counted as one. Raises NoSuchMovement where they are too few or too many."""
    if kind == Kind.INDIVIDUAL:
        tables = entrants // PLAYERS_AT_A_TABLE
    else:
        tables = entrants if kind == Kind.TEAMS else (entrants + 1) // 2
    least = TWO_TABLES if kind in (Kind.HOWELL, Kind.INDIVIDUAL) else MIN_TABLES
    most = MAX_HOWELL_TABLES if kind == Kind.HOWELL else MAX_TABLES
    if not least <= tables <= most or (kind == Kind.HOWELL and entrants < MIN_PAIRS):
        raise NoSuchMovement(f"{kind} is for {least} to {most} tables, not for {entrants}")
    return tables


def _check(
    kind: Kind, entrants: Sequence[object], rounds: int, deals_per_round: int, *, travelling: bool = False
) -> None:
    _require_named_once(entrants)
    most = most_rounds(kind, len(entrants), travelling=travelling)
    if not 1 <= rounds <= most:
        raise NoSuchMovement(f"between 1 and {most} rounds for {len(entrants)} in {kind}, not {rounds}")
    if deals_per_round < 1:
        raise NoSuchMovement("a round has at least one deal")


def _require_named_once(entrants: Sequence[object]) -> None:
    if len(set(entrants)) != len(entrants):
        raise NoSuchMovement("an entrant is named twice")


def _require_pairs(movement: Movement) -> None:
    if movement.kind in (Kind.TEAMS, Kind.INDIVIDUAL):
        raise NoSuchMovement("only pairs come and go in a plan that stands")


def _free_set(one: MovementRound) -> int:
    """The set that lies at the one empty table: that of the round, or where each table has its own, the one that no
    other table has. There are as many travelling sets as tables, the empty one with them."""
    sets_in_play = {meeting.deal_set for meeting in one.meetings}
    if len(sets_in_play) == 1:
        return sets_in_play.pop()
    return min(set(range(1, len(one.meetings) + 2)) - sets_in_play)


def _least_and_most(numbers: Iterable[int]) -> tuple[int, int]:
    found = tuple(numbers)
    return (min(found), max(found))
