"""Contracts one to four on bit masks: the rules of their tricks, and a quick player of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from games.bots.rosbiratschka.compact.positions import (
    ALL,
    BIT,
    BITS,
    HEARTS,
    JACKS,
    KING,
    SUIT_OF,
    Hands,
    Penalties,
)
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.scoring import KING as KING_POINTS
from games.engine.rosbiratschka.scoring import NUMBER_COUNTED, settle_avoiding
from games.engine.rosbiratschka.state import Contract
from games.engine.seats import Seat

# Contracts one to four in the compact form (rules/rosbiratschka 1): tricks without trumps, and what counts in them.

COUNTING_CARDS: Final = {
    Contract.NO_TRICKS: 0,
    Contract.NO_HEARTS: HEARTS,
    Contract.NO_JACKS: JACKS,
    Contract.KING: KING,
}
"""The cards that count in each contract; in the first, tricks do."""
THERE_ARE: Final = {**NUMBER_COUNTED, Contract.KING: 1}
"""How many of what counts there are in each contract."""


@dataclass(frozen=True, eq=False)
class TrickRules:
    """One contract: the cards that count, how much each trick counts beside them, how much there is of it, and whether
    taking all of it is a slam. `known` are the sheets worked out so far."""

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
            found = self.known[taken] = self._settle(taken)
        return found

    def _settle(self, taken: Hands) -> Penalties:
        if self.contract is Contract.KING:
            one, two, three, four = (KING_POINTS * count for count in taken)
        else:
            options = Options(slam="minus8" if self.slam else "off")
            one, two, three, four = settle_avoiding(self.contract, taken, options).score
        return one, two, three, four


@cache
def rules_of(contract: Contract, slam: bool) -> TrickRules:
    """The rules of that contract, with or without the option `slam`."""
    counting, there_are = COUNTING_CARDS[contract], THERE_ARE[contract]
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


# A quick player of contracts one to four in the compact form: it ducks, discards what is dangerous, and leads low.
#
# It looks at its own hand, at the trick and at which cards are gone.

NOBODY: Final = -1
"""In the place of a seat."""
SUIT_MASKS: Final = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
ACE_OF_HEARTS: Final = BIT["HA"]
SHARE_TO_STOP_SLAM: Final = 0.5
"""The share of what counts from which a seat that has taken all of it so far is stopped by the others."""
GUARD_WORTH: Final = 3
"""By how much each lower card of its suit makes a card less dangerous, in cards of the others below it."""
WORTH_OF_CARD_ABOVE: Final = 2
"""How much better a lead is for each card of the others above it, against each below it."""
BELOW: Final = {bit: (bit - 1) & SUIT_OF[bit] for bit in BITS}
ABOVE: Final = {bit: SUIT_OF[bit] & ~(bit | bit - 1) for bit in BITS}


def low_lead(hand: int, others: int, counting: int) -> int:
    """The lead that another hand most probably takes."""
    chosen, most = 0, -1000
    for suit in SUIT_MASKS:
        held = hand & suit
        if not held:
            continue
        card = held & -held
        above, below = (others & ABOVE[card]).bit_count(), (others & BELOW[card]).bit_count()
        value = WORTH_OF_CARD_ABOVE * above - below if above else -50
        if card & counting:
            value -= 3
        if value > most:
            chosen, most = card, value
    return chosen


def high_lead(hand: int, others: int) -> int:
    """The lead of a seat that wants every trick: a card nobody can beat, from the longest suit, else the highest."""
    chosen, most = 0, -1000
    for suit in SUIT_MASKS:
        held = hand & suit
        if not held:
            continue
        card = 1 << held.bit_length() - 1
        above = (others & ABOVE[card]).bit_count()
        value = held.bit_count() - 20 * above
        if value > most:
            chosen, most = card, value
    return chosen


def discard(hand: int, others: int, counting: int) -> int:
    """The card to throw on another suit: one that counts, else the one most likely to take a trick later."""
    if found := hand & counting:
        return 1 << found.bit_length() - 1 if found & (found - 1) else found
    if counting == KING and hand & ACE_OF_HEARTS and others & KING:
        return ACE_OF_HEARTS
    chosen, most = 0, -1000
    for suit in SUIT_MASKS:
        held = hand & suit
        if not held:
            continue
        card = 1 << held.bit_length() - 1
        danger = (others & BELOW[card]).bit_count() - GUARD_WORTH * (held.bit_count() - 1)
        if not others & suit:
            danger = -100
        if danger > most:
            chosen, most = card, danger
    return chosen


def follow(held: int, others: int, lying: int, best: int, harmless: bool, counting: int) -> int:
    """The card of the led suit: the highest that loses; where none does, the highest if the trick is taken anyway."""
    below = held & (best - 1)
    if below:
        if found := below & counting:
            return 1 << found.bit_length() - 1
        if not (harmless and lying == 3):
            return 1 << below.bit_length() - 1
    plain = held & ~counting or held
    if lying == 3:
        return 1 << plain.bit_length() - 1
    low = plain & -plain
    return low if others & ABOVE[low] else 1 << plain.bit_length() - 1


def play_out(position: Tricks, sweeper: Seat = NOBODY) -> Hands:
    """How much of what counts each seat has taken when the quick player plays all four hands.

    `sweeper` tries to take everything until another seat has taken some.
    """
    rules, (one, two, three, four), seat, taken, lying, led, best, winner, cards = position
    counting, each_trick, there_are = rules.counting, rules.each_trick, rules.there_are
    hands, takes = [one, two, three, four], list(taken)
    left = there_are - sum(takes)
    unplayed = one | two | three | four
    enough = there_are * SHARE_TO_STOP_SLAM if rules.slam else ALL
    stopped = next((other for other in range(4) if takes[other] == there_are - left >= enough), NOBODY)
    while left:
        hand = hands[seat]
        others = unplayed ^ hand
        if not hand & (hand - 1):
            card = hand
        elif not lying:
            wants = seat == sweeper
            card = high_lead(hand, others) if wants else low_lead(hand, others, counting)
        elif held := hand & led:
            if seat == sweeper or stopped == winner != seat:
                top = 1 << held.bit_length() - 1
                card = top if top > best else held & -held
            else:
                harmless = not each_trick and not cards & counting
                card = follow(held, others, lying, best, harmless, counting)
        elif seat == sweeper or stopped == winner:
            plain = hand & ~counting or hand
            card = plain & -plain
        else:
            card = discard(hand, others, counting)
        hands[seat] = hand ^ card
        unplayed ^= card
        if not lying:
            led, best, winner, cards = SUIT_OF[card], card, seat, card
        else:
            cards |= card
            if card & led and card > best:
                best, winner = card, seat
        lying += 1
        seat = (seat + 1) & 3
        if lying == 4:
            lying, seat = 0, winner
            if counted := (cards & counting).bit_count() + each_trick:
                takes[winner] += counted
                left -= counted
                if sweeper not in (NOBODY, winner):
                    sweeper = NOBODY
                stopped = winner if takes[winner] == there_are - left >= enough else NOBODY
    return takes[0], takes[1], takes[2], takes[3]
