"""What eight cards are worth with a suit as trumps, in points the side may expect of the 162."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.cards import SUITS, Card, Suit

TRUMP_WORTH: Final = {"J": 28, "9": 17, "A": 10, "T": 9, "K": 7, "Q": 7, "8": 6, "7": 6}


def worth(hand: Sequence[Card], trump: Suit) -> float:
    """Points a side may expect from this hand alone with that trump suit."""
    trumps = [card for card in hand if card[0] == trump]
    total = float(sum(TRUMP_WORTH[card[1]] for card in trumps))
    if len(trumps) > 3:
        total += 6 * (len(trumps) - 3)
    for suit in SUITS:
        if suit == trump:
            continue
        held = [card[1] for card in hand if card[0] == suit]
        if "A" in held:
            total += 16 if len(held) < 4 else 11
            if "T" in held:
                total += 8
        elif "T" in held and len(held) > 1:
            total += 4
        if not held and trumps:
            total += 6
    return total
