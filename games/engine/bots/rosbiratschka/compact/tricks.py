"""Contracts one to four in the compact form (rules/rosbiratschka 1): tricks without trumps, and what counts in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from games.engine.bots.rosbiratschka.compact.masks import HEARTS, JACKS, KING, SUIT_OF
from games.engine.bots.rosbiratschka.compact.positions import Hands, Penalties
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.scoring import KING as KING_POINTS
from games.engine.rosbiratschka.scoring import settle_avoiding
from games.engine.rosbiratschka.state import Contract
from games.engine.seats import Seat

COUNTING: Final = {
    Contract.NO_TRICKS: 0,
    Contract.NO_HEARTS: HEARTS,
    Contract.NO_JACKS: JACKS,
    Contract.KING: KING,
}
"""The cards that count in each contract; in the first, tricks do."""
THERE_ARE: Final = {Contract.NO_TRICKS: 8, Contract.NO_HEARTS: 8, Contract.NO_JACKS: 4, Contract.KING: 1}


@dataclass(frozen=True, eq=False)
class TrickRules:
    """One contract: the cards that count, how much there is of it, and whether taking all of it is a slam."""

    contract: Contract
    counting: int
    each_trick: int
    there_are: int
    slam: bool
    known: dict[Hands, Penalties] = field(default_factory=dict)

    def penalties(self, taken: Hands) -> Penalties:
        """The sheet when each seat has taken so many of what counts."""
        found = self.known.get(taken)
        if found is None:
            found = self.known[taken] = self._settled(taken)
        return found

    def _settled(self, taken: Hands) -> Penalties:
        if self.contract is Contract.KING:
            one, two, three, four = (KING_POINTS * count for count in taken)
        else:
            options = Options(slam="minus8" if self.slam else "off")
            one, two, three, four = settle_avoiding(self.contract, taken, options).score
        return one, two, three, four


@cache
def rules_of(contract: Contract, slam: bool) -> TrickRules:
    """The rules of that contract, with or without the option `slam`."""
    counting, there_are = COUNTING[contract], THERE_ARE[contract]
    each_trick = int(contract is Contract.NO_TRICKS)
    return TrickRules(contract, counting, each_trick, there_are, slam and contract is not Contract.KING)


class Tricks(NamedTuple):
    """A position (`positions.Position`). `led` is the led suit and `best` the card that wins so far, both masks and 0
    before a lead; `winner` is its seat, `cards` what lies there. `taken` is by seat how much of what counts."""

    rules: TrickRules
    hands: Hands
    seat: Seat
    taken: Hands = (0, 0, 0, 0)
    lying: int = 0
    led: int = 0
    best: int = 0
    winner: Seat = 0
    cards: int = 0

    @property
    def decided(self) -> bool:
        """Whether all that counts has been taken."""
        return sum(self.taken) == self.rules.there_are

    def legal(self) -> int:
        """The cards that may be played."""
        hand = self.hands[self.seat]
        return hand & self.led or hand

    def distinct(self, cards: int) -> int:
        """The cards without those that touch a lower one and count as it does."""
        others = self.best
        for seat, hand in enumerate(self.hands):
            others |= hand if seat != self.seat else 0
        return one_of_touching(cards, others, self.rules.counting)

    def after(self, card: int) -> Tricks:
        """The position after a legal card; the fourth of a trick gives it to its winner."""
        rules, seat = self.rules, self.seat
        hands = list(self.hands)
        hands[seat] ^= card
        left = (hands[0], hands[1], hands[2], hands[3])
        led, best, winner = self.led, self.best, self.winner
        if not led:
            led, best, winner = SUIT_OF[card], card, seat
        elif card & led and card > best:
            best, winner = card, seat
        cards = self.cards | card
        if self.lying < 3:
            return Tricks(rules, left, (seat + 1) % 4, self.taken, self.lying + 1, led, best, winner, cards)
        counted = (cards & rules.counting).bit_count() + rules.each_trick
        if not counted:
            return Tricks(rules, left, winner, self.taken)
        taken = list(self.taken)
        taken[winner] += counted
        return Tricks(rules, left, winner, (taken[0], taken[1], taken[2], taken[3]))

    def penalties(self) -> Penalties:
        """The sheet, with what has been taken."""
        return self.rules.penalties(self.taken)


def one_of_touching(cards: int, others: int, counting: int) -> int:
    """The lowest of `cards` of each run in one suit between whose cards none of `others` lies, counting ones apart."""
    kept, previous, rest = 0, 0, cards
    while rest:
        card = rest & -rest
        rest ^= card
        alike = previous and SUIT_OF[card] & previous and not others & (card - previous)
        if not alike or bool(card & counting) != bool(previous & counting):
            kept |= card
        previous = card
    return kept
