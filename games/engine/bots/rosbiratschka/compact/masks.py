"""The compact form of the cards: one bit a card in an int of 32 bits, each suit a byte with the seven lowest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from games.engine.cards import SUITS, Card
from games.engine.rosbiratschka.hundred import VALUES
from games.engine.rosbiratschka.state import HEIGHT

BYTE: Final = 0xFF
ALL: Final = 0xFFFFFFFF
SHIFTS: Final = (0, 8, 16, 24)
"""The lowest place of each suit."""
BITS: Final = tuple(1 << place for place in range(32))
BIT: Final[Mapping[Card, int]] = {
    suit + rank: 1 << shift + HEIGHT[suit + rank]
    for suit, shift in zip(SUITS, SHIFTS, strict=True)
    for rank in "789TJQKA"
}
CARD: Final[Mapping[int, Card]] = {bit: card for card, bit in BIT.items()}
SUIT_OF: Final[Mapping[int, int]] = {bit: BYTE << (place & ~7) for place, bit in enumerate(BITS)}
"""By card: all cards of its suit."""
VALUE: Final[Mapping[int, int]] = {bit: VALUES[card] for card, bit in BIT.items()}
"""By card: what it adds to the total of the Hundred."""


def mask(cards: Iterable[Card]) -> int:
    """These cards as one mask."""
    return sum({BIT[card] for card in cards})


def every(rank: str) -> int:
    """The four cards of a rank."""
    return mask(suit + rank for suit in SUITS)


JACKS: Final = every("J")
HEARTS: Final = SUIT_OF[BIT["H7"]]
KING: Final = BIT["HK"]
EQUAL_VALUES: Final = (mask(card for card in BIT if not VALUES[card]), *map(every, "JQKTA"))
"""The cards of each value in the Hundred, the smallest first: which of them is played makes no difference."""
