"""Rounds that are lost, and the last tricks worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from games.bots.compact_forms import bits
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import (
    BONUS,
    BONUS_PLACE,
    TRICK_PLACE,
    Hands,
    Position,
    Score,
    compact_covers,
    times_bonus,
)
from games.bots.kraken.compact.solver import Solver
from games.bots.kraken.strong.belief import Belief, belief, takings_so_far, with_stuk
from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card
from games.engine.kraken.declarations import STUK, run_points
from games.engine.kraken.scoring.settlement import TRICKS
from games.engine.view import View

# Roem that only the other side would write: a side that loses the round hands over what it claimed (rules/kraken
# 1.7.3, 1.7.4; example 58).

RUN_OF_FOUR: Final = run_points(4)
RUN_OF_THREE: Final = run_points(3)


def would_be_theirs(view: View) -> bool:
    """Whether claiming the roem of the last trick costs the viewer's side points however the round goes on.

    Asked of the best that can still happen to it: if the claim costs points even then, the round is lost. Never so
    under a house rule the compact form does not know.
    """
    if not compact_covers(view.options):
        return False
    known, contract, last, side = belief(view), view.contract, view.last_trick, view.sides[view.viewer or 0]
    if contract is None or contract.maker is None or last is None:
        return False
    left, times = known.unseen | known.hand, times_bonus(known.trump, known.options)
    value = positions.card_values(positions.doubling(known.trump, known.options))
    points = sum(value[card] for card in bits(left)) + (known.rules.last if left else 0)
    roem = (most_roem(known.form.cards(left), known.options.quads) + STUK) * times
    taken = list(takings_so_far(view, known))
    taken[side] += points | roem << BONUS_PLACE | (TRICKS - len(view.played) // 4) << TRICK_PLACE
    for word in view.words:
        if word.text.code == "said_stuk" and word.seat % 2 != side:
            taken[1 - side] += STUK * times << BONUS_PLACE
    score, sign = Score(known.options, declarers=contract.maker % 2, level=contract.level), 1 - 2 * side
    with_claim = sign * score(taken[0], taken[1])
    taken[side] -= known.rules.worths[known.form.mask(card for _, card in last.cards)] & BONUS
    return with_claim < sign * score(taken[0], taken[1])


def most_roem(cards: tuple[Card, ...], quads: str) -> int:
    """Points of roem, without stuk, that tricks of these cards hold at most."""
    total = sum(points for four, points in positions.fours(quads).items() if _has_four(cards, four))
    for suit in SUITS:
        length = 0
        for rank in (*RANKS_FROM_SEVEN, ""):
            if suit + rank in cards:
                length += 1
                continue
            total += max(
                RUN_OF_FOUR * fours + RUN_OF_THREE * ((length - 4 * fours) // 3)
                for fours in range(length // 4 + 1)
            )
            length = 0
    return total


def _has_four(cards: tuple[Card, ...], four: int) -> bool:
    """Whether the four of a kind, a mask in the form of spades, is among the cards."""
    return set(positions.form("S").cards(four)) <= set(cards)


# The last two tricks counted out: every way the unseen cards can lie, each played as well as it can be.

CARDS_COUNTED_OUT: Final = 2
"""Cards in the hand from which on everything is counted."""


def best_over_layouts(view: View) -> Card:
    """The card with the best mean score over all layouts that fit what was seen, each equally likely."""
    known, contract = belief(view), view.contract
    assert contract is not None
    assert contract.maker is not None
    solver = Solver(known.rules, Score(known.options, declarers=contract.maker % 2, level=contract.level))
    playable = known.form.mask(held.card for held in view.hand if held.playable)
    before, times = takings_so_far(view, known), times_bonus(known.trump, known.options)
    totals = dict.fromkeys(bits(playable), 0)
    for hands in layouts(known):
        dealt = [hand | played for hand, played in zip(hands, known.played, strict=True)]
        taken = with_stuk(before, dealt, known.options, times)
        for card, value in solver.values(Position(hands, known.seat, known.table, taken), playable).items():
            totals[card] += value
    return known.form.card[max(totals, key=totals.__getitem__)]


def layouts(known: Belief) -> Iterator[Hands]:
    """Every deal of the unseen cards that the belief allows."""
    others = [seat for seat in range(4) if seat != known.seat]
    hands = [0, 0, 0, 0]
    hands[known.seat] = known.hand
    yield from _layouts_from(known, others, known.unseen, hands)


def _layouts_from(known: Belief, others: Sequence[int], unseen: int, hands: list[int]) -> Iterator[Hands]:
    if not others:
        yield hands[0], hands[1], hands[2], hands[3]
        return
    seat, *later = others
    for cards in combinations(bits(unseen & known.may_hold[seat]), known.sizes[seat]):
        hands[seat] = sum(cards)
        yield from _layouts_from(known, later, unseen & ~hands[seat], hands)
