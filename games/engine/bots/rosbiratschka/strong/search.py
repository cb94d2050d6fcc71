"""The card that costs least over worlds: the same worlds for every candidate, played out by the quick player and in the
end solved exactly. A point is one fewer than the other three pay on average."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.engine.bots.bits import bits
from games.engine.bots.dealing import Hands, dealt_at_random, dealt_in_order
from games.engine.bots.estimates import Estimate, Results, decided, means, ranked
from games.engine.bots.rosbiratschka.compact import quick_rows, quick_total, quick_tricks
from games.engine.bots.rosbiratschka.compact.masks import CARD, mask
from games.engine.bots.rosbiratschka.compact.positions import Penalties, standings
from games.engine.bots.rosbiratschka.compact.solver import Solver
from games.engine.bots.rosbiratschka.compact.total import Total, one_of_each_value
from games.engine.bots.rosbiratschka.compact.tricks import Tricks, one_of_touching
from games.engine.bots.rosbiratschka.strong.belief import AnyPosition, Belief, belief
from games.engine.bots.rosbiratschka.strong.effort import Effort
from games.engine.view import View

TRIES: Final = 40
"""Deals begun at random before all that are left are searched through."""
LEAST_LEAD: Final = 0.05
"""Points a lead must have beside its standard errors to end the search."""
LEAST_WORLDS: Final = 12
BATCH: Final = 6
"""The lead is looked at after so many worlds."""


def estimates(view: View, effort: Effort, seed: int) -> tuple[Estimate, ...]:
    """The playable cards that differ, the best first."""
    known = belief(view)
    playable = mask(held.card for held in view.hand if held.playable)
    candidates = bits(distinct(known, playable))
    if len(candidates) == 1:
        return (Estimate(CARD[candidates[0]], 0.0, 0.0),)
    rng = Random(f"{seed} {len(view.played)} {known.hand}")
    cards = [CARD[bit] for bit in candidates]
    if sum(known.sizes) <= effort.solved:
        return ranked(_solved(known, candidates, effort, rng), cards)
    found = _played_out(known, candidates, effort, rng, sweeping=False)
    if not _may_sweep(known):
        return ranked(found, cards)
    everything = _played_out(known, candidates, effort, rng, sweeping=True)
    return ranked(everything if max(means(everything)) > max(means(found)) else found, cards)


def distinct(known: Belief, playable: int) -> int:
    """One of each group of playable cards that lead to the same, whatever the other hands are."""
    position = known.position
    if isinstance(position, Tricks):
        return one_of_touching(playable, known.unseen | position.best, position.rules.counting)
    return one_of_each_value(playable) if isinstance(position, Total) else playable


def draw(known: Belief, rng: Random) -> Hands:
    """One deal of the unseen cards that the belief allows."""
    for _ in range(TRIES):
        dealt = dealt_at_random(known, known.may_hold, rng)
        if dealt is not None:
            return dealt
    dealt = dealt_in_order(known, known.may_hold)
    if dealt is None:
        raise ValueError("no deal fits what was seen")
    return dealt


def play_out(position: AnyPosition, sweeper: int = quick_tricks.NOBODY) -> Penalties:
    """The penalty points when quick players play on; `sweeper` tries to take everything."""
    if isinstance(position, Tricks):
        return position.rules.penalties(quick_tricks.play_out(position, sweeper))
    return quick_total.play_out(position) if isinstance(position, Total) else quick_rows.play_out(position)


def _may_sweep(known: Belief) -> bool:
    """Whether the seat may still take everything, for a slam."""
    position = known.position
    if not isinstance(position, Tricks) or not position.rules.slam:
        return False
    return sum(position.taken) == position.taken[known.seat]


def _played_out(
    known: Belief, candidates: Sequence[int], effort: Effort, rng: Random, *, sweeping: bool
) -> Results:
    seat, sweeper = known.seat, known.seat if sweeping else quick_tricks.NOBODY
    results: list[tuple[int, list[float]]] = []
    for number in range(1, effort.worlds + 1):
        position = known.with_hands(draw(known, rng))
        results.append((1, [standings(play_out(position.after(card), sweeper))[seat] for card in candidates]))
        if number >= LEAST_WORLDS and number % BATCH == 0 and decided(results, LEAST_LEAD):
            break
    return results


def _solved(known: Belief, candidates: Sequence[int], effort: Effort, rng: Random) -> Results:
    results: list[tuple[int, list[float]]] = []
    nodes = 0
    for number in range(1, effort.endings + 1):
        position, solver = known.with_hands(draw(known, rng)), Solver()
        results.append((1, [solver.values(position.after(card))[known.seat] for card in candidates]))
        nodes += solver.nodes
        if nodes > effort.nodes or (
            number >= LEAST_WORLDS and number % BATCH == 0 and decided(results, LEAST_LEAD)
        ):
            break
    return results
