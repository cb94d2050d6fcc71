"""The compact form of Kraken cards: one bit a card in an int of 32 bits, trumps in the highest byte.

Each suit is a byte with its cards in order of strength, the weakest lowest. The trump suit is always the fourth byte
and the others follow in the order S H D C, so one set of tables serves all four trump suits, and the winner of a
trick is the highest bit among trumps and cards of the led suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from games.engine.bots.bits import bits
from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, Suit
from games.engine.kraken.bonus import STUK, four_points, run_points
from games.engine.kraken.options import Options
from games.engine.kraken.ranks import PLAIN_ORDER, PLAIN_POINTS, TRUMP_ORDER, TRUMP_POINTS

BYTE: Final = 0xFF
TRUMPS: Final = 0xFF000000
PLAIN: Final = 0x00FFFFFF
ALL: Final = 0xFFFFFFFF
BITS: Final = tuple(1 << place for place in range(32))
SUIT_OF: Final[Mapping[int, int]] = {bit: BYTE << (place & ~7) for place, bit in enumerate(BITS)}
"""By card: all cards of its suit."""
SHIFT_OF: Final[Mapping[int, int]] = {bit: place & ~7 for place, bit in enumerate(BITS)}
"""By card: the lowest place of its suit (0, 8, 16 or 24)."""
TRUMP_KING: Final = 1 << 24 + TRUMP_ORDER.index("K")
TRUMP_QUEEN: Final = 1 << 24 + TRUMP_ORDER.index("Q")
MARRIAGE: Final = TRUMP_KING | TRUMP_QUEEN
"""King and queen of trumps: stuk."""

BONUS_PLACE: Final = 10
TRICK_PLACE: Final = 24
ONE_TRICK: Final = 1 << TRICK_PLACE
POINTS_PART: Final = (1 << BONUS_PLACE) - 1
BONUS_PART: Final = (1 << TRICK_PLACE - BONUS_PLACE) - 1
"""The takings of a side are one int: card points, then bonus, then tricks. Adding two of them adds all three."""


@dataclass(frozen=True, slots=True)
class Form:
    """The cards of a round as bits, for one trump suit."""

    bit: Mapping[Card, int]
    card: Mapping[int, Card]
    suits: tuple[Suit, ...]

    def mask(self, cards: Iterable[Card]) -> int:
        """These cards as one mask."""
        return sum({self.bit[card] for card in cards})

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, lowest bit first."""
        return tuple(self.card[bit] for bit in bits(mask))


@cache
def form(trump: Suit) -> Form:
    """The form in which `trump` is the highest byte."""
    suits = (*(suit for suit in SUITS if suit != trump), trump)
    bit = {
        suit + rank: 1 << 8 * place + strength
        for place, suit in enumerate(suits)
        for strength, rank in enumerate(TRUMP_ORDER if suit == trump else PLAIN_ORDER)
    }
    return Form(bit, {value: card for card, value in bit.items()}, suits)


def _runs(order: str) -> tuple[int, ...]:
    """By the cards of one suit: the points of the runs among them (rules/kraken 1.4.2)."""
    natural = [order.index(rank) for rank in RANKS_FROM_SEVEN]
    worth = []
    for held in range(256):
        total, length = 0, 0
        for place in [*natural, None]:
            if place is not None and held >> place & 1:
                length += 1
                continue
            total += run_points(length) if length >= 3 else 0
            length = 0
        worth.append(total)
    return tuple(worth)


PLAIN_RUNS: Final = _runs(PLAIN_ORDER)
TRUMP_RUNS: Final = _runs(TRUMP_ORDER)
"""By the byte of a suit: what the runs in it are worth."""
POINTS: Final[Mapping[int, int]] = {
    bit: TRUMP_POINTS[TRUMP_ORDER[place - 24]] if place >= 24 else PLAIN_POINTS[PLAIN_ORDER[place % 8]]
    for place, bit in enumerate(BITS)
}
"""Card points, without double spades."""


def runs_in(cards: int) -> int:
    """Points of all runs among these cards."""
    return (
        PLAIN_RUNS[cards & BYTE]
        + PLAIN_RUNS[cards >> 8 & BYTE]
        + PLAIN_RUNS[cards >> 16 & BYTE]
        + TRUMP_RUNS[cards >> 24]
    )


@cache
def fours(quads: str) -> Mapping[int, int]:
    """The fours of a kind that count under the option `quads`, with their points."""
    points = {four_of(rank): four_points(rank, quads) for rank in RANKS_FROM_SEVEN}
    return {cards: worth for cards, worth in points.items() if worth}


def four_of(rank: str) -> int:
    """The four cards of a rank."""
    plain = 1 << PLAIN_ORDER.index(rank)
    return plain | plain << 8 | plain << 16 | 1 << 24 + TRUMP_ORDER.index(rank)


def doubling(trump: Suit, options: Options) -> str:
    """The option `double_spades` as it works on tricks with this trump suit: `off` where it changes nothing."""
    return options.double_spades if trump == "S" else "off"


@cache
def card_values(doubled: str) -> Mapping[int, int]:
    """Card points with double spades applied (`doubled` as from `doubling`)."""
    times_trump = 1 if doubled == "off" else 2
    times_plain = 2 if doubled in ("cards", "all") else 1
    return {bit: points * (times_trump if bit & TRUMPS else times_plain) for bit, points in POINTS.items()}


@cache
def trick_worths(quads: str, doubled: str) -> Mapping[int, int]:
    """The worth of each of the 35,960 tricks to its winner: points, bonus and one trick in one int.

    Double spades are applied (`doubled` as from `doubling`); the points of the last trick are not in it.
    """
    times_bonus = 2 if doubled == "all" else 1
    value = card_values(doubled)
    four = fours(quads)
    worths = {}
    for one, two, three, last in combinations(BITS, 4):
        cards = one | two | three | last
        bonus = runs_in(cards) + four.get(cards, 0)
        if cards & MARRIAGE == MARRIAGE:
            bonus += STUK
        points = value[one] + value[two] + value[three] + value[last]
        worths[cards] = points | bonus * times_bonus << BONUS_PLACE | ONE_TRICK
    return worths


def last_trick(trump: Suit, options: Options) -> int:
    """Points for the last trick, doubled where all card points are."""
    return options.last_trick_points * (2 if doubling(trump, options) in ("cards", "all") else 1)
