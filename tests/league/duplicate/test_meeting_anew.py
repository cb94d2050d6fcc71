"""Rounds drawn anew: nobody meets an opponent again, and nobody waits again, while that can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Club, Membership, Player, Role
from games.league import services
from games.league.draw import Fixture, FixtureRound
from games.league.duplicate.meeting_anew import Cost, cost_of, meet_anew
from tests.conftest import Clock, make_players
from tests.league.conftest import open_round, sign_up
from tests.league.duplicate.conftest import Made


def matchings(entrants: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to pair them, one left over of an odd number."""
    if len(entrants) < 2:
        yield ()
        return
    if len(entrants) % 2:
        for out in entrants:
            yield from matchings(tuple(each for each in entrants if each != out))
        return
    first, *others = entrants
    for second in others:
        rest = tuple(each for each in others if each != second)
        for more in matchings(rest):
            yield ((first, second), *more)


def rounds_of(entrants: tuple[int, ...], couples: tuple[tuple[int, int], ...]) -> FixtureRound:
    there = {each for couple in couples for each in couple}
    return FixtureRound(
        tuple(Fixture(*couple) for couple in couples), tuple(each for each in entrants if each not in there)
    )


def least(
    entrants: tuple[int, ...], rounds: int, met: Counter[frozenset[int]], waited: dict[int, int]
) -> Cost:
    """The least cost of all plans of so many rounds."""
    every = [rounds_of(entrants, couples) for couples in matchings(entrants)]
    plans: list[tuple[FixtureRound, ...]] = [()]
    for _round in range(rounds):
        plans = [(*plan, one) for plan in plans for one in every]
    return min(cost_of(plan, met=met, waited=waited) for plan in plans)


@st.composite
def evenings(draw: st.DrawFn, most: int) -> tuple[tuple[int, ...], Counter[frozenset[int]], dict[int, int]]:
    """Pairs of whom some have met and waited, in up to three rounds of any draw."""
    entrants = tuple(range(1, draw(st.integers(4, most)) + 1))
    met: Counter[frozenset[int]] = Counter()
    waited: Counter[int] = Counter()
    for _round in range(draw(st.integers(0, 3))):
        order = draw(st.permutations(entrants))
        met.update(frozenset(order[at : at + 2]) for at in range(0, len(order) - 1, 2))
        if len(order) % 2:
            waited[order[-1]] += 1
    return entrants, met, dict(waited)


@settings(max_examples=60, deadline=None)
@given(evenings(6), st.integers(1, 2), st.integers(0, 9))
def test_no_plan_of_a_few_pairs_is_better(
    before: tuple[tuple[int, ...], Counter[frozenset[int]], dict[int, int]], rounds: int, seed: int
) -> None:
    entrants, met, waited = before
    plan = meet_anew(entrants, rounds=rounds, met=met, waited=waited, chance=Random(seed))
    assert len(plan) == rounds
    for one in plan:
        seated = [each for fixture in one.fixtures for each in (fixture.home, fixture.away)]
        assert sorted([*seated, *one.waiting]) == list(entrants)
    assert cost_of(plan, met=met, waited=waited) == least(entrants, rounds, met, waited)


@pytest.mark.parametrize(
    ("pairs", "played", "left"), [(6, 2, 2), (8, 2, 3), (11, 3, 3), (12, 4, 4), (20, 4, 4)]
)
def test_a_larger_field_meets_only_new_opponents(pairs: int, played: int, left: int) -> None:
    """After some rounds of a movement in which the pairs walk round a ring."""
    entrants = range(pairs)
    met: Counter[frozenset[int]] = Counter()
    waited: Counter[int] = Counter()
    for number in range(played):
        for one in entrants:
            other = (number - one) % pairs
            if one < other:
                met[frozenset((one, other))] += 1
            elif one == other:
                waited[one] += 1
    plan = meet_anew(list(entrants), rounds=left, met=met, waited=waited, chance=Random(3))
    cost = cost_of(plan, met=met, waited=waited)
    assert (cost.repeats, cost.waits_again) == (0, 0)
    assert cost.waits == left * (pairs % 2)


@pytest.mark.django_db
@pytest.mark.parametrize(("leaving", "coming"), [(1, 1), (2, 0), (2, 1), (0, 2), (3, 2)])
@pytest.mark.parametrize("rules", [{"counting": "matchpoints"}, {}], ids=["same cards", "own cards"])
def test_pairs_that_left_and_came_make_nobody_meet_again(
    evening_of: Made,
    league_club: Club,
    secretary: Player,
    clock: Clock,
    leaving: int,
    coming: int,
    rules: dict[str, str],
) -> None:
    """Eight pairs; after the first of three rounds some leave and others come, also on an evening with own cards."""
    evening = evening_of(8, rounds=3, rules=rules)
    open_round(evening, secretary, clock())
    left = list(evening.competition.entrants.order_by("pk")[:leaving])
    evening.sign_ups.filter(entrant__in=left).update(comes=False)
    late = make_players([f"Late {number}" for number in range(2 * coming)])
    for player in late:
        Membership.objects.create(club=league_club, player=player, role=Role.MEMBER, since=clock())
    newcomers = [
        services.enter(competition=evening.competition, players=late[at : at + 2])
        for at in range(0, len(late), 2)
    ]
    sign_up(evening, newcomers, secretary, clock())
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    met: Counter[frozenset[int]] = Counter()
    seated: Counter[int] = Counter()
    for table in evening.tables.all():
        entrants = frozenset(table.seats.values_list("entrant", flat=True))
        met[entrants] += 1
        if table.round > 1:
            seated.update(entrants)
            assert not entrants & {each.pk for each in left}
    assert set(met.values()) == {1}
    here = 8 - leaving + coming
    assert len(met) == 4 + 2 * (here // 2)
    assert min(seated.values()) >= 1 + (here % 2 == 0)
    assert len(seated) == here
