"""Promises of the movements of duplicate evenings: who meets whom, with which deals, in which direction."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.league.draw import NoSuchMovement
from games.league.duplicate.movements import (
    FORMS,
    HOWELL_SWITCHES,
    Choice,
    Kind,
    Movement,
    admit,
    arrow_switched_mitchell,
    competition,
    facts_of,
    howell,
    individual,
    mitchell,
    most_rounds,
    move_pairs,
    offer_movements,
    teams_of_four,
    withdraw,
)

OF_PAIRS: dict[Kind, Callable[..., Movement]] = {
    Kind.MITCHELL: mitchell,
    Kind.ARROW_SWITCH: arrow_switched_mitchell,
    Kind.HOWELL: howell,
}

TRAVELLING = {
    3: ("1 2 3", "1 3 2"),
    4: ("1 2 4", "1 4 3"),
    5: ("1 2 3 4 5", "1 5 4 3 2"),
    6: ("1 2 3 5 6", "1 6 5 4 3"),
    7: ("1 2 3 4 5 6 7", "1 7 6 5 4 3 2"),
    8: ("1 2 3 4 6 7 8", "1 8 7 6 5 4 3"),
    9: ("1 2 3 4 5 6 7 8 9", "1 9 8 7 6 5 4 3 2"),
    10: ("1 2 3 4 5 7 8 9 10", "1 10 9 8 7 6 5 4 3"),
    11: ("1 2 3 4 5 6 7 8 9 10 11", "1 11 10 9 8 7 6 5 4 3 2"),
    12: ("1 2 3 4 5 6 8 9 10 11 12", "1 12 11 10 9 8 7 6 5 4 3"),
    13: ("1 2 3 4 5 6 7 8 9 10 11 12 13", "1 13 12 11 10 9 8 7 6 5 4 3 2"),
    14: ("1 2 3 4 5 6 7 9 10 11 12 13 14", "1 14 13 12 11 10 9 8 7 6 5 4 3"),
    15: ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "1 15 14 13 12 11 10 9 8 7 6 5 4 3 2"),
    16: ("1 2 3 4 5 6 7 8 10 11 12 13 14 15 16", "1 16 15 14 13 12 11 10 9 8 7 6 5 4 3"),
}
"""The published Mitchell of 3 to 16 tables: the tables, round by round, of the east-west pair that begins at table 1
and of the set that begins there. Pairs move up, sets down; with an even number the pairs skip a table halfway (with 6
tables at the start of round 4, with 8 of round 5, with 10 of round 6), and the last round is not played."""

ENDLESS_HOWELL = {
    2: "4-1 3-2",
    3: "6-1 5-2 4-3",
    4: "8-1 7-2 6-3 5-4",
    5: "10-1 9-2 8-3 7-4 6-5",
    6: "12-1 11-2 10-3 9-4 8-5 7-6",
    7: "14-1 13-2 12-3 11-4 10-5 9-6 8-7",
    8: "16-1 15-2 14-3 13-4 12-5 11-6 10-7 9-8",
}
"""The starting positions of the endless Howell, north-south first, before directions are exchanged."""


PUBLISHED = Path(__file__).parents[3] / "docs" / "duplicate" / "MOVEMENTS.md"


@st.composite
def pairs_movements(draw: st.DrawFn, kinds: Sequence[Kind] = tuple(OF_PAIRS)) -> tuple[Movement, bool]:
    """A movement of pairs with the numbers 1, 2, ..., and whether its sets travel."""
    kind = draw(st.sampled_from(kinds))
    pairs = draw(st.integers(5, 16 if kind == Kind.HOWELL else 32))
    travelling = kind != Kind.HOWELL and draw(st.booleans())
    rounds = draw(st.integers(1, most_rounds(kind, pairs, travelling=travelling)))
    more = {"travelling": True} if travelling else {}
    made = OF_PAIRS[kind](range(1, pairs + 1), rounds=rounds, deals_per_round=draw(st.integers(1, 8)), **more)
    return made, travelling


def meetings(movement: Movement) -> Counter[frozenset[int]]:
    """How often each two met."""
    return Counter(
        frozenset((one, other))
        for played in movement.rounds
        for meeting in played.meetings
        for one in meeting.north_south
        for other in meeting.east_west
    )


def sits(movement: Movement) -> dict[int, list[int]]:
    """The directions of each entrant, round by round: 1 is north-south, -1 east-west."""
    found: dict[int, list[int]] = {entrant: [] for entrant in movement.entrants}
    for played in movement.rounds:
        for meeting in played.meetings:
            for direction, party in ((1, meeting.north_south), (-1, meeting.east_west)):
                for entrant in party:
                    found[entrant].append(direction)
    return found


@settings(deadline=None)
@given(pairs_movements())
def test_everybody_sits_at_one_table_or_waits_in_each_round(made: tuple[Movement, bool]) -> None:
    movement, _travelling = made
    for number, played in enumerate(movement.rounds, start=1):
        there = [entrant for meeting in played.meetings for entrant in meeting.entrants]
        assert sorted([*there, *played.waiting]) == sorted(movement.entrants)
        assert len(played.waiting) == len(movement.entrants) % 2
        assert [meeting.table for meeting in played.meetings] == list(range(1, len(played.meetings) + 1))
        assert played.number == number


@settings(deadline=None)
@given(pairs_movements())
def test_nobody_meets_twice_or_waits_twice_or_plays_a_set_twice(made: tuple[Movement, bool]) -> None:
    movement, _travelling = made
    assert set(meetings(movement).values()) == {1}
    assert (
        max(Counter(waits for played in movement.rounds for waits in played.waiting).values(), default=0) <= 1
    )
    sets = Counter(
        (entrant, meeting.deal_set)
        for played in movement.rounds
        for meeting in played.meetings
        for entrant in meeting.entrants
    )
    assert set(sets.values()) == {1}


@settings(deadline=None)
@given(pairs_movements())
def test_a_set_is_at_all_tables_of_its_round_or_at_one_table(made: tuple[Movement, bool]) -> None:
    movement, travelling = made
    for played in movement.rounds:
        sets = [meeting.deal_set for meeting in played.meetings]
        if travelling:
            assert len(set(sets)) == len(sets)
        else:
            assert set(sets) == {played.number}


@pytest.mark.parametrize("tables", range(3, 17))
def test_in_a_mitchell_of_n_tables_each_pair_plays_each_deal_once(tables: int) -> None:
    movement = mitchell(range(2 * tables), rounds=tables, deals_per_round=2)
    deals = Counter(
        (entrant, deal)
        for played in movement.rounds
        for meeting in played.meetings
        for entrant in meeting.entrants
        for deal in movement.deals_of(meeting.deal_set)
    )
    assert deals == {(entrant, deal): 1 for entrant in range(2 * tables) for deal in range(1, 2 * tables + 1)}
    stays, moves = movement.lines
    assert set(meetings(movement)) == {frozenset((one, other)) for one in stays for other in moves}


@pytest.mark.parametrize("tables", TRAVELLING)
def test_the_published_mitchell_holds(tables: int) -> None:
    rounds = most_rounds(Kind.MITCHELL, 2 * tables, travelling=True)
    movement = mitchell(range(1, 2 * tables + 1), rounds=rounds, deals_per_round=1, travelling=True)
    moving = movement.lines[1][0]
    of_pair = [
        meeting.table
        for played in movement.rounds
        for meeting in played.meetings
        if meeting.east_west == (moving,)
    ]
    of_set = [
        meeting.table for played in movement.rounds for meeting in played.meetings if meeting.deal_set == 1
    ]
    assert (" ".join(map(str, of_pair)), " ".join(map(str, of_set))) == TRAVELLING[tables]
    for played in movement.rounds:
        assert [meeting.north_south for meeting in played.meetings] == [(one,) for one in movement.lines[0]]


@pytest.mark.parametrize("tables", ENDLESS_HOWELL)
def test_the_published_howell_holds(tables: int) -> None:
    movement = howell(range(1, 2 * tables + 1), rounds=2 * tables - 1, deals_per_round=1)
    straight = [
        [meeting.exchange() if meeting.switched else meeting for meeting in played.meetings]
        for played in movement.rounds
    ]
    start = [f"{meeting.north_south[0]}-{meeting.east_west[0]}" for meeting in straight[0]]
    assert " ".join(start) == ENDLESS_HOWELL[tables]
    assert set(meetings(movement)) == set(map(frozenset, combinations(range(1, 2 * tables + 1), 2)))
    for before, after in pairwise(straight):
        assert after[0].north_south == (2 * tables,)
        for lower, upper in zip(before[1:], after[2:], strict=False):
            assert upper.north_south == lower.north_south, "north-south moves up"
        for upper, lower in zip(before[1:], after, strict=False):
            assert lower.east_west == upper.east_west, "east-west moves down"
        assert after[1].north_south == before[0].east_west, "from table 1 to north-south at table 2"
        assert after[-1].east_west == before[-1].north_south, "at the last table to east-west"


@pytest.mark.parametrize("tables", ENDLESS_HOWELL)
def test_in_a_howell_the_pairs_that_move_sit_on_both_sides(tables: int) -> None:
    """Of an odd number of rounds about half north-south; the pair that keeps its table keeps its direction."""
    directions = sits(howell(range(1, 2 * tables + 1), rounds=2 * tables - 1, deals_per_round=1))
    stays = directions.pop(2 * tables)
    assert set(stays) == {1}
    assert {sum(moves) for moves in directions.values()} <= {-3, -1, 1}


@pytest.mark.parametrize("tables", [2, 3, 4, 5, 6])
def test_no_other_exchange_of_tables_makes_a_howell_more_even(tables: int) -> None:
    def unevenness(movement: Movement) -> int:
        return sum(value * value for value in competition(movement).values())

    whole = howell(range(2 * tables), rounds=2 * tables - 1, deals_per_round=1)
    others = []
    for chosen in range(2 ** (tables - 1)):
        rounds = []
        for played in whole.rounds:
            meetings = []
            for meeting in played.meetings:
                straight = meeting.exchange() if meeting.switched else meeting
                exchanged = meeting.table > 1 and chosen >> (meeting.table - 2) & 1
                meetings.append(straight.exchange() if exchanged else straight)
            rounds.append(replace(played, meetings=tuple(meetings)))
        others.append(unevenness(replace(whole, rounds=tuple(rounds))))
    assert unevenness(whole) == min(others)
    assert len(HOWELL_SWITCHES) == len(ENDLESS_HOWELL)


@pytest.mark.parametrize("tables", [2, 4, 6])
def test_a_howell_of_two_four_and_six_tables_is_exactly_even(tables: int) -> None:
    movement = howell(range(2 * tables), rounds=2 * tables - 1, deals_per_round=1)
    assert len(set(competition(movement).values())) == 1


@pytest.mark.parametrize("tables", range(3, 17))
def test_an_arrow_switch_makes_the_competition_more_even(tables: int) -> None:
    def unevenness(movement: Movement) -> int:
        return sum(value * value for value in competition(movement).values())

    straight = mitchell(range(2 * tables), rounds=tables, deals_per_round=1)
    switched = arrow_switched_mitchell(range(2 * tables), rounds=tables, deals_per_round=1)
    assert unevenness(switched) < unevenness(straight)
    assert sum(competition(switched).values()) == sum(competition(straight).values())
    share = sum(meeting.switched for played in switched.rounds for meeting in played.meetings) / tables**2
    assert 0.1 <= share <= 0.15
    times = Counter(
        entrant
        for played in switched.rounds
        for meeting in played.meetings
        if meeting.switched
        for entrant in meeting.entrants
    )
    assert max(times[entrant] for entrant in switched.entrants) <= 3
    assert len(switched.lines) == 1


def test_travelling_the_last_rounds_are_switched_at_all_tables() -> None:
    movement = arrow_switched_mitchell(range(26), rounds=13, deals_per_round=2, travelling=True)
    switched = [all(meeting.switched for meeting in played.meetings) for played in movement.rounds]
    assert switched == [False] * 11 + [True] * 2


@settings(deadline=None)
@given(made=pairs_movements(), data=st.data())
def test_nothing_hangs_on_the_names_of_the_pairs(made: tuple[Movement, bool], data: st.DataObject) -> None:
    movement, travelling = made
    count = len(movement.entrants)
    names = data.draw(st.permutations(range(101, 101 + count)))
    more = {"travelling": True} if travelling else {}
    renamed = OF_PAIRS[movement.kind](
        names, rounds=len(movement.rounds), deals_per_round=movement.deals_per_round, **more
    )
    for played, other in zip(movement.rounds, renamed.rounds, strict=True):
        for meeting, same in zip(played.meetings, other.meetings, strict=True):
            assert same.north_south == tuple(names[number - 1] for number in meeting.north_south)
            assert same.east_west == tuple(names[number - 1] for number in meeting.east_west)
            assert (same.table, same.deal_set, same.switched) == (
                meeting.table,
                meeting.deal_set,
                meeting.switched,
            )


@pytest.mark.parametrize("teams", range(3, 17))
def test_teams_meet_at_two_tables_in_opposite_directions(teams: int) -> None:
    named = [(10 * team, 10 * team + 1) for team in range(teams)]
    rounds = most_rounds(Kind.TEAMS, teams)
    movement = teams_of_four(named, rounds=rounds, deals_per_round=3)
    matches: Counter[frozenset[int]] = Counter()
    for played in movement.rounds:
        halves = Counter()
        for first, second in zip(played.meetings[::2], played.meetings[1::2], strict=True):
            home, away = first.north_south[0] // 10, first.east_west[0] // 10
            assert (second.north_south[0] // 10, second.east_west[0] // 10) == (away, home)
            assert first.deal_set == second.deal_set
            halves[frozenset((home, away))] += 1
        matches.update(halves)
        assert len(played.waiting) == 2 * (teams % 2)
    assert matches == dict.fromkeys(map(frozenset, combinations(range(teams), 2)), 1)
    for directions in sits(movement).values():
        assert abs(sum(directions)) <= 2
        assert len(directions) == teams - 1


@settings(deadline=None, max_examples=60)
@given(players=st.integers(12, 67), seed=st.integers(0, 10**6), data=st.data())
def test_individuals_have_new_partners_and_balanced_sides(
    players: int, seed: int, data: st.DataObject
) -> None:
    rounds = data.draw(st.integers(1, min(8, most_rounds(Kind.INDIVIDUAL, players))))
    names = data.draw(st.permutations(range(players)))
    movement = individual(names, rounds=rounds, deals_per_round=2, chance=Random(seed))
    partners = Counter(
        frozenset(party)
        for played in movement.rounds
        for meeting in played.meetings
        for party in (meeting.north_south, meeting.east_west)
    )
    assert max(partners.values()) == 1
    waits = Counter(dict.fromkeys(range(players), 0))
    for played in movement.rounds:
        there = [entrant for meeting in played.meetings for entrant in meeting.entrants]
        assert sorted([*there, *played.waiting]) == list(range(players))
        assert len(played.waiting) == players % 4
        waits.update(played.waiting)
    assert max(waits.values()) - min(waits.values()) <= 1
    assert max(abs(sum(directions)) for directions in sits(movement).values()) <= 4
    assert movement == individual(range(players), rounds=rounds, deals_per_round=2, chance=Random(seed))


@pytest.mark.parametrize("players", [12, 13, 15, 16, 19, 23, 30, 41])
def test_in_the_most_rounds_nobody_has_a_partner_twice(players: int) -> None:
    for seed in range(5):
        rounds = most_rounds(Kind.INDIVIDUAL, players)
        movement = individual(range(players), rounds=rounds, deals_per_round=1, chance=Random(seed))
        partners = Counter(
            frozenset(party)
            for played in movement.rounds
            for meeting in played.meetings
            for party in (meeting.north_south, meeting.east_west)
        )
        assert max(partners.values()) == 1


def test_more_rounds_than_a_movement_has_are_refused() -> None:
    with pytest.raises(NoSuchMovement):
        mitchell(range(12), rounds=6, deals_per_round=1, travelling=True)
    with pytest.raises(NoSuchMovement):
        howell(range(8), rounds=8, deals_per_round=1)
    with pytest.raises(NoSuchMovement):
        howell(range(18), rounds=3, deals_per_round=1)
    with pytest.raises(NoSuchMovement):
        teams_of_four([(1, 2), (3, 4), (4, 5)], rounds=1, deals_per_round=1)
    with pytest.raises(NoSuchMovement):
        mitchell([1, 2, 3, 4, 5, 5], rounds=1, deals_per_round=1)
    with pytest.raises(NoSuchMovement):
        mitchell(range(6), rounds=0, deals_per_round=1)
    with pytest.raises(NoSuchMovement):
        individual(range(7), rounds=1, deals_per_round=1, chance=Random(1))
    with pytest.raises(NoSuchMovement):
        individual(range(12), rounds=7, deals_per_round=1, chance=Random(1))


@settings(deadline=None)
@given(made=pairs_movements(), data=st.data())
def test_a_pair_that_leaves_lets_its_opponents_wait(made: tuple[Movement, bool], data: st.DataObject) -> None:
    movement, _travelling = made
    leaver = data.draw(st.sampled_from(movement.entrants))
    after = data.draw(st.integers(0, len(movement.rounds)))
    shorter = withdraw(movement, leaver, after=after)
    assert shorter.rounds[:after] == movement.rounds[:after]
    for played, whole in zip(shorter.rounds[after:], movement.rounds[after:], strict=True):
        there = [entrant for meeting in played.meetings for entrant in meeting.entrants]
        assert sorted([*there, *played.waiting]) == sorted(set(movement.entrants) - {leaver})
        assert set(played.meetings) <= set(whole.meetings)


@settings(deadline=None)
@given(made=pairs_movements(), data=st.data())
def test_a_latecomer_takes_the_empty_place(made: tuple[Movement, bool], data: st.DataObject) -> None:
    movement, travelling = made
    after = data.draw(st.integers(0, len(movement.rounds) - 1))
    if len(movement.entrants) % 2 == 0:
        with pytest.raises(NoSuchMovement):
            admit(movement, 99, after=after)
        return
    longer = admit(movement, 99, after=after)
    assert longer.rounds[:after] == movement.rounds[:after]
    assert set(meetings(longer).values()) == {1}
    for played in longer.rounds[after:]:
        assert not played.waiting
        there = [entrant for meeting in played.meetings for entrant in meeting.entrants]
        assert sorted(there) == sorted(longer.entrants)
        sets = {meeting.deal_set for meeting in played.meetings}
        assert len(sets) == (len(played.meetings) if travelling else 1)
    played_sets = Counter(
        (entrant, meeting.deal_set)
        for played in longer.rounds
        for meeting in played.meetings
        for entrant in meeting.entrants
    )
    assert set(played_sets.values()) == {1}


def test_eleven_pairs_are_offered_in_facts() -> None:
    """A sentence is made of them: "11 pairs, 3 rounds of 8 deals: 8 meet 3 others, 3 meet 2 and wait once".

    Of eleven pairs one waits each round: three rounds, three that wait.
    """
    offers = offer_movements("pairs", 11, deals=24)
    facts = next(one for one in offers if one.rounds == 3 and one.winners == 2)
    assert facts.kind == Kind.MITCHELL
    assert (facts.entrants, facts.tables, facts.deals_per_round) == (11, 5, 8)
    assert (facts.meets, facts.again, facts.waits) == ((2, 3), 1, {1: 3})
    assert (facts.deals, facts.results, facts.seated) == ((16, 24), (5, 5), 5)
    everybody = next(one for one in offers if one.rounds == 11)
    assert (everybody.kind, everybody.meets, everybody.waits) == (Kind.HOWELL, (10, 10), {1: 11})


@settings(deadline=None, max_examples=40)
@given(
    form=st.sampled_from(sorted(FORMS)),
    entrants=st.integers(0, 70),
    deals=st.integers(6, 36),
    there=st.booleans(),
)
def test_offers_are_about_as_long_as_wished_and_differ(
    form: str, entrants: int, deals: int, there: bool
) -> None:
    offers = offer_movements(form, entrants, deals=deals, travelling=there)
    assert len({(one.rounds, one.winners) for one in offers}) == len(offers)
    for one in offers:
        assert one.kind in FORMS[form]
        assert one.entrants == entrants
        assert abs(one.rounds * one.deals_per_round - deals) <= deals // 8
        assert max(one.waits, default=0) <= (4 if form == "individual" else 1)
        assert 1 <= one.meets[0] <= one.meets[1] < entrants
        assert 2 <= one.tables <= 16


def test_facts_are_those_of_the_movement() -> None:
    """Seven teams: six tables, one team waits each of seven rounds, every team meets the six others."""
    teams = [(2 * number, 2 * number + 1) for number in range(7)]
    facts = facts_of(teams_of_four(teams, rounds=7, deals_per_round=3))
    assert (facts.entrants, facts.tables, facts.winners) == (7, 6, 1)
    assert (facts.meets, facts.waits, facts.deals) == ((6, 6), {1: 7}, (18, 18))


def published_tables() -> dict[tuple[Kind, int], list[list[str]]]:
    """The tables of `docs/duplicate/MOVEMENTS.md`: by movement and number of tables, the meetings round by round."""
    found: dict[tuple[Kind, int], list[list[str]]] = {}
    rows: list[list[str]] = []
    kind = Kind.ARROW_SWITCH
    for line in PUBLISHED.read_text().splitlines():
        if line.startswith("## "):
            kind = Kind.HOWELL if line == "## Howell" else Kind.ARROW_SWITCH
        elif line.startswith("### "):
            rows = found[kind, int(line.split()[1])] = []
        elif re.match(r"\| [0-9]", line):
            _number, *meetings = (cell.strip() for cell in line.strip("|").split("|"))
            rows.append(meetings)
    return found


PUBLISHED_TABLES = published_tables()


def test_movements_of_two_to_sixteen_tables_are_published() -> None:
    mitchells = {(Kind.ARROW_SWITCH, tables) for tables in range(3, 17)}
    assert PUBLISHED_TABLES.keys() == mitchells | {(Kind.HOWELL, tables) for tables in range(2, 9)}


@pytest.mark.parametrize(("kind", "tables"), PUBLISHED_TABLES)
def test_pairs_are_seated_as_published(kind: Kind, tables: int) -> None:
    """North-south first; a star where the two exchanged directions."""
    rounds = most_rounds(kind, 2 * tables)
    movement = move_pairs(Choice(kind, rounds, 2), range(1, 2 * tables + 1))
    made = [
        [
            f"{meeting.north_south[0]}-{meeting.east_west[0]}{'*' * meeting.switched}"
            for meeting in played.meetings
        ]
        for played in movement.rounds
    ]
    assert made == PUBLISHED_TABLES[kind, tables]


@pytest.mark.parametrize(("kind", "tables"), PUBLISHED_TABLES)
def test_what_is_published_is_a_movement(kind: Kind, tables: int) -> None:
    """By counting alone: everybody sits once a round, nobody meets twice, and in a Mitchell one half stays."""
    rounds = [
        [tuple(map(int, meeting.rstrip("*").split("-"))) for meeting in played]
        for played in PUBLISHED_TABLES[kind, tables]
    ]
    for played in rounds:
        assert sorted(pair for meeting in played for pair in meeting) == list(range(1, 2 * tables + 1))
    meetings = [frozenset(meeting) for played in rounds for meeting in played]
    assert len(set(meetings)) == len(meetings)
    assert len(rounds) == (tables if kind == Kind.ARROW_SWITCH else 2 * tables - 1)
    if kind == Kind.ARROW_SWITCH:
        for number, played in enumerate(rounds):
            stays = [min(meeting) for meeting in played]
            comes = [max(meeting) - tables - 1 for meeting in played]
            assert stays == list(range(1, tables + 1))
            assert comes == [(place - number) % tables for place in range(tables)]


@settings(deadline=None, max_examples=60)
@given(pairs=st.integers(5, 32), deals=st.integers(4, 36), data=st.data())
def test_a_movement_is_what_its_facts_say(pairs: int, deals: int, data: st.DataObject) -> None:
    """Whatever is chosen of the offers: facts are counted from the movement that is played."""
    offers = offer_movements("pairs", pairs, deals=deals)
    if not offers:
        return
    facts = data.draw(st.sampled_from(offers))
    assert Choice.parse(str(facts.choice)) == facts.choice
    movement = move_pairs(facts.choice, range(pairs))
    assert facts_of(movement) == facts
    assert set(meetings(movement).values()) == {1}
    deals_of_pairs = Counter(
        (entrant, deal)
        for played in movement.rounds
        for meeting in played.meetings
        for entrant in meeting.entrants
        for deal in movement.deals_of(meeting.deal_set)
    )
    assert set(deals_of_pairs.values()) == {1}
    played_by = Counter(entrant for entrant, _deal in deals_of_pairs)
    waits = Counter(entrant for played in movement.rounds for entrant in played.waiting)
    for entrant in range(pairs):
        assert played_by[entrant] == facts.deals_per_round * (facts.rounds - waits[entrant])


@pytest.mark.parametrize("text", ["", "howell", "howell/0/8", "howell/3/8 ", "bingo/3/8", "howell/3/800"])
def test_a_movement_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(NoSuchMovement):
        Choice.parse(text)


def test_a_movement_of_teams_is_no_movement_of_pairs() -> None:
    with pytest.raises(NoSuchMovement):
        move_pairs(Choice(Kind.TEAMS, 3, 2), range(6))
