"""A quick player of contract six in the compact form: it places what lets its own hand follow."""

from __future__ import annotations

from typing import Final

from games.engine.bots.rosbiratschka.compact.masks import BITS, BYTE, JACKS
from games.engine.bots.rosbiratschka.compact.positions import Penalties
from games.engine.bots.rosbiratschka.compact.rows import FITTING, Rows
from games.engine.bots.rosbiratschka.layout import FAR, MINE, THEIRS
from games.engine.rosbiratschka.layout import JACK


def _worth(height: int, held: int) -> float:
    """The worth of placing a card of that height, from the own cards of its suit; the readable player's measure."""
    beyond = range(8) if height == JACK else range(height) if height < JACK else range(height + 1, 8)
    total = 0.0
    for other in beyond:
        distance = abs(other - height)
        if distance:
            total += MINE + FAR * distance if held >> other & 1 else -THEIRS / distance
    return total


WORTH: Final = {bit: tuple(_worth(place % 8, held) for held in range(256)) for place, bit in enumerate(BITS)}
"""By card and by the byte of its suit in the hand."""
SHIFT: Final = {bit: place & ~7 for place, bit in enumerate(BITS)}


def play_out(position: Rows) -> Penalties:
    """The penalty points when the quick player plays all four hands."""
    free, (one, two, three, four), seat, placed = position
    hands = [one, two, three, four]
    fitting, worths, shifts = FITTING, WORTH, SHIFT
    with_cards = sum(map(bool, hands))
    fits = (
        fitting[placed & BYTE]
        | fitting[placed >> 8 & BYTE] << 8
        | fitting[placed >> 16 & BYTE] << 16
        | fitting[placed >> 24] << 24
    )
    while with_cards > 1:
        hand = hands[seat]
        moves = hand & fits
        if moves:
            if not free:
                moves = moves & ~JACKS or moves
            card = moves & -moves
            moves ^= card
            if moves:
                best = worths[card][hand >> shifts[card] & BYTE]
                while moves:
                    other = moves & -moves
                    moves ^= other
                    worth = worths[other][hand >> shifts[other] & BYTE]
                    if worth > best:
                        card, best = other, worth
            hand ^= card
            hands[seat] = hand
            placed |= card
            shift = shifts[card]
            fits = fits & ~(BYTE << shift) | fitting[placed >> shift & BYTE] << shift
            if not hand:
                with_cards -= 1
        seat = (seat + 1) & 3
        while not hands[seat]:
            seat = (seat + 1) & 3
    return Rows(free, (hands[0], hands[1], hands[2], hands[3]), seat, placed).penalties()
