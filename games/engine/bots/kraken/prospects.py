"""Value of a hand for the tricks after this one: it makes the bot keep the boer, draw trumps and guard a ten.

The weights are points of difference between the two sides in the tricks to come. They were fitted by least
squares on some thousand rounds of the bot against itself, Amsterdam and Rotterdam together, and rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.bots.kraken.knowledge import Knowledge
from games.engine.cards import SUITS, Card
from games.engine.kraken.ranks import POINTS, STRENGTH

HIGHEST_TRUMP: Final = 15.5
SECOND_TRUMP: Final = 10.0
LOWER_TRUMP: Final = 5.0
POINTS_OF_HIGHEST_TRUMP: Final = 1.2
POINTS_OF_LOWER_TRUMP: Final = 0.6
THIRD_TRUMP_AND_MORE: Final = 7.5
TRUMP_OF_OPPONENTS: Final = -15.5

HIGHEST: Final = 11.0
HIGHEST_UNDER_TRUMPS: Final = -2.4
"""For each trump the opponents hold, two at most."""
HIGHEST_IN_SHORT_SUIT: Final = -9.5
"""Fewer than three cards of the suit are out and the opponents have trumps: it will be ruffed."""
LOWER: Final = {
    "T": ((1.0, 1.0), (1.5, 1.5), (0.5, 0.5)),
    "K": ((-1.5, -4.5), (1.0, -5.0), (0.5, -2.0)),
    "other": ((1.0, -4.5), (1.0, -3.0), (-0.5, -1.5)),
}
"""A plain card that is not the highest: by company in its suit (none, one, more), then by higher cards out
(one, more)."""
TO_RUFF: Final = 2.0
"""A suit to ruff: none of it in a hand with trumps."""


def prospect(known: Knowledge, hand: Sequence[Card], opponents_trumps: float) -> float:
    """Points by which our side may win the tricks to come, for comparing hands of the same size.

    `hand` is what is left after the card in question, `opponents_trumps` how many trumps the opponents will
    hold.
    """
    trump = known.trump
    trumps = [card for card in hand if card[0] == trump]
    total = TRUMP_OF_OPPONENTS * opponents_trumps + sum(_trump(known, card) for card in trumps)
    total += THIRD_TRUMP_AND_MORE * max(len(trumps) - 2, 0)
    for suit in SUITS:
        if suit == trump:
            continue
        held = [card for card in hand if card[0] == suit]
        out = known.unseen_of(suit)
        if held:
            total += sum(_plain(known, card, len(held) - 1, out, opponents_trumps) for card in held)
        elif trumps and out:
            total += TO_RUFF
    return total


def _trump(known: Knowledge, card: Card) -> float:
    points, above = POINTS[known.trump][card], _higher(known, card, known.unseen_of(known.trump))
    if not above:
        return HIGHEST_TRUMP + POINTS_OF_HIGHEST_TRUMP * points
    return (SECOND_TRUMP if above == 1 else LOWER_TRUMP) + POINTS_OF_LOWER_TRUMP * points


def _plain(known: Knowledge, card: Card, company: int, out: Sequence[Card], opponents_trumps: float) -> float:
    above = _higher(known, card, out)
    if above:
        row = LOWER.get(card[1], LOWER["other"])[min(company, 2)]
        return row[min(above, 2) - 1]
    short = len(out) < 3 and opponents_trumps > 0.3
    return HIGHEST + HIGHEST_UNDER_TRUMPS * min(opponents_trumps, 2) + (HIGHEST_IN_SHORT_SUIT if short else 0)


def _higher(known: Knowledge, card: Card, out: Sequence[Card]) -> int:
    """How many unseen cards of the suit are higher."""
    strength = STRENGTH[known.trump]
    return sum(strength[other] > strength[card] for other in out)
