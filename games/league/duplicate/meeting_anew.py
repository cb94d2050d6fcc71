"""Rounds drawn anew for pairs of whom some have met already: who meets whom, with as few repeats as can be.

Pure: what was played so far in, the rounds that are left out. A movement has no room for every change of its pairs: of
two that left, those who would have met them wait in the same round and could meet each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeAlias

from games.league.draw import Fixture, FixtureRound

Met: TypeAlias = Mapping[frozenset[int], int]

MAX_TRIES: Final = 300
"""Draws of all rounds that are left, of which the best is taken; the first without a repeat ends the search."""
WORK: Final = 40_000
"""Tries times the square of the pairs, so that a large field takes no longer than a small one."""


class Cost(NamedTuple):
    """How bad a plan is, the worst first: rounds of waiting, the same pairs waiting again, opponents met before."""

    waits: int
    waits_again: int
    repeats: int


def cost_of(plan: Iterable[FixtureRound], *, met: Met, waited: Mapping[int, int]) -> Cost:
    """The cost of these rounds after those in which the pairs have met and waited so often."""
    meetings, waits = Counter(met), Counter(waited)
    waits_now = waits_again = repeats = 0
    for one in plan:
        for fixture in one.fixtures:
            pair = frozenset((fixture.home, fixture.away))
            repeats += meetings[pair]
            meetings[pair] += 1
        for entrant in one.waiting:
            waits_now += 1
            waits_again += waits[entrant]
            waits[entrant] += 1
    return Cost(waits_now, waits_again, repeats)


def meet_anew(
    entrants: Sequence[int], *, rounds: int, met: Met, waited: Mapping[int, int], chance: Random
) -> tuple[FixtureRound, ...]:
    """So many rounds in which everybody plays, and of an odd number the one that has waited least waits; nobody meets
    an opponent again while that can be. `met` counts the meetings of two so far, `waited` the rounds of waiting."""
    tries = max(20, min(MAX_TRIES, WORK // len(entrants) ** 2))
    best = _draw_rounds(entrants, rounds, met, waited, chance)
    least = cost_of(best, met=met, waited=waited)
    for _try in range(tries):
        if not least.repeats and not least.waits_again:
            break
        plan = _draw_rounds(entrants, rounds, met, waited, chance)
        cost = cost_of(plan, met=met, waited=waited)
        if cost < least:
            best, least = plan, cost
    return best


def _draw_rounds(
    entrants: Sequence[int], rounds: int, met: Met, waited: Mapping[int, int], chance: Random
) -> tuple[FixtureRound, ...]:
    """One draw of the rounds, one after another, each with the fewest repeats that exchanges find."""
    meetings, waits = Counter(met), Counter(waited)
    plan = []
    for _round in range(rounds):
        playing = chance.sample(list(entrants), len(entrants))
        waiting: tuple[int, ...] = ()
        if len(playing) % 2:
            rest = min(playing, key=lambda entrant: waits[entrant])
            playing.remove(rest)
            waits[rest] += 1
            waiting = (rest,)
        couples = _couple(playing, meetings)
        meetings.update(map(frozenset, couples))
        plan.append(FixtureRound(tuple(Fixture(one, other) for one, other in couples), waiting))
    return tuple(plan)


def _couple(playing: Sequence[int], meetings: Met) -> list[tuple[int, int]]:
    """Two by two, with exchanges between couples as long as one makes fewer repeats."""
    couples = [(playing[at], playing[at + 1]) for at in range(0, len(playing), 2)]
    better = True
    while better:
        better = False
        for at, place in combinations(range(len(couples)), 2):
            (one, other), (third, fourth) = couples[at], couples[place]
            exchanged = [((one, third), (other, fourth)), ((one, fourth), (third, other))]
            best = min(exchanged, key=lambda each: _repeats(meetings, *each))
            if _repeats(meetings, *best) < _repeats(meetings, couples[at], couples[place]):
                couples[at], couples[place] = best
                better = True
    return couples


def _repeats(meetings: Met, *couples: tuple[int, int]) -> int:
    return sum(meetings.get(frozenset(couple), 0) ** 2 for couple in couples)
