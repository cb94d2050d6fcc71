"""The strong player of Rosbiratschka."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from games.bots.bits import bits
from games.bots.estimates import Estimate, Results, is_decided, means, rank
from games.bots.player import Decision, Player, clearly
from games.bots.rosbiratschka import player as easy
from games.bots.rosbiratschka import reasons
from games.bots.rosbiratschka.compact import rows, total, tricks
from games.bots.rosbiratschka.compact.positions import CARD, Penalties, compact_covers, mask, standings
from games.bots.rosbiratschka.compact.solver import Solver
from games.bots.rosbiratschka.compact.total import Total, one_of_each_value
from games.bots.rosbiratschka.compact.tricks import Tricks, one_of_touching
from games.bots.rosbiratschka.reasons import Reason
from games.bots.rosbiratschka.strong.belief import AnyPosition, Belief, belief
from games.bots.rosbiratschka.strong.effort import Effort
from games.bots.sureness import sureness
from games.bots.unseen_cards import MAX_TRIES, Hands, deal_at_random, deal_in_order
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.view import Choice, View
from games.engine.words import Text, text

# The card that costs least over worlds: the same worlds for every candidate, played out by the quick player and in
# the end solved exactly. A point is one fewer than the other three pay on average.

MIN_LEAD: Final = 0.05
"""Points a lead must have beside its standard errors to end the search."""
MIN_WORLDS: Final = 12
WORLDS_A_LOOK: Final = 6
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
        return rank(_solver_results(known, candidates, effort, rng), cards)
    results = _playout_results(known, candidates, effort, rng, sweeping=False)
    if not _may_sweep(known):
        return rank(results, cards)
    everything = _playout_results(known, candidates, effort, rng, sweeping=True)
    return rank(everything if max(means(everything)) > max(means(results)) else results, cards)


def distinct(known: Belief, playable: int) -> int:
    """One of each group of playable cards that lead to the same, whatever the other hands are."""
    position = known.position
    if isinstance(position, Tricks):
        return one_of_touching(playable, known.unseen | position.best, position.rules.counting)
    return one_of_each_value(playable) if isinstance(position, Total) else playable


def draw(known: Belief, rng: Random) -> Hands:
    """One deal of the unseen cards that the belief allows."""
    for _ in range(MAX_TRIES):
        dealt = deal_at_random(known, known.may_hold, rng)
        if dealt is not None:
            return dealt
    dealt = deal_in_order(known, known.may_hold)
    if dealt is None:
        raise ValueError("no deal fits what was seen")
    return dealt


def play_out(position: AnyPosition, sweeper: int = tricks.NOBODY) -> Penalties:
    """The penalty points when quick players play on; `sweeper` tries to take everything."""
    if isinstance(position, Tricks):
        return position.rules.penalties(tricks.play_out(position, sweeper))
    return total.play_out(position) if isinstance(position, Total) else rows.play_out(position)


def _may_sweep(known: Belief) -> bool:
    """Whether the seat may still take everything, for a slam."""
    position = known.position
    if not isinstance(position, Tricks) or not position.rules.slam:
        return False
    return sum(position.taken) == position.taken[known.seat]


def _playout_results(
    known: Belief, candidates: Sequence[int], effort: Effort, rng: Random, *, sweeping: bool
) -> Results:
    seat, sweeper = known.seat, known.seat if sweeping else tricks.NOBODY
    results: list[tuple[int, list[float]]] = []
    for number in range(1, effort.worlds + 1):
        position = known.with_hands(draw(known, rng))
        results.append((1, [standings(play_out(position.after(card), sweeper))[seat] for card in candidates]))
        if number >= MIN_WORLDS and number % WORLDS_A_LOOK == 0 and is_decided(results, MIN_LEAD):
            break
    return results


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


# The player that searches, for one effort and one seed: from what a seat sees to what it does.

POINT: Final = 8.0
"""A penalty point weighs as much as so many points of Kraken when it is said how sure a card is."""


def make_player(effort: Effort, seed: int) -> Player:
    """A player of this effort. The same view, choices and seed always lead to the same answer."""
    return partial(decide, effort=effort, seed=seed)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort, seed: int) -> Decision:
    """The decision of the seat; with a single choice, that one. A turn must always be used. Under a house rule the
    compact form does not know, it is the easy bot's."""
    if not compact_covers(view.options):
        return easy.decide(view, choices)
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    best, *others = estimates(view, effort, seed)
    sure = sureness((POINT * (best.value - other.value), POINT * other.error) for other in others)
    answer = {"do": view.hand_word, "card": best.card}
    return Decision((answer,), lambda _answer: _why_card(view, best.card), sure=sure)


def reason(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason for an answer of this player, told without a search; None for one that was not offered."""
    if all(choice.data != answer for choice in choices):
        return None
    if not compact_covers(view.options):
        decision = easy.decide(view, choices)
        return decision.why(answer) if answer in decision.answers else None
    return text(Reason.ONLY_CHOICE) if len(choices) == 1 else _why_card(view, answer["card"])


def _why_card(view: View, card: Card) -> Text:
    """The reason the easy bot gives for the card: all levels share one closed list of reasons."""
    return reasons.why(view, [held.card for held in view.hand if held.playable], card)
