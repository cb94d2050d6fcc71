"""The card that promises most over worlds: the same worlds for every candidate, in early tricks played out by the
quick player, in the last ones solved exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from games.bots.compact_forms import bits
from games.bots.estimates import Estimate, Results, is_decided, is_within, rank
from games.bots.kraken.belief import Belief, belief, takings_so_far, with_stuk, worlds
from games.bots.kraken.compact.policy import play_out
from games.bots.kraken.compact.positions import BYTE, Position, Score, after, times_bonus
from games.bots.kraken.compact.solver import Solver
from games.bots.kraken.vetoes import without_vetoed_cards
from games.bots.kraken.words import weigher
from games.engine.cards import Card
from games.engine.view import View


@dataclass(frozen=True, slots=True)
class Effort:
    """`worlds` are played out for an early card, `endings` solved exactly from `solved` cards a hand on, `word_worlds`
    played for a word. `nodes` is the most leads the solver may look at for one decision."""

    worlds: int
    endings: int
    solved: int
    word_worlds: int
    nodes: int


GOOD: Final = Effort(worlds=40, endings=20, solved=4, word_worlds=100, nodes=15_000)
"""The look back finishes rounds with it too: a change raises `lookback.VERSION`."""
STRONG: Final = Effort(worlds=120, endings=60, solved=5, word_worlds=200, nodes=60_000)

MIN_LEAD: Final = 0.5
"""Points a lead must have beside its standard errors to end the search."""
MIN_WORLDS_JUDGED: Final = 24
"""Worlds before a search may end: fewer overlook what turns the score in one world of twenty."""
ONE_WORLD_IN: Final = 5
"""A search of few worlds may end once one in so many of them is judged."""
PLAIN_ALIKE: Final = (0x07, (0x07, 0x46, 0x4C))
TRUMPS_ALIKE: Final = (0x03, (0x43, 0x52))
"""The cards of a suit without points, and the runs they can lie in: 7-8-9, 8-9-10, 9-10-J."""
WORLDS_A_LOOK: Final = 4
"""The lead is looked at after so many worlds."""


def estimates(
    view: View, effort: Effort, seed: int, *, with_card: Card | None = None, lead: float = 0.0
) -> tuple[Estimate, ...]:
    """The playable cards, the best first. One that is equal to another or barred by a veto is not among them;
    `with_card` is weighed in any case, and then an early lead does not end the search: it would overstate what a card
    lost. It ends when it is clear that no other leads this card by `lead` points.
    """
    assert view.contract is not None
    known = belief(view)
    playable = known.form.mask(held.card for held in view.hand if held.playable)
    candidates = one_of_equals(without_vetoed_cards(known, playable, view.contract.maker), known)
    candidates |= known.form.bit[with_card] if with_card is not None else 0
    if not candidates & (candidates - 1):
        return (Estimate(known.form.card[candidates], 0.0, 0.0),)
    rng = Random(f"{seed} {len(view.played)} {known.hand}")
    weighed = bits(candidates)
    if with_card is None:
        least = min(MIN_WORLDS_JUDGED, effort.worlds // ONE_WORLD_IN)
        return _weigh_over_worlds(
            view, known, weighed, effort, rng, partial(is_decided, least=MIN_LEAD), least
        )
    ends = partial(is_within, one=weighed.index(known.form.bit[with_card]), lead=lead)
    return _weigh_over_worlds(view, known, weighed, effort, rng, ends, MIN_WORLDS_JUDGED)


def one_of_equals(candidates: int, known: Belief) -> int:
    """The candidates with one of each group that are worth nothing, touch each other and can make no roem."""
    if known.options.quads != "classic":
        return candidates
    others = known.unseen | known.table.cards
    kept = candidates
    for place, (worthless, runs) in enumerate((PLAIN_ALIKE, PLAIN_ALIKE, PLAIN_ALIKE, TRUMPS_ALIKE)):
        in_play = (others | known.hand) >> 8 * place & BYTE
        if any(in_play & run == run for run in runs):
            continue
        previous = 0
        for card in bits(candidates & worthless << 8 * place):
            if previous and not others & (card - previous):
                kept ^= card
            previous = card
    return kept


def _weigh_over_worlds(
    view: View,
    known: Belief,
    candidates: Sequence[int],
    effort: Effort,
    rng: Random,
    ends: Callable[[Results], bool],
    least: int,
) -> tuple[Estimate, ...]:
    contract = view.contract
    assert contract is not None
    assert contract.maker is not None
    makers = contract.maker % 2
    score = Score(known.options, declarers=makers, level=contract.level)
    solver = Solver(known.rules, score)
    exact = known.sizes[known.seat] <= effort.solved
    count = effort.endings if exact else effort.worlds
    drawn = worlds(known, count, weigher(view, known.form.suits), rng, challenged=contract.level > 0)
    before, times = takings_so_far(view, known), times_bonus(known.trump, known.options)
    sign, rules = 1 - 2 * (known.seat % 2), known.rules
    results: list[tuple[int, list[float]]] = []
    for number, world in enumerate(drawn, start=1):
        dealt = [hand | played for hand, played in zip(world.hands, known.played, strict=True)]
        taken = with_stuk(before, dealt, known.options, times)
        position = Position(world.hands, known.seat, known.table, taken)
        if exact:
            found = solver.values(position, sum(candidates))
            values = [float(found[card]) for card in candidates]
        else:
            values = [
                float(sign * score(*play_out(after(position, card, rules), rules, makers)))
                for card in candidates
            ]
        results.append((world.times, values))
        if solver.nodes > effort.nodes:
            break
        if number >= least and number % WORLDS_A_LOOK == 0 and ends(results):
            break
    return rank(results, [known.form.card[bit] for bit in candidates])
