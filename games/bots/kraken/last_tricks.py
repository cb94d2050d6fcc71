"""The last two tricks counted out: every way the unseen cards can lie, each played as well as it can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from games.bots.compact_forms import bits
from games.bots.kraken.belief import Belief, belief, takings_so_far, with_stuk
from games.bots.kraken.compact.positions import Hands, Position, Score, times_bonus
from games.bots.kraken.compact.solver import Solver
from games.engine.cards import Card
from games.engine.view import View

CARDS_COUNTED_OUT: Final = 2
"""Cards in the hand from which on everything is counted."""


def best_over_deals(view: View) -> Card:
    """The card with the best mean score over all deals that fit what was seen, each equally likely."""
    known, contract = belief(view), view.contract
    assert contract is not None
    assert contract.maker is not None
    solver = Solver(known.rules, Score(known.options, declarers=contract.maker % 2, level=contract.level))
    playable = known.form.mask(held.card for held in view.hand if held.playable)
    before, times = takings_so_far(view, known), times_bonus(known.trump, known.options)
    totals = dict.fromkeys(bits(playable), 0)
    for hands in deals_that_fit(known):
        dealt = [hand | played for hand, played in zip(hands, known.played, strict=True)]
        taken = with_stuk(before, dealt, known.options, times)
        for card, value in solver.values(Position(hands, known.seat, known.table, taken), playable).items():
            totals[card] += value
    return known.form.card[max(totals, key=totals.__getitem__)]


def deals_that_fit(known: Belief) -> Iterator[Hands]:
    """Every deal of the unseen cards that the belief allows."""
    others = [seat for seat in range(4) if seat != known.seat]
    hands = [0, 0, 0, 0]
    hands[known.seat] = known.hand
    yield from _deals_from(known, others, known.unseen, hands)


def _deals_from(known: Belief, others: Sequence[int], unseen: int, hands: list[int]) -> Iterator[Hands]:
    if not others:
        yield hands[0], hands[1], hands[2], hands[3]
        return
    seat, *later = others
    for cards in combinations(bits(unseen & known.may_hold[seat]), known.sizes[seat]):
        hands[seat] = sum(cards)
        yield from _deals_from(known, later, unseen & ~hands[seat], hands)
