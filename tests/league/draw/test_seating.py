"""Promises of the draw: fair waiting, new partners, nothing hanging on the order of names."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.league.draw import (
    AGAIN_TONIGHT,
    NoSuchMovement,
    SeatedRound,
    TooFewPlayers,
    balance_directions,
    moving_pairs,
    rotating_partners,
    round_robin,
    swiss,
)

# How many rounds a field can play without a partner twice: four, five and six people make 6, 10 and 15
# couples, and a round uses two. Larger fields have enough for any evening drawn here.
WITHOUT_REPEAT = {4: 3, 5: 5, 6: 7}


def evening_of(seed: int) -> tuple[int, int, tuple[SeatedRound, ...]]:
    chance = Random(seed)
    players, rounds = chance.randint(4, 80), chance.randint(1, 6)
    if seed % 4 == 0:  # small fields are the hard ones
        players = chance.randint(4, 12)
    return players, rounds, rotating_partners(range(1, players + 1), rounds=rounds, chance=chance)


@pytest.fixture(scope="module")
def evenings() -> list[tuple[int, int, tuple[SeatedRound, ...]]]:
    """500 evenings of 4 to 80 players and 1 to 6 rounds."""
    return [evening_of(seed) for seed in range(500)]


@pytest.mark.slow
def test_everybody_sits_at_one_table_or_waits(evenings) -> None:
    for players, rounds, plan in evenings:
        assert len(plan) == rounds
        for seated in plan:
            named = [name for table in seated.tables for name in table] + list(seated.waiting)
            assert sorted(named) == list(range(1, players + 1))
            assert len(seated.waiting) == players % 4


@pytest.mark.slow
def test_waiting_differs_by_at_most_one_round(evenings) -> None:
    for players, _rounds, plan in evenings:
        waits = Counter(dict.fromkeys(range(1, players + 1), 0))
        waits.update(name for seated in plan for name in seated.waiting)
        assert max(waits.values()) - min(waits.values()) <= 1


@pytest.mark.slow
def test_nobody_gets_a_partner_twice_while_another_is_possible(evenings) -> None:
    for players, rounds, plan in evenings:
        times = Counter(couple for seated in plan for couple in seated.couples())
        if rounds <= WITHOUT_REPEAT.get(players, 20):
            assert max(times.values()) == 1, (players, rounds)
        else:
            assert max(times.values()) == 2, (players, rounds)


def test_partners_of_earlier_evenings_are_avoided() -> None:
    first = rotating_partners(range(16), rounds=4, chance=Random(1))
    before = Counter(couple for seated in first for couple in seated.couples())
    second = rotating_partners(range(16), rounds=4, chance=Random(2), partnered=before)
    assert not set(before) & {couple for seated in second for couple in seated.couples()}


@settings(max_examples=30, deadline=None)
@given(players=st.integers(4, 30), seed=st.integers(0, 10**6), data=st.data())
def test_the_order_of_names_does_not_matter(players: int, seed: int, data: st.DataObject) -> None:
    names = data.draw(st.permutations(range(players)))
    one = rotating_partners(names, rounds=3, chance=Random(seed))
    assert one == rotating_partners(range(players), rounds=3, chance=Random(seed))


@pytest.mark.parametrize("players", [14, 15, 16, 17])
def test_the_rest_of_an_evening_drawn_anew_keeps_its_promises(players: int) -> None:
    chance = Random(players)
    played = rotating_partners(range(players), rounds=2, chance=chance)
    partners = {couple: AGAIN_TONIGHT for seated in played for couple in seated.couples()}
    waited = Counter(name for seated in played for name in seated.waiting)
    rest = rotating_partners(range(players), rounds=2, chance=chance, partnered=partners, waited=waited)
    times = Counter(couple for seated in (*played, *rest) for couple in seated.couples())
    assert max(times.values()) == 1
    waits = Counter(dict.fromkeys(range(players), 0))
    waits.update(name for seated in (*played, *rest) for name in seated.waiting)
    assert max(waits.values()) - min(waits.values()) <= 1


def test_three_are_too_few_and_no_round_is_none() -> None:
    with pytest.raises(TooFewPlayers):
        rotating_partners(range(3), rounds=1, chance=Random(0))
    with pytest.raises(ValueError):
        rotating_partners(range(4), rounds=0, chance=Random(0))


@pytest.mark.parametrize("pairs", range(2, 41))
def test_moving_pairs_meet_once_and_wait_at_most_once(pairs: int) -> None:
    rounds = (pairs + 1) // 2
    plan = moving_pairs(range(pairs), rounds=rounds)
    met = Counter(frozenset((game.home, game.away)) for one in plan for game in one.fixtures)
    assert max(met.values()) == 1
    waits = Counter(name for one in plan for name in one.waiting)
    assert max(waits.values(), default=0) <= 1
    for one in plan:
        named = [name for game in one.fixtures for name in (game.home, game.away)] + list(one.waiting)
        assert sorted(named) == list(range(pairs))


def test_even_pairs_keep_their_table_and_odd_pairs_move_up() -> None:
    first, second, _third = moving_pairs([1, 2, 3, 4, 5, 6], rounds=3)
    assert [game.home for game in first.fixtures] == [game.home for game in second.fixtures] == [2, 4, 6]
    assert [game.away for game in first.fixtures] == [1, 3, 5]
    assert [game.away for game in second.fixtures] == [5, 1, 3]


@pytest.mark.parametrize("entrants", range(2, 31))
def test_round_robin_lets_all_meet_with_home_and_away_in_balance(entrants: int) -> None:
    plan = round_robin(range(entrants))
    met = Counter(frozenset((game.home, game.away)) for one in plan for game in one.fixtures)
    assert len(met) == entrants * (entrants - 1) // 2
    assert set(met.values()) == {1}
    homes = Counter(game.home for one in plan for game in one.fixtures)
    aways = Counter(game.away for one in plan for game in one.fixtures)
    assert max(abs(homes[name] - aways[name]) for name in range(entrants)) <= 1
    assert Counter(name for one in plan for name in one.waiting) == (
        Counter(range(entrants)) if entrants % 2 else Counter()
    )


def test_the_second_half_of_a_double_round_robin_exchanges_home_and_away() -> None:
    plan = round_robin(range(6), double=True)
    games = [(game.home, game.away) for one in plan for game in one.fixtures]
    assert len(games) == len(set(games)) == 30


@settings(max_examples=40, deadline=None)
@given(entrants=st.integers(4, 60), seed=st.integers(0, 10**6))
def test_swiss_never_pairs_twice_and_spreads_the_free_round(entrants: int, seed: int) -> None:
    chance = Random(seed)
    points: Counter[int] = Counter()
    waited: Counter[int] = Counter()
    homes: Counter[int] = Counter()
    met: set[frozenset[int]] = set()
    for _round in range(min(5, entrants // 2)):
        one = swiss(range(entrants), points=points, met=met, waited=waited, homes=homes)
        for game in one.fixtures:
            couple = frozenset((game.home, game.away))
            assert couple not in met
            met.add(couple)
            homes[game.home] += 1
            points[chance.choice((game.home, game.away))] += 2
        waited.update(one.waiting)
    assert max(waited.values(), default=0) <= 1


def test_swiss_pairs_equals_from_the_top() -> None:
    one = swiss([1, 2, 3, 4], points={3: 4, 2: 4, 1: 2}, met=set(), waited={}, homes={})
    assert {frozenset((game.home, game.away)) for game in one.fixtures} == {
        frozenset((2, 3)),
        frozenset((1, 4)),
    }


def test_swiss_pairs_again_only_when_everybody_has_met() -> None:
    met = {frozenset((1, 2))}
    assert len(swiss([1, 2], points={}, met=met, waited={}, homes={}).fixtures) == 1


def test_movements_refuse_what_cannot_be_played() -> None:
    for wrong in (
        lambda: moving_pairs([1, 2, 3], rounds=3),
        lambda: round_robin([1]),
        lambda: round_robin([1, 1]),
    ):
        with pytest.raises(NoSuchMovement):
            wrong()


@pytest.mark.parametrize(("players", "rounds", "again"), [(12, 3, 9), (13, 3, 6), (16, 3, 4), (40, 3, 2)])
def test_the_same_people_meet_at_a_table_as_seldom_as_can_be(players: int, rounds: int, again: int) -> None:
    """Of twelve at three tables nine pairs at least meet again in three rounds: four who come from three tables hold
    two of one, and so at each of the three tables of round 2, and twice as often in round 3."""
    for seed in range(5):
        plan = rotating_partners(range(players), rounds=rounds, chance=Random(seed))
        met = Counter(
            frozenset(pair) for seated in plan for table in seated.tables for pair in combinations(table, 2)
        )
        assert sum(times - 1 for times in met.values()) <= again
        assert max(met.values()) <= 2


def test_nobody_with_the_same_cards_sits_north_south_again_who_did_so_most() -> None:
    """Three times and never are as often as twice and once, and yet it is the first who should sit otherwise."""
    plan = (SeatedRound(((1, 2, 3, 4),), ()),)
    (after,) = balance_directions(plan, north_south={1: 3, 3: 0, 2: 2, 4: 1})
    assert after.tables == ((2, 3, 4, 1),)
    (as_before,) = balance_directions(plan, north_south={1: 1, 3: 1, 2: 2, 4: 0})
    assert as_before.tables == ((1, 2, 3, 4),)
