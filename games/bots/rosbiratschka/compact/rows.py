"""Contract six on bit masks: the rules of its rows, and a quick player of it."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.bots.rosbiratschka.choosing import DISTANCE_WORTH, OTHERS_CARD_COST, OWN_CARD_WORTH
from games.bots.rosbiratschka.compact.positions import BITS, BYTE, JACKS, PASS, Hands, Penalties
from games.engine.rosbiratschka.play import HIGHEST, JACK, LOWEST
from games.engine.rosbiratschka.scoring import LAST
from games.engine.seats import Seat

# Contract six, the layout, in the compact form (rules/rosbiratschka 1): rows that grow from the jack both ways.


def _fitting_cards(placed: int) -> int:
    """By the byte of a row: the card or cards that fit next."""
    if not placed >> JACK & 1:
        return 1 << JACK
    low = high = JACK
    while low >= LOWEST and placed >> low & 1:
        low -= 1
    while high <= HIGHEST and placed >> high & 1:
        high += 1
    return (1 << low if low >= LOWEST else 0) | (1 << high if high <= HIGHEST else 0)


FITTING_CARDS: Final = tuple(_fitting_cards(placed) for placed in range(256))


def fits(placed: int) -> int:
    """The cards that fit the rows with these cards placed, whoever holds them."""
    return (
        FITTING_CARDS[placed & BYTE]
        | FITTING_CARDS[placed >> 8 & BYTE] << 8
        | FITTING_CARDS[placed >> 16 & BYTE] << 16
        | FITTING_CARDS[placed >> 24] << 24
    )


class Rows(NamedTuple):
    """A position (`positions.Position`) with the cards `placed`; `free` is the option that lets a jack be placed while
    another card fits."""

    free: bool
    hands: Hands
    seat: Seat
    placed: int = 0

    @property
    def decided(self) -> bool:
        """Whether one seat alone has cards."""
        return sum(map(bool, self.hands)) == 1

    def legal(self) -> int:
        """The cards that may be placed; none where the seat must pass."""
        fitting = self.hands[self.seat] & fits(self.placed)
        return fitting if self.free else fitting & ~JACKS or fitting

    def distinct(self, cards: int) -> int:
        """All of them: no two cards open the same way."""
        return cards

    def after(self, card: int) -> Rows:
        """The position after a card, or after a pass."""
        free, hands, seat, placed = self
        if card != PASS:
            left = list(hands)
            left[seat] ^= card
            hands, placed = (left[0], left[1], left[2], left[3]), placed | card
        following = (seat + 1) % 4
        while not hands[following]:
            following = (following + 1) % 4
        return Rows(free, hands, following, placed)

    def penalties(self) -> Penalties:
        """The seat that still has cards pays."""
        one, two, three, four = (LAST if hand else 0 for hand in self.hands)
        return one, two, three, four


# A quick player of contract six in the compact form: it places what lets its own hand follow.


def _worth(height: int, held: int) -> float:
    """The worth of placing a card of that height, from the own cards of its suit; the easy player's measure."""
    beyond = range(8) if height == JACK else range(height) if height < JACK else range(height + 1, 8)
    total = 0.0
    for other in beyond:
        distance = abs(other - height)
        if distance:
            total += (
                OWN_CARD_WORTH + DISTANCE_WORTH * distance
                if held >> other & 1
                else -OTHERS_CARD_COST / distance
            )
    return total


WORTH: Final = {bit: tuple(_worth(place % 8, held) for held in range(256)) for place, bit in enumerate(BITS)}
"""By card and by the byte of its suit in the hand."""
SHIFT: Final = {bit: place & ~7 for place, bit in enumerate(BITS)}


def play_out(position: Rows) -> Penalties:
    """The penalty points when the quick player plays all four hands."""
    free, (one, two, three, four), seat, placed = position
    hands = [one, two, three, four]
    fitting, worths, shifts = FITTING_CARDS, WORTH, SHIFT
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
