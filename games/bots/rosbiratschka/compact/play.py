"""The contracts of Rosbiratschka on bit masks: the rules of tricks, of the total and of rows, and a quick player of
each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from games.bots.rosbiratschka.card_worth import (
    DISTANCE_WORTH,
    OTHERS_CARD_COST,
    OWN_CARD_WORTH,
    ROOM_WORTH,
    SHARE_OF_LATER_LINE,
    SMALL_CARD_SAFETY,
    ZERO_CARD_SAFETY,
)
from games.bots.rosbiratschka.compact.positions import (
    ALL,
    BIT,
    BITS,
    BYTE,
    EQUAL_VALUES,
    HEARTS,
    JACKS,
    KING,
    PASS,
    SUIT_OF,
    VALUE,
    Hands,
    Penalties,
)
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.play import HIGHEST, JACK, LINES, LOWEST, line_crossed
from games.engine.rosbiratschka.scoring import KING as KING_POINTS
from games.engine.rosbiratschka.scoring import LAST, NUMBER_COUNTED, settle_avoiding
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
QUICK_SHARE_TO_STOP_SLAM: Final = 0.5
"""The share of what counts from which a seat that has taken all of it so far is stopped by the others: sooner than
the easy player stops it."""
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


def play_out_tricks(position: Tricks, sweeper: Seat = NOBODY) -> Hands:
    """How much of what counts each seat has taken when the quick player plays all four hands.

    `sweeper` tries to take everything until another seat has taken some.
    """
    rules, (one, two, three, four), seat, taken, lying, led, best, winner, cards = position
    counting, each_trick, there_are = rules.counting, rules.each_trick, rules.there_are
    hands, takes = [one, two, three, four], list(taken)
    left = there_are - sum(takes)
    unplayed = one | two | three | four
    enough = there_are * QUICK_SHARE_TO_STOP_SLAM if rules.slam else ALL
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


# Contract five, the Hundred, in the compact form (rules/rosbiratschka 1): cards are added up to a total.

HIGHEST_VALUE: Final = max(VALUE.values())
Crossings: TypeAlias = tuple[tuple[int, ...], ...]
"""By total and by value added: the penalty points of the line that is crossed, 0 for none."""


@cache
def crossings(hundred_line: str) -> Crossings:
    """The penalty points of each step under the option `hundred_line`."""
    last = LINES[-1].total
    steps = []
    for total in range(last + 1):
        found = [line_crossed(total, total + value, hundred_line) for value in range(HIGHEST_VALUE + 1)]
        steps.append(tuple(crossed.points if crossed else 0 for crossed in found))
    return tuple(steps)


class Total(NamedTuple):
    """A position (`positions.Position`): the running `total`, and what each seat has `paid` at its lines."""

    steps: Crossings
    hands: Hands
    seat: Seat
    total: int = 0
    paid: Penalties = (0, 0, 0, 0)

    @property
    def decided(self) -> bool:
        """Whether the last line is crossed."""
        return sum(self.paid) == sum(points for _line, points in LINES)

    def legal(self) -> int:
        """The cards that may be played: all."""
        return self.hands[self.seat]

    def distinct(self, cards: int) -> int:
        """One card of each value."""
        return one_of_each_value(cards)

    def after(self, card: int) -> Total:
        """The position after a card."""
        steps, hands, seat, total, paid = self
        value = VALUE[card]
        points = steps[total][value]
        left = list(hands)
        left[seat] ^= card
        if points:
            all_paid = list(paid)
            all_paid[seat] += points
            paid = (all_paid[0], all_paid[1], all_paid[2], all_paid[3])
        return Total(steps, (left[0], left[1], left[2], left[3]), (seat + 1) % 4, total + value, paid)

    def penalties(self) -> Penalties:
        """The penalty points paid so far, by seat."""
        return self.paid


def one_of_each_value(cards: int) -> int:
    """The lowest bit among the cards of each value."""
    kept = 0
    for equal in EQUAL_VALUES:
        found = cards & equal
        kept |= found & -found
    return kept


# A quick player of contract five in the compact form: it weighs the line a card crosses and the hand that is left.

WORTHLESS: Final = EQUAL_VALUES[0]
LITTLE: Final = EQUAL_VALUES[1] | EQUAL_VALUES[2] | EQUAL_VALUES[3]
BY_VALUE: Final = tuple((cards, VALUE[cards & -cards]) for cards in EQUAL_VALUES)
"""The cards of each value with that value."""


@cache
def _to_come() -> tuple[tuple[float, float], ...]:
    """By total: what the lines still to come weigh on a hand, and the worth of the room below the next one."""
    weights = []
    for total in range(LINES[-1].total + HIGHEST_VALUE + 1):
        lines = [line for line in LINES if total < line.total]
        room = lines[0].total - total if lines else 0
        weights.append((SHARE_OF_LATER_LINE * sum(line.points for line in lines), ROOM_WORTH * room))
    return tuple(weights)


def play_out_total(position: Total) -> Penalties:
    """The penalty points when the quick player plays all four hands; its weights are the easy player's."""
    steps, (one, two, three, four), seat, total, paid = position
    hands, penalties = [one, two, three, four], list(paid)
    left = sum(points for _line, points in LINES) - sum(paid)
    to_come = _to_come()
    while left:
        hand = hands[seat]
        crossing = steps[total]
        safety = (
            1.0
            + ZERO_CARD_SAFETY * (hand & WORTHLESS).bit_count()
            + SMALL_CARD_SAFETY * (hand & LITTLE).bit_count()
        )
        chosen, value, least = 0, 0, 1000.0
        for cards, adds in BY_VALUE:
            held = hand & cards
            if held:
                later, room = to_come[total + adds]
                small = ZERO_CARD_SAFETY if not adds else SMALL_CARD_SAFETY if adds <= 4 else 0.0
                price = crossing[adds] + later / (safety - small) + room
                if price < least:
                    chosen, value, least = held & -held, adds, price
        hands[seat] = hand ^ chosen
        points = crossing[value]
        penalties[seat] += points
        left -= points
        total += value
        seat = (seat + 1) & 3
    return penalties[0], penalties[1], penalties[2], penalties[3]


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


def _worth_of_place(height: int, held: int) -> float:
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


WORTH: Final = {
    bit: tuple(_worth_of_place(place % 8, held) for held in range(256)) for place, bit in enumerate(BITS)
}
"""By card and by the byte of its suit in the hand."""
SHIFT: Final = {bit: place & ~7 for place, bit in enumerate(BITS)}


def play_out_rows(position: Rows) -> Penalties:
    """The penalty points when the quick player plays all four hands."""
    free, (one, two, three, four), seat, placed = position
    hands = [one, two, three, four]
    of_row, worths, shifts = FITTING_CARDS, WORTH, SHIFT
    with_cards = sum(map(bool, hands))
    fitting_now = fits(placed)
    while with_cards > 1:
        hand = hands[seat]
        moves = hand & fitting_now
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
            fitting_now = fitting_now & ~(BYTE << shift) | of_row[placed >> shift & BYTE] << shift
            if not hand:
                with_cards -= 1
        seat = (seat + 1) & 3
        while not hands[seat]:
            seat = (seat + 1) & 3
    return Rows(free, (hands[0], hands[1], hands[2], hands[3]), seat, placed).penalties()
