"""Card points of Kraken and the order of cards, in trumps and in plain suits (rules/kraken 1.1.4, 1.1.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.cards import PACK_OF_32, RANKS_FROM_SEVEN, SUITS, Card, Suit, rank_of

TRUMP_ORDER: Final = "78QKTA9J"
PLAIN_ORDER: Final = "789JQKTA"
TRUMP_POINTS: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
ABOVE_PLAIN: Final = len(PLAIN_ORDER)

STRENGTH: Final[Mapping[Suit, Mapping[Card, int]]] = {
    trump: {
        suit + rank: ABOVE_PLAIN + TRUMP_ORDER.index(rank) if suit == trump else PLAIN_ORDER.index(rank)
        for suit in SUITS
        for rank in RANKS_FROM_SEVEN
    }
    for trump in SUITS
}
"""By trump suit: strength within a suit, every trump above every plain card."""

POINTS: Final[Mapping[Suit, Mapping[Card, int]]] = {
    trump: {
        suit + rank: (TRUMP_POINTS if suit == trump else PLAIN_POINTS)[rank]
        for suit in SUITS
        for rank in RANKS_FROM_SEVEN
    }
    for trump in SUITS
}
"""By trump suit: card points, 152 in the pack."""

RUN_ORDER: Final[Mapping[Card, int]] = {card: RANKS_FROM_SEVEN.index(rank_of(card)) for card in PACK_OF_32}
"""Place in a run, 0 (seven) to 7 (ace), trumps included."""
