"""What the contracts have in common as bit masks: the cards, a position, the house rules that are covered, and exact
play with all hands open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol, Self, TypeAlias

from games.bots.compact_forms import Covered, bits, covers
from games.engine.cards import SUITS, Card
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.play import VALUES
from games.engine.rosbiratschka.state import HEIGHT
from games.engine.seats import Seat

# The house rules of Rosbiratschka that the compact form has taken into account. A new option or a new value of one is
# added here together with the code that obeys it in this form; until then the easy bot plays where it is chosen.

COVERED_OPTIONS: Final[Covered] = {
    "slam": ("minus8", "off"),
    "king_stop": ("after_trick", "at_once"),
    "hundred_line": ("exceed", "reach"),
    "layout_choice": ("extend_first", "free"),
    "cycles": range(1, 5),
}


def compact_covers(options: Options) -> bool:
    """Whether a deal of these options can be played in the compact form."""
    return covers(COVERED_OPTIONS, options)


# The compact form of the cards: one bit a card in an int of 32 bits, each suit a byte with the seven lowest.

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


# A deal in play with all hands open, in the same form for all six contracts.

Hands: TypeAlias = tuple[int, int, int, int]
Penalties: TypeAlias = tuple[int, int, int, int]
"""Penalty points by seat."""
PASS: Final = 0
"""The move of a seat that cannot place a card."""


class Position(Protocol):
    """A position that is hashable; equal ones are equally good. Moves are single cards, or `PASS`."""

    @property
    def hands(self) -> Hands: ...

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""

    @property
    def decided(self) -> bool:
        """Whether nothing that is still to come changes a penalty."""

    def legal(self) -> int:
        """The cards that may be played; none where the seat must pass."""

    def distinct(self, cards: int) -> int:
        """Those of `cards` that differ in what they can lead to, with these hands open to all."""

    def after(self, card: int) -> Self:
        """The position after a legal move."""

    def penalties(self) -> Penalties:
        """The penalty points on the sheet once the position is decided."""


def standings(penalties: Penalties) -> tuple[float, float, float, float]:
    """By seat, how many points fewer it pays than the other three on average: what the match is won by."""
    total = sum(penalties)
    one, two, three, four = penalties
    return (total - 4 * one) / 3, (total - 4 * two) / 3, (total - 4 * three) / 3, (total - 4 * four) / 3


# Exact play with all hands open, four players each for himself: every seat plays what is best for itself. Where several
# moves are equally good for the seat, what they bring to the others is taken to be equally likely.

Values: TypeAlias = tuple[float, float, float, float]
"""By seat, how many penalty points fewer it pays than the other three on average."""
EQUAL: Final = 1e-9
"""Values that differ by less are equal: they are sums of thirds."""


class Solver:
    """Solves positions of one deal. `nodes` counts those looked at so far, the unit in which a budget is given."""

    def __init__(self) -> None:
        self._known: dict[Position, Values] = {}
        self.nodes = 0

    def values(self, position: Position) -> Values:
        """The values of the position for all four seats."""
        if position.decided:
            return standings(position.penalties())
        known = self._known.get(position)
        if known is not None:
            return known
        self.nodes += 1
        seat, moves = position.seat, position.legal()
        moves = position.distinct(moves) if moves & (moves - 1) else moves
        best: list[Values] = []
        most = 0.0
        for card in bits(moves) if moves else (PASS,):
            outcome = self.values(position.after(card))
            if not best or outcome[seat] > most + EQUAL:
                best, most = [outcome], outcome[seat]
            elif outcome[seat] >= most - EQUAL and not any(_alike(outcome, other) for other in best):
                best.append(outcome)
        if len(best) == 1:
            values = best[0]
        else:
            one, two, three, four = (sum(column) / len(best) for column in zip(*best, strict=True))
            values = one, two, three, four
        self._known[position] = values
        return values


def _alike(one: Values, other: Values) -> bool:
    return all(abs(mine - theirs) <= EQUAL for mine, theirs in zip(one, other, strict=True))
