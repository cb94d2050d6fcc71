"""What eight cards of Kraken are worth with a suit as trumps, before a card is played: points their side leads by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.cards import SUITS, Card, Suit, rank_of, suit_of
from games.engine.kraken.declarations import STUK, everything, has_stuk
from games.engine.kraken.options import Options

TRUMP_LENGTH: Final = (-75, -80, -82, -60, -41, -35, -30, -30, -30)
"""By number of trumps, with what any hand lacks before its first good card."""
TRUMP: Final = {"J": 62, "9": 25, "A": 17, "T": 7, "K": 6, "Q": 6, "8": 9, "7": 8}
BOER_AND_NEL: Final = 9
VOID: Final = 10
ACE: Final = 29
ACE_IN_LONG_SUIT: Final = 21
TEN_UNDER_ACE: Final = 11
TEN: Final = 10
KING: Final = 2


def worth(hand: Sequence[Card], trump: Suit, options: Options) -> float:
    """Expected lead in points of the side that holds this hand: cards, roem, declarations.

    The figures were fitted to rounds the bot played against itself with trumps by chance; they are the same
    for all four seats within their error. Double spades are left out.
    """
    ranks = {suit: {rank_of(card) for card in hand if suit_of(card) == suit} for suit in SUITS}
    trumps = ranks.pop(trump)
    total = TRUMP_LENGTH[len(trumps)] + sum(TRUMP[rank] for rank in trumps)
    total += BOER_AND_NEL if {"J", "9"} <= trumps else 0
    total += sum(side_suit(held) for held in ranks.values())
    total += VOID * sum(not held for held in ranks.values()) if trumps else 0
    return total + _in_the_hand(hand, trump, options)


def side_suit(ranks: set[str]) -> int:
    """The worth of these cards of a suit that is not trumps."""
    king = KING if "K" in ranks else 0
    if "A" not in ranks:
        return king + (TEN if "T" in ranks else 0)
    ace = ACE if len(ranks) < 4 else ACE_IN_LONG_SUIT
    return king + ace + (TEN_UNDER_ACE if "T" in ranks else 0)


def _in_the_hand(hand: Sequence[Card], trump: Suit, options: Options) -> int:
    """Points of the hand's combinations and stuk, assuming that no other hand has a better combination."""
    if options.declarations == "off":
        return 0
    declared = sum(combination.points for combination in everything(hand, options))
    return declared + (STUK if has_stuk(hand, trump) else 0)
