"""Contract six, the layout, in the compact form (rules/rosbiratschka 1): rows that grow from the jack both ways."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.bots.rosbiratschka.compact.masks import BYTE, JACKS
from games.engine.bots.rosbiratschka.compact.positions import PASS, Hands, Penalties
from games.engine.rosbiratschka.layout import HIGHEST, JACK, LOWEST
from games.engine.rosbiratschka.scoring import LAST
from games.engine.seats import Seat


def _fitting(placed: int) -> int:
    """By the byte of a row: the card or cards that fit next."""
    if not placed >> JACK & 1:
        return 1 << JACK
    low = high = JACK
    while low >= LOWEST and placed >> low & 1:
        low -= 1
    while high <= HIGHEST and placed >> high & 1:
        high += 1
    return (1 << low if low >= LOWEST else 0) | (1 << high if high <= HIGHEST else 0)


FITTING: Final = tuple(_fitting(placed) for placed in range(256))


def fits(placed: int) -> int:
    """The cards that fit the rows with these cards placed, whoever holds them."""
    return (
        FITTING[placed & BYTE]
        | FITTING[placed >> 8 & BYTE] << 8
        | FITTING[placed >> 16 & BYTE] << 16
        | FITTING[placed >> 24] << 24
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
