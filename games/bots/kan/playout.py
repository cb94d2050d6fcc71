"""The rest of a deal played out quickly in one world, every seat by the same simple sense. Cards are a suit number and
a height; the joker is suit 4. The exact search of `solver` has positions of its own, which are values it can keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.bots.kan.knowledge import JOKER_AT, Hands
from games.engine.kan.legal import JOKER_DUE
from games.engine.kan.state import HAND_SIZE

HONOURS_OF_SUIT: Final = 0b1111000000000
"""The scoring cards of a suit: jack, queen, king, ace."""
JACK: Final = 9
"""The height of a jack, the lowest scoring card."""
FIRST: Final = 1
"""The number of the first trick, in which the joker may not be played."""
LAST: Final = HAND_SIZE
"""The number of the last trick."""
JOKER_WORTH: Final = 2
"""With so many scoring cards on the table the joker is played on an opponent's trick."""
TRUMPS_FIRST: Final = 20
"""Counted for a highest trump, so that it is led before every other suit: more cards than others can hold of one."""
MIN_OUT: Final = 3
"""While opponents have trumps, a highest card of another suit is led only where so many of its cards are still out."""
TRUMPS_SHORTER: Final = 3
"""By so many cards trumps must be longer than another suit before their lowest card is led."""
TRUMPS_LAST: Final = 40
"""Added to the height of a trump, so that it is discarded after every other card: more than any height."""


