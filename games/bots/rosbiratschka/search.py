"""The card that costs least over worlds: the same worlds for every candidate, played out by the quick player and in
the end solved exactly. A point is one fewer than the other three pay on average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from games.bots.compact_forms import bits
from games.bots.estimates import Estimate, Results, is_decided, means, rank
from games.bots.rosbiratschka.belief import AnyPosition, Belief, belief, draw
from games.bots.rosbiratschka.compact import play
from games.bots.rosbiratschka.compact.play import Total, Tricks, one_of_each_value, one_of_touching
from games.bots.rosbiratschka.compact.positions import CARD, Penalties, Solver, mask, standings
from games.engine.view import View


@dataclass(frozen=True, slots=True)
class Effort:
    """`worlds` are played out for an early card, `endings` solved exactly once all hands together have `solved` cards
    or fewer. `nodes` is the most positions the solver may look at for one decision."""

    worlds: int
    endings: int
    solved: int
    nodes: int


GOOD: Final = Effort(worlds=40, endings=20, solved=8, nodes=4_000)
STRONG: Final = Effort(worlds=300, endings=80, solved=12, nodes=20_000)

MIN_LEAD: Final = 0.05
"""Points a lead must have beside its standard errors to end the search."""
MIN_WORLDS: Final = 24
WORLDS_A_LOOK: Final = 6
"""The lead is looked at after so many worlds."""


class Found(NamedTuple):
    """The result of a search: the playable cards that differ, the best first; whether the best one is played to take
    everything, with good hope of it; and whether all of them have the same end, counted out."""

    ranked: tuple[Estimate, ...]
    sweeps: bool = False
    same: bool = False


def search(view: View, effort: Effort, seed: int) -> Found:
    """Weigh the playable cards."""
    known = belief(view)
    playable = mask(held.card for held in view.hand if held.playable)
    candidates = bits(distinct(known, playable))
    if len(candidates) == 1:
        return Found((Estimate(CARD[candidates[0]], 0.0, 0.0),))
    rng = Random(f"{seed} {len(view.played)} {known.hand}")
    cards = [CARD[bit] for bit in candidates]
    if sum(known.sizes) <= effort.solved:
        best, *others = rank(_solver_results(known, candidates, effort, rng), cards)
        same = all(other.error == 0 and other.value == best.value for other in others)
        return Found((best, *others), same=same)
    results, sweeping = _playout_results(known, candidates, effort, rng)
    ranked = rank(results, cards)
    return Found(ranked, sweeping[cards.index(ranked[0].card)] and ranked[0].value > 0)


def distinct(known: Belief, playable: int) -> int:
    """One of each group of playable cards that lead to the same, whatever the other hands are."""
    position = known.position
    if isinstance(position, Tricks):
        return one_of_touching(playable, known.unseen | position.best, position.rules.counting)
    return one_of_each_value(playable) if isinstance(position, Total) else playable


def play_out(position: AnyPosition, sweeper: int = play.NOBODY) -> Penalties:
    """The penalty points when quick players play on; `sweeper` tries to take everything."""
    if isinstance(position, Tricks):
        return position.rules.penalties(play.play_out_tricks(position, sweeper))
    return play.play_out_total(position) if isinstance(position, Total) else play.play_out_rows(position)


def _may_sweep(known: Belief) -> bool:
    """Whether the seat may still take everything, for a slam."""
    position = known.position
    if not isinstance(position, Tricks) or not position.rules.slam:
        return False
    return sum(position.taken) == position.taken[known.seat]


def _playout_results(
    known: Belief, candidates: Sequence[int], effort: Effort, rng: Random
) -> tuple[Results, Sequence[bool]]:
    """The worth of each card by the better of two plans, to avoid and to take everything, in the same worlds; and
    whether that is the second."""
    seat = known.seat
    sweepers = (play.NOBODY, seat) if _may_sweep(known) else (play.NOBODY,)
    plans: list[list[tuple[int, list[float]]]] = [[] for _ in sweepers]
    for number in range(1, effort.worlds + 1):
        position = known.with_hands(draw(known, rng))
        for results, sweeper in zip(plans, sweepers, strict=True):
            values = [standings(play_out(position.after(card), sweeper))[seat] for card in candidates]
            results.append((1, values))
        if number >= MIN_WORLDS and number % WORLDS_A_LOOK == 0:
            found = _by_better_plan(plans)
            if is_decided(found[0], MIN_LEAD):
                return found
    return _by_better_plan(plans)


def _by_better_plan(plans: Sequence[Results]) -> tuple[Results, Sequence[bool]]:
    """The results of each card under the plan with which it does better, and whether that is the second."""
    avoiding, *others = plans
    if not others:
        return avoiding, [False] * len(avoiding[0][1])
    sweeping = [second > first for first, second in zip(means(avoiding), means(others[0]), strict=True)]
    results = [
        (times, [two if sweeps else one for one, two, sweeps in zip(ones, twos, sweeping, strict=True)])
        for (times, ones), (_times, twos) in zip(avoiding, others[0], strict=True)
    ]
    return results, sweeping


def _solver_results(known: Belief, candidates: Sequence[int], effort: Effort, rng: Random) -> Results:
    results: list[tuple[int, list[float]]] = []
    nodes = 0
    for number in range(1, effort.endings + 1):
        position, solver = known.with_hands(draw(known, rng)), Solver()
        results.append((1, [solver.values(position.after(card))[known.seat] for card in candidates]))
        nodes += solver.nodes
        if nodes > effort.nodes or (
            number >= MIN_WORLDS and number % WORLDS_A_LOOK == 0 and is_decided(results, MIN_LEAD)
        ):
            break
    return results
