"""Roem that only the other side would write: a side that loses the round hands over what it claimed (rules/kraken
1.7.3, 1.7.4; example 58)."""

from __future__ import annotations

from typing import Final

from games.bots.compact_forms import bits
from games.bots.kraken.belief import belief, takings_so_far
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import (
    BONUS,
    BONUS_PLACE,
    TRICK_PLACE,
    Score,
    compact_covers,
    times_bonus,
)
from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card
from games.engine.kraken.declarations import STUK, run_points
from games.engine.kraken.scoring.settlement import TRICKS
from games.engine.view import View

RUN_OF_FOUR_POINTS: Final = run_points(4)
RUN_OF_THREE_POINTS: Final = run_points(3)


def would_be_theirs(view: View) -> bool:
    """Whether claiming the roem of the last trick costs the viewer's side points however the round goes on.

    Asked of the best that can still happen to it: if the claim costs points even then, the round is lost. Never so
    under a house rule the compact form does not know.
    """
    if not compact_covers(view.options):
        return False
    contract, last = view.contract, view.last_trick
    if contract is None or contract.maker is None or last is None:
        return False
    known, side = belief(view), view.sides[view.viewer or 0]
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
                RUN_OF_FOUR_POINTS * fours + RUN_OF_THREE_POINTS * ((length - 4 * fours) // 3)
                for fours in range(length // 4 + 1)
            )
            length = 0
    return total


def _has_four(cards: tuple[Card, ...], four: int) -> bool:
    """Whether the four of a kind, a mask in the form of spades, is among the cards."""
    return set(positions.form("S").cards(four)) <= set(cards)