@dataclass(slots=True)
class Position:
    """A deal in one world. `sides` are 0 for kan, 1 for mukan by seat; `trick` is (seat, suit, height) in order of play
    and `best` the place of the winning card in it. `alone` is the side that goes for all sixteen, else -1.

    `ring` are the seats in order of play and `turn` the place in it; `trump` is the suit of trumps, `suit_to_follow`
    that of the trick (the one asked for where a joker leads). `number` is that of the trick, from 1. `points` are the
    scoring cards each side has taken, `quotas` how many each needs, and `lying` how many lie in the trick, without the
    joker. `hands` are as in `knowledge`.
    """

    hands: Hands
    ring: Sequence[int]
    sides: Sequence[int]
    trump: int
    number: int
    turn: int
    points: list[int]
    quotas: Sequence[int]
    alone: int
    trick: list[tuple[int, int, int]] = field(default_factory=list)
    suit_to_follow: int = -1
    best: int = 0
    lying: int = 0

    def copy(self) -> Position:
        """The same position, to be played on apart from this one."""
        return Position(
            hands=[[*hand] for hand in self.hands],
            ring=self.ring,
            sides=self.sides,
            trump=self.trump,
            number=self.number,
            turn=self.turn,
            points=[*self.points],
            quotas=self.quotas,
            alone=self.alone,
            trick=[*self.trick],
            suit_to_follow=self.suit_to_follow,
            best=self.best,
            lying=self.lying,
        )

    def play(self, suit: int, height: int, asks: int = 0) -> None:
        """A card of the seat whose turn it is; with the fifth one the trick is taken."""
        ring, trick = self.ring, self.trick
        seat = ring[self.turn]
        hand = self.hands[seat]
        if suit == JOKER_AT:
            hand[JOKER_AT] = 0
        else:
            hand[suit] &= ~(1 << height)
            self.lying += height >= JACK
        if not trick:
            self.suit_to_follow = asks if suit == JOKER_AT else suit
            self.best = 0
        else:
            _seat, top, high = trick[self.best]
            if suit == JOKER_AT or (
                top != JOKER_AT and (height > high if suit == top else suit == self.trump)
            ):
                self.best = len(trick)
        trick.append((seat, suit, height))
        self.turn = (self.turn + 1) % 5
        if len(trick) == 5:
            winner = trick[self.best][0]
            self.points[self.sides[winner]] += self.lying
            self.turn = ring.index(winner)
            self.number += 1
            self.lying = 0
            trick.clear()

    def finish(self) -> None:
        """Play until the deal is over or decided by a shut-out."""
        while self.number <= LAST:
            if not self.trick and self._stops():
                return
            self.step()

    def _stops(self) -> bool:
        kan, mukan = self.points
        if self.alone >= 0:
            return self.points[1 - self.alone] > 0
        return (not mukan and kan >= self.quotas[0]) or (not kan and mukan >= self.quotas[1])

    def step(self) -> None:
        """The seat whose turn it is plays by simple sense."""
        hand = self.hands[self.ring[self.turn]]
        if hand[JOKER_AT] and self.number == JOKER_DUE:
            self.play(JOKER_AT, 0, self._asks(hand))
        else:
            self.play(*self.sensible_card())

    def sensible_card(self) -> tuple[int, int]:
        """The card of the seat whose turn it is by simple sense, in any trick but the ninth."""
        hand = self.hands[self.ring[self.turn]]
        return self._follow(hand) if self.trick else self._lead(hand)

    def _asks(self, hand: list[int]) -> int:
        """The suit in which most scoring cards are out."""
        others = [self._out(suit) & ~hand[suit] & HONOURS_OF_SUIT for suit in range(4)]
        return max(range(4), key=lambda suit: others[suit].bit_count())

    def _out(self, suit: int) -> int:
        hands = self.hands
        return hands[0][suit] | hands[1][suit] | hands[2][suit] | hands[3][suit] | hands[4][suit]

    def _lead(self, hand: list[int]) -> tuple[int, int]:
        """The highest card of a suit, trumps first while the opponents have some; else the lowest of the longest."""
        trump, best, most = self.trump, -1, -1
        side = self.sides[self.ring[self.turn]]
        against = 0
        for seat in range(5):
            if self.sides[seat] != side:
                against |= self.hands[seat][trump]
        for suit in range(4):
            mask = hand[suit]
            if not mask or (suit == trump and not against):
                continue
            out = self._out(suit)
            if mask.bit_length() == out.bit_length():
                count = TRUMPS_FIRST if suit == trump else (out & ~mask).bit_count()
                if count > most and (suit == trump or not against or count >= MIN_OUT):
                    best, most = suit, count
        if best >= 0:
            return best, hand[best].bit_length() - 1
        longest, length = -1, -1 - TRUMPS_SHORTER
        for suit in range(4):
            count = hand[suit].bit_count() - TRUMPS_SHORTER * (suit == trump)
            if hand[suit] and count > length:
                longest, length = suit, count
        if longest < 0:
            return (JOKER_AT, 0) if hand[JOKER_AT] else (trump, hand[trump].bit_length() - 1)
        mask = hand[longest]
        return longest, (mask & -mask).bit_length() - 1

    def _follow(self, hand: list[int]) -> tuple[int, int]:
        trick, suit_to_follow, trump = self.trick, self.suit_to_follow, self.trump
        last = len(trick) == 4
        seat, top, high = trick[self.best]
        ours = self.sides[seat] == self.sides[self.ring[self.turn]]
        mask = hand[suit_to_follow]
        if hand[JOKER_AT] and self.number > FIRST and not ours and self.lying >= JOKER_WORTH:
            return JOKER_AT, 0
        sure = ours and (
            last
            or top == JOKER_AT
            or (top == trump and suit_to_follow != trump)
            or self._out(suit_to_follow) >> (high + 1) == 0
        )
        if mask:
            low = (mask & -mask).bit_length() - 1
            if sure:
                honours = mask & HONOURS_OF_SUIT
                return suit_to_follow, (honours & -honours).bit_length() - 1 if honours else low
            if top == suit_to_follow:
                above = mask >> (high + 1)
                if above:
                    cheap = high + 1 + (above & -above).bit_length() - 1
                    if last and not ours:
                        return suit_to_follow, cheap
                    highest = mask.bit_length() - 1
                    if self._out(suit_to_follow) >> (highest + 1) == 0:
                        return suit_to_follow, highest
            return suit_to_follow, low
        if sure:
            return self._feed(hand)
        trumps = hand[trump] >> (high + 1 if top == trump else 0)
        if trumps and top != JOKER_AT and not ours:
            lowest = (trumps & -trumps).bit_length() - 1 + (high + 1 if top == trump else 0)
            return trump, lowest
        return self._discard(hand)

    def _feed(self, hand: list[int]) -> tuple[int, int]:
        """The lowest scoring card of another suit than trumps, else a small card."""
        found, height = -1, 99
        for suit in range(4):
            honours = hand[suit] & HONOURS_OF_SUIT
            if honours and suit != self.trump:
                low = (honours & -honours).bit_length() - 1
                if low < height:
                    found, height = suit, low
        return (found, height) if found >= 0 else self._discard(hand)

    def _discard(self, hand: list[int]) -> tuple[int, int]:
        """The lowest card, trumps last."""
        found, height = -1, 99
        for suit in range(4):
            mask = hand[suit]
            if mask:
                low = (mask & -mask).bit_length() - 1 + TRUMPS_LAST * (suit == self.trump)
                if low < height:
                    found, height = suit, low
        return (found, height % TRUMPS_LAST) if found >= 0 else (JOKER_AT, 0)
